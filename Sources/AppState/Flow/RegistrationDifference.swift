import OAuthClient
import SharedValues

extension AppState {
  /// Whether this app has a registration of its own that the server lets it change (RFC 7592 §3).
  public var canUpdateRegistration: Bool { registers && currentRegistration?.isManageable == true }

  /// Whether an update may change something: the server's registration differs from the configuration, and the server has not given that answer to
  /// the same request already.
  public var registrationDiffers: Bool {
    currentRegistration?.asked != settings.wishes && !registrationDifferences.isEmpty
  }

  /// Where the server's registration differs from the configuration. A member that the server leaves out is no difference.
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

/// The parts of a registration that may differ from config.json.
public enum RegistrationDifference: Hashable, Sendable, CaseIterable {
  case redirectURI, postLogoutRedirectURI, scope
}

extension AppSettings {
  /// The metadata that a registration or an update asks the server for.
  package var wishes: JSON {
    [
      "redirect_uris": [.string(redirectURI.text)],
      "post_logout_redirect_uris": [.string(postLogoutRedirectURI.text)],
      "scope": .string(scope),
    ]
  }
}

extension ClientRegistration {
  /// Whether the server gave a URL and a token to manage the registration with (RFC 7592 §3).
  public var isManageable: Bool { management == .possible }
}
