import AppState
import Catalogue
import Screens
import TerminalUI

/// Questions for the trainee: before a step, which party will refuse; and questions about the content.
enum LessonQuestions {
  // MARK: Before a step

  /// The key of each answer, the same in every language.
  static func key(of refuser: Lesson.Refuser) -> Character {
    switch refuser {
    case .server: "i"
    case .app: "a"
    case .nobody: "n"
    }
  }

  static func name(of refuser: Lesson.Refuser) -> Phrase {
    switch refuser {
    case .server: .refuserServer
    case .app: .refuserApp
    case .nobody: .refuserNobody
    }
  }

  /// Lower panels keep their lines for the step's text.
  static let roomy = 16

  /// Stands at the foot of the panel, even if the step's text is long.
  static func predicting(
    _ step: Int, isUrged: Bool, _ width: Int, _ height: Int, _ look: Look
  ) -> [StyledLine] {
    let keys = Lesson.Refuser.allCases.map { String(key(of: $0)) }.joined(separator: ", ")
    let asked = StyledLine.wrapped(
      isUrged
        ? look.marks.warning + " " + look.catalogue(.lessonPredictFirst, ["keys": keys])
        : look.catalogue(.lessonPredict),
      Style(isUrged ? .warning : .heading, bold: true), width: width)
    guard height >= roomy else {
      let all = Lesson.Refuser.allCases.map { "\(key(of: $0)) \(look.catalogue(name(of: $0)))" }
      return asked + StyledLine.wrapped(all.joined(separator: "  "), Style(.text), width: width)
    }
    return asked
      + Lesson.Refuser.allCases.map { refuser in
        var line = StyledLine("  \(key(of: refuser))  \(look.catalogue(name(of: refuser)))", Style(.text))
        line.action = .lessons(.predict(refuser, step: step))
        return line
      }
  }

  /// The prediction, the actual result, and the lesson's comment on the prediction.
  static func comparison(
    _ step: Lesson.Step, _ said: Lesson.Refuser?, _ results: [LabResult], _ width: Int, _ look: Look
  ) -> [StyledLine] {
    // A step that was not completed says nothing about the prediction.
    guard let said, results.count == step.operations.count, results.allSatisfy(\.isAsMeant) else { return [] }
    let right = results.refuser
    let words = ["said": look.catalogue(name(of: said)), "was": look.catalogue(name(of: right))]
    let verdict =
      said == right
      ? look.marks.done + " " + look.catalogue(.lessonPredictedRight, words)
      : look.marks.failed + " " + look.catalogue(.lessonPredictedWrong, words)
    var lines = StyledLine.wrapped(
      verdict, Style(said == right ? .success : .warning, bold: true), width: width, hanging: 2)
    if let sentence = step.predictions[said] {
      lines += StyledLine.wrapped(sentence, Style(.text), width: width, indent: 2)
    }
    return lines + [.blank]
  }

  // MARK: Questions

  static func lines(
    _ lesson: Lesson, _ number: Int, _ state: AppState, _ width: Int, _ look: Look
  ) -> [StyledLine] {
    let lessons = state[Lessons.self]
    let question = lesson.questions[number]
    let answer = lessons.progress[lesson.id]?.answers[number] ?? LessonProgress.Answer()
    let wrong = lessons.view.wrong
    var lines = LessonPages.section(.lessonQuestion, question.text, width, look)
    for (row, choice) in lessons.choices.enumerated() {
      let isFocused = !answer.isRight && row == lessons.view.choice
      let isWrong = wrong.contains(choice)
      let mark =
        isWrong
        ? look.marks.failed
        : answer.isRight && choice == question.right ? look.marks.done : isFocused ? look.marks.selected : " "
      let style = isFocused ? Style(.selection, bold: true) : Style(isWrong ? .secondary : .text)
      var drawn = StyledLine.wrapped("\(mark) \(question.choices[choice])", style, width: width, hanging: 2)
      if !answer.isRight { for line in drawn.indices { drawn[line].action = .lessons(.answer(choice)) } }
      lines += drawn
    }
    return verdict(question, answer, lessons.view, width, look) + lines
  }

  /// The result comes first, so that it is visible on a small panel.
  private static func verdict(
    _ question: Lesson.Question, _ answer: LessonProgress.Answer, _ view: LessonPanelView, _ width: Int, _ look: Look
  ) -> [StyledLine] {
    let count = ["count": "\(answer.wrong)"]
    guard answer.isRight else {
      guard !view.wrong.isEmpty else { return [] }
      let feedback = view.lastWrong.flatMap(question.feedback(on:))
      return StyledLine.wrapped(look.catalogue(.lessonWrong), Style(.warning, bold: true), width: width)
        + (feedback.map { StyledLine.wrapped($0, Style(.text), width: width) } ?? []) + [.blank]
    }
    let words = answer.wrong == 0 ? look.catalogue(.lessonRight) : look.catalogue(.lessonRightAfter, count)
    return StyledLine.wrapped(words, Style(.success, bold: true), width: width)
      + StyledLine.wrapped(question.why, Style(.text), width: width) + [.blank]
  }
}
