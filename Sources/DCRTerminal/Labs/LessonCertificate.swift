/// The content of a certificate of lessons: the trainee, the completed lessons and the results.
struct LessonCertificate: Hashable, Sendable, Codable {
  struct Lesson: Hashable, Sendable, Codable {
    var id: String
    var title: String
    /// Seconds since 1970; `nil`: not recorded.
    var finished: Int?
    /// The number of answers before the right ones.
    var wrongAnswers: Int
    var predictions: Int
    var rightPredictions: Int
    var seconds: Int
  }

  /// As entered by the person who asked for the certificate.
  var name: String
  var device: String
  /// Seconds since 1970.
  var iat: Int
  var lessons: [Lesson]
  /// The number of lessons that there were.
  var of: Int

  /// The header's `typ` (RFC 8725 §3.11), so that certificates and other tokens cannot be mistaken for each other.
  static let type = "dcr-lessons+jwt"

  /// The largest signed certificate, and the largest key set, in bytes.
  static let largest = 256 << 10
}
