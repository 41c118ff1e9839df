import OAuthClient

/// Lets tests write redirect URIs as literals. One that the rules refuse is a mistake of the test and stops it.
extension RedirectURI: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    guard let uri = try? RedirectURI(accepted: text) else { preconditionFailure("\(text) is no redirect URI") }
    self = uri
  }
}
