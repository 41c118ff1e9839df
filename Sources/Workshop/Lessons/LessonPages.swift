import AppState
import FoundationEssentials
import Screens
import TerminalUI

struct LessonPages {
  /// In the reader's language.
  let lesson: Lesson
  let state: AppState
  let lessons: Lessons
  let look: Look
  let column: TextColumn

  init(_ written: Lesson, _ state: AppState, width: Int, _ look: Look) {
    lesson = written.spoken(in: look.catalogue.language.tag)
    (self.state, self.look, lessons) = (state, look, state[Lessons.self])
    column = TextColumn(width, look)
  }

  func lines(_ page: LessonPage) -> [StyledLine] {
    guard lessons.view.urge == .confirmation else { return content(of: page) }
    return column.marked(look.marks.warning, .lessonResetAsks, Style(.warning, bold: true)) + [.blank]
      + content(of: page)
  }

  private func content(of page: LessonPage) -> [StyledLine] {
    switch page {
    case .beginning: beginning
    case .step(let index): step(index)
    case .explanation: explanation
    case .question(let number): question(number)
    }
  }

  private var beginning: [StyledLine] {
    var lines: [StyledLine] = []
    if lessons.hasReset { lines = column.marked(look.marks.note, .lessonReset, Style(.success, bold: true)) + [.blank] }
    lines += column.section(.lessonSetting, lesson.setting) + column.section(.lessonGoal, lesson.goal)
    if !lesson.world.insecure.isEmpty {
      let names = lesson.world.insecure.map { LessonWords.missing($0, look) }.joined(separator: ", ")
      lines += column.marked(look.marks.warning, .lessonInsecure, Style(.warning), ["switches": names]) + [.blank]
    }
    return lines + (lesson.kind == .lab ? column.text(.lessonOwnWorld, Style(.secondary)) : tourStart)
  }

  private var tourStart: [StyledLine] {
    let start = lesson.tourStart(state)
    guard start != 0 else { return [] }
    let place = start.map { look.catalogue(.tourBeginsAt, ["title": lesson.steps[$0].title]) }
    let key = look.reader == .lines ? "" : " " + look.catalogue(.tourFreshPhone, ["key": "n"])
    let words = (place ?? look.catalogue(.tourNowhere)) + key
    return column.marked(look.marks.note, words, Style(.highlight, bold: true)) + [.blank]
  }

  private func step(_ index: Int) -> [StyledLine] {
    var step = lesson.steps[index]
    if lessons.tourIsForced, let other = step.whenForced {
      (step.title, step.text, step.watch) = (other.title ?? step.title, other.text, other.watch)
    }
    let place = ["number": "\(index + 1)", "all": "\(lesson.steps.count)", "title": step.title]
    var lines = column.text(.lessonStep, Style(.heading, bold: true), place)
    if let editor = lessons.view.editor { return lines + trial(index, editor) }
    let outcome = outcome(index)
    // The result comes first, so that it is visible on a small panel.
    lines += outcome.isEmpty ? [] : outcome + [.blank]
    lines += column.text(step.text, Style(outcome.isEmpty || step.stop != nil ? .text : .secondary)) + [.blank]
    return lines + (step.watch.isEmpty ? [] : column.section(.lessonWatch, step.watch))
  }

  private func outcome(_ index: Int) -> [StyledLine] {
    if let running = running(index) { return running }
    let step = lesson.steps[index]
    if let stop = step.stop {
      let isHere = stop.isReached(state)
      return column.marked(
        isHere ? look.marks.current : look.marks.open, isHere ? .tourHere : .tourElsewhere,
        Style(isHere ? .success : .secondary, bold: isHere))
    }
    guard let results = lessons.labResults(lesson, index) else { return blocked(index) }
    var lines = comparison(step, lessons.predictions[index], results)
    for (operation, result) in zip(step.operations, results) { lines += self.result(operation, result) }
    if lessons.isDone(index, of: lesson), !step.afterwards.isEmpty {
      lines += [.blank] + column.text(step.afterwards, Style(.text, bold: true))
    }
    return lines
  }

  private func result(_ operation: LabOperation, _ result: LabResult) -> [StyledLine] {
    LessonWords.lines(operation, result, column, reveals: state.revealsSecrets)
  }

  private func running(_ index: Int) -> [StyledLine]? {
    guard let running = lessons.running, running.lesson == lesson.id, running.step == index else { return nil }
    let second = Int(state.now.timeIntervalSince1970) % look.marks.spinner.count
    let words = LessonWords.activity(running.doing, look)
    return column.marked(look.marks.spinner[abs(second)], words, Style(.highlight, bold: true))
  }

  /// Why a step cannot be done yet, and what would allow it.
  private func blocked(_ index: Int) -> [StyledLine] {
    guard !lesson.steps[index].operations.isEmpty,
      let before = lesson.steps[..<index].indices.first(where: { !lessons.isDone($0, of: lesson) })
    else { return [] }
    return column.marked(look.marks.warning, .lessonBlocked, Style(.warning, bold: true), ["number": "\(before + 1)"])
  }

  // MARK: A step that the trainee changes

  private func trial(_ index: Int, _ editor: ParameterEditor) -> [StyledLine] {
    if let running = running(index) { return running + [.blank] + column.text(.lessonTrialRuns, Style(.secondary)) }
    let result = lessons.trial.flatMap { $0.step == index ? outcome($0) + [.blank] : nil }
    let edit = { (edit: ParameterEdit) -> Action in .lessons(.edit(edit)) }
    return (result ?? [])
      + editor.lines(look, reveal: state.revealsSecrets, width: column.width, edit: edit) { operation in
        LessonWords.operation(lesson.steps[index].operations[operation].act, look)
      }
  }

  private func outcome(_ trial: LabTrial) -> [StyledLine] {
    var lines: [StyledLine] = []
    for goal in trial.goals.sorted() where lesson.goals.indices.contains(goal) {
      let values = ["goal": lesson.goals[goal].text]
      lines += column.marked(look.marks.done, .lessonGoalReached, Style(.success, bold: true), values)
      lines += column.text(lesson.goals[goal].reached, Style(.text, bold: true), indent: 2)
    }
    for outcome in trial.outcomes { lines += result(outcome.operation, outcome.result) }
    if let last = trial.outcomes.last, last.step < trial.step {
      lines += column.marked(look.marks.warning, .lessonTrialStopped, Style(.warning), ["number": "\(last.step + 1)"])
    }
    return lines
  }

  // MARK: The end

  private var explanation: [StyledLine] {
    var lines = column.section(.lessonExplanation, lesson.explanation)
    if lessons.messagesOfLab != nil { lines += column.text(.lessonWhole, Style(.secondary)) + [.blank] }
    lines += goals + [column.heading(.lessonSources)]
    for source in lesson.sources {
      lines += column.marked(look.marks.dot, "\(source.name): \(source.url)", Style(.secondary))
    }
    return lines
  }

  private var goals: [StyledLine] {
    guard !lesson.goals.isEmpty else { return [] }
    var lines = [column.heading(.lessonGoals)]
    for (index, goal) in lesson.goals.enumerated() {
      let isReached = lessons.progress[lesson.id]?.goals.contains(index) == true
      let mark = isReached ? look.marks.done : look.marks.open
      lines += column.marked(mark, goal.text, Style(isReached ? .success : .text))
      if isReached { lines += column.text(goal.reached, Style(.text, bold: true), indent: 2) }
    }
    // The text names a key; plain lines use numbers instead.
    guard look.reader != .lines else { return lines }
    return lines + column.text(.lessonGoalsHow, Style(.secondary)) + [.blank]
  }
}
