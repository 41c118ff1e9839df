import FoundationEssentials

/// How far a device has come with a lesson. Kept in its `lessons.json`.
public struct LessonProgress: Hashable, Sendable {
  /// What was thought before a step was done for the first time.
  public struct Guess: Hashable, Sendable {
    public var said: Lesson.Refuser
    public var isRight: Bool

    public init(_ said: Lesson.Refuser, isRight: Bool) { (self.said, self.isRight) = (said, isRight) }
  }

  public struct Answer: Hashable, Sendable {
    /// How many times another choice was taken, over all times that it was asked.
    public var wrong = 0
    public var isRight = false
    /// How often each wrong choice was taken. Earlier versions kept only ``wrong``, so that these may be fewer.
    public var taken: [Int: Int] = [:]

    public init(wrong: Int = 0, isRight: Bool = false, taken: [Int: Int] = [:]) {
      (self.wrong, self.isRight, self.taken) = (wrong, isRight, taken)
    }

    mutating func take(wrong choice: Int) {
      wrong += 1
      taken[choice, default: 0] += 1
    }
  }

  /// Steps done, from the first.
  public var steps = 0
  /// By step.
  public var guesses: [Int: Guess] = [:]
  /// By question of ``Lesson/questions``.
  public var answers: [Int: Answer] = [:]
  /// Of ``Lesson/goals``, those that were reached.
  public var goals: Set<Int> = []
  public var begun: Date?
  public var finished: Date?
  /// How long the lesson was worked on, in seconds. A pause counts as ``longestPause`` at most.
  public var seconds = 0
  public var isComplete = false

  public static let longestPause = 300

  public init(steps: Int = 0, answers: [Int: Answer] = [:], isComplete: Bool = false) {
    (self.steps, self.answers, self.isComplete) = (steps, answers, isComplete)
  }
}
