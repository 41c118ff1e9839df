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

/// A fault in a lesson and its place in the document.
struct LessonFault: Error, Hashable, Sendable {
  var place: [JSONPlace]
  var code: String
  var expected: String
}

/// One step down into a JSON document.
enum JSONPlace: Hashable, Sendable {
  case member(String)
  case element(Int)
}

extension [JSONPlace] {
  /// `steps[2].title`
  var path: String {
    reduce(into: "") { text, place in
      switch place {
      case .member(let name): text += (text.isEmpty ? "" : ".") + name.prefix(40)
      case .element(let index): text += "[\(index)]"
      }
    }
  }
}

/// Finds places in the bytes of a document that has been parsed already.
enum JSONPlaces {
  /// The line, from 1; of a place that does not exist, the line of the deepest one that does.
  static func line(of place: [JSONPlace], in bytes: [UInt8]) -> Int {
    var walker = Walker(bytes: bytes)
    let offset = walker.find(place[...])
    return bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
  }

  private struct Walker {
    let bytes: [UInt8]
    var position = 0

    mutating func find(_ place: ArraySlice<JSONPlace>) -> Int {
      space()
      let start = position
      guard let first = place.first else { return start }
      let isObject = peek == UInt8(ascii: "{")
      guard isObject || peek == UInt8(ascii: "[") else { return start }
      position += 1
      var index = 0
      while position < bytes.count {
        space()
        if peek == UInt8(ascii: "}") || peek == UInt8(ascii: "]") { return start }
        let began = position
        var name: String?
        if isObject {
          skipString()
          name = (try? JSON.parse(Array(bytes[began..<position])))?.stringValue
          space()
          position += 1
          space()
        }
        let isWanted: Bool
        switch first {
        case .member(let wanted): isWanted = isObject && name == wanted
        case .element(let wanted): isWanted = !isObject && index == wanted
        }
        if isWanted {
          if place.count == 1 { return began }
          return find(place.dropFirst())
        }
        skipValue()
        index += 1
        space()
        if peek == UInt8(ascii: ",") { position += 1 }
      }
      return start
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func space() {
      while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func skipString() {
      position += 1
      while let byte = peek {
        position += byte == UInt8(ascii: "\\") ? 2 : 1
        if byte == UInt8(ascii: "\"") { return }
      }
    }

    private mutating func skipValue() {
      var depth = 0
      repeat {
        switch peek {
        case UInt8(ascii: "\"")?: skipString()
        case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
          depth += 1
          position += 1
        case UInt8(ascii: "}")?, UInt8(ascii: "]")?:
          depth -= 1
          position += 1
        case nil: return
        default: position += 1
        }
      } while depth > 0 || !isAtEndOfScalar
    }

    /// After a string, a closing bracket, or the last character of a number or literal.
    private var isAtEndOfScalar: Bool {
      guard let byte = peek else { return true }
      return [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
  }
}
