/// Finds what in the app's configuration does not meet the FAPI 2.0 Security Profile.
/// With the member `profile`, nothing is left to find: the configuration's reader refuses contradictions to it.
struct AppProfileChecks {
  let configuration: Configuration

  func findings() -> [Finding] { [members, redirects] }

  private var members: Finding {
    let check = "fapi_app"
    guard !configuration.isFAPI else {
      return Finding(
        .profile, check, .ok,
        "profile: fapi-2.0, so clientAuthentication private-key, dpop and pushedAuthorization are on")
    }
    let missing = [
      ("clientAuthentication private-key", configuration.keys.privateKey), ("dpop", configuration.keys.dpop),
      ("pushedAuthorization", configuration.keys.pushedAuthorization),
    ].filter { !$0.1 }.map(\.0)
    let contrary = [
      ("applicationServer", configuration.applicationServer != nil),
      ("allowDowngrade", configuration.keys.allowsDowngrade),
      ("registration static-client", !configuration.registration.mode.registers),
    ].filter(\.1).map(\.0)
    let parts = [
      missing.isEmpty ? nil : "would still switch on " + missing.joined(separator: ", "),
      "would refuse ID tokens that are signed with RS256",
      contrary.isEmpty ? nil : "does not go with " + contrary.joined(separator: ", "),
    ].compactMap(\.self)
    return Finding(
      .profile, check, .note, "profile fapi-2.0 \(parts.joined(separator: ", and "))",
      hint: "\"profile\": \"fapi-2.0\" in config.json does it, at an embedded server, too")
  }

  /// Responses may not cross an unencrypted network: http is only allowed on the loopback interface.
  private var redirects: Finding {
    let (check, both) = ("fapi_app_redirects", [configuration.redirectURI, configuration.postLogoutRedirectURI])
    let loopback = both.filter { if case .loopback = $0.kind { true } else { false } }.map(\.text)
    guard loopback.isEmpty else {
      return Finding(
        .profile, check, .note,
        "\(loopback.joined(separator: ", ")): http, which the profile takes of native apps on the loopback interface (RFC 8252 §7.3)"
      )
    }
    let shown = both.map(\.text).joined(separator: ", ")
    return Finding(.profile, check, .ok, "redirect URIs are https or of a private-use scheme: \(shown)")
  }
}
