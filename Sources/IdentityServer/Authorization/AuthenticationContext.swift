/// How the user of a request signs in, as the claim `acr` says it (OpenID Connect Core §2).
enum AuthenticationContext: String, Sendable, CaseIterable {
  /// With user name and password, at this time or earlier in the same session. In Curity's spelling.
  case password = "urn:se:curity:authentication:html-form:Username-Password"
  /// The same for this very request: a session is not enough (RFC 9470).
  case freshLogin = "urn:dcr-terminal:acr:fresh-login"

  /// What a list of wishes comes to (`acr_values`, OpenID Connect Core §3.1.2.1): the first that is offered, because the
  /// list begins with the best. A list of which nothing is offered asks for nothing.
  static func wished(_ values: [String]) -> AuthenticationContext {
    values.lazy.compactMap(AuthenticationContext.init).first ?? .password
  }

  /// What a list comes to of which one has to be (§5.5.1.1): the easiest; `nil` when none is offered.
  static func demanded(_ values: [String]) -> AuthenticationContext? {
    allCases.first { values.contains($0.rawValue) }
  }
}
