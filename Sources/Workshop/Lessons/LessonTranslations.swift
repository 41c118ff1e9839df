import SharedValues

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
      } catch {
        throw DocumentFault(place: place + error.place, code: error.code, expected: error.expected)
      }
    }
    return lessons
  }

  private static func merge(_ said: JSON, into own: JSON, at place: [JSONPlace]) throws(DocumentFault) -> JSON {
    if let items = said.arrayValue {
      guard let owns = own.arrayValue, owns.count == items.count else {
        throw DocumentFault(
          place: place, code: "wrong", expected: "as many as the lesson has: \(own.arrayValue?.count ?? 0)")
      }
      var merged: [JSON] = []
      for (index, item) in items.enumerated() {
        merged.append(try merge(item, into: owns[index], at: place + [.element(index)]))
      }
      return .array(merged)
    }
    if let members = said.objectValue {
      guard own.objectValue != nil else { throw DocumentFault(place: place, code: "wrong", expected: "a text") }
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
      throw DocumentFault(
        place: place, code: "wrong", expected: own.objectValue == nil ? "a text" : "an object of texts")
    }
    return said
  }
}
