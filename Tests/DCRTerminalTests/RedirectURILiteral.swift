import OAuthClient

/// Lets tests write redirect URIs as literals; an invalid one is a mistake of the test.
extension RedirectURI: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    guard let uri = try? RedirectURI(accepted: text) else { preconditionFailure("\(text) is no redirect URI") }
    self = uri
  }
}
