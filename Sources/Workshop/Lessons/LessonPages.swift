import AppState
import Catalogue
import FoundationEssentials
import Screens
import TerminalUI

/// The pages of a lesson as lines.
enum LessonPages {
  static func lines(_ written: Lesson, _ page: LessonPage, _ state: AppState, width: Int, look: Look) -> [StyledLine] {
    let lesson = written.spoken(in: look.catalogue.language.tag)
    return switch page {
    case .beginning: beginning(lesson, state, width, look)
    case .step(let index): step(lesson, index, state, width, look)
    case .explanation: explanation(lesson, state, width, look)
    case .question(let number): LessonQuestions.lines(lesson, number, state, width, look)
    }
  }

  private static func beginning(_ lesson: Lesson, _ state: AppState, _ width: Int, _ look: Look) -> [StyledLine] {
    var lines = section(.lessonSetting, lesson.setting, width, look) + section(.lessonGoal, lesson.goal, width, look)
    if !lesson.world.insecure.isEmpty {
      let names = lesson.world.insecure.map { LessonWords.missing($0, look) }.joined(separator: ", ")
      lines +=
        StyledLine.wrapped(
          look.marks.warning + " " + look.catalogue(.lessonInsecure, ["switches": names]), Style(.warning),
          width: width, hanging: 2) + [.blank]
    }
    if lesson.kind == .lab {
      lines += StyledLine.wrapped(look.catalogue(.lessonOwnWorld), Style(.secondary), width: width)
    } else {
      lines += tourStart(lesson, state, width, look)
    }
    if state[Lessons.self].hasReset {
      lines =
        StyledLine.wrapped(
          look.marks.note + " " + look.catalogue(.lessonReset), Style(.success, bold: true), width: width, hanging: 2)
        + [.blank] + lines
    }
    return lines
  }

  /// Where the tour starts, if not at its beginning.
  private static func tourStart(
    _ lesson: Lesson, _ state: AppState, _ width: Int, _ look: Look
  ) -> [StyledLine] {
    let start = lesson.tourStart(state)
    guard start != 0 else { return [] }
    let place = start.map { look.catalogue(.tourBeginsAt, ["title": lesson.steps[$0].title]) }
    let key = look.reader == .lines ? "" : " " + look.catalogue(.tourFreshPhone, ["key": "n"])
    let words = (place ?? look.catalogue(.tourNowhere)) + key
    return StyledLine.wrapped(
      look.marks.note + " " + words, Style(.highlight, bold: true), width: width, hanging: 2) + [.blank]
  }

  private static func step(
    _ lesson: Lesson, _ index: Int, _ state: AppState, _ width: Int, _ look: Look
  ) -> [StyledLine] {
    let step = lesson.steps[index].said(wasForced: state[Lessons.self].tourIsForced)
    let title = look.catalogue(
      .lessonStep, ["number": "\(index + 1)", "all": "\(lesson.steps.count)", "title": step.title])
    var lines = StyledLine.wrapped(title, Style(.heading, bold: true), width: width)
    if let editor = state[Lessons.self].view.editor {
      return lines + LessonTrial.lines(lesson, index, editor, state, width, look)
    }
    let outcome = outcome(lesson, index, state, width, look)
    // The result comes first, so that it is visible on a small panel.
    lines += outcome.isEmpty ? [] : outcome + [.blank]
    lines +=
      StyledLine.wrapped(step.text, Style(outcome.isEmpty || step.stop != nil ? .text : .secondary), width: width)
      + [.blank]
    if !step.watch.isEmpty { lines += section(.lessonWatch, step.watch, width, look) }
    return lines
  }

