import FoundationEssentials
import Programs

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

  /// Certifies the lessons that were completed on a device.
  /// - Throws: `lessons_none_done`.
  package init(_ name: String, _ data: DataDirectory, now: Date) throws(CommandError) {
    let (lessons, _) = LessonLibrary.read(data.path + "/lessons")
    guard let progress = LessonProgressFile(data).kept else {
      throw CommandError(
        .lessonFileUnreadable, ["path": data.devicePath + "/lessons.json", "detail": "it cannot be read as progress"])
    }
    let done = lessons.compactMap { lesson -> Lesson? in
      guard let own = progress[lesson.id]?.within(lesson), own.isComplete else { return nil }
      return Lesson(
        id: lesson.id, title: lesson.title, finished: own.finished.map { Int($0.timeIntervalSince1970) },
        wrongAnswers: own.answers.values.reduce(0) { $0 + $1.wrong }, predictions: own.guesses.count,
        rightPredictions: own.guesses.values.count(where: \.isRight), seconds: own.seconds)
    }
    guard !done.isEmpty else { throw CommandError(.lessonsNoneDone, ["received": data.device, "path": data.path]) }
    (self.name, device, iat) = (name, data.device, Int(now.timeIntervalSince1970))
    (self.lessons, of) = (done, lessons.count)
  }
}
