import ForeignText
import Catalogue
import HTTPTransport
import OAuthClient

/// What was expected where something else stood.
struct WrongValue: Error, Hashable {
  var expected: Phrase

  init(_ expected: Phrase) { self.expected = expected }
}

/// The rules for single values of `config.json`.
enum ValueRule {
  /// An issuer, in the configuration's own words where it is none.
  static func issuer(_ text: String, plain: Bool) throws(WrongValue) -> Issuer {
    do {
      return try Issuer(judging: text, allowPlainHTTPLoopback: plain)
    } catch {
      switch error {
      case .notURL, .notHTTPS: throw WrongValue(.expectedIssuer)
      case .notPlain: throw WrongValue(.expectedPlainIssuer)
      case .loopbackNotAllowed: throw WrongValue(.expectedLoopbackOptIn)
      }
    }
  }

  /// A redirect URI of one of the three kinds of RFC 8252 §7. Made with the issuer's tag in its place.
  static func redirectURI(_ text: String, _ issuer: String, allowsLocalhost: Bool) throws(WrongValue) -> RedirectURI {
    let filled = RedirectURI.filled(text, for: issuer)
    do {
      return try RedirectURI(judging: filled, allowsLocalhost: allowsLocalhost)
    } catch {
      switch error {
      case .scheme: throw WrongValue(.expectedPrivateUseScheme)
      case .loopbackHost, .loopbackPath: throw WrongValue(.expectedLoopbackLiteral)
      case .claim: throw WrongValue(.expectedClaimedURI)
      case .notAbsolute, .fragment: throw WrongValue(filled.contains(scalar: "#") ? .expectedNoFragment : .expectedURI)
      }
    }
  }

  /// One for every server, or `none`. Name and password of a proxy stand in the environment: a configuration is passed around.
  static func proxy(_ text: String) throws(WrongValue) {
    guard Proxies(text) != nil else { throw WrongValue(.expectedProxy) }
  }

  /// Scope tokens with one space between (RFC 6749 §3.3).
  static func scope(_ text: String) throws(WrongValue) {
    let tokens = text.split(scalar: " ", omittingEmptySubsequences: false)
    let good = tokens.allSatisfy { token in
      !token.isEmpty && token.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
    }
    guard good else { throw WrongValue(.expectedScope) }
  }

  /// SHA-256 of a certificate, as `keytool -list` and Google's Digital Asset Links spell it.
  static func fingerprint(_ text: String) throws(WrongValue) -> String {
    let pairs = text.uppercased().split(scalar: ":", omittingEmptySubsequences: false)
    let good =
      pairs.count == 32
      && pairs.allSatisfy { pair in
        pair.utf8.count == 2 && pair.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
      }
    guard good else { throw WrongValue(.expectedFingerprint) }
    return text.uppercased()
  }

  /// A client identifier (RFC 6749 appendix A.1), not empty.
  static func clientID(_ text: String) throws(WrongValue) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw WrongValue(.expectedClientID)
    }
  }
}
