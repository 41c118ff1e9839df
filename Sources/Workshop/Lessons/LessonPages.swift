import AppState
import Catalogue
import FoundationEssentials
import Screens
import TerminalUI

/// The pages of a lesson as lines.
enum LessonPages {
  static func lines(_ lesson: Lesson, _ page: LessonPage, _ state: AppState, width: Int, look: Look) -> [StyledLine] {
    switch page {
    case .beginning: beginning(lesson, state, width, look)
    case .step(let index): step(lesson, index, state, width, look)
    case .explanation: explanation(lesson, width, look)
    case .question: question(lesson, state, width, look)
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
    }
    if state.lessons.hasReset {
      lines =
        StyledLine.wrapped(
          look.marks.note + " " + look.catalogue(.lessonReset), Style(.success, bold: true), width: width, hanging: 2)
        + [.blank] + lines
    }
    return lines
  }

  private static func step(
    _ lesson: Lesson, _ index: Int, _ state: AppState, _ width: Int, _ look: Look
  ) -> [StyledLine] {
    let step = lesson.steps[index]
    let title = look.catalogue(
      .lessonStep, ["number": "\(index + 1)", "all": "\(lesson.steps.count)", "title": step.title])
    var lines = StyledLine.wrapped(title, Style(.heading, bold: true), width: width)
    let outcome = outcome(lesson, index, state, width, look)
    // What came of it goes first: on a small panel the eye need not look for it.
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
    if let running = state.lessons.running, running.lesson == lesson.id, running.step == index {
      let second = Int(state.now.timeIntervalSince1970) % look.marks.spinner.count
      return StyledLine.wrapped(
        "\(look.marks.spinner[abs(second)]) " + LessonWords.activity(running.doing, look),
        Style(.highlight, bold: true),
        width: width, hanging: 2)
    }
    if let stop = lesson.steps[index].stop {
      let isHere = state.isAt(stop)
      return StyledLine.wrapped(
        "\(isHere ? look.marks.current : look.marks.open) " + look.catalogue(isHere ? .tourHere : .tourElsewhere),
        Style(isHere ? .success : .secondary, bold: isHere), width: width, hanging: 2)
    }
    guard let results = state.labResults(lesson, index) else { return blocked(lesson, index, state, width, look) }
    let step = lesson.steps[index]
    var lines: [StyledLine] = []
    for (deed, result) in zip(step.deeds, results) {
      lines += LessonWords.lines(deed, result, width: width, reveals: state.revealsSecrets, look: look)
    }
    if state.isDone(index, of: lesson), !step.afterwards.isEmpty {
      lines += [.blank] + StyledLine.wrapped(step.afterwards, Style(.text, bold: true), width: width)
    }
    return lines
  }

  /// Why a step cannot be done, and how it can be.
  private static func blocked(
    _ lesson: Lesson, _ index: Int, _ state: AppState, _ width: Int, _ look: Look
  ) -> [StyledLine] {
    guard !lesson.steps[index].deeds.isEmpty,
      let before = lesson.steps[..<index].indices.first(where: { !state.isDone($0, of: lesson) })
    else { return [] }
    let why = look.catalogue(.lessonBlocked, ["number": "\(before + 1)"])
    return StyledLine.wrapped(look.marks.warning + " " + why, Style(.warning, bold: true), width: width, hanging: 2)
  }

  private static func explanation(_ lesson: Lesson, _ width: Int, _ look: Look) -> [StyledLine] {
    var lines = section(.lessonExplanation, lesson.explanation, width, look)
    lines.append(StyledLine(look.catalogue(.lessonSources), Style(.heading, bold: true)))
    for source in lesson.sources {
      lines += StyledLine.wrapped(
        "\(look.marks.dot) \(source.name): \(source.url)", Style(.secondary), width: width, hanging: 2)
    }
    return lines
  }

  private static func question(_ lesson: Lesson, _ state: AppState, _ width: Int, _ look: Look) -> [StyledLine] {
    guard let question = lesson.question else { return [] }
    var lines = section(.lessonQuestion, question.text, width, look)
    let answered = state.lessonView.answered
    for (index, choice) in question.choices.enumerated() {
      let isFocused = answered == nil ? index == state.lessonView.choice : index == answered
      let mark: String
      if let answered {
        mark = index == question.right ? look.marks.done : index == answered ? look.marks.failed : " "
      } else {
        mark = isFocused ? look.marks.selected : " "
      }
      let style = isFocused ? Style(answered == nil ? .selection : .text, bold: true) : Style(.text)
      var choices = StyledLine.wrapped("\(mark) \(choice)", style, width: width, hanging: 2)
      if answered == nil { for line in choices.indices { choices[line].action = .lessons(.answer(index)) } }
      lines += choices
    }
    guard let answered else { return lines }
    let isRight = answered == question.right
    let verdict =
      isRight
      ? look.catalogue(.lessonRight) : look.catalogue(.lessonWrong, ["right": question.choices[question.right]])
    // What came of it goes first: on a small panel the eye need not look for it.
    return StyledLine.wrapped(verdict, Style(isRight ? .success : .warning, bold: true), width: width)
      + StyledLine.wrapped(question.why, Style(.text), width: width) + [.blank] + lines
  }

  private static func section(_ title: Phrase, _ text: String, _ width: Int, _ look: Look) -> [StyledLine] {
    [StyledLine(look.catalogue(title), Style(.heading, bold: true))]
      + StyledLine.wrapped(text, Style(.text), width: width) + [.blank]
  }
}
