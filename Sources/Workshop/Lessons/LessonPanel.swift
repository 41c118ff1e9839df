import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// The lessons of this device: the list, or a page of the open lesson.
extension Picture {
  fileprivate mutating func drawLessonList(_ lessons: Lessons, in rect: Rect) {
    canvas.put(
      LessonWords.done(lessons, look), at: Point(rect.x, rect.y), Style(.heading, bold: true), width: rect.width)
    let foot = lessonListFoot(lessons, TextColumn(rect.width, look), height: max(2, (rect.height - 2) / 3))
    let area = Rect(rect.x, rect.y + 2, rect.width, max(1, rect.height - 3 - foot.count))
    let selected = min(lessons.view.selected, lessons.all.count - 1)
    let window = ScrollWindow(contentHeight: lessons.all.count, height: area.height, offset: 0)
      .revealing(selected..<selected + 1)
    putRows(window, in: area) { picture, index, row in
      picture.drawRow(lessons.all[index], lessons, in: row)
      if index == selected { picture.markSelected(row, bold: true) }
      return .lessons(.open(lessons.all[index].id))
    }
    putAtBottom(foot, in: rect)
  }

  private mutating func drawRow(_ lesson: Lesson, _ lessons: Lessons, in row: Rect) {
    let progress = lessons.progress[lesson.id]
    let isComplete = progress?.isComplete == true
    let mark = isComplete ? look.marks.done : progress == nil ? look.marks.open : look.marks.current
    let kind = row.width < 60 ? nil : LessonWords.kind(lesson, look)
    let right = [LessonWords.steps(of: lesson, lessons, look), kind].compactMap(\.self).joined(separator: "  ")
    let room = max(0, row.width - 5 - TextLayout.width(right))
    canvas.put(mark, at: Point(row.x + 2, row.y), Style(isComplete ? .success : .secondary))
    putTitle(lesson, at: Point(row.x + 4, row.y), Style(.text), width: room)
    canvas.put(right, at: Point(row.maxX - TextLayout.width(right), row.y), Style(.secondary))
  }

  private mutating func putTitle(_ lesson: Lesson, at point: Point, _ style: Style, width: Int) {
    let title = TextLayout.clip(lesson.title(look), to: width, ellipsis: look.marks.ellipsis, ofData: true)
    canvas.put(title, at: point, style, width: width)
  }

  /// The description of the selected lesson, and problems with files.
  private func lessonListFoot(_ lessons: Lessons, _ column: TextColumn, height: Int) -> [StyledLine] {
    var problems = LessonWords.progressProblem(lessons, column)
    problems += problemLines(lessons.problems, column, height: height - problems.count)
    let lesson = lessons.all[min(lessons.view.selected, lessons.all.count - 1)]
    let about = column.text(lesson.spoken(in: look.catalogue.language.tag).goal, Style(.secondary))
    return (problems + about).cut(to: height, width: column.width, look)
  }

  /// As many files as fit, each with all its lines; the last line counts the others.
  private func problemLines(_ problems: [DocumentProblem], _ column: TextColumn, height: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    for (index, problem) in problems.enumerated() {
      let named = column.marked(look.marks.warning, LessonWords.problem(problem, look), Style(.warning))
      let isLast = index == problems.count - 1
      guard index == 0 || lines.count + named.count + (isLast ? 0 : 1) <= height else {
        let more = look.catalogue(.lessonsMoreBroken, ["count": "\(problems.count - index)"])
        return Array(lines.prefix(max(1, height - 1))) + [StyledLine("  " + more, Style(.warning))]
      }
      lines += named
    }
    return lines
  }

  fileprivate mutating func drawLesson(_ lesson: Lesson, _ page: LessonPage, _ state: AppState, in rect: Rect) -> Int {
    let lessons = state[Lessons.self]
    // Columns for the title beside the marks of the pages.
    let room = max(0, rect.width - lesson.pages.count - 2)
    // A title that is too long for the head is shown in full on the first page.
    let isTooLong = page == .beginning && TextLayout.width(lesson.title(look)) > room
    if !isTooLong { putTitle(lesson, at: Point(rect.x, rect.y), Style(.heading, bold: true), width: room) }
    drawPageMarks(lesson, page, lessons, in: rect)
    let foot = drawPrediction(lesson, page, state, in: rect)
    let area = Rect(rect.x, rect.y + 2, rect.width, max(0, rect.height - 2 - foot))
    let pages = LessonPages(lesson, state, width: area.width - 2, look)
    var lines = pages.lines(page)
    if isTooLong { lines = pages.column.text(lesson.title(look), Style(.heading, bold: true)) + [.blank] + lines }
    // Here the arrow keys choose instead of scrolling, so the view follows the selection.
    let chosen = chosenInLesson(lessons).flatMap { lines.place(of: $0) }
    return putScrolled(lines, in: area, offset: state.view.panelScroll, revealing: chosen)
  }

