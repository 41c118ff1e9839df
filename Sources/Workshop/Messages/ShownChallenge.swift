/// A challenge of `WWW-Authenticate` (RFC 9110 §11.6.1) for showing: whatever a server has written gives something, and nothing is judged.
struct ShownChallenge: Hashable {
  struct Parameter: Hashable {
    var name: String
    var value: String
  }

  var scheme: String
  var parameters: [Parameter] = []

  /// More of one header is not read, in bytes.
  private static let longest = 4096

  /// In their order. Parameters before any scheme are left out.
  static func all(_ header: String) -> [ShownChallenge] {
    var found: [ShownChallenge] = []
    var rest = header.utf8.prefix(longest)
    while !rest.isEmpty {
      let word = take(&rest) { !isSeparator($0) }
      _ = take(&rest, while: isSpace)
      if word.isEmpty {
        rest = rest.dropFirst()
      } else if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst()
        _ = take(&rest, while: isSpace)
        let parameter = Parameter(name: word, value: value(&rest))
        if !found.isEmpty { found[found.count - 1].parameters.append(parameter) }
      } else {
        found.append(ShownChallenge(scheme: word))
      }
    }
    return found
  }

  /// A token, or a quoted string without its quotes and escapes (RFC 9110 §5.6.4).
  private static func value(_ rest: inout Substring.UTF8View) -> String {
    guard rest.first == UInt8(ascii: "\"") else { return take(&rest) { !isSpace($0) && $0 != UInt8(ascii: ",") } }
    rest = rest.dropFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      bytes.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func take(_ rest: inout Substring.UTF8View, while passes: (UInt8) -> Bool) -> String {
    let taken = rest.prefix(while: passes)
    rest = rest[taken.endIndex...]
    return String(decoding: taken, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private static func isSeparator(_ byte: UInt8) -> Bool { isSpace(byte) || ",=\"".utf8.contains(byte) }
}
