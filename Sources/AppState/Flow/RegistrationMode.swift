/// How this instance gets the right to register: the tutorial's ways to an initial access token (seeds/000), other ways
/// that servers have, and no registration. The raw values are those of `registration` in config.json.
public enum RegistrationMode: String, Hashable, Sendable, CaseIterable {
  /// A login of the user for a token with scope `dcr`: the main job.
  case user
  /// Client credentials with the device's certificate (RFC 6749 §4.4, RFC 8705).
  case device
  /// The server pushes the token to a device that it trusts.
  case push
  case initialAccessToken = "initial-access-token"
  /// The server registers any client, without a token.
  case open
  /// No registration: every instance uses the same static client (seeds/003).
  case staticClient = "static-client"

  public var registers: Bool { self != .staticClient }

  /// Whether the user logs in to register, so that the browser holds a session afterwards.
  public var logsIn: Bool { self == .user }

  public var registrationSteps: [FlowStep] {
    switch self {
    case .user: [.registrationLogin, .registrationToken, .register]
    case .device, .push, .initialAccessToken: [.registrationToken, .register]
    case .open: [.register]
    case .staticClient: []
    }
  }
}
