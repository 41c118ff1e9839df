import FoundationEssentials

/// A device's progress in a lesson, stored in its `lessons.json`.
public struct LessonProgress: Hashable, Sendable {
  /// The prediction before a step was done for the first time.
  public struct Guess: Hashable, Sendable {
    public var said: Lesson.Refuser
    public var isRight: Bool

    public init(_ said: Lesson.Refuser, isRight: Bool) { (self.said, self.isRight) = (said, isRight) }
  }

  public struct Answer: Hashable, Sendable {
    /// How many wrong answers were given in total.
    public var wrong = 0
    public var isRight = false
    /// How often each wrong choice was given. Earlier versions stored only ``wrong``, so these may add up to less.
    public var taken: [Int: Int] = [:]

    public init(wrong: Int = 0, isRight: Bool = false, taken: [Int: Int] = [:]) {
      (self.wrong, self.isRight, self.taken) = (wrong, isRight, taken)
    }

    mutating func record(wrong choice: Int) {
      wrong += 1
      taken[choice, default: 0] += 1
    }
  }

  /// How many steps were done, counted from the first.
  public var steps = 0
  /// By step index.
  public var guesses: [Int: Guess] = [:]
  /// By index into ``Lesson/questions``.
  public var answers: [Int: Answer] = [:]
  /// The ``Lesson/goals`` that were reached.
  public var goals: Set<Int> = []
  public var begun: Date?
  public var finished: Date?
  /// Time spent on the lesson, in seconds. A pause counts as at most ``longestPause``.
  public var seconds = 0
  public var isComplete = false

  public static let longestPause = 300

  public init(steps: Int = 0, answers: [Int: Answer] = [:], isComplete: Bool = false) {
    (self.steps, self.answers, self.isComplete) = (steps, answers, isComplete)
  }
}
