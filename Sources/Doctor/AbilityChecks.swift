import AppConfiguration
import Edge
import ForeignText
import FoundationEssentials
import SharedValues

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
    guard needsRegistration else { return endpoint("registration", name) }
    guard let url = document[name]?.stringValue else {
      return Finding(
        .metadata, "registration", .problem, "\(name): not offered",
        hint: "switch dynamic client registration (RFC 7591) on at the server")
    }
    return Finding(.metadata, "registration", .ok, "\(name): \(url)")
  }

  /// One of `needed` has to be in the list. An absent list means nothing, because RFC 8414's defaults are older than the practice.
  private func list(
    _ check: String, _ name: String, needing needed: [String], _ hint: String, unsaid: String? = nil
  ) -> Finding {
    guard let value = document[name] else {
      return Finding(
        .metadata, check, unsaid == nil ? .note : .warning, "\(name): the metadata does not say",
        hint: unsaid)
    }
    let offered = value.stringArray ?? []
    let shown = offered.isEmpty ? value.compact : offered.joined(separator: " ")
    guard needed.contains(where: offered.contains) else {
      let needed = needed.joined(separator: "/")
      return Finding(.metadata, check, .problem, "\(name): \(needed) is not among \(shown)", hint: hint)
    }
    return Finding(.metadata, check, .ok, "\(name): \(shown)")
  }

  /// `scopes_supported` may leave out scopes that the server accepts, so a missing one is only a note.
  private var scopes: Finding {
    let name = "scopes_supported"
    guard let offered = document[name]?.stringArray else {
      return Finding(.metadata, "scopes", .note, "\(name): the metadata does not say")
    }
    let missing = configuration.scope.split(scalar: " ").map(String.init).filter { !offered.contains($0) }
    let shown = offered.joined(separator: " ")
    guard missing.isEmpty else {
      return Finding(
        .metadata, "scopes", .note,
        "\(name): \(missing.joined(separator: " ")) is not among \(shown)",
        hint: "correct scope in config.json, or add it at the server; an unknown one may be refused")
    }
    return Finding(.metadata, "scopes", .ok, "\(name): \(shown)")
  }

  private func endpoint(_ check: String, _ name: String) -> Finding {
    guard let url = document[name]?.stringValue else { return Finding(.metadata, check, .note, "\(name): not offered") }
    return Finding(.metadata, check, .ok, "\(name): \(url)")
  }

  private var iss: Finding {
    let name = "authorization_response_iss_parameter_supported"
    let isSaid = document[name]?.boolValue == true
    return Finding(
      .metadata, "iss", isSaid ? .ok : .note,
      isSaid ? "\(name): true" : "\(name): not offered",
      hint: isSaid
        ? nil
        : "without it only a redirect URI for each issuer tells the answers of two servers apart (RFC 9700 §4.4.2.2)")
  }
}
