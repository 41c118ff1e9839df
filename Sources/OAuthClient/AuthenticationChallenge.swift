import SharedValues

/// A challenge of a `WWW-Authenticate` header (RFC 9110 §11.6.1): the scheme, which compares without case (§11.1), and the
/// parameters under lower-case names.
public struct AuthenticationChallenge: Hashable, Sendable {
  public let scheme: String
  private(set) var parameters: [String: String] = [:]

  static func all(in response: HTTPResponse) -> [AuthenticationChallenge] {
    response.headers[all: "WWW-Authenticate"].flatMap(all(in:))
  }

  /// Only the header's first 4096 characters are read, as far as they follow the grammar.
  public static func all(in header: String) -> [AuthenticationChallenge] {
    var reader = ChallengeReader(rest: header.prefix(scalars: 4096).unicodeScalars)
    return reader.challenges()
  }

  public subscript(name: String) -> String? { parameters[name] }

  fileprivate mutating func add(_ name: String, _ value: String) {
    if parameters[name.lowercased()] == nil { parameters[name.lowercased()] = value }
  }
}

private struct ChallengeReader {
  var rest: Substring.UnicodeScalarView

  /// A word followed by `=` is a parameter of the current challenge; any other word begins a new one.
  mutating func challenges() -> [AuthenticationChallenge] {
    var found: [AuthenticationChallenge] = []
    while true {
      skip { $0 == " " || $0 == "\t" || $0 == "," }
      let word = take(while: ChallengeReader.isToken)
      guard !word.isEmpty else { return found }
      skip { $0 == " " || $0 == "\t" }
      guard rest.first == "=" else {
        found.append(AuthenticationChallenge(scheme: word))
        continue
      }
      rest.removeFirst()
      skip { $0 == " " || $0 == "\t" }
      let value = value()
      guard !found.isEmpty else { return found }
      found[found.count - 1].add(word, value)
    }
  }

  /// A token, a token68 or a quoted string (RFC 9110 §5.6.4).
  private mutating func value() -> String {
    guard rest.first == "\"" else { return take { $0 != "," && $0 != " " && $0 != "\t" } }
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let next = rest.popFirst(), next != "\"" {
      if next == "\\", let escaped = rest.popFirst() { text.append(escaped) } else { text.append(next) }
    }
    return String(text)
  }

  private mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: isWanted)
    rest = rest[taken.endIndex...]
    return String(String.UnicodeScalarView(taken))
  }

  private mutating func skip(_ isSkipped: (Unicode.Scalar) -> Bool) { _ = take(while: isSkipped) }

  /// RFC 9110 §5.6.2.
  private static func isToken(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
  }
}
