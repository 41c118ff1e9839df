/// Finds what in a server's metadata does not meet the FAPI 2.0 Security Profile (final, February 2025).
/// Offers beyond the profile are only notes, because they may be for other clients; metadata does not say for which.
struct ServerProfileChecks {
  let document: JSON
  let issuer: String
  /// Whether the configuration demands the profile. If not, a gap is only a note.
  let isDemanded: Bool

  /// The profile's algorithms. EdDSA means only Ed25519.
  private static let algorithms = ["ES256", "PS256", "EdDSA", "Ed25519"]
  private static let certificates = ["tls_client_auth", "self_signed_tls_client_auth"]
  private static let privateKey = "private_key_jwt"

  func findings() -> [Finding] {
    [
      encryption, pushedRequests,
      list(
        "fapi_pkce", "code_challenge_methods_supported", taking: ["S256"],
        "demand S256 of every client (RFC 7636 §4.2)"),
      issuerParameter,
      list(
        "fapi_client_authentication", "token_endpoint_auth_methods_supported",
        taking: [Self.privateKey] + Self.certificates,
        "let clients authenticate with a key: the profile knows no client secrets and no public clients",
        unsaid: "the metadata does not say, which means client_secret_basic (RFC 8414 §2)"),
      assertions, senderConstraint, responseTypes, grantTypes, idTokens, untold,
    ].compactMap(\.self)
  }

  private var encryption: Finding {
    let aliases = document["mtls_endpoint_aliases"]?.objectValue ?? []
    let addresses = ((document.objectValue ?? []) + aliases).filter {
      $0.name.hasSuffix(bytes: "_endpoint") || $0.name == "jwks_uri"
    }
    let named =
      [("issuer", issuer)] + addresses.compactMap { member in member.value.stringValue.map { (member.name, $0) } }
    let plain = named.filter { !$0.1.lowercased().hasPrefix(bytes: "https://") }.map(\.0)
    guard !plain.isEmpty else { return met("fapi_https", "issuer and endpoints are https") }
    return gap("fapi_https", "not https: \(plain.joined(separator: " "))", "serve all of them over TLS 1.2 or 1.3")
  }

  private var pushedRequests: Finding {
    let (check, name) = ("fapi_par", "pushed_authorization_request_endpoint")
    guard let url = document[name]?.stringValue else {
      return gap(check, "\(name): not offered", "offer pushed authorization requests (RFC 9126 §5) and take no others")
    }
    guard document["require_pushed_authorization_requests"]?.boolValue == true else {
      return note(
        check, "\(name): \(url); requests that are not pushed may be taken, too",
        "require it of every client (RFC 9126 §5), or of the app's (§6)")
    }
    return met(check, "\(name): \(url), and nothing else is taken")
  }

  private var issuerParameter: Finding {
    let name = "authorization_response_iss_parameter_supported"
    guard document[name]?.boolValue == true else {
      return gap("fapi_iss", "\(name): not offered", "name the issuer in authorization responses (RFC 9207 §2)")
    }
    return met("fapi_iss", "\(name): true")
  }

  /// `nil`: clients authenticate only with certificates.
  private var assertions: Finding? {
    guard document["token_endpoint_auth_methods_supported"]?.stringArray?.contains(Self.privateKey) == true else {
      return nil
    }
    return list(
      "fapi_assertion_alg", "token_endpoint_auth_signing_alg_values_supported", taking: Self.algorithms,
      "take assertions signed with ES256 or PS256",
      unsaid: "the metadata does not say, but has to with private_key_jwt (RFC 8414 §2)")
  }

  private var senderConstraint: Finding {
    let (check, dpop) = ("fapi_sender_constrained", "dpop_signing_alg_values_supported")
    let bound = "tls_client_certificate_bound_access_tokens"
    if let algorithms = document[dpop]?.stringArray, algorithms.contains(where: Self.algorithms.contains) {
      return met(check, "\(dpop): \(algorithms.joined(separator: " "))")
    }
    guard document[bound]?.boolValue == true else {
      return gap(
        check, "neither \(dpop) nor \(bound) offers tokens that only their owner can use",
        "bind tokens to a key by DPoP with ES256 or PS256 (RFC 9449 §5.1), or to a certificate (RFC 8705 §3)")
    }
    return note(check, "\(bound): true", "the app binds its tokens by DPoP alone (RFC 9449 §5.1)")
  }

  private var responseTypes: Finding {
    let (check, name) = ("fapi_response_types", "response_types_supported")
    guard let offered = strings(name) else { return note(check, "\(name): the metadata does not say") }
    guard offered == ["code"] else {
      return gap(check, "\(name): \(shown(name)), where the profile has code alone", "switch the others off")
    }
    return met(check, "\(name): code")
  }

  private var grantTypes: Finding {
    let (check, name) = ("fapi_grant_types", "grant_types_supported")
    guard let offered = strings(name) else {
      return note(check, "\(name): the metadata does not say; the default has implicit in it (RFC 8414 §2)")
    }
    let wrong = offered.filter { ["password", "implicit"].contains($0) }
    guard wrong.isEmpty else {
      return gap(
        check, "\(name): \(wrong.joined(separator: " ")) among them", "switch them off (RFC 9700 §2.1.2, §2.4)")
    }
    return met(check, "\(name): \(shown(name))")
  }

  private var idTokens: Finding {
    let name = "id_token_signing_alg_values_supported"
    guard document[name] != nil else { return note("fapi_id_token_alg", "\(name): the metadata does not say") }
    return list("fapi_id_token_alg", name, taking: Self.algorithms, "sign ID tokens with ES256 or PS256")
  }

  private var untold: Finding {
    note(
      "fapi_untold",
      "metadata does not tell whether codes are gone after 60 s and one use, refresh tokens are not rotated, and assertions have "
        + "the issuer alone as audience",
      "ask the people who run the server (FAPI 2.0 §5.3.2.1)")
  }

  /// One of `fit` has to be in the list; others may be there, too.
  private func list(
    _ check: String, _ name: String, taking fit: [String], _ hint: String, unsaid: String = "the metadata does not say"
  ) -> Finding {
    guard let offered = strings(name) else { return gap(check, "\(name): \(unsaid)", hint) }
    let (good, others) = (offered.filter(fit.contains), offered.filter { !fit.contains($0) })
    guard !good.isEmpty else {
      return gap(check, "\(name): \(fit.joined(separator: "/")) is not among \(shown(name))", hint)
    }
    guard others.isEmpty else {
      let (good, others) = (good.joined(separator: " "), others.joined(separator: " "))
      return note(check, "\(name): \(good), and for some \(others)", hint)
    }
    return met(check, "\(name): \(shown(name))")
  }

  /// `nil`: the metadata does not have the member.
  private func strings(_ name: String) -> [String]? { document[name].map { $0.stringArray ?? [] } }

  private func shown(_ name: String) -> String {
    guard let values = strings(name), !values.isEmpty else { return document[name]?.compact ?? "" }
    return values.joined(separator: " ")
  }

  private func met(_ check: String, _ what: String) -> Finding { Finding(.profile, check, .ok, what) }

  private func note(_ check: String, _ what: String, _ hint: String? = nil) -> Finding {
    Finding(.profile, check, .note, what, hint: hint)
  }

  private func gap(_ check: String, _ what: String, _ hint: String) -> Finding {
    Finding(.profile, check, isDemanded ? .problem : .note, what, hint: hint)
  }
}
