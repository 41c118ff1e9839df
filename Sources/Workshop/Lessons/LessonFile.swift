import SharedValues

/// Reads one lesson file: strict, so that a typing error is found here and not in front of an audience.
///
/// The bytes are hostile: size, depth, types, lengths and counts are bounded, unknown members are refused, and no text
/// may contain a control character.
package enum LessonFile {
  /// The version of the format.
  package static let version = 1

  /// - Parameter name: for problems; the file's path for ``Lesson/file``.
  /// - Throws: ``DocumentProblem``, `unknown_variable` among its codes.
  package static func read(_ bytes: [UInt8], name: String, path: String? = nil) throws(DocumentProblem) -> Lesson {
    try DocumentMembers.read(bytes, name: name, limit: Lesson.fileLimit) { (members) throws(DocumentFault) in
      var lesson = try LessonJudge.lesson(members)
      lesson.translations = try LessonTranslations.read(members)
      lesson.file = path
      return lesson
    }
  }
}

extension LessonFile {
  /// The problem of a file whose lesson has the same id as another file's, which is used.
  package static func taken(_ bytes: [UInt8], name: String, by other: String) -> DocumentProblem {
    DocumentProblem(
      file: name, line: [JSONPlace.member("id")].line(in: bytes), code: "wrong", member: "id",
      expected: "another than in \(other)")
  }
}