  private static func outcome(
    _ lesson: Lesson, _ index: Int, _ state: AppState, _ width: Int, _ look: Look
  ) -> [StyledLine] {
    let lessons = state[Lessons.self]
    if let running = running(lesson, index, state, width, look) { return running }
    if let stop = lesson.steps[index].stop {
      let isHere = stop.isReached(state)
      return StyledLine.wrapped(
        "\(isHere ? look.marks.current : look.marks.open) " + look.catalogue(isHere ? .tourHere : .tourElsewhere),
        Style(isHere ? .success : .secondary, bold: isHere), width: width, hanging: 2)
    }
    guard let results = lessons.labResults(lesson, index) else { return blocked(lesson, index, state, width, look) }
    let step = lesson.steps[index]
    var lines = LessonQuestions.comparison(step, lessons.predictions[index], results, width, look)
    for (operation, result) in zip(step.operations, results) {
      lines += LessonWords.lines(operation, result, width: width, reveals: state.revealsSecrets, look: look)
    }
    if lessons.isDone(index, of: lesson), !step.afterwards.isEmpty {
      lines += [.blank] + StyledLine.wrapped(step.afterwards, Style(.text, bold: true), width: width)
    }
    return lines
  }

  static func running(
    _ lesson: Lesson, _ index: Int, _ state: AppState, _ width: Int, _ look: Look
  ) -> [StyledLine]? {
    guard let running = state[Lessons.self].running, running.lesson == lesson.id, running.step == index else {
      return nil
    }
    let second = Int(state.now.timeIntervalSince1970) % look.marks.spinner.count
    return StyledLine.wrapped(
      "\(look.marks.spinner[abs(second)]) " + LessonWords.activity(running.doing, look),
      Style(.highlight, bold: true), width: width, hanging: 2)
  }

  /// Why a step cannot be done yet, and what would allow it.
  private static func blocked(
    _ lesson: Lesson, _ index: Int, _ state: AppState, _ width: Int, _ look: Look
  ) -> [StyledLine] {
    guard !lesson.steps[index].operations.isEmpty,
      let before = lesson.steps[..<index].indices.first(where: { !state[Lessons.self].isDone($0, of: lesson) })
    else { return [] }
    let why = look.catalogue(.lessonBlocked, ["number": "\(before + 1)"])
    return StyledLine.wrapped(look.marks.warning + " " + why, Style(.warning, bold: true), width: width, hanging: 2)
  }

  private static func explanation(_ lesson: Lesson, _ state: AppState, _ width: Int, _ look: Look) -> [StyledLine] {
    var lines = section(.lessonExplanation, lesson.explanation, width, look)
    if state[Lessons.self].messagesOfLab != nil {
      lines += StyledLine.wrapped(look.catalogue(.lessonWhole), Style(.secondary), width: width) + [.blank]
    }
    lines += goals(lesson, state, width, look)
    lines.append(StyledLine(look.catalogue(.lessonSources), Style(.heading, bold: true)))
    for source in lesson.sources {
      lines += StyledLine.wrapped(
        "\(look.marks.dot) \(source.name): \(source.url)", Style(.secondary), width: width, hanging: 2)
    }
    return lines
  }

  private static func goals(_ lesson: Lesson, _ state: AppState, _ width: Int, _ look: Look) -> [StyledLine] {
    guard !lesson.goals.isEmpty else { return [] }
    var lines = [StyledLine(look.catalogue(.lessonGoals), Style(.heading, bold: true))]
    for (index, goal) in lesson.goals.enumerated() {
      let isReached = state[Lessons.self].progress[lesson.id]?.goals.contains(index) == true
      let mark = isReached ? look.marks.done : look.marks.open
      lines += StyledLine.wrapped(
        "\(mark) \(goal.text)", Style(isReached ? .success : .text), width: width, hanging: 2)
      if isReached { lines += StyledLine.wrapped(goal.reached, Style(.text, bold: true), width: width, indent: 2) }
    }
    // The text names a key; plain lines use numbers instead.
    guard look.reader != .lines else { return lines }
    return lines + StyledLine.wrapped(look.catalogue(.lessonGoalsHow), Style(.secondary), width: width) + [.blank]
  }

  static func section(_ title: Phrase, _ text: String, _ width: Int, _ look: Look) -> [StyledLine] {
    [StyledLine(look.catalogue(title), Style(.heading, bold: true))]
      + StyledLine.wrapped(text, Style(.text), width: width) + [.blank]
  }
}
