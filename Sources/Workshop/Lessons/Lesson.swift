/// A validated lesson file (docs/lessons.md has the format).
package struct Lesson: Hashable, Sendable, Identifiable {
  package enum Kind: String, Hashable, Sendable, CaseIterable { case tour, lab }

  /// Where a claim can be checked.
  package struct Source: Hashable, Sendable {
    package var name: String
    package var url: String
  }

  package struct Question: Hashable, Sendable {
    package var text: String
    /// Two to five.
    package var choices: [String]
    /// Index of the right one.
    package var right: Int
    package var why: String
    /// For each choice, why it is wrong; empty text: no explanation. Empty as a whole if the lesson has none.
    package var feedback: [String] = []
    /// The step that the question follows; `nil`: it comes at the end of the lesson.
    package var step: Int?

    /// Why this choice is wrong; `nil`: the lesson does not explain it.
    package func feedback(on choice: Int) -> String? {
      guard choice != right, feedback.indices.contains(choice), !feedback[choice].isEmpty else { return nil }
      return feedback[choice]
    }
  }

  /// What a trainee can predict about which party refuses.
  package enum Refuser: String, Hashable, Sendable, CaseIterable { case server, app, nobody }

  /// A goal to reach with the lab's operations and the trainee's own changes, recognised from the server's database.
  package struct Goal: Hashable, Sendable {
    package var text: String
    /// The user whose rows the database is searched for.
    package var user: String
    /// Facts of ``LabAct/inspect(client:user:)`` about that user.
    package var expect: [NamedValue]
    package var reached: String
  }

  /// One step: something to try, and what it shows.
  package struct Step: Hashable, Sendable {
    package var title: String
    package var text: String
    package var watch: String
    /// What is done, in order; empty: the step is only text.
    package var operations: [LabOperation]
    /// The text after the step was done.
    package var afterwards: String
    /// The text for a trainee who predicted that this party would refuse.
    package var predictions: [Refuser: String]
    /// For a tour: the point of the main job that this stop explains.
    package var stop: TourStop?
    /// For a tour: the texts to use if the login was forced.
    package var whenForced: Words?

    package struct Words: Hashable, Sendable {
      package var title: String?
      package var text: String
      package var watch: String
    }
  }

  package var id: String
  package var order: Int
  package var kind: Kind
  package var title: String
  package var setting: String
  package var goal: String
  package var world: LabWorldSettings
  package var steps: [Step]
  package var explanation: String
  package var sources: [Source]
  /// The questions that follow steps, in the order of the steps, then the others.
  package var questions: [Question]
  package var goals: [Goal]
  /// Translations of the lesson, by language tag.
  package var translations: [String: Lesson] = [:]
  /// The file that it was read from; `nil`: it is part of the program.
  package var file: String?

  /// The maximum size of a lesson file, in bytes.
  package static let fileLimit = 256 << 10

  /// The lesson in this language; the original where there is no translation.
  package func spoken(in language: String) -> Lesson { translations[language] ?? self }
}

/// The pages of an opened lesson in the panel **Lesson**, in order.
package enum LessonPage: Hashable, Sendable {
  case beginning
  case step(Int)
  case explanation
  /// Index into ``Lesson/questions``.
  case question(Int)
}

extension Lesson {
  package var pages: [LessonPage] {
    [.beginning] + steps.indices.flatMap { [.step($0)] + asked(after: $0) } + [.explanation] + asked(after: nil)
  }

  private func asked(after step: Int?) -> [LessonPage] {
    questions.indices.filter { questions[$0].step == step }.map(LessonPage.question)
  }

  func page(of step: Int) -> Int { pages.firstIndex(of: .step(step)) ?? 0 }
}
