import FoundationEssentials

/// What a certificate of lessons says: who did which of them, and how.
package struct LessonCertificate: Hashable, Sendable, Codable {
  package struct Lesson: Hashable, Sendable, Codable {
    package var id: String
    package var title: String
    /// Seconds since 1970; `nil`: nobody wrote it down.
    package var finished: Int?
    /// Answers before the right ones.
    package var wrongAnswers: Int
    package var predictions: Int
    package var rightPredictions: Int
    package var seconds: Int

    package init(
      id: String, title: String, finished: Int?, wrongAnswers: Int, predictions: Int, rightPredictions: Int,
      seconds: Int
    ) {
      (self.id, self.title, self.finished, self.wrongAnswers) = (id, title, finished, wrongAnswers)
      (self.predictions, self.rightPredictions, self.seconds) = (predictions, rightPredictions, seconds)
    }
  }

  /// As whoever asked for it gave it.
  package var name: String
  package var device: String
  /// Seconds since 1970.
  package var iat: Int
  package var lessons: [Lesson]
  /// How many lessons there were.
  package var of: Int

  /// The header's `typ` (RFC 8725 §3.11): it is taken for no other token, and no other token for it.
  package static let type = "dcr-lessons+jwt"

  /// In bytes, what a signed one, and a key set to verify it with, may be long.
  package static let largest = 256 << 10

  package init(name: String, device: String, iat: Int, lessons: [Lesson], of: Int) {
    (self.name, self.device, self.iat, self.lessons, self.of) = (name, device, iat, lessons, of)
  }
}
