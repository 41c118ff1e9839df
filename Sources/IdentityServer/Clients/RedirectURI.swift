/// A redirect URI, parsed strictly: only characters and escapes that RFC 3986 allows, no fragment, no user information.
struct RedirectURI: Hashable, Sendable {
  var scheme: String
  /// Lower case; IPv6 literals keep their brackets. `nil` without an authority, as in `com.example.app:/callback`.
  var host: String?
  var port: Int?
  /// Path and query as written.
  var rest: String

  init?(_ text: String) {
    guard text.utf8.count <= 2048, AbsoluteURL.hasLegalCharacters(text), !text.contains(scalar: "#"),
      let colon = text.firstIndex(ofScalar: ":")
    else { return nil }
    let name = text[..<colon]
    guard name.first?.isLetter == true, name.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) }) else {
      return nil
    }
    scheme = name.lowercased()
    let after = text.after(colon)
    guard let behindSlashes = after.without(prefix: "//") else {
      rest = String(after)
      return
    }
    let authority = behindSlashes.prefix(whileScalar: { $0 != "/" && $0 != "?" })
    rest = String(after[authority.endIndex...])
    guard let (name, number) = RedirectURI.hostAndPort(authority) else { return nil }
    host = name
    port = number
  }

  private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
    guard !authority.contains(scalar: "@") else { return nil }
    let bracket = authority.firstIndex(ofScalar: "]")
    let colon = authority[(bracket ?? authority.startIndex)...].lastIndex(ofScalar: ":")
    let host = authority[..<(colon ?? authority.endIndex)].lowercased()
    guard isHost(host) else { return nil }
    guard let colon else { return (host, nil) }
    let digits = authority.after(colon)
    guard digits.allSatisfy(\.isNumber), let port = UInt16(digits) else { return nil }
    return (host, Int(port))
  }

  /// A literal address of IPv6 in whole brackets, or a name without empty labels; one period may end it (RFC 3986 §3.2.2).
  private static func isHost(_ host: String) -> Bool {
    guard let literal = host.without(prefix: "[") else {
      guard !host.hasPrefix(bytes: "."), !host.contains("..") else { return false }
      return host.allSatisfy { ($0.isASCII && ($0.isLetter || $0.isNumber)) || ".-_%".contains($0) }
    }
    guard let address = literal.without(suffix: "]"), !address.isEmpty else { return false }
    return address.allSatisfy { $0.isHexDigit || ":.".contains($0) }
  }

  /// RFC 8252 §7.3: the literals, not the name `localhost` (§8.3).
  var isLoopbackLiteral: Bool { scheme == "http" && (host == "127.0.0.1" || host == "[::1]") }

  /// By name, which RFC 8252 §8.3 advises against: the name may resolve to another computer.
  var isLocalhost: Bool { scheme == "http" && host == "localhost" }

  /// RFC 8252 §8.4: a scheme with a period in it, like a reversed domain name.
  var isPrivateUse: Bool { scheme.contains(scalar: ".") }

  /// This URI without its port, for RFC 8252 §7.3: "MUST allow any port".
  var withoutPort: RedirectURI {
    var copy = self
    copy.port = nil
    return copy
  }
}

/// Which redirect URIs may be registered, and which request matches which registration (RFC 8252 §8.4).
enum RedirectURIRules {
  /// Why a URI is refused, for the client's developer: in ASCII, as RFC 7591 §3.2.2 requires of descriptions. Never suggests
  /// `http://localhost`. `nil`: it may be registered.
  static func refusal(
    _ text: String, _ type: ClientMetadata.ApplicationType, _ policy: ServerPolicies.Clients
  ) -> String? {
    guard let uri = RedirectURI(text) else { return "no valid absolute URI without user name and fragment" }
    switch (type, uri.scheme) {
    case (_, "https"): return uri.host?.isEmpty == false ? nil : "an https URI needs a host"
    case (_, "http") where uri.isLocalhost && policy == .lenient: return nil
    case (.native, "http"): return uri.isLoopbackLiteral ? nil : "http is for 127.0.0.1 and [::1] only"
    case (.native, _):
      return uri.isPrivateUse ? nil : "a private-use scheme must have a period in it (RFC 8252 section 8.4)"
    case (.web, "http") where uri.isLoopbackLiteral || uri.isLocalhost:
      return "a web client, which it is without application_type, must use https; "
        + "for an app on the user's computer register application_type native, with http://127.0.0.1 or http://[::1]"
    case (.web, "http"): return "a web client must use https"
    case (.web, _):
      return "a web client, which it is without application_type, must use https; "
        + "for a private-use scheme register application_type native"
    }
  }

  /// Whether a client has a redirect URI that RFC 8252 §8.3 calls NOT RECOMMENDED.
  static func hasLocalhost(_ metadata: ClientMetadata) -> Bool {
    (metadata.redirectURIs + metadata.postLogoutRedirectURIs).contains { RedirectURI($0)?.isLocalhost ?? false }
  }

  /// Whether a URI is registered as `post_logout_redirect_uri`. Loopback redirects may have any port, as for logins.
  static func matchesPostLogout(_ requested: String, _ metadata: ClientMetadata) -> Bool {
    var signOut = metadata
    signOut.redirectURIs = metadata.postLogoutRedirectURIs
    return matches(requested, signOut)
  }

  /// Exact comparison (RFC 9700 §4.1.3). Loopback redirects of native apps may have any port (RFC 8252 §7.3, and RFC 9700 §2.1
  /// for `localhost`) unless the client's metadata fixes the port.
  static func matches(_ requested: String, _ metadata: ClientMetadata) -> Bool {
    if isAmong(metadata.redirectURIs, requested) { return true }
    guard metadata.applicationType == .native, !metadata.validatesLoopbackPort, let uri = RedirectURI(requested),
      uri.isLoopbackLiteral || uri.isLocalhost
    else { return false }
    return metadata.redirectURIs.contains { RedirectURI($0)?.withoutPort == uri.withoutPort }
  }

  static func union(_ registered: [String], _ more: [String]) -> [String] {
    more.reduce(into: registered) { all, uri in if !isAmong(all, uri) { all.append(uri) } }
  }

  /// Byte for byte: Swift's `==` treats different encodings of one character as equal.
  static func isAmong(_ registered: [String], _ requested: String) -> Bool {
    registered.contains { $0.utf8.elementsEqual(requested.utf8) }
  }
}
