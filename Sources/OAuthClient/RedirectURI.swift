import Crypto
import SharedValues

/// A redirect URI that a native app may use, judged: one of the three kinds of RFC 8252 §7.
public struct RedirectURI: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// RFC 8252 §7.1: the operating system's dispatch delivers it.
    case privateUse(scheme: String)
    /// RFC 8252 §7.3: the app itself listens while a request is pending. Without a port, a free one is taken for each request.
    case loopback(host: String, port: Int?)
    /// RFC 8252 §7.2: the host's association file grants the address to the app.
    case claimedHTTPS(host: String)
  }

  /// The registered spelling: scheme and an https host in lower case; no port if a free one is taken each time (RFC 8252 §7.3).
  public let text: String
  public let kind: Kind

  /// Stands for ``tag(for:)`` in a configured URI, so that each issuer has its own redirect URI.
  public static let placeholder = "{issuer}"

  /// - Parameter allowsLocalhost: NOT RECOMMENDED (RFC 8252 §8.3: name resolution decides where it leads); some servers refuse literals.
  /// - Throws: `redirect_uri_invalid` for a URI of none of the three kinds.
  public init(_ configured: String, issuer: String? = nil, allowsLocalhost: Bool = false) throws(ProtocolError) {
    let written = issuer.map { RedirectURI.filled(configured, for: $0) } ?? configured
    do { try self.init(judging: written, allowsLocalhost: allowsLocalhost) } catch { throw error.refusal(of: written) }
  }

  public init(judging written: String, allowsLocalhost: Bool = false) throws(Flaw) {
    guard let url = AbsoluteURL(written) else { throw .notAbsolute }
    guard url.fragment == nil else { throw .fragment }
    switch url.scheme {
    case "https": (text, kind) = (RedirectURI.normalised(written, url), try RedirectURI.claimed(url))
    case "http": (text, kind) = try RedirectURI.loopback(url, allowsLocalhost)
    default: (text, kind) = (RedirectURI.normalised(written, url), try RedirectURI.privateUse(url))
    }
  }

  /// As browsers pass every address on (RFC 3986 §6.2.2.1): a redirect to an address with capitals would never match.
  private static func normalised(_ written: String, _ url: AbsoluteURL) -> String {
    let rest = written.utf8.dropFirst(url.scheme.utf8.count + 1)
    guard let host = url.host, url.scheme == "https" else { return "\(url.scheme):" + String(Substring(rest)) }
    return "\(url.scheme)://\(host)" + String(Substring(rest.dropFirst(2 + host.utf8.count)))
  }

  public enum Flaw: Error, Hashable, Sendable {
    case notAbsolute, fragment
    /// A private-use scheme without a period, or with labels that a domain name cannot have.
    case scheme
    case loopbackHost, loopbackPath, claim

    fileprivate func refusal(of text: String) -> ProtocolError {
      let (expected, source): (CheckTerm, String) =
        switch self {
        case .notAbsolute: (.absoluteURI, "RFC 6749 §3.1.2")
        case .fragment: (.uriWithoutFragment, "RFC 6749 §3.1.2")
        case .scheme: (.privateUseScheme, "RFC 8252 §8.4")
        case .loopbackHost: (.loopbackLiteralOrHTTPS, "RFC 8252 §8.3")
        case .loopbackPath: (.path, "RFC 8252 §7.3")
        case .claim: (.claimedHTTPS, "RFC 8252 §7.2")
        }
      return ProtocolError(
        .redirectURIInvalid, field: "redirect_uri", expected: .check(expected), quoting: text.quotable(100),
        source: source)
    }
  }

  private init(text: String, kind: Kind) { (self.text, self.kind) = (text, kind) }

  /// A URI that the configuration accepted before.
  public init(accepted text: String) throws(ProtocolError) { try self.init(text, allowsLocalhost: true) }

  /// The configured URI with the issuer's tag instead of each ``placeholder``.
  public static func filled(_ configured: String, for issuer: String) -> String {
    guard configured.utf8.contains(UInt8(ascii: "{")) else { return configured }
    let parts = configured.split(separator: placeholder, omittingEmptySubsequences: false)
    return parts.joined(separator: tag(for: issuer))
  }

  /// 96 bits of the issuer's SHA-256 in base64url: 16 characters that distinguish issuers.
  public static func tag(for issuer: String) -> String {
    Base64URL.encode(SHA256.hash(data: Array(issuer.utf8)).prefix(12))
  }

  /// Whether it is a loopback URI with the name that RFC 8252 §8.3 advises against.
  public var namesLocalhost: Bool { if case .loopback("localhost", _) = kind { true } else { false } }

  /// A copy with the other literal of the loopback: IPv4 for IPv6, and the reverse. Any other URI is unchanged.
  public var withOtherLiteral: RedirectURI {
    guard case .loopback(let host, let port) = kind, host != "localhost",
      let rest = text.without(prefix: "http://\(host)")
    else { return self }
    let other = host == "[::1]" ? "127.0.0.1" : "[::1]"
    return RedirectURI(text: "http://\(other)\(rest)", kind: .loopback(host: other, port: port))
  }

  /// The URI for an authorization request while the app listens on this port. Any other URI is unchanged.
  public func listening(at port: Int) -> RedirectURI {
    guard case .loopback(let host, nil) = kind, let path = text.without(prefix: "http://\(host)") else { return self }
    return RedirectURI(text: "http://\(host):\(port)\(path)", kind: .loopback(host: host, port: port))
  }

  /// A server must allow any port of a loopback URI (RFC 8252 §7.3), so that it may echo the URI with or without one.
  public func isRegistered(as echoed: String) -> Bool {
    if echoed.isExactly(text) { return true }
    guard case .loopback(_, let port) = kind, let other = try? RedirectURI(accepted: echoed),
      case .loopback(_, let echoedPort) = other.kind,
      port == nil || echoedPort == nil
    else { return false }
    return withoutPort.isExactly(other.withoutPort)
  }

  private var withoutPort: String {
    guard case .loopback(let host, .some(let port)) = kind, let path = text.without(prefix: "http://\(host):\(port)")
    else { return text }
    return "http://\(host)\(path)"
  }

  private static func privateUse(_ url: AbsoluteURL) throws(Flaw) -> Kind {
    guard url.isReversedDomainName else { throw .scheme }
    return .privateUse(scheme: url.scheme)
  }

  private static func loopback(_ url: AbsoluteURL, _ allowsLocalhost: Bool) throws(Flaw) -> (String, Kind) {
    guard let host = url.host, host == "127.0.0.1" || host == "[::1]" || (allowsLocalhost && host == "localhost") else {
      throw .loopbackHost
    }
    guard url.path.hasPrefix(bytes: "/") else { throw .loopbackPath }
    let rest = url.path + (url.query.map { "?" + $0 } ?? "")
    guard let port = url.port, port != 0 else { return ("http://\(host)" + rest, .loopback(host: host, port: nil)) }
    return ("http://\(host):\(port)" + rest, .loopback(host: host, port: port))
  }

  private static func claimed(_ url: AbsoluteURL) throws(Flaw) -> Kind {
    guard let host = url.host, url.port != 0, url.path.hasPrefix(bytes: "/"), url.path.count > 1 else { throw .claim }
    return .claimedHTTPS(host: host)
  }
}

