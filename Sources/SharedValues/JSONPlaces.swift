import ForeignText

/// A defect of a document and its place there.
public struct DocumentFault: Error, Hashable, Sendable {
  public var place: [JSONPlace]
  /// Stable: `missing`, `wrong`, `unknown_member`, and what a reader adds.
  public var code: String
  /// What was expected there.
  public var expected: Term

  public init(place: [JSONPlace], code: String, expected: Term) {
    (self.place, self.code, self.expected) = (place, code, expected)
  }
}

/// One step down into a JSON document.
public enum JSONPlace: Hashable, Sendable {
  case member(String)
  case element(Int)
}

extension [JSONPlace] {
  /// `steps[2].title`
  public var path: String {
    reduce(into: "") { text, place in
      switch place {
      case .member(let name): text += (text.isEmpty ? "" : ".") + name.prefix(40)
      case .element(let index): text += "[\(index)]"
      }
    }
  }
}

/// Finds places in the bytes of a document that has been parsed already.
public enum JSONPlaces {
  /// The line, from 1; for a place that does not exist, the line of the deepest one that does.
  public static func line(of place: [JSONPlace], in bytes: [UInt8]) -> Int {
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

    private mutating func space() { while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 } }

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
