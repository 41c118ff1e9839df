import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// The lessons of this device: the list, or a page of the open lesson.
extension Picture {
  mutating func drawLessons(_ state: AppState, in rect: Rect) -> Int {
    let lessons = state[Lessons.self]
    guard lessons.isLoaded else {
      drawEmptyPanel(.lessonsReading, in: rect)
      return 0
    }
    if let lesson = lessons.openedLesson, let page = lessons.openedPage {
      return drawLesson(lesson, page, state, in: rect)
    }
    guard !lessons.all.isEmpty else {
      drawEmptyPanel(.lessonsNone, in: rect)
      return 0
    }
    drawLessonList(state, in: rect)
    return 0
  }

  private mutating func drawLessonList(_ state: AppState, in rect: Rect) {
    let lessons = state[Lessons.self]
    let all = lessons.all
    let done = all.count { lessons.progress[$0.id]?.isComplete == true }
    canvas.put(
      look.catalogue(.lessonsDone, ["done": "\(done)", "all": "\(all.count)"]), at: Point(rect.x, rect.y),
      Style(.heading, bold: true), width: rect.width)
    let foot = lessonListFoot(state, width: rect.width, height: max(2, (rect.height - 2) / 3))
    let area = Rect(rect.x, rect.y + 2, rect.width, max(1, rect.height - 3 - foot.count))
    let selected = min(lessons.view.selected, all.count - 1)
    let window = ScrollWindow(contentHeight: all.count, height: area.height, offset: 0)
      .revealing(selected..<selected + 1)
    for (offset, index) in window.rows.enumerated() {
      let row = Rect(area.x, area.y + offset, area.width - 1, 1)
      drawRow(all[index], state, in: row, isSelected: index == selected)
      target(row, .lessonView(.open(all[index].id)))
    }
    canvas.scrollBar(window, at: Point(area.maxX, area.y), Style(.secondary))
    for (index, line) in foot.enumerated() {
      put(line, at: Point(rect.x, rect.maxY - foot.count + index), width: rect.width)
    }
  }

  private mutating func drawRow(_ lesson: Lesson, _ state: AppState, in row: Rect, isSelected: Bool) {
    let progress = state[Lessons.self].progress[lesson.id]
    let isComplete = progress?.isComplete == true
    let mark = isComplete ? look.marks.done : progress == nil ? look.marks.open : look.marks.current
    let kind = look.catalogue(lesson.kind == .lab ? .lessonKindLab : .lessonKindTour)
    var right = kind
    if let progress, !isComplete {
      let steps = ["done": "\(min(progress.steps, lesson.steps.count))", "all": "\(lesson.steps.count)"]
      right = look.catalogue(.lessonSteps, steps) + "  " + kind
    }
    let room = max(0, row.width - 5 - TextLayout.width(right))
    canvas.put(mark, at: Point(row.x + 2, row.y), Style(isComplete ? .success : .secondary))
    let title = lesson.spoken(in: look.catalogue.language.tag).title
    canvas.put(
      TextLayout.clip(title, to: room, ellipsis: look.marks.ellipsis, ofData: true), at: Point(row.x + 4, row.y),
      Style(.text), width: room)
    canvas.put(right, at: Point(row.maxX - TextLayout.width(right), row.y), Style(.secondary))
    guard isSelected else { return }
    canvas.restyle(row, Style(.selection, bold: true))
    canvas.put(look.marks.selected, at: Point(row.x, row.y), Style(.selection, bold: true))
  }

  /// The description of the selected lesson, and problems with files.
  private func lessonListFoot(_ state: AppState, width: Int, height: Int) -> [StyledLine] {
    let lessons = state[Lessons.self]
    var problems = LessonWords.progressProblem(state, width: width, look)
    problems += problemLines(lessons.problems, width: width, height: height - problems.count)
    let all = lessons.all
    let lesson = all[min(lessons.view.selected, all.count - 1)].spoken(in: look.catalogue.language.tag)
    let about = StyledLine.wrapped(lesson.goal, Style(.secondary), width: width)
    return Array((problems + about).prefix(height))
  }

  /// As many files as fit, each with all its lines; the last line counts the others.
  private func problemLines(_ problems: [DocumentProblem], width: Int, height: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    for (index, problem) in problems.enumerated() {
      let named = StyledLine.wrapped(
        look.marks.warning + " " + LessonWords.problem(problem, look), Style(.warning), width: width, hanging: 2)
      let isLast = index == problems.count - 1
      guard index == 0 || lines.count + named.count + (isLast ? 0 : 1) <= height else {
        let more = look.catalogue(.lessonsMoreBroken, ["count": "\(problems.count - index)"])
        let room = max(1, height - 1)
        return Array(lines.prefix(room)) + [StyledLine("  " + more, Style(.warning))]
      }
      lines += named
    }
    return lines
  }

