import SharedValues
import Workshop

/// Short lessons of each kind for the registry, read from the format of lesson files.
extension Sample {
  static let lessons: [Lesson] = [
    lab("stolen-redirect", 10, "A malicious app takes the redirect", insecure: ["withoutPKCE"]),
    lab("forged-state", 20, "A forged redirect reaches the waiting app"),
    lab("one-secret", 40, "One secret for all, or one for each"),
  ]

  static let robbery = log("robbery", about: labSubject)
  /// With every possible party: two phones, a malicious app and a hostile server.
  static let crowd = log("robbery", "crowd", about: labSubject)

  private static let labSubject = MessageLog.Subject(
    id: "stolen-redirect.1", name: "stolen-redirect", title: "A malicious app takes the redirect")

  static let tour = lesson(document("tour"), "tour")

  static func brokenLesson(in file: String) -> DocumentProblem {
    DocumentProblem(
      file: file, line: 12, code: "wrong", member: "steps[0].do[1].request.method",
      expected: "GET, POST, PUT or DELETE")
  }

  private static func lab(_ id: String, _ order: Int, _ title: String, insecure: [String] = []) -> Lesson {
    let own = document("lab").setting("id", .string(id)).setting("order", .number("\(order)"))
    return lesson(own.setting("title", .string(title)).setting("world", ["insecure": .strings(insecure)]), id)
  }

  private static func lesson(_ document: JSON, _ id: String) -> Lesson {
    made { try LessonFile.read(Array(document.compact.utf8), name: id) }
  }
}
