import SharedValues

/// A protected API beside the server that the app knows; it behaves well except for one offence.
extension HostileServer {
  /// RFC 9728 §5.1 and §3.2, RFC 9449 §7.1.
  static func api(_ place: Place, _ request: WireRequest, _ state: inout State) -> WireAnswer {
    let metadata = state.base + "/.well-known/oauth-protected-resource" + apiPath
    switch place {
    case .probe:
      return WireAnswer(
        status: 401,
        headers: [(name: "WWW-Authenticate", value: "DPoP algs=\"ES256\", resource_metadata=\"\(metadata)\"")])
    case .resource:
      return json([
        "resource": .string(state.base + apiPath), "authorization_servers": [.string(state.base)],
        "bearer_methods_supported": ["header"],
      ])
    default:
      return state.expects(request["Authorization"] == state.using(state.accessToken), "an API with another token") {
        _ in
        json([place.rawValue: place == .accounts ? [account] : []])
      }
    }
  }

  static let account: JSON = [
    "id": "a1", "kind": "current", "number": "1", "balance": ["currency": "EUR", "amount": "100.00"],
  ]
}

/// The ways in which an API can attack or confuse an app with every option on.
extension Offence {
  static let ofAPI = probeOffences + resourceOffences + callOffences

  private static func bank(
    _ place: Place, _ what: String, _ code: String, then: [Place] = [],
    _ change: @escaping @Sendable (inout AnswerDraft) -> Void
  ) -> Offence {
    var offence = Offence.answer(place, what, code, change).on(.api)
    offence.requests += then
    return offence
  }

  // MARK: Before the API has a token

  private static func names(
    _ what: String, _ code: String = "resource_metadata_elsewhere",
    _ url: @escaping @Sendable (AnswerDraft) -> String
  ) -> Offence {
    bank(.probe, what, code) {
      $0["WWW-Authenticate"] = "DPoP resource_metadata=\"\(url($0))\""
    }
  }

  private static let probeOffences: [Offence] =
    [
      names("metadata at another origin") { $0.elsewhere + "/metadata" },
      names("metadata without TLS") { $0.base.replacing("https", with: "http") + "/metadata" },
      names("metadata at the same host by another name") { $0.base.replacing("localhost", with: "127.0.0.1") + "/x" },
      names("metadata behind a user name") { $0.base + "@evil.example/x" },
      names("metadata with a fragment") { $0.base + "/metadata#part" },
      names("metadata at a path alone") { _ in "/metadata" },
      names("metadata in a script") { _ in "javascript:alert(1)" },
      names("metadata in a file") { _ in "file:///etc/passwd" },
      names("metadata nowhere") { _ in "" },
      // The line break ends the header field, and the rest is not a header field.
      names("metadata with a line break", "malformed_response") { $0.base + "/x\\\r\\\ny" },
    ]
    + [
      (500, "http_server_error"), (502, "http_server_error"), (503, "service_unavailable"), (429, "too_many_requests"),
    ]
    .map { status, code in bank(.probe, "\(status) without a token", code) { $0.answer = WireAnswer(status: status) } }

  private static func says(_ code: String, _ name: String, _ value: JSON?) -> Offence {
    Offence.member(.resource, code, name, value).on(.api)
  }

  private static let resourceOffences: [Offence] =
    [
      says("resource_mismatch", "resource", nil), says("resource_mismatch", "resource", ""),
      says("resource_mismatch", "resource", "https://evil.example/bank"),
      says("response_member_wrong_type", "resource", 1),
      says("resource_issuer_mismatch", "authorization_servers", nil),
      says("resource_issuer_mismatch", "authorization_servers", []),
      says("resource_issuer_mismatch", "authorization_servers", ["https://evil.example"]),
      says("response_member_wrong_type", "authorization_servers", "https://evil.example"),
      says("invalid_client", "error", "invalid_client"),
      bank(.resource, "resource with a slash at its end", "resource_mismatch") {
        $0.json = $0.json.setting("resource", .string($0.base + HostileServer.apiPath + "/"))
      },
      bank(.resource, "resource in capitals", "resource_mismatch") {
        $0.json = $0.json.setting("resource", .string($0.base.uppercased() + HostileServer.apiPath))
      },
      bank(.resource, "an issuer with a slash at its end", "resource_issuer_mismatch") {
        $0.json = $0.json.setting("authorization_servers", [.string($0.base + "/")])
      },
      bank(.resource, "resource twice", "response_duplicate_member") {
        $0.text = $0.text.dropLast() + #","resource":"https://evil.example"}"#
      },
      bank(.resource, "a redirect", "http_redirect_refused") {
        $0.answer = WireAnswer(status: 302, headers: [(name: "Location", value: $0.elsewhere + "/metadata")])
      },
      bank(.resource, "a page", "response_not_json") { $0["Content-Type"] = "text/html" },
      bank(.resource, "a list", "response_not_object") { $0.text = "[]" },
      bank(.resource, "nothing", "response_malformed_json") { $0.text = "" },
      bank(.resource, "2 MB", "body_too_large") { $0.text = String(repeating: " ", count: 2 << 20) },
      bank(.resource, "nothing is there", "http_not_found") { $0.answer = WireAnswer(status: 404) },
    ]

  // MARK: When the API has a token