  /// Asks which party will refuse, if the step needs a prediction. Returns the rows it took.
  private mutating func drawPrediction(_ lesson: Lesson, _ page: LessonPage, _ state: AppState, in rect: Rect) -> Int {
    guard case .step(let step) = page, state[Lessons.self].mayPredict(step, of: lesson) else { return 0 }
    let lines = LessonPages(lesson, state, width: rect.width - 1, look).prediction(step, height: rect.height)
    putAtBottom(lines, in: rect)
    return lines.count + (rect.height < LessonPages.roomy ? 0 : 1)
  }

  private func chosenInLesson(_ lessons: Lessons) -> Action? {
    let (view, choices) = (lessons.view, lessons.choices)
    if view.editor != nil { return view.readsTrial ? nil : .lessons(.edit(.begin)) }
    return choices.isEmpty || view.readsFeedback ? nil : .lessons(.answer(choices[view.choice]))
  }

  /// A mark for every page: done, this one, to come.
  private mutating func drawPageMarks(_ lesson: Lesson, _ page: LessonPage, _ lessons: Lessons, in rect: Rect) {
    let pages = lesson.pages
    let current = pages.firstIndex(of: page) ?? 0
    let marks = pages.indices.map { index -> String in
      if index == current { return look.marks.current }
      let isDone =
        switch pages[index] {
        // A step that was skipped is not done.
        case .step(let step): lessons.isDone(step, of: lesson)
        case .question(let number): lessons.isAnswered(number, of: lesson)
        case .beginning, .explanation: true
        }
      return isDone && index < current ? look.marks.done : look.marks.open
    }.joined()
    canvas.put(marks, at: Point(rect.maxX - TextLayout.width(marks), rect.y), Style(.secondary))
  }
}

extension Lessons: ToolView {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    let lessons = state[Lessons.self]
    guard lessons.isLoaded else { return picture.emptyPanel(.lessonsReading, in: rect) }
    if let lesson = lessons.openedLesson, let page = lessons.openedPage {
      return picture.drawLesson(lesson, page, state, in: rect)
    }
    guard !lessons.all.isEmpty else { return picture.emptyPanel(.lessonsNone, in: rect) }
    picture.drawLessonList(lessons, in: rect)
    return 0
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    let lessons = state[Lessons.self]
    guard lessons.isLoaded, !lessons.all.isEmpty else { return nil }
    guard let lesson = lessons.openedLesson, let page = lessons.openedPage else { return list(lessons, look) }
    let place = ["done": "\((lesson.pages.firstIndex(of: page) ?? 0) + 1)", "all": "\(lesson.pages.count)"]
    let head = StyledLine("\(lesson.title(look)), \(look.catalogue(.lessonSteps, place))", Style(.heading))
    let lines = [head] + LessonPages(lesson, state, width: 10_000, look).lines(page)
    guard case .step(let step) = page, lessons.mayPredict(step, of: lesson) else { return lines }
    return lines + [StyledLine(look.catalogue(.lessonPredictInLines), Style(.heading))]
      + Lesson.Refuser.allCases.map {
        StyledLine(look.catalogue($0.answer.name), Style(.text), action: .lessons(.predict($0, step: step)))
      }
  }

  private static func list(_ lessons: Lessons, _ look: Look) -> [StyledLine] {
    let rows = lessons.all.map { lesson in
      let mark = lessons.progress[lesson.id]?.isComplete == true ? look.marks.done + " " : ""
      let words = [lesson.title(look), LessonWords.kind(lesson, look), LessonWords.steps(of: lesson, lessons, look)]
      let text = mark + words.compactMap(\.self).joined(separator: ", ")
      return StyledLine(text, Style(.text), action: .lessons(.open(lesson.id)))
    }
    let problems = lessons.problems.map { problem in
      StyledLine("\(look.marks.warning) \(LessonWords.problem(problem, look))", Style(.warning))
    }
    return [StyledLine(LessonWords.done(lessons, look), Style(.heading))]
      + LessonWords.progressProblem(lessons, TextColumn(10_000, look)) + problems + rows
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] { LessonPanelKeys.bindings(state) }
  package static func offer(_ state: AppState) -> (phrase: Phrase, tab: PanelTab)? { (.lessonOffer, .lesson) }

  package static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField? {
    state[Lessons.self].view.editor?.text == nil ? nil : .tool("change") { .lessons(.edit(.type($0))) }
  }

  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool {
    let lessons = state[Lessons.self]
    if lessons.view.editor != nil { return false }
    return if case .question? = lessons.openedPage { false } else { lessons.view.opened != nil }
  }
}

extension Lesson {
  /// The title in the reader's language.
  func title(_ look: Look) -> String { spoken(in: look.catalogue.language.tag).title }
}
