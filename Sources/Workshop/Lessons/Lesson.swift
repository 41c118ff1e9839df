/// One lesson as its file describes it, judged (docs/lessons.md has the format).
public struct Lesson: Hashable, Sendable, Identifiable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case tour, lab }

  /// Where a claim can be looked up.
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
    /// By choice: why just this one is wrong; an empty text: nothing is said of it. Empty as a whole where the lesson has none.
    public var feedback: [String] = []
    /// The step behind which it stands; `nil`: at the end of the lesson.
    public var step: Int?

    /// Why this choice is wrong; `nil`: the lesson does not say.
    public func feedback(on choice: Int) -> String? {
      guard choice != right, feedback.indices.contains(choice), !feedback[choice].isEmpty else { return nil }
      return feedback[choice]
    }
  }

  /// Who a trainee can think will refuse.
  public enum Refuser: String, Hashable, Sendable, CaseIterable { case server, app, nobody }

  /// Something to be reached with the deeds of the lab and changes of one's own, recognised from the server's database.
  public struct Goal: Hashable, Sendable {
    public var text: String
    /// Whose name is in the database's rows.
    public var user: String
    /// Facts of ``LabAct/inspect(_:)`` about that user.
    public var expect: [LabPair]
    /// Said when it is reached.
    public var reached: String
  }

  /// One thing to try, and what it shows.
  public struct Step: Hashable, Sendable {
    public var title: String
    /// What is tried.
    public var text: String
    /// What to look at meanwhile.
    public var watch: String
    /// What is done, in order; empty: only to be read.
    public var deeds: [LabDeed]
    /// Said once it has been done.
    public var afterwards: String
    /// Said to who thought that this one would refuse.
    public var predictions: [Refuser: String]
    /// Of a tour: what of the main job this stop stands at.
    public var stop: TourStop?
    /// Of a tour: what is said instead where the login has been forced.
    public var whenForced: Words?

    public struct Words: Hashable, Sendable {
      public var title: String?
      public var text: String
      public var watch: String
    }

    /// What is said of a stop.
    func said(wasForced: Bool) -> Step {
      guard wasForced, let other = whenForced else { return self }
      var step = self
      (step.title, step.text, step.watch) = (other.title ?? title, other.text, other.watch)
      return step
    }
  }

  public var id: String
  /// Where it stands in the list.
  public var order: Int
  public var kind: Kind
  public var title: String
  public var setting: String
  public var goal: String
  public var world: LabWorldSettings
  public var steps: [Step]
  public var explanation: String
  public var sources: [Source]
  /// Those behind steps first, in their order.
  public var questions: [Question]
  public var goals: [Goal]
  /// The same lesson in other languages, by tag.
  public var translations: [String: Lesson] = [:]
  /// The file that it comes from; `nil`: it came with the program.
  public var file: String?

  /// What a lesson file may hold.
  public static let fileLimit = 256 << 10

  /// The lesson in a language, or as it was written.
  public func spoken(in language: String) -> Lesson { translations[language] ?? self }
}
