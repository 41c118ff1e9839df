/// A validated lesson file (docs/lessons.md has the format).
public struct Lesson: Hashable, Sendable, Identifiable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case tour, lab }

  /// Where a claim can be checked.
  public struct Source: Hashable, Sendable {
    public var name: String
    public var url: String
  }

  public struct Question: Hashable, Sendable {
    public var text: String
    /// Two to five.
    public var choices: [String]
    /// Index of the right one.
    public var right: Int
    public var why: String
    /// For each choice, why it is wrong; empty text: no explanation. Empty as a whole if the lesson has none.
    public var feedback: [String] = []
    /// The step that the question follows; `nil`: it comes at the end of the lesson.
    public var step: Int?

    /// Why this choice is wrong; `nil`: the lesson does not explain it.
    public func feedback(on choice: Int) -> String? {
      guard choice != right, feedback.indices.contains(choice), !feedback[choice].isEmpty else { return nil }
      return feedback[choice]
    }
  }

  /// What a trainee can predict about which party refuses.
  public enum Refuser: String, Hashable, Sendable, CaseIterable { case server, app, nobody }

  /// A goal to reach with the lab's operations and the trainee's own changes, recognised from the server's database.
  public struct Goal: Hashable, Sendable {
    public var text: String
    /// The user whose rows the database is searched for.
    public var user: String
    /// Facts of ``LabAct/inspect(_:)`` about that user.
    public var expect: [LabPair]
    /// The text when it is reached.
    public var reached: String
  }

  /// One step: something to try, and what it shows.
  public struct Step: Hashable, Sendable {
    public var title: String
    /// What to try.
    public var text: String
    /// What to watch while it runs.
    public var watch: String
    /// What is done, in order; empty: the step is only text.
    public var operations: [LabOperation]
    /// The text after the step was done.
    public var afterwards: String
    /// The text for a trainee who predicted that this party would refuse.
    public var predictions: [Refuser: String]
    /// For a tour: the point of the main job that this stop explains.
    public var stop: TourStop?
    /// For a tour: the texts to use if the login was forced.
    public var whenForced: Words?

    public struct Words: Hashable, Sendable {
      public var title: String?
      public var text: String
      public var watch: String
    }

    /// The step with the texts that apply.
    func said(wasForced: Bool) -> Step {
      guard wasForced, let other = whenForced else { return self }
      var step = self
      (step.title, step.text, step.watch) = (other.title ?? title, other.text, other.watch)
      return step
    }
  }

  public var id: String
  /// Its position in the list.
  public var order: Int
  public var kind: Kind
  public var title: String
  public var setting: String
  public var goal: String
  public var world: LabWorldSettings
  public var steps: [Step]
  public var explanation: String
  public var sources: [Source]
  /// The questions that follow steps, in the order of the steps, then the others.
  public var questions: [Question]
  public var goals: [Goal]
  /// Translations of the lesson, by language tag.
  public var translations: [String: Lesson] = [:]
  /// The file that it was read from; `nil`: it is part of the program.
  public var file: String?

  /// The maximum size of a lesson file, in bytes.
  public static let fileLimit = 256 << 10

  /// The lesson in this language; the original where there is no translation.
  public func spoken(in language: String) -> Lesson { translations[language] ?? self }
}