  private static func refuses(
    _ status: Int, _ challenge: String, _ code: String, then: [Place] = []
  ) -> [Offence] {
    [Place.accounts, .payments].map { place in
      bank(place, "\(status) \(challenge.prefix(60))", code, then: then == [.accounts] ? [place] : then) {
        $0.answer = WireAnswer(status: status, headers: [(name: "WWW-Authenticate", value: challenge)])
      }
    }
  }

  private static func demands(
    _ what: String, _ code: String, then: [Place] = [], _ nonces: @escaping @Sendable (Int) -> [String]
  )
    -> Offence
  {
    var offence = bank(.accounts, what, code, then: then) { _ in }
    offence.refusal = { earlier in
      WireAnswer(
        status: 401,
        headers: [(name: "WWW-Authenticate", value: #"DPoP error="use_dpop_nonce", algs="ES256""#)]
          + nonces(earlier).map { (name: "DPoP-Nonce", value: $0) })
    }
    return offence
  }

  private static let stepUp = #"DPoP error="insufficient_user_authentication""#

  private static let challengeOffences: [Offence] =
    refuses(403, #"DPoP error="invalid_token""#, "invalid_token")
    + refuses(401, #"DPoP error="invalid_dpop_proof""#, "invalid_dpop_proof")
    + refuses(401, #"DPoP error="invalid_client""#, "invalid_client")
    + refuses(400, #"Bearer error="invalid_grant""#, "invalid_grant")
    + refuses(401, #"DPoP error="client_secret_expired""#, "server_reported_error")
    + refuses(401, #"DPoP error="made_up""#, "server_reported_error")
    + refuses(401, "Negotiate", "http_unauthorized") + refuses(401, "", "http_unauthorized")
    + refuses(403, "DPoP", "http_forbidden")
    + refuses(500, #"DPoP error="invalid_token""#, "http_server_error")
    + refuses(503, "DPoP", "service_unavailable")
    + refuses(401, stepUp + #", acr_values="a", max_age="60""#, "insufficient_user_authentication")
    + refuses(401, stepUp, "insufficient_user_authentication")
    + refuses(401, stepUp + #", max_age="tomorrow""#, "response_member_malformed")
    + refuses(401, stepUp + #", max_age="-5""#, "response_member_malformed")
    + refuses(401, stepUp + #", acr_values=" a""#, "response_member_malformed")
    + refuses(403, stepUp + #", max_age="60""#, "insufficient_user_authentication")

  private static let nonceOffences: [Offence] = [
    demands("always a new nonce", "use_dpop_nonce", then: [.accounts]) { ["nonce\($0)"] },
    demands("a nonce is demanded and never given", "dpop_nonce_missing") { _ in [] },
    demands("two nonces", "response_member_malformed") { _ in ["one", "two"] },
    demands("a nonce with a space", "response_member_malformed") { _ in ["a b"] },
    demands("the nonce that it gave is refused", "use_dpop_nonce", then: [.accounts]) { _ in ["nonce"] },
  ]

  private static func lists(_ what: String, _ code: String, _ text: String) -> Offence {
    bank(.accounts, what, code) { $0.text = text }
  }

  private static func listsAccount(_ code: String, _ name: String, _ value: JSON?) -> Offence {
    bank(.accounts, "\(name) \(value.map { String($0.compact.prefix(40)) } ?? "absent")", code) {
      $0.json = ["accounts": [HostileServer.account.setting(name, value)]]
    }
  }

  private static let listOffences: [Offence] = [
    lists("no accounts", "response_member_malformed", "{}"), lists("a page", "response_malformed_json", "<html>"),
    lists("accounts that are a number", "response_member_wrong_type", #"{"accounts":7}"#),
    lists("accounts that are numbers", "response_member_wrong_type", #"{"accounts":[7]}"#),
    lists("accounts twice", "response_duplicate_member", #"{"accounts":[],"accounts":[]}"#),
    lists(
      "a deep answer", "response_too_deep", String(repeating: "[", count: 400) + String(repeating: "]", count: 400)),
    lists("2 MB of accounts", "body_too_large", #"{"accounts":["# + String(repeating: " ", count: 2 << 20) + "]}"),
    lists("accounts beside an error", "invalid_token", #"{"accounts":[],"error":"invalid_token"}"#),
    listsAccount("response_member_malformed", "id", nil), listsAccount("response_member_malformed", "number", ""),
    listsAccount("response_member_wrong_type", "kind", 1), listsAccount("response_member_malformed", "balance", nil),
    listsAccount("response_member_malformed", "balance", ["currency": "€", "amount": "1.00"]),
    listsAccount("response_member_malformed", "balance", ["currency": "EUR", "amount": "1,00"]),
    listsAccount("response_member_malformed", "balance", ["currency": "EUR", "amount": "NaN"]),
    listsAccount("response_member_wrong_type", "balance", ["currency": "EUR", "amount": 1]),
  ]

  /// The app renews a refused token once and repeats the call with the new token, but not again.
  private static let renewed: Offence = bank(
    .accounts, "no token is ever good enough", "invalid_token",
    then: [.refresh, .refreshedKeys, .refreshedUserinfo, .accounts]
  ) {
    $0.answer = WireAnswer(status: 401, headers: [(name: "WWW-Authenticate", value: #"DPoP error="invalid_token""#)])
  }

  private static let callOffences = challengeOffences + nonceOffences + listOffences + [renewed]
}
