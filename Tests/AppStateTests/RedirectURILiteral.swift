import OAuthClient

/// Tests write their redirect URIs down; one that the rules refuse is a mistake of the test.
extension RedirectURI: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    guard let uri = try? RedirectURI(accepted: text) else { preconditionFailure("\(text) is no redirect URI") }
    self = uri
  }
}
