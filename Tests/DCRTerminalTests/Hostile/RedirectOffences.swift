import SharedValues

/// The authorization response and the return from a sign-out (RFC 6749 §4.1.2, RFC 9207 §2.4, RFC 9700 §4.4, RFC 8252 §8.10,
/// OpenID Connect RP-Initiated Logout 1.0 §3).
extension Offence {
  private static let evil = "https%3A%2F%2Fevil.example"

  /// Wrong answers to either login.
  private static func answers(at place: Place) -> [Offence] {
    [
      .parameter(place, "state_missing", "state", nil), .parameter(place, "state_missing", "state", ""),
      .parameter(place, "state_mismatch", "state", "another"),
      .parameter(place, "iss_missing", "iss", nil), .parameter(place, "iss_mismatch", "iss", evil),
      .parameter(place, "code_missing", "code", nil), .parameter(place, "code_missing", "code", ""),
      .parameter(place, "code_malformed", "code", "a%0D%0Ab"), .parameter(place, "code_malformed", "code", "%1B%5B31m"),
      .parameter(place, "code_malformed", "code", String(repeating: "a", count: 9000)),
      .parameter(place, "authorization_response_malformed", "code", String(repeating: "a", count: 20_000)),
      .parameter(place, "authorization_response_malformed", "code", "%FF"),
      .parameter(place, "authorization_response_malformed", "code", "%4"),
      .answer(place, "state twice", "authorization_response_duplicate_parameter") { $0.location += "&state=another" },
      .answer(place, "code twice", "authorization_response_duplicate_parameter") { $0.location += "&%63ode=another" },
      .answer(place, "iss twice", "authorization_response_duplicate_parameter") { $0.location += "&iss=" + evil },
      .answer(place, "a code and an error", "authorization_response_ambiguous") {
        $0.location += "&error=access_denied"
      },
      .answer(place, "an access token", "authorization_response_unexpected_token") {
        $0.location += "&access_token=SECRET-MARK&token_type=bearer"
      },
      .answer(place, "an ID token", "authorization_response_unexpected_token") {
        $0.location += "&id_token=SECRET-MARK"
      },
      .answer(place, "the parameters in a fragment", "authorization_response_fragment") {
        $0.location = $0.location.replacingOccurrences(of: "?", with: "#")
      },
      .answer(place, "a part of it in a fragment besides", "authorization_response_fragment") {
        $0.location += "#_=_&state=another"
      },
      .answer(place, "another path", "redirect_uri_mismatch") {
        $0.location = $0.location.replacingOccurrences(of: ":/callback", with: ":/other")
      },
      .answer(place, "another spelling of the path", "redirect_uri_mismatch") {
        $0.location = $0.location.replacingOccurrences(of: ":/callback", with: ":///callback")
      },
      .answer(place, "the redirect of a sign-out", "redirect_uri_mismatch") {
        $0.location = $0.location.replacingOccurrences(of: ":/callback", with: ":/logoutcallback")
      },
      .answer(place, "refused", "access_denied") {
        $0.set("code", nil)
        $0.location += "&error=access_denied&error_description=no"
      },
      .answer(place, "an error of its own", "server_reported_error") {
        $0.set("code", nil)
        $0.location += "&error=quota%1B%5B2Jexceeded"
      },
      .answer(place, "an error with another state", "state_mismatch") {
        $0.set("code", nil)
        $0.set("state", "another")
        $0.location += "&error=access_denied"
      },
      .answer(place, "an error of another issuer", "iss_mismatch") {
        $0.set("code", nil)
        $0.set("iss", evil)
        $0.location += "&error=access_denied"
      },
    ]
  }

  static let redirectOffences = [Place.registrationLogin, .login].flatMap(answers) + mixtures

  private static let mixtures: [Offence] = [
    .answer(.login, "the answer to the first login", "state_mismatch") { $0.location = $0.firstRedirect },
    .answer(.registrationLogin, "the server may come back later", "temporarily_unavailable") {
      $0.set("code", nil)
      $0.location += "&error=temporarily_unavailable"
    },
  ]

  static let logoutOffences: [Offence] = [
    .parameter(.logout, "end_session_state_missing", "state", nil),
    .parameter(.logout, "end_session_state_mismatch", "state", "another"),
    .answer(.logout, "state twice", "end_session_response_malformed") { $0.location += "&state=another" },
    .answer(.logout, "a fragment", "end_session_response_malformed") { $0.location += "#state=x" },
    .answer(.logout, "the redirect of a login", "post_logout_redirect_mismatch") {
      $0.location = $0.location.replacingOccurrences(of: ":/logoutcallback", with: ":/callback")
    },
    .answer(.logout, "an error", "server_error") { $0.location += "&error=server_error" },
    .answer(.logout, "a page without a way back", "user_agent_failed") {
      $0.answer = WireAnswer(headers: [(name: "Content-Type", value: "text/html")])
    },
  ]
}
