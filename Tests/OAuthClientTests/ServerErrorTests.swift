import OAuthClient
import SharedValues
import Testing

/// Errors that servers report in their own words, wherever they can.
enum ServerErrorDefects {
  static let consequences: [String: ProtocolError.Consequence] = [
    "invalid_request": .refused, "invalid_client": .refused, "invalid_grant": .refused,
    "unauthorized_client": .refused, "unsupported_grant_type": .configuration, "invalid_scope": .configuration,
    "access_denied": .refused, "unsupported_response_type": .configuration, "server_error": .invalidResponse,
    "temporarily_unavailable": .tryLater, "interaction_required": .refused, "login_required": .refused,
    "account_selection_required": .refused, "consent_required": .refused, "invalid_request_uri": .refused,
    "invalid_request_object": .refused, "request_not_supported": .refused, "request_uri_not_supported": .refused,
    "registration_not_supported": .refused, "invalid_redirect_uri": .configuration,
    "invalid_client_metadata": .configuration, "invalid_software_statement": .configuration,
    "unapproved_software_statement": .refused, "invalid_token": .refused, "insufficient_scope": .refused,
    "invalid_dpop_proof": .refused, "use_dpop_nonce": .refused, "invalid_target": .configuration,
    "authorization_pending": .tryLater, "slow_down": .tryLater, "expired_token": .tryLater,
    "insufficient_user_authentication": .refused, "unmet_authentication_requirements": .refused,
  ]

  static let all: [Defect] =
    consequences.keys.sorted().flatMap { code in
      [
        Defect(code, "in the redirect") {
          _ = try AuthorizationResponse.judge(
            "\(Fixture.redirectURI)?error=\(code)&state=state-1&iss=\(Fixture.escapedIssuer)", for: Fixture.request(),
            metadata: Fixture.metadata())
        },
        Defect(code, "in the token response") { try token(400, ["error": .string(code)]) },
        Defect(code, "in the registration response") {
          _ = try RegistrationRequest.judge(
            Fixture.json(["error": .string(code)], status: 400), redirectURI: Fixture.redirectURI, now: Fixture.now)
        },
      ]
    } + [
      Defect("invalid_client", "401") { try token(401, ["error": "invalid_client"]) },
      Defect("invalid_client", "403") { try token(403, ["error": "invalid_client"]) },
      Defect("invalid_grant", "with 200") { try token(200, ["error": "invalid_grant", "access_token": "x"]) },
      Defect("invalid_grant", "without a content type") {
        let response = HTTPResponse(400, body: Array(#"{"error":"invalid_grant"}"#.utf8))
        _ = try TokenRequest.judge(response, expectsIDToken: false, now: Fixture.now)
      },
      Defect("server_reported_error", "a code of its own") { try token(400, ["error": "quota_exceeded"]) },
      Defect("server_reported_error", "one of this app's own codes") { try token(400, ["error": "state_mismatch"]) },
      Defect("http_status_unexpected", "an error of no letters is none") { try token(400, ["error": ""]) },
      Defect("invalid_grant", "with 202") { try token(202, ["error": "invalid_grant"]) },
      Defect("invalid_token", "after a parameter that only ends like it") {
        let challenge = #"Bearer x-error="a", error="invalid_token""#
        let response = HTTPResponse(401, headers: [HTTPHeader("WWW-Authenticate", challenge)])
        _ = try UserInfoRequest.judge(response, subject: "u")
      },
      Defect("invalid_token", "in the challenge") {
        let challenge = #"Bearer realm="a", error="invalid_token", error_description="The access token expired""#
        let response = HTTPResponse(401, headers: [HTTPHeader("WWW-Authenticate", challenge)])
        _ = try UserInfoRequest.judge(response, subject: "u")
      },
      Defect("insufficient_scope", "in the challenge, unquoted") {
        let response = HTTPResponse(
          403, headers: [HTTPHeader("WWW-Authenticate", "Bearer error=insufficient_scope, scope=dcr")])
        _ = try RegistrationRequest.judge(response, redirectURI: Fixture.redirectURI, now: Fixture.now)
      },
    ]

  private static func token(_ status: Int, _ document: JSON) throws {
    _ = try TokenRequest.judge(Fixture.json(document, status: status), expectsIDToken: false, now: Fixture.now)
  }
}

struct ServerErrorTests {
  @Test(arguments: ServerErrorDefects.consequences.sorted { $0.key < $1.key })
  func everyCodeHasItsConsequence(_ entry: (key: String, value: ProtocolError.Consequence)) {
    let error = #expect(throws: ProtocolError.self) {
      try TokenRequest.judge(
        Fixture.json(["error": .string(entry.key), "error_description": "why"], status: 400), expectsIDToken: false,
        now: Fixture.now)
    }
    #expect(error?.code.consequence == entry.value)
    #expect(error?.serverDescription == "why")
  }

  /// A 5xx answer is no refusal: its body is shown, but neither the app nor its exit code acts on it.
  @Test(arguments: ServerErrorDefects.consequences.keys.sorted() + ["quota_exceeded"], [500, 502, 599])
  func aServerErrorIsNoRefusal(_ code: String, _ status: Int) {
    let error = #expect(throws: ProtocolError.self) {
      try TokenRequest.judge(
        Fixture.json(["error": .string(code), "error_description": "why"], status: status), expectsIDToken: false,
        now: Fixture.now)
    }
    let isBelieved = ["server_error", "temporarily_unavailable"].contains(code)
    #expect(error?.code.rawValue == (isBelieved ? code : "http_server_error"))
    #expect(error?.code.consequence == (code == "temporarily_unavailable" ? .tryLater : .invalidResponse))
    // An unknown code is shown with the server's other words.
    let isUnknown = code == "quota_exceeded"
    #expect(error?.serverDescription == (isUnknown ? "quota_exceeded: why" : "why"))
    if !isBelieved { #expect(error?.received == .value(isUnknown ? "\(status)" : "\(status) \(code)")) }
  }

  /// RFC 6750 §3.
  @Test func theChallengeTellsWhy() {
    let challenge = #"Bearer realm="example", error="invalid_token", error_description="The access token expired""#
    let error = #expect(throws: ProtocolError.self) {
      try UserInfoRequest.judge(
        HTTPResponse(401, headers: [HTTPHeader("WWW-Authenticate", challenge)]), subject: nil)
    }
    #expect(error?.serverDescription == "The access token expired")
  }
}
