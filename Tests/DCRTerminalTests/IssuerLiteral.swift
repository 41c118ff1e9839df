import OAuthClient

/// Lets tests write issuers as literals; an invalid one is a mistake of the test.
extension Issuer: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(of: text) }

  /// For the address of a server that runs for the test.
  init(of text: String) {
    guard let issuer = try? Issuer(text, allowPlainHTTPLoopback: true) else {
      preconditionFailure("\(text) is no issuer")
    }
    self = issuer
  }
}
