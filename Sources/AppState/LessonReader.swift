import Foundation
import SharedValues

/// Why a lesson file is not used: which, in which line, and why. Shown in the list of lessons and by `doctor`.
public struct LessonProblem: Error, Hashable, Sendable {
  /// Name of the file, without its folder.
  public var file: String
  public var line: Int
  /// Stable: `not_json`, `missing`, `wrong`, `unknown_member`, `unknown_variable`, `too_large`, `unreadable`.
  public var code: String
  /// The member, as a path: `steps[2].do[0].request.url`.
  public var member: String
  /// What was expected there.
  public var expected: String

  public init(file: String, line: Int = 1, code: String, member: String = "", expected: String = "") {
    self.file = file
    self.line = line
    self.code = code
    self.member = member
    self.expected = expected
  }
}

/// Reads one lesson file: strict, so that a typing error is found where it stands and not on a stage.
///
/// The bytes are hostile: size, depth, types, lengths and numbers of things are bounded, members that nobody knows are
/// refused, and no text may hold a control character.
public enum LessonFile {
  /// The version of the format.
  public static let version = 1

  /// - Parameter name: for problems; the file's path for ``Lesson/file``.
  /// - Throws: ``LessonProblem``.
  public static func read(_ bytes: [UInt8], name: String, path: String? = nil) throws(LessonProblem) -> Lesson {
    guard bytes.count <= Lesson.fileLimit else {
      throw LessonProblem(file: name, code: "too_large", expected: "at most \(Lesson.fileLimit) bytes")
    }
    let document: JSON
    do { document = try JSON.parse(bytes) } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw LessonProblem(
        file: name, line: line, code: "not_json", member: error.member ?? "", expected: error.reason.rawValue)
    }
    do throws(LessonFault) {
      var lesson = try LessonJudge.lesson(LessonMembers(document, at: []))
      lesson.file = path
      return lesson
    } catch {
      throw LessonProblem(
        file: name, line: JSONPlaces.line(of: error.place, in: bytes), code: error.code, member: error.place.path,
        expected: error.expected)
    }
  }
}

extension LessonFile {
  /// What is wrong with a file whose lesson has the id of another file's, which is used.
  public static func taken(_ bytes: [UInt8], name: String, by other: String) -> LessonProblem {
    LessonProblem(
      file: name, line: JSONPlaces.line(of: [.member("id")], in: bytes), code: "wrong", member: "id",
      expected: "another than in \(other)")
  }
}
