import SharedValues

/// Redirects as a broken or hostile server, or another app, would send them. Pure: the browser's edge delivers them.
package enum RedirectFaults {
  package static func spoil(_ uri: String, with defect: RedirectDefect) -> String? {
    var parts = Parts(uri)
    switch defect {
    case .wrongState: return parts.replace("state", by: "a-state-of-somebody-else")
    case .missingState: return parts.replace("state", by: nil)
    case .wrongIss: return parts.replace("iss", by: "https://evil.example")
    case .missingIss: return parts.replace("iss", by: nil)
    case .missingCode: return parts.replace("code", by: nil)
    case .otherURI:
      parts.base += "/elsewhere"
      return parts.text
    case .repeated:
      guard let state = parts.pairs.first(where: { $0.hasPrefix(bytes: "state=") }) else { return nil }
      parts.pairs.append(state)
      return parts.text
    case .fragment:
      let added = parts.pairs.filter(isAdded)
      guard !added.isEmpty else { return nil }
      return destination(of: uri) + "#" + added.joined(separator: "&")
    }
  }

  /// The redirect URI to which an answer goes, with the query that the client has registered (RFC 6749 §3.1.2).
  package static func destination(of answer: String) -> String {
    var parts = Parts(answer)
    parts.pairs.removeAll(where: isAdded)
    return parts.text
  }

  /// Whether the server has added this pair to the redirect URI.
  private static func isAdded(_ pair: String) -> Bool {
    ["code", "state", "iss", "error", "error_description", "error_uri"].contains { pair.hasPrefix(bytes: $0 + "=") }
  }

  /// RFC 6749 §4.1.2.1, RFC 9207 §2; `issuer` is `nil` unless the request is an authorization request.
  package static func error(
    _ error: String, description: String?, answering url: String, at redirectURI: String, issuer: String?
  ) -> String {
    let asked = Parts(url)
    var pairs = ["error=" + encoded(error), "error_description=" + encoded(description ?? FaultDefect.onPurpose)]
    if let state = asked.pairs.first(where: { $0.hasPrefix(bytes: "state=") }) { pairs.append(state) }
    if let issuer { pairs.append("iss=" + encoded(issuer)) }
    return redirectURI + (redirectURI.contains(scalar: "?") ? "&" : "?") + pairs.joined(separator: "&")
  }

  /// Whether this is an authorization request: it must have a response type (RFC 6749 §4.1.1), which a sign-out never has.
  package static func asksForAuthorization(_ url: String) -> Bool {
    Parts(url).pairs.contains { $0.hasPrefix(bytes: "response_type=") }
  }

  private static func encoded(_ text: String) -> String { PercentCoding.encode(text, .unreserved) }

  private struct Parts {
    var base: String
    var pairs: [String]

    init(_ uri: String) {
      let halves = uri.prefix(whileScalar: { $0 != "#" }).split(
        scalar: "?", maxSplits: 1, omittingEmptySubsequences: false)
      base = halves.first.map(String.init) ?? ""
      pairs = halves.count > 1 ? halves[1].split(scalar: "&").map(String.init) : []
    }

    var text: String { pairs.isEmpty ? base : base + "?" + pairs.joined(separator: "&") }

    mutating func replace(_ name: String, by value: String?) -> String? {
      guard let index = pairs.firstIndex(where: { $0.hasPrefix(bytes: name + "=") }) else { return nil }
      if let value { pairs[index] = name + "=" + RedirectFaults.encoded(value) } else { pairs.remove(at: index) }
      return text
    }
  }
}
