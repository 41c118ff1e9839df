import Catalogue
import Foundation
import SharedValues

/// What a metadata document (RFC 8414 §2, OpenID Connect Discovery 1.0 §3) says that its server can do, member by member.
struct AbilityChecks {
  let configuration: Configuration
  let document: JSON
  let needsRegistration: Bool

  func findings() -> [Finding] {
    [
      registration,
      list(
        "pkce", "code_challenge_methods_supported", needing: ["S256"], .doctorPKCEHint, unsaid: .doctorPKCEUnsaidHint),
      list("response_types", "response_types_supported", needing: ["code"], .doctorCodeHint),
      list("grant_types", "grant_types_supported", needing: ["authorization_code"], .doctorCodeHint),
      list(
        "token_endpoint_auth", "token_endpoint_auth_methods_supported",
        needing: ["client_secret_basic", "client_secret_post", "none"], .doctorMethodHint),
      list(
        "id_token_alg", "id_token_signing_alg_values_supported", needing: ["RS256", "PS256", "ES256"],
        .doctorAlgorithmHint),
      scopes,
      endpoint("userinfo", "userinfo_endpoint"), endpoint("end_session", "end_session_endpoint"),
      endpoint("revocation", "revocation_endpoint"), iss,
    ]
  }

  private var registration: Finding {
    let name = "registration_endpoint"
    guard needsRegistration else { return endpoint("registration", name) }
    guard let url = document[name]?.stringValue else {
      return Finding(
        .metadata, "registration", .problem, .init(.doctorNotOffered, ["what": name]),
        hint: .init(.doctorRegistrationHint))
    }
    return Finding(.metadata, "registration", .ok, .init(.doctorOffered, ["what": name, "value": url]))
  }

  /// One of `needed` has to be in the list. An absent list means nothing (RFC 8414's defaults are older than the practice).
  private func list(
    _ check: String, _ name: String, needing needed: [String], _ hint: Phrase, unsaid: Phrase? = nil
  ) -> Finding {
    guard let value = document[name] else {
      return Finding(
        .metadata, check, unsaid == nil ? .note : .warning, .init(.doctorNotSaid, ["what": name]),
        hint: unsaid.map { .init($0) })
    }
    let offered = value.stringArray ?? []
    let shown = offered.isEmpty ? value.compact : offered.joined(separator: " ")
    guard needed.contains(where: offered.contains) else {
      let needed = needed.joined(separator: "/")
      return Finding(
        .metadata, check, .problem, .init(.doctorLacks, ["what": name, "needed": needed, "value": shown]),
        hint: .init(hint))
    }
    return Finding(.metadata, check, .ok, .init(.doctorOffered, ["what": name, "value": shown]))
  }

  /// `scopes_supported` may leave out what the server does accept, so a missing one is no more than a note.
  private var scopes: Finding {
    let name = "scopes_supported"
    guard let offered = document[name]?.stringArray else {
      return Finding(.metadata, "scopes", .note, .init(.doctorNotSaid, ["what": name]))
    }
    let missing = configuration.scope.split(separator: " ").map(String.init).filter { !offered.contains($0) }
    let shown = offered.joined(separator: " ")
    guard missing.isEmpty else {
      return Finding(
        .metadata, "scopes", .note,
        .init(.doctorLacks, ["what": name, "needed": missing.joined(separator: " "), "value": shown]),
        hint: .init(.doctorScopeHint))
    }
    return Finding(.metadata, "scopes", .ok, .init(.doctorOffered, ["what": name, "value": shown]))
  }

  private func endpoint(_ check: String, _ name: String) -> Finding {
    guard let url = document[name]?.stringValue else {
      return Finding(.metadata, check, .note, .init(.doctorNotOffered, ["what": name]))
    }
    return Finding(.metadata, check, .ok, .init(.doctorOffered, ["what": name, "value": url]))
  }

  private var iss: Finding {
    let name = "authorization_response_iss_parameter_supported"
    let isSaid = document[name]?.boolValue == true
    return Finding(
      .metadata, "iss", isSaid ? .ok : .note,
      isSaid ? .init(.doctorOffered, ["what": name, "value": "true"]) : .init(.doctorNotOffered, ["what": name]),
      hint: isSaid ? nil : .init(.doctorUnmatchedIssHint))
  }
}
