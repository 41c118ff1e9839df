import SharedValues

extension ClientRegistration {
  /// Whether the registration can be read, changed and deleted at the server (RFC 7592). The client works in any case.
  public enum Management: Hashable, Sendable {
    case possible
    /// The server gave no URL, or no token.
    case notOffered
    /// The registration access token must not be sent to the server's URL: the token was dropped.
    case refused
  }

  public var management: Management {
    if registrationClientURI != nil, registrationAccessToken != nil { return .possible }
    return document["registration_client_uri"]?.stringValue == nil ? .notOffered : .refused
  }
}
