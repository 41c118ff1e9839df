/// What pages of other origins may do with this server (the CORS protocol of the Fetch standard): call the endpoints for programs and
/// read their answers, if the configuration names their origin.
///
/// This never includes the authorization endpoint and the pages of login, consent and logout (RFC 9700 §2.6: MUST NOT), nor cookies:
/// `Access-Control-Allow-Credentials` is not sent, so a page can use its own tokens but not the sessions here.
struct CrossOrigin: Sendable {
  /// Compared byte for byte with what browsers send (RFC 6454 §7).
  var origins: [String]

  private static let vary = HTTPHeader("Vary", "Origin")
  /// The headers that a page may send. MCP clients send `MCP-Protocol-Version` with every request, including discovery.
  private static let requestHeaders = "Authorization, Content-Type, DPoP, MCP-Protocol-Version"
  /// The headers that a page may read besides the always readable ones (RFC 9449 §8 has the nonce).
  private static let answerHeaders = "WWW-Authenticate, DPoP-Nonce, Retry-After, X-Request-Id"
  /// Seconds for which a browser may cache the preflight answer.
  private static let memory = "600"

  /// The CORS headers of an answer. Caches must distinguish origins, also when this origin is refused.
  func headers(for request: ServerRequest) -> [HTTPHeader] {
    guard let origin = allowed(request) else { return [CrossOrigin.vary] }
    return [
      CrossOrigin.vary, HTTPHeader("Access-Control-Allow-Origin", origin),
      HTTPHeader("Access-Control-Expose-Headers", CrossOrigin.answerHeaders),
    ]
  }

  /// The additional headers of the answer to a preflight request; empty for any other request.
  func preflight(_ request: ServerRequest, methods: [String]) -> [HTTPHeader] {
    guard request.method == "OPTIONS", request.headers[first: "Access-Control-Request-Method"] != nil,
      allowed(request) != nil
    else { return [] }
    return [
      HTTPHeader("Access-Control-Allow-Methods", methods.joined(separator: ", ")),
      HTTPHeader("Access-Control-Allow-Headers", CrossOrigin.requestHeaders),
      HTTPHeader("Access-Control-Max-Age", CrossOrigin.memory),
    ]
  }

  private func allowed(_ request: ServerRequest) -> String? {
    let said = request.headers[all: "Origin"]
    guard said.count == 1, RedirectURIRules.isAmong(origins, said[0]) else { return nil }
    return said[0]
  }
}
