import SharedValues

/// The ways in which a server can attack or confuse an app with every option on: DPoP (RFC 9449), `private_key_jwt` (RFC 7523) and
/// pushed authorization requests (RFC 9126).
extension Offence {
  static let ofKeys =
    nonceOffences + tokenTypeOffences + keyRegistrationOffences + pushedOffences + challengeOffences
    + keyMetadataOffences

  /// - Parameter then: the further requests before the app notices.
  static func keyed(
    _ place: Place, _ what: String, _ code: String, then: [Place] = [],
    _ change: @escaping @Sendable (inout AnswerDraft) -> Void
  ) -> Offence {
    var offence = Offence.answer(place, what, code, change).on(.keys)
    offence.requests += then
    return offence
  }

  static func keyedMember(_ place: Place, _ code: String, _ name: String, _ value: JSON?) -> Offence {
    Offence.member(place, code, name, value).on(.keys)
  }

  // MARK: Nonces

  /// A refusal for lack of a nonce (RFC 9449 §8), with these nonces.
  static func demand(_ nonces: [String], _ status: Int = 400, _ error: JSON = "use_dpop_nonce") -> WireAnswer {
    var answer = HostileServer.json(["error": error], status: status)
    answer.headers += nonces.map { (name: "DPoP-Nonce", value: $0) }
    return answer
  }

  private static func refusing(
    _ place: Place, _ what: String, _ code: String, then: [Place] = [],
    _ refusal: @escaping @Sendable (Int) -> WireAnswer?
  ) -> Offence {
    var offence = keyed(place, what, code, then: then) { _ in }
    offence.refusal = refusal
    return offence
  }

  /// Each request that carries a proof to the authorization server.
  static let askedForNonces: [Place] = [.pushedRegistration, .registrationToken, .pushedLogin, .token, .refresh]

  private static let nonceOffences: [Offence] =
    askedForNonces.flatMap { demands(at: $0) } + spelledNonces + oneNonceOffences

  private static func demands(at place: Place) -> [Offence] {
    [
      refusing(place, "always a new nonce", "use_dpop_nonce", then: [place]) { demand(["nonce\($0)"]) },
      refusing(place, "a nonce is demanded and never given", "dpop_nonce_missing") { _ in demand([]) },
    ]
  }

