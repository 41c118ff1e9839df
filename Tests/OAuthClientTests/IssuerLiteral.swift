import OAuthClient

/// Tests write their issuers down; one that the rules refuse is a mistake of the test.
extension Issuer: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(of: text) }

  /// Of a server that runs for the test.
  init(of text: String) {
    guard let issuer = try? Issuer(text, allowPlainHTTPLoopback: true) else {
      preconditionFailure("\(text) is no issuer")
    }
    self = issuer
  }
}
