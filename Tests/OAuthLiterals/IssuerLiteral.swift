import OAuthClient

/// Lets tests write issuers as literals. An issuer that the rules refuse is a mistake of the test and stops it.
extension Issuer: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(of: text) }

  /// The issuer of a server that runs for the test.
  public init(of text: String) {
    guard let issuer = try? Issuer(text, allowPlainHTTPLoopback: true) else {
      preconditionFailure("\(text) is no issuer")
    }
    self = issuer
  }
}
