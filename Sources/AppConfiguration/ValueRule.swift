import Edge
import HTTPTransport
import OAuthClient
import SharedValues

/// The rules for single values of `config.json`.
enum ValueRule {
  /// Judges an issuer; errors use the configuration's words.
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

  /// The rules of an issuer for any server that gets a code, its verifier or an access token.
  static func server(_ text: String, plain: Bool) throws(WrongValue) {
    do { _ = try Issuer(judging: text, allowPlainHTTPLoopback: plain) } catch {
      throw WrongValue(error == .loopbackNotAllowed ? .expectedLoopbackOptIn : .expectedApplicationServer)
    }
  }

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

  /// One proxy for every server, or `none`. A proxy's name and password belong in the environment, because configurations are passed around.
  static func proxy(_ text: String) throws(WrongValue) {
    guard Proxies(text) != nil else { throw WrongValue(.expectedProxy) }
  }

  /// Scope tokens separated by single spaces (RFC 6749 §3.3).
  static func scope(_ text: String) throws(WrongValue) {
    let tokens = text.split(scalar: " ", omittingEmptySubsequences: false)
    let good = tokens.allSatisfy { token in
      !token.isEmpty && token.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
    }
    guard good else { throw WrongValue(.expectedScope) }
  }

  /// A certificate's SHA-256 fingerprint as `keytool -list` and Google's Digital Asset Links write it.
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