  private static let spellings: [(what: String, nonce: String)] = [
    ("a tab", "a\tb"), ("a quotation mark", #""n""#), ("a backslash", #"a\b"#), ("a space", "a b"),
    ("nothing in it", ""), ("2 kB", String(repeating: "n", count: 2048)), ("letters beyond ASCII", "nonçe"),
    ("a list", "a, b"),
  ]

  private static let spelledNonces: [Offence] = spellings.map { spelling in
    refusing(.token, "a nonce with \(spelling.what)", "response_member_malformed") { _ in demand([spelling.nonce]) }
  }

  private static let oneNonceOffences: [Offence] = [
    refusing(.token, "two nonces", "response_member_malformed") { _ in demand(["one", "two"]) },
    refusing(.token, "the same nonce twice", "response_member_malformed") { _ in demand(["one", "one"]) },
    refusing(.token, "a nonce, and then a demand without one", "dpop_nonce_missing", then: [.token]) {
      demand($0 == 0 ? ["nonce"] : [])
    },
    refusing(.token, "the nonce that it gave is refused", "use_dpop_nonce", then: [.token]) { _ in demand(["nonce"]) },
    refusing(.token, "a nonce, and then another error", "invalid_dpop_proof", then: [.token]) {
      $0 == 0 ? demand(["nonce"]) : demand(["nonce2"], 400, "invalid_dpop_proof")
    },
    refusing(.token, "a nonce is demanded with 200", "use_dpop_nonce") { _ in demand(["nonce"], 200) },
    refusing(.token, "a nonce is demanded with 401", "use_dpop_nonce") { _ in demand(["nonce"], 401) },
    refusing(.token, "a nonce is demanded with 403", "use_dpop_nonce") { _ in demand(["nonce"], 403) },
    refusing(.token, "a nonce is demanded with 500", "http_server_error") { _ in demand(["nonce"], 500) },
    refusing(.token, "a nonce beside another error", "invalid_grant") { _ in demand(["nonce"], 400, "invalid_grant") },
    refusing(.token, "a demand in capitals", "server_reported_error") { _ in demand(["nonce"], 400, "USE_DPOP_NONCE") },
    refusing(.token, "a demand in a list", "http_status_unexpected") { _ in
      demand(["nonce"], 400, ["use_dpop_nonce"])
    },
    refusing(.registration, "always a new nonce", "use_dpop_nonce", then: [.registration]) {
      challenge(["nonce\($0)"])
    },
    refusing(.registration, "a nonce is demanded and never given", "dpop_nonce_missing") { _ in challenge([]) },
  ]

  /// The same from a resource server (RFC 9449 §9).
  private static func challenge(
    _ nonces: [String], _ text: String = #"DPoP error="use_dpop_nonce", algs="ES256""#
  ) -> WireAnswer {
    WireAnswer(
      status: 401,
      headers: [(name: "WWW-Authenticate", value: text)] + nonces.map { (name: "DPoP-Nonce", value: $0) })
  }

  // MARK: The token's type

  private static let tokenTypeOffences =
    tokenTypes(at: .registrationToken) + tokenTypes(at: .token) + tokenTypes(at: .refresh)

  private static func tokenTypes(at place: Place) -> [Offence] {
    [
      keyedMember(place, "token_type_downgraded", "token_type", "Bearer"),
      keyedMember(place, "token_type_downgraded", "token_type", "bearer"),
      keyedMember(place, "token_type_unsupported", "token_type", "N_A"),
      keyedMember(place, "token_type_unsupported", "token_type", "DPoP "),
      keyedMember(place, "token_type_unsupported", "token_type", "DPoP, Bearer"),
      keyedMember(place, "token_type_unsupported", "token_type", ""),
      keyedMember(place, "token_missing_token_type", "token_type", nil),
      keyedMember(place, "response_member_wrong_type", "token_type", 1),
      keyedMember(place, "response_member_wrong_type", "token_type", ["DPoP"]),
      keyed(place, "token_type twice", "response_duplicate_member") {
        $0.text = $0.text.dropLast() + #","token_type":"Bearer"}"#
      },
    ]
  }

  // MARK: Userinfo

  /// The user stays signed in and sees a warning.
  private static func warned(_ what: String, _ code: String, _ text: String...) -> Offence {
    let headers = text.map { (name: "WWW-Authenticate", value: $0) }
    return keyed(.userinfo, what, code, then: [.registrationRead]) {
      $0.answer = WireAnswer(status: 401, headers: headers)
    }.warning
  }

  private static let challengeOffences: [Offence] = [
    refusing(.userinfo, "always a new nonce", "use_dpop_nonce", then: [.userinfo, .registrationRead]) {
      challenge(["nonce\($0)"])
    }.warning,
    refusing(.userinfo, "a nonce for Bearer", "use_dpop_nonce", then: [.registrationRead]) { _ in
      challenge(["nonce"], #"Bearer error="use_dpop_nonce""#)
    }.warning,
    refusing(.userinfo, "a nonce is demanded and never given", "dpop_nonce_missing") { _ in challenge([]) },
    refusing(.userinfo, "two nonces", "response_member_malformed") { _ in challenge(["one", "two"]) },
    warned("the token is refused", "invalid_token", #"DPoP error="invalid_token", algs="ES256""#),
    warned("the proof is refused", "invalid_dpop_proof", #"DPoP error="invalid_dpop_proof""#),
    warned("the token as Bearer, please", "http_unauthorized", #"Bearer realm="userinfo""#),
    warned("an error of Bearer", "invalid_token", #"Bearer error="invalid_token""#),
    warned("either, as you like", "http_unauthorized", #"DPoP algs="ES256", Bearer realm="x""#),
    warned("algorithms that the app does not have", "invalid_token", #"DPoP algs="HS256 none", error="invalid_token""#),
    warned("20 kB", "http_unauthorized", "DPoP realm=\"" + String(repeating: "a", count: 20_000) + #"", error="x""#),
    warned("no challenge", "http_unauthorized"), warned("an empty one", "http_unauthorized", ""),
    warned("no scheme", "http_unauthorized", #"error="use_dpop_nonce""#),
    warned("punctuation", "http_unauthorized", #"=,=",;"#),
    warned("a scheme in quotation marks", "http_unauthorized", #""DPoP" error="use_dpop_nonce""#),
    warned("an error of its own", "server_reported_error", #"DPoP error="quota[2Jexceeded""#),
    warned("many", "http_unauthorized", Array(repeating: "Basic realm=\"x\"", count: 40).joined(separator: ", ")),
  ]
}
