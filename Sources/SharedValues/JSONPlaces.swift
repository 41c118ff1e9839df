/// A defect of a document and its place there.
public struct DocumentFault: Error, Hashable, Sendable {
  public var place: [JSONPlace]
  /// Stable: `missing`, `wrong`, `unknown_member`, and what a reader adds.
  public var code: String
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
  /// - Parameter path: as in ``path``; an empty one is no step.
  public init(path: String) {
    self = path.split(scalar: ".").flatMap { part -> [JSONPlace] in
      let pieces = part.split(scalar: "[")
      let elements = pieces.dropFirst().map { JSONPlace.element(Int($0.dropLast()) ?? 0) }
      return pieces.prefix(1).map { .member(String($0)) } + elements
    }
  }

  /// `steps[2].title`
  public var path: String {
    reduce(into: "") { text, place in
      switch place {
      case .member(let name): text += (text.isEmpty ? "" : ".") + name.prefix(40)
      case .element(let index): text += "[\(index)]"
      }
    }
  }

  /// The line in the bytes of a document that has been parsed already, from 1; for a place that does not exist, the line of the deepest one that does.
  public func line(in bytes: [UInt8]) -> Int {
    var parser = JSONParser(bytes: bytes, sought: self)
    _ = try? parser.document()
    return bytes.prefix(parser.found).count { $0 == UInt8(ascii: "\n") } + 1
  }
}
