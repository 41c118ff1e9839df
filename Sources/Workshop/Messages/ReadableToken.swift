import SharedValues

/// A signed JWT, decoded for display (RFC 7515 §3.1). Nothing is verified here.
package struct ReadableToken: Hashable, Sendable {
  package var header: JSON
  package var claims: JSON

  /// Why a text could not be decoded.
  enum Damage: Error, Hashable {
    /// The length in bytes.
    case tooLong(Int)
    case parts(Int)
    case coding(Part)
    case document(Part)
    case noAlgorithm
  }

  enum Part: Hashable { case header, claims }

  /// - Returns: `nil` if the text is no JWT or is too long to display.
  package init?(_ text: String) {
    // Most values are no tokens; counting the dots avoids decoding them.
    guard text.utf8.lazy.filter({ $0 == UInt8(ascii: ".") }).count == 2,
      let token = try? ReadableToken(reading: text)
    else { return nil }
    self = token
  }

  init(reading text: String) throws(Damage) {
    guard text.utf8.count < Redaction.longestSignedValue else { throw .tooLong(text.utf8.count) }
    let parts = text.split(scalar: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .parts(parts.count) }
    header = try ReadableToken.json(parts[0], .header)
    claims = try ReadableToken.json(parts[1], .claims)
    guard header["alg"] != nil else { throw .noAlgorithm }
  }

  private static func json(_ text: Substring, _ part: Part) throws(Damage) -> JSON {
    guard let bytes = Base64URL.decode(text) else { throw .coding(part) }
    guard let json = try? JSON.parse(bytes), json.objectValue != nil else { throw .document(part) }
    return json
  }
}
