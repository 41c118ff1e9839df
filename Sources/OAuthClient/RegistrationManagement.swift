import SharedValues

extension ClientRegistration {
  /// Whether the registration can be read, changed and deleted at the server (RFC 7592). The client works in any case.
  public enum Management: Hashable, Sendable {
    case possible
    /// There is no place for it, or no token.
    case notOffered
    /// The place that the server names is none that the registration access token may be sent to: the token was dropped.
    case refused
  }

  public var management: Management {
    if registrationClientURI != nil, registrationAccessToken != nil { return .possible }
    return document["registration_client_uri"]?.stringValue == nil ? .notOffered : .refused
  }
}
