/// A change that the embedded server's administrator makes, on the panel **Server** or in a lab.
public enum ServerChange: Hashable, Sendable, Codable {
  case revoke(client: String)
  case activate(client: String)
  /// Seconds that the client's next access tokens are valid at most; `nil`: as all others.
  case shorten(client: String, seconds: Int?)
  /// The client cannot authenticate any more. It keeps its tokens.
  case expireSecret(client: String)
  /// The client becomes an instance of the next template by name.
  case nextTemplate(client: String)
  /// The client of a phone that starts over, its grants, and the sessions that granted it something.
  case forget(client: String)
  /// The browser's next login asks for the password. Grants that were made in the session stay valid, unless `revokingGrants`.
  case endSession(String, user: String, revokingGrants: Bool = false)
}