extension RedirectURI: CustomStringConvertible { public var description: String { text } }

extension AbsoluteURL {
  /// At least two labels of letters, digits and dashes, as a domain name has: `com.example.app`.
  fileprivate var isReversedDomainName: Bool {
    let labels = scheme.split(scalar: ".", omittingEmptySubsequences: false)
    return labels.count >= 2
      && labels.allSatisfy { label in
        !label.isEmpty && label.first != "-" && label.last != "-"
          && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      }
  }
}

/// Advice when a server refuses the redirect URIs of a registration (RFC 7591 §3.2.2): never the kind that it has just refused.
enum RefusedRedirectURI {
  /// The same error; an `invalid_redirect_uri` names the other kinds of RFC 8252 §7 as expected.
  static func advising(_ error: ProtocolError, against sent: RedirectURI) -> ProtocolError {
    guard error.code == .invalidRedirectURI else { return error }
    var advised = error
    advised.expected = alternatives(to: sent)
    return advised
  }

  private static func alternatives(to sent: RedirectURI) -> Term {
    switch sent.kind {
    case .privateUse: .check(.loopbackOrLocalhost)
    case .loopback("localhost", _): .check(.loopbackOrPrivateScheme)
    case .loopback: .check(.privateSchemeOrLocalhost)
    case .claimedHTTPS: .check(.privateSchemeOrLoopback)
    }
  }
}
