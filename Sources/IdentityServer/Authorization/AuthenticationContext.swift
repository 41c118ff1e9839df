/// How the user of a request signs in, as the claim `acr` says it (OpenID Connect Core §2).
enum AuthenticationContext: String, Sendable, CaseIterable {
  /// With user name and password, now or earlier in the same session. Curity's spelling.
  case password = "urn:se:curity:authentication:html-form:Username-Password"
  /// With user name and password for this very request: a session is not enough (RFC 9470).
  case freshLogin = "urn:dcr-terminal:acr:fresh-login"

  /// Chooses the first offered value of a list of wishes, which begins with the best (`acr_values`, OpenID Connect Core
  /// §3.1.2.1); ``password`` when none is offered.
  static func wished(_ values: [String]) -> AuthenticationContext {
    values.lazy.compactMap(AuthenticationContext.init).first ?? .password
  }

  /// Chooses the easiest offered value of a list of demands (§5.5.1.1); `nil` when none is offered.
  static func demanded(_ values: [String]) -> AuthenticationContext? {
    allCases.first { values.contains($0.rawValue) }
  }
}
