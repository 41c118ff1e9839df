import SharedValues

/// What pages of other origins may do with this server (the CORS protocol of the Fetch standard): ask the endpoints that programs ask
/// and read their answers, where the configuration names their origin.
///
/// Never the authorization endpoint and the pages of login, consent and logout (RFC 9700 §2.6: MUST NOT), and never with cookies:
/// `Access-Control-Allow-Credentials` is not sent, so a page brings the tokens that it has, and nothing of who is signed in here.
struct CrossOrigin: Sendable {
  /// Compared to the letter with what browsers say (RFC 6454 §7).
  var origins: [String]

  private static let vary = HTTPHeader("Vary", "Origin")
  /// What a page may send. `MCP-Protocol-Version` goes with every request of MCP clients, discovery included.
  private static let requestHeaders = "Authorization, Content-Type, DPoP, MCP-Protocol-Version"
  /// What a page may read besides status, body and the few headers that are always readable (RFC 9449 §8 has the nonce).
  private static let answerHeaders = "WWW-Authenticate, DPoP-Nonce, Retry-After, X-Request-Id"
  /// Seconds for which a browser need not ask again.
  private static let memory = "600"

  /// The headers of an answer. A cache has to tell the origins apart, also where this one is refused.
  func headers(for request: ServerRequest) -> [HTTPHeader] {
    guard let origin = allowed(request) else { return [CrossOrigin.vary] }
    return [
      CrossOrigin.vary, HTTPHeader("Access-Control-Allow-Origin", origin),
      HTTPHeader("Access-Control-Expose-Headers", CrossOrigin.answerHeaders),
    ]
  }

  /// The further headers of the answer to a browser's question before the request itself; empty for any other request.
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
