import ForeignText
import OAuthClient
import SharedValues

extension AppState {
  /// Whether this app has a registration of its own that the server lets it change (RFC 7592 §3).
  public var canUpdateRegistration: Bool { registers && currentRegistration?.isManageable == true }

  /// Whether an update may change something: the server has something else than the configuration asks for, and has not
  /// answered just that already.
  public var registrationDiffers: Bool {
    currentRegistration?.asked != settings.wishes && !registrationDifferences.isEmpty
  }

  /// In what the server knows this app otherwise than the configuration names it. What the server does not say is no difference.
  public var registrationDifferences: [RegistrationDifference] {
    guard registers, let document = currentRegistration?.document else { return [] }
    func lacks(_ name: String, _ wanted: RedirectURI) -> Bool {
      guard let known = document[name]?.stringArray else { return false }
      return !known.contains(where: wanted.isRegistered)
    }
    func names(_ scope: String) -> Set<Substring> { Set(scope.split(scalar: " ")) }
    return RegistrationDifference.allCases.filter { difference in
      switch difference {
      case .redirectURI: lacks("redirect_uris", settings.redirectURI)
      case .postLogoutRedirectURI: lacks("post_logout_redirect_uris", settings.postLogoutRedirectURI)
      case .scope: document["scope"]?.stringValue.map { names($0) != names(settings.scope) } ?? false
      }
    }
  }
}

/// In what a registration can be another than config.json asks for.
public enum RegistrationDifference: Hashable, Sendable, CaseIterable {
  case redirectURI, postLogoutRedirectURI, scope
}

extension AppSettings {
  /// What the server is asked for in a registration and in an update.
  package var wishes: JSON {
    [
      "redirect_uris": [.string(redirectURI.text)],
      "post_logout_redirect_uris": [.string(postLogoutRedirectURI.text)],
      "scope": .string(scope),
    ]
  }
}

extension ClientRegistration {
  /// Whether the server gave a place and a token to manage it with (RFC 7592 §3).
  public var isManageable: Bool { management == .possible }
}
