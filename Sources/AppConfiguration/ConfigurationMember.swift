import HTTPTransport
import OAuthClient

/// A member of `config.json` as `config init` and `config show` describe it, from the schema.
package struct ConfigurationMember: Hashable, Sendable {
  /// With the names of its objects: `embeddedServer.adminPort`.
  package let name: String
  /// The default value as people read it; `nil`: the member is required.
  package let byDefault: String?
  package let purpose: String
  package let example: String

  /// The embedded server's last.
  package static let all = members(of: .configuration, "") + members(of: .at("embeddedServer"), "embeddedServer.")

  private static func members(of object: MemberRule, _ prefix: String) -> [ConfigurationMember] {
    // An issuer, or an API that names one.
    let required = [object["anyOf"]?.arrayValue?.first?["required"], object["required"]].flatMap {
      $0?.stringArray ?? []
    }
    return object.members.compactMap { name, rule in
      guard let purpose = rule["title"]?.stringValue, let example = rule["examples"]?.arrayValue?.first else {
        return nil
      }
      let byDefault = rule["x-default"] ?? rule["default"] ?? "none"
      return ConfigurationMember(
        name: prefix + name, byDefault: required.contains(name) ? nil : byDefault.stringValue ?? byDefault.compact,
        purpose: purpose, example: example.spaced)
    }
  }
}

extension JSON {
  /// In one line, with a space behind commas and colons, as people write it.
  fileprivate var spaced: String {
    switch self {
    case .array(let values): "[" + values.map(\.spaced).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(JSON.string($0.name).compact): \($0.value.spaced)" }.joined(separator: ", ") + "}"
    default: compact
    }
  }
}

enum ValueRule {
  static func issuer(_ text: String, plain: Bool) throws(WrongValue) -> Issuer {
    do { return try Issuer(judging: text, allowPlainHTTPLoopback: plain) } catch {
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
    do { return try RedirectURI(judging: filled, allowsLocalhost: allowsLocalhost) } catch {
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

  /// A URL without user name and password, which a proxy's may have: an error can be seen by others.
  static func withoutCredentials(_ text: String) -> String {
    guard let scheme = text.firstIndex(ofScalar: ":"), let rest = text[scheme...].without(prefix: "://"),
      let at = rest.prefix(whileScalar: { $0 != "/" && $0 != "?" && $0 != "#" }).lastIndex(ofScalar: "@")
    else { return text }
    return text[..<scheme] + "://…" + text[at...]
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
    let areGood = pairs.allSatisfy { pair in
      pair.utf8.count == 2 && pair.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
    }
    guard areGood, pairs.count == 32 else { throw WrongValue(.expectedFingerprint) }
    return text.uppercased()
  }

  /// A client identifier (RFC 6749 appendix A.1), not empty.
  static func clientID(_ text: String) throws(WrongValue) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw WrongValue(.expectedClientID)
    }
  }
}
