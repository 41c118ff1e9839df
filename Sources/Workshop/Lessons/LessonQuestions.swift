import Catalogue
import Screens
import TerminalUI

extension Lesson.Refuser {
  /// The key of the answer, the same in every language, and its name.
  var answer: (key: Character, name: Phrase) {
    switch self {
    case .server: ("i", .refuserServer)
    case .app: ("a", .refuserApp)
    case .nobody: ("n", .refuserNobody)
    }
  }
}

/// Questions for the trainee: before a step, which party will refuse; and questions about the content.
extension LessonPages {
  // MARK: Before a step

  /// Lower panels keep their lines for the step's text.
  static let roomy = 16

  /// Stands at the foot of the panel, even if the step's text is long.
  func prediction(_ step: Int, height: Int) -> [StyledLine] {
    let keys = Lesson.Refuser.allCases.map { String($0.answer.key) }.joined(separator: ", ")
    let asked =
      lessons.view.urge == .prediction
      ? column.text(
        look.marks.warning + " " + look.catalogue(.lessonPredictFirst, ["keys": keys]), Style(.warning, bold: true))
      : column.text(.lessonPredict, Style(.heading, bold: true))
    guard height >= LessonPages.roomy else {
      let all = Lesson.Refuser.allCases.map { "\($0.answer.key) \(look.catalogue($0.answer.name))" }
      return asked + column.text(all.joined(separator: "  "))
    }
    return asked
      + Lesson.Refuser.allCases.map { refuser in
        let (key, name) = refuser.answer
        return StyledLine(
          "  \(key)  \(look.catalogue(name))", Style(.text), action: .lessons(.predict(refuser, step: step)))
      }
  }

  /// The prediction, the actual result, and the lesson's comment on the prediction.
  func comparison(_ step: Lesson.Step, _ said: Lesson.Refuser?, _ results: [LabResult]) -> [StyledLine] {
    // A step that was not completed says nothing about the prediction.
    guard let said, results.count == step.operations.count, results.allSatisfy(\.isAsMeant) else { return [] }
    let words = ["said": look.catalogue(said.answer.name), "was": look.catalogue(results.refuser.answer.name)]
    let isRight = said == results.refuser
    let phrase: Phrase = isRight ? .lessonPredictedRight : .lessonPredictedWrong
    return column.marked(mark(isRight), phrase, Style(isRight ? .success : .warning, bold: true), words)
      + (step.predictions[said].map { column.text($0, indent: 2) } ?? []) + [.blank]
  }

  /// "Done" and "Failed", which the other marks are in lines, are no words for an answer.
  private func mark(_ isRight: Bool) -> String {
    guard look.reader == .lines else { return isRight ? look.marks.done : look.marks.failed }
    return look.catalogue(isRight ? .markRight : .markWrong)
  }

  // MARK: Questions

  func question(_ number: Int) -> [StyledLine] {
    let question = lesson.questions[number]
    let answer = lessons.progress[lesson.id]?.answers[number] ?? LessonProgress.Answer()
    var lines = column.section(.lessonQuestion, question.text)
    for (row, choice) in lessons.choices.enumerated() {
      let isFocused = !answer.isRight && row == lessons.view.choice
      let isWrong = lessons.view.wrong.contains(choice)
      let isRight = answer.isRight && choice == question.right
      let verdict = isWrong || isRight ? mark(isRight) : nil
      // The chosen answer is marked as such, also when it was tried before.
      let marks = isFocused ? [look.marks.selected, verdict].compactMap(\.self) : [verdict ?? " "]
      let style = isFocused ? Style(.selection, bold: true) : Style(isWrong ? .secondary : .text)
      var drawn = column.marked(marks.joined(separator: " "), question.choices[choice], style)
      if !answer.isRight { for line in drawn.indices { drawn[line].action = .lessons(.answer(choice)) } }
      lines += drawn
    }
    return verdict(question, answer) + lines
  }

  /// The result comes first, so that it is visible on a small panel.
  private func verdict(_ question: Lesson.Question, _ answer: LessonProgress.Answer) -> [StyledLine] {
    guard answer.isRight else {
      guard !lessons.view.wrong.isEmpty else { return [] }
      let feedback = lessons.view.lastWrong.flatMap(question.feedback(on:))
      return column.text(.lessonWrong, Style(.warning, bold: true)) + (feedback.map { column.text($0) } ?? []) + [
        .blank
      ]
    }
    let words: Phrase = answer.wrong == 0 ? .lessonRight : .lessonRightAfter
    return column.text(words, Style(.success, bold: true), ["count": "\(answer.wrong)"]) + column.text(question.why)
      + [.blank]
  }
}
