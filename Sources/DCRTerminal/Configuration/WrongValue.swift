import Catalogue

/// What was expected where something else stood.
struct WrongValue: Error, Hashable {
  var expected: Phrase

  init(_ expected: Phrase) { self.expected = expected }
}

/// The rules for single values of `config.json`.
enum ValueRule {
  /// A private-use scheme with a dot in it (RFC 8252 §7.1: a domain name reversed), no fragment (RFC 6749 §3.1.2).
  static func privateUseURI(_ text: String) throws(WrongValue) {
    let scheme = text.prefix { $0 != ":" }
    let rest = text.dropFirst(scheme.count)
    let isScheme = scheme.first?.isLetter == true && scheme.utf8.allSatisfy(isSchemeByte)
    guard isScheme, rest.hasPrefix(":"), rest.count > 1, rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw WrongValue(.expectedURI)
    }
    guard scheme.contains(".") else { throw WrongValue(.expectedPrivateUseScheme) }
    guard !rest.contains("#") else { throw WrongValue(.expectedNoFragment) }
  }

  /// Scope tokens with one space between (RFC 6749 §3.3).
  static func scope(_ text: String) throws(WrongValue) {
    let tokens = text.split(separator: " ", omittingEmptySubsequences: false)
    let good = tokens.allSatisfy { token in
      !token.isEmpty && token.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
    }
    guard good else { throw WrongValue(.expectedScope) }
  }

  /// A client identifier (RFC 6749 appendix A.1), not empty.
  static func clientID(_ text: String) throws(WrongValue) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw WrongValue(.expectedClientID)
    }
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "+-.".utf8.contains(byte)
    }
  }
}
