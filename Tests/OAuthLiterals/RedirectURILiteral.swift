import OAuthClient

/// Lets tests write redirect URIs as literals. One that the rules refuse is a mistake of the test and stops it.
///
/// `RedirectURI("…")` is a literal as well: pass the rules a variable where a test is about them.
extension RedirectURI: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(of: text) }

  /// A redirect URI that the test has made.
  public init(of text: String) {
    guard let uri = try? RedirectURI(accepted: text) else { preconditionFailure("\(text) is no redirect URI") }
    self = uri
  }
}