  // MARK: One lesson

  private mutating func drawLesson(_ lesson: Lesson, _ page: LessonPage, _ state: AppState, in rect: Rect) -> Int {
    drawLessonHead(lesson, page, state, in: rect)
    let foot = predictionFoot(lesson, page, state, in: rect)
    let area = Rect(rect.x, rect.y + 2, rect.width, max(0, rect.height - 2 - foot))
    var lines = LessonPages.lines(lesson, page, state, width: area.width - 2, look: look)
    // A title that is too long for the head is shown in full on the first page.
    let title = lesson.spoken(in: look.catalogue.language.tag).title
    if page == .beginning, TextLayout.width(title) > headRoom(lesson, in: rect) {
      lines = StyledLine.wrapped(title, Style(.heading, bold: true), width: area.width - 2) + [.blank] + lines
    }
    var window = ScrollWindow(contentHeight: lines.count, height: area.height, offset: state.view.panelScroll)
    // Here the arrow keys choose instead of scrolling, so the view follows the selection.
    if let chosen = chosenInLesson(state[Lessons.self]).flatMap({ lines.place(of: $0) }) {
      window = window.revealing(chosen)
    }
    for (index, line) in lines[window.rows].enumerated() {
      let place = Point(area.x, area.y + index)
      put(line, at: place, width: area.width - 1)
      if line.action != nil { target(Rect(area.x, area.y + index, area.width - 1, 1), line.action) }
    }
    canvas.scrollBar(window, at: Point(area.maxX, area.y), Style(.secondary))
    return window.maximumOffset
  }

  /// Asks which party will refuse, if the step needs a prediction. Returns the rows it took.
  private mutating func predictionFoot(
    _ lesson: Lesson, _ page: LessonPage, _ state: AppState, in rect: Rect
  ) -> Int {
    guard case .step(let step) = page, state[Lessons.self].mayPredict(step, of: lesson) else { return 0 }
    let lines = LessonQuestions.predicting(
      step, isUrged: state[Lessons.self].view.isUrged, rect.width - 1, rect.height, look)
    let top = rect.maxY - lines.count
    for (index, line) in lines.enumerated() {
      put(line, at: Point(rect.x, top + index), width: rect.width)
      if line.action != nil { target(Rect(rect.x, top + index, rect.width, 1), line.action) }
    }
    return lines.count + (rect.height < LessonQuestions.roomy ? 0 : 1)
  }

  private func chosenInLesson(_ lessons: Lessons) -> Action? {
    let (view, choices) = (lessons.view, lessons.choices)
    if view.editor != nil { return view.readsTrial ? nil : .lessonView(.edit(.begin)) }
    return choices.isEmpty || view.readsFeedback ? nil : .lessons(.answer(choices[view.choice]))
  }

  /// The title, and a mark for every page: done, this one, to come.
  private mutating func drawLessonHead(_ lesson: Lesson, _ page: LessonPage, _ state: AppState, in rect: Rect) {
    let pages = lesson.pages
    let current = pages.firstIndex(of: page) ?? 0
    let marks = pages.indices.map { index -> String in
      if index == current { return look.marks.current }
      // A step that was skipped is not done.
      if case .step(let step) = pages[index], !state[Lessons.self].isDone(step, of: lesson) { return look.marks.open }
      if case .question(let number) = pages[index], !state[Lessons.self].isAnswered(number, of: lesson) {
        return look.marks.open
      }
      return index < current ? look.marks.done : look.marks.open
    }.joined()
    let room = headRoom(lesson, in: rect)
    let title = lesson.spoken(in: look.catalogue.language.tag).title
    if page != .beginning || TextLayout.width(title) <= room {
      canvas.put(
        TextLayout.clip(title, to: room, ellipsis: look.marks.ellipsis, ofData: true), at: Point(rect.x, rect.y),
        Style(.heading, bold: true), width: room)
    }
    canvas.put(marks, at: Point(rect.maxX - TextLayout.width(marks), rect.y), Style(.secondary))
  }
  /// Columns for the title beside the marks of the pages.
  private func headRoom(_ lesson: Lesson, in rect: Rect) -> Int { max(0, rect.width - lesson.pages.count - 2) }
}
