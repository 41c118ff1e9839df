import SharedValues

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
