/// Checks, member by member, what a metadata document (RFC 8414 §2, OpenID Connect Discovery 1.0 §3) says about its server.
struct AbilityChecks {
  let configuration: Configuration
  let document: JSON
  let needsRegistration: Bool

  func findings() -> [Finding] {
    [
      registration,
      list(
        "pkce", "code_challenge_methods_supported", needing: ["S256"],
        "allow the code challenge method S256 for public clients; the app sends nothing weaker",
        unsaid: "the app sends S256 anyhow; a server that ignores it does not protect the code (RFC 9700 §2.1.1)"),
      list(
        "response_types", "response_types_supported", needing: ["code"],
        "allow the authorization code flow at the server"),
      list(
        "grant_types", "grant_types_supported", needing: ["authorization_code"],
        "allow the authorization code flow at the server"),
      list(
        "token_endpoint_auth", "token_endpoint_auth_methods_supported",
        needing: methods, "allow \(methods.joined(separator: ", ")) at the token endpoint"),
      list(
        "id_token_alg", "id_token_signing_alg_values_supported", needing: ["RS256", "PS256", "ES256"],
        "let the server sign ID tokens with RS256, PS256 or ES256"),
      scopes,
      endpoint("userinfo", "userinfo_endpoint"), endpoint("end_session", "end_session_endpoint"),
      endpoint("revocation", "revocation_endpoint"), iss,
    ]
  }

  /// The methods by which the app's client may authenticate; a downgrade only if it is allowed.
  private var methods: [String] {
    let plain = ["client_secret_basic", "client_secret_post", "none"]
    guard configuration.keys.privateKey else { return plain }
    return ["private_key_jwt"] + (configuration.keys.allowsDowngrade ? plain : [])
  }

  private var registration: Finding {
    let name = "registration_endpoint"
    guard needsRegistration, document[name]?.stringValue == nil else { return endpoint("registration", name) }
    return finding(
      "registration", .problem, "\(name): not offered", "switch dynamic client registration (RFC 7591) on at the server"
    )
  }

  /// One of `needed` has to be in the list. An absent list means nothing, because RFC 8414's defaults are older than the practice.
  private func list(
    _ check: String, _ name: String, needing needed: [String], _ hint: String, unsaid: String? = nil
  ) -> Finding {
    guard let value = document[name] else {
      return finding(check, unsaid == nil ? .note : .warning, "\(name): the metadata does not say", unsaid)
    }
    let offered = value.stringArray ?? []
    let shown = offered.isEmpty ? value.compact : offered.joined(separator: " ")
    guard needed.contains(where: offered.contains) else {
      return finding(check, .problem, "\(name): \(needed.joined(separator: "/")) is not among \(shown)", hint)
    }
    return finding(check, .ok, "\(name): \(shown)")
  }

  /// `scopes_supported` may leave out scopes that the server accepts, so a missing one is only a note.
  private var scopes: Finding {
    let name = "scopes_supported"
    guard let offered = document[name]?.stringArray, !offered.isEmpty else {
      return finding("scopes", .note, "\(name): the metadata does not say")
    }
    let missing = configuration.scope.split(scalar: " ").map(String.init).filter { !offered.contains($0) }
    let shown = offered.joined(separator: " ")
    guard !missing.isEmpty else { return finding("scopes", .ok, "\(name): \(shown)") }
    return finding(
      "scopes", .note, "\(name): \(missing.joined(separator: " ")) is not among \(shown)",
      "correct scope in config.json, or add it at the server; an unknown one may be refused")
  }

  private func endpoint(_ check: String, _ name: String) -> Finding {
    let url = document[name]?.stringValue
    return finding(check, url == nil ? .note : .ok, "\(name): \(url ?? "not offered")")
  }

  private var iss: Finding {
    let name = "authorization_response_iss_parameter_supported"
    guard document[name]?.boolValue != true else { return finding("iss", .ok, "\(name): true") }
    return finding(
      "iss", .note, "\(name): not offered",
      "without it only a redirect URI for each issuer tells the answers of two servers apart (RFC 9700 §4.4.2.2)")
  }

  private func finding(
    _ check: String, _ verdict: Finding.Verdict, _ what: String, _ hint: String? = nil
  ) -> Finding { Finding(.metadata, check, verdict, what, hint: hint) }
}
