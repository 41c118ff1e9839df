import SharedValues

/// Reads one lesson file: strict, so that a typing error is found here and not in front of an audience.
///
/// The bytes are hostile: size, depth, types, lengths and counts are bounded, unknown members are refused, and no text
/// may contain a control character.
package enum LessonFile {
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

  /// The problem of a file whose lesson has the same id as another file's, which is used.
  package static func taken(_ bytes: [UInt8], name: String, by other: String) -> DocumentProblem {
    DocumentProblem(
      file: name, line: [JSONPlace.member("id")].line(in: bytes), code: "wrong", member: "id",
      expected: "an id that is not in \(other)")
  }
}

/// `translations` of a lesson file: for each language tag an object with the lesson's text members, at the same places. Untranslated texts stay in
/// the original language.
enum LessonTranslations {
  /// Members that contain text for the trainee. All others are the same in every language.
  private static let texts: Set<String> = [
    "title", "setting", "goal", "text", "watch", "afterwards", "server", "app", "nobody", "why", "choices",
    "feedback", "explanation", "reached",
  ]
  /// Members that may contain those.
  private static let containers: Set<String> = ["steps", "whenForced", "predict", "question", "questions", "goals"]

  /// - Throws: also for a translation whose texts violate the lesson format.
  static func read(_ document: DocumentMembers) throws(DocumentFault) -> [String: Lesson] {
    guard let languages = document.object["translations"]?.objectValue else { return [:] }
    var lessons: [String: Lesson] = [:]
    for language in languages {
      let place = [JSONPlace.member("translations"), .member(language.name)]
      guard DocumentMembers.isName(language.name) else {
        throw DocumentFault(place: place, code: "wrong", expected: "a language tag such as de")
      }
      let merged = try merge(language.value, into: document.object, at: place)
      do throws(DocumentFault) {
        lessons[language.name] = try LessonJudge.lesson(try DocumentMembers(merged, at: []))
      } catch { throw DocumentFault(place: place + error.place, code: error.code, expected: error.expected) }
    }
    return lessons
  }

  private static func merge(_ said: JSON, into own: JSON, at place: [JSONPlace]) throws(DocumentFault) -> JSON {
    func wrong(_ expected: Term) -> DocumentFault { DocumentFault(place: place, code: "wrong", expected: expected) }
    if let items = said.arrayValue {
      guard let owns = own.arrayValue, owns.count == items.count else {
        throw wrong("as many as the lesson has: \(own.arrayValue?.count ?? 0)")
      }
      var merged: [JSON] = []
      for (index, item) in items.enumerated() {
        merged.append(try merge(item, into: owns[index], at: place + [.element(index)]))
      }
      return .array(merged)
    }
    if let members = said.objectValue {
      guard own.objectValue != nil else { throw wrong("a text") }
      var merged = own
      for member in members {
        let here = place + [.member(member.name)]
        guard texts.contains(member.name) || containers.contains(member.name), let value = own[member.name] else {
          throw DocumentFault(place: here, code: "unknown_member", expected: "a text that the lesson has")
        }
        merged = merged.setting(member.name, try merge(member.value, into: value, at: here))
      }
      return merged
    }
    guard said.stringValue != nil, own.stringValue != nil else {
      throw wrong(own.objectValue == nil ? "a text" : "an object of texts")
    }
    return said
  }
}
