/// The content of a certificate of lessons: the trainee, the completed lessons and the results.
package struct LessonCertificate: Hashable, Sendable, Codable {
  package struct Lesson: Hashable, Sendable, Codable {
    package var id: String
    package var title: String
    /// Seconds since 1970; `nil`: not recorded.
    package var finished: Int?
    /// The number of answers before the right ones.
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

  /// As entered by the person who asked for the certificate.
  package var name: String
  package var device: String
  /// Seconds since 1970.
  package var iat: Int
  package var lessons: [Lesson]
  /// The number of lessons that there were.
  package var of: Int

  /// The header's `typ` (RFC 8725 §3.11), so that certificates and other tokens cannot be mistaken for each other.
  package static let type = "dcr-lessons+jwt"

  /// The largest signed certificate, and the largest key set, in bytes.
  package static let largest = 256 << 10

  package init(name: String, device: String, iat: Int, lessons: [Lesson], of: Int) {
    (self.name, self.device, self.iat, self.lessons, self.of) = (name, device, iat, lessons, of)
  }
}
