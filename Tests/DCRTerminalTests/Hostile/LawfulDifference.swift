import SharedValues
import Testing

/// Differences between real servers, all lawful or harmless: the flow succeeds.
struct LawfulDifference: Sendable, CustomTestStringConvertible {
  var offence: Offence
  var requests = Place.flow

  var testDescription: String { "\(offence.place.rawValue): \(offence.what)" }

  private static func answer(
    _ place: Place, _ what: String, requests: [Place] = Place.flow,
    _ change: @escaping @Sendable (inout AnswerDraft) -> Void
  ) -> LawfulDifference {
    LawfulDifference(offence: .answer(place, what, "", change), requests: requests)
  }

  private static func member(_ place: Place, _ name: String, _ value: JSON?) -> LawfulDifference {
    LawfulDifference(offence: .member(place, "", name, value))
  }

  private static func idToken(
    _ what: String, requests: [Place] = Place.flow, _ change: @escaping @Sendable (inout IDTokenDraft) -> Void
  ) -> LawfulDifference {
    LawfulDifference(offence: .idToken(what, "", change), requests: requests)
  }

  private static let otherPlace: LawfulDifference = {
    var difference = answer(.metadata, "metadata at the address of RFC 8414 alone") {
      $0.answer = WireAnswer(status: 404)
    }
    difference.offence.hasOtherMetadata = true
    difference.requests = [.metadata, .otherMetadata] + Place.from(.registrationLogin)
    return difference
  }()

  static let all: [LawfulDifference] = [
    otherPlace,
    answer(.metadata, "a type with parameters") { $0["Content-Type"] = "Application/JSON; charset=UTF-8" },
    member(.metadata, "code_challenge_methods_supported", nil),
    member(.metadata, "unheard_of", [["of": "this"]]),
    member(.metadata, "authorization_response_iss_parameter_supported", nil),
    member(.metadata, "response_types_supported", []), member(.metadata, "code_challenge_methods_supported", .null),
    member(.metadata, "grant_types_supported", "authorization_code refresh_token"),
    member(.metadata, "revocation_endpoint", ""), member(.metadata, "mtls_endpoint_aliases", []),
    member(.metadata, "require_pushed_authorization_requests", "false"),
    answer(.registrationToken, "bearer in capitals") { $0.json = $0.json.setting("token_type", "BEARER") },
    member(.registrationToken, "expires_in", "300"),
    member(.registrationToken, "expires_in", nil),
    member(.registrationToken, "expires_in", 0),
    member(.registrationToken, "expires_in", .number("1e300")),
    member(.registrationToken, "scope", nil),
    member(.registrationToken, "scope", "dcr and more"),
    member(.token, "scope", nil),
    member(.token, "expires_in", "300"),
    member(.token, "not-before-policy", 0),
    member(.token, "expires_in", -1), member(.token, "expires_in", "soon"), member(.token, "expires_in", [:]),
    member(.token, "scope", ["openid", "profile"]), member(.refresh, "refresh_token", ""),
    member(.refresh, "refresh_token", "SECRET-MARK\0"), member(.refresh, "expires_in", .null),
    member(.registrationToken, "refresh_token", []),
    answer(.login, "a fragment of the address before") { $0.location += "#_=_" },
    answer(.registrationLogin, "an empty fragment") { $0.location += "#" },
    answer(.login, "a parameter of its own that cannot be read") { $0.location += "&session=a b|%E9&session=%4" },
    answer(.registration, "200 in the place of 201") { $0.answer.status = 200 },
    member(.registration, "redirect_uris", nil),
    member(.registration, "client_secret_expires_at", nil),
    member(.registration, "registration_client_uri", nil),
    member(.registration, "registration_access_token", nil),
    member(.registration, "refresh_token_ttl", 3600),
    member(.registration, "client_secret_expires_at", 4_000_000_000),
    member(.registration, "client_secret_expires_at", "0"), member(.registration, "client_secret_expires_at", -1),
    member(.registration, "client_id_issued_at", "1795642597"),
    member(.registration, "client_id_issued_at", .number("1795642597000")),
    member(.registration, "redirect_uris", "io.curity.dcrclient:/callback"),
    member(.registration, "grant_types", []), member(.registration, "response_types", .null),
    // A registration managed elsewhere is not managed: the app requests nothing there.
    member(.registration, "registration_access_token", "SECRET-MARK\r\n"),
    member(.registration, "registration_client_uri", "/register/1"),
    member(.registration, "registration_client_uri", ""),
    answer(.registration, "management over http") {
      $0.json = $0.json.setting("registration_client_uri", .string("http" + $0.base.dropFirst(5) + "/register/1"))
    },
    answer(.registration, "management at another origin") {
      $0.json = $0.json.setting("registration_client_uri", .string($0.elsewhere + "/register/1"))
    },
    answer(.keys, "a key set as application/jwk-set+json") { $0["Content-Type"] = "application/jwk-set+json" },
    answer(.keys, "keys of unknown kinds beside") {
      $0.json = ["keys": .array([["kty": "future", "kid": "f"]] + ($0.json["keys"]?.arrayValue ?? []))]
    },
    answer(.keys, "a rollover: the new key comes with the second fetch", requests: rollover) {
      if $0.earlier == 0 { $0.json = ["keys": [TokenKey.jwk(TokenKey.foreignRSA, kid: "key-0")]] }
    },
    answer(.keys, "a rollover: old and new key side by side") {
      $0.json = [
        "keys": .array([TokenKey.jwk(TokenKey.foreignRSA, kid: "key-0")] + ($0.json["keys"]?.arrayValue ?? []))
      ]
    },
    idToken("no typ and no kid") { $0.header = ["alg": "RS256"] },
    idToken("no at_hash") { $0.claims = $0.claims.setting("at_hash", nil) },
    idToken("a clock 50 seconds ahead") { draft in
      let now = draft.claims["iat"]?.intValue ?? 0
      draft.claims = draft.claims.setting("iat", .number("\(now + 50)"))
    },
    idToken("an audience of one in an array") { draft in
      draft.claims = draft.claims.setting("aud", .array([.string(HostileServer.clientID)]))
    },
    answer(.refresh, "neither refresh nor ID token anew", requests: Place.flow.filter { $0 != .refreshedKeys }) {
      $0.json = $0.json.setting("refresh_token", nil).setting("id_token", nil)
    },
  ]

  private static let rollover = Place.through(.keys) + Place.from(.keys)
}
