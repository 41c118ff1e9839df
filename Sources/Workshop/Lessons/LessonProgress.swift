import FoundationEssentials

/// A device's progress in a lesson, stored in its `lessons.json`.
package struct LessonProgress: Hashable, Sendable {
  /// The prediction before a step was done for the first time.
  package struct Guess: Hashable, Sendable {
    package var said: Lesson.Refuser
    package var isRight: Bool

    package init(_ said: Lesson.Refuser, isRight: Bool) { (self.said, self.isRight) = (said, isRight) }
  }

  package struct Answer: Hashable, Sendable {
    /// How many wrong answers were given in total.
    package var wrong = 0
    package var isRight = false
    /// How often each wrong choice was given. Earlier versions stored only ``wrong``, so these may add up to less.
    package var taken: [Int: Int] = [:]

    package init(wrong: Int = 0, isRight: Bool = false, taken: [Int: Int] = [:]) {
      (self.wrong, self.isRight, self.taken) = (wrong, isRight, taken)
    }
  }

  /// How many steps were done, counted from the first.
  package var steps = 0
  /// By step index.
  package var guesses: [Int: Guess] = [:]
  /// By index into ``Lesson/questions``.
  package var answers: [Int: Answer] = [:]
  package var goals: Set<Int> = []
  package var begun: Date?
  package var finished: Date?
  /// Time spent on the lesson, in seconds. A pause counts as at most ``longestPause``.
  package var seconds = 0
  package var isComplete = false

  package static let longestPause = 300

  package init(steps: Int = 0, answers: [Int: Answer] = [:], isComplete: Bool = false) {
    (self.steps, self.answers, self.isComplete) = (steps, answers, isComplete)
  }
}
