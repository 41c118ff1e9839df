import Foundation
import SharedValues
import Testing

@testable import OAuthClient

enum DeviceAuthorizationDefects {
  private static func answer(_ name: String, _ value: JSON?) -> HTTPResponse {
    Fixture.json(DeviceAuthorizationTests.example.setting(name, value))
  }

  private static func defect(_ code: String, _ what: String, _ response: HTTPResponse) -> Defect {
    Defect(code, "codes for a login elsewhere: \(what)") {
      _ = try DeviceAuthorizationRequest.judge(
        response, issuer: "https://server.example.com", scope: "dcr", now: Fixture.now)
    }
  }

  private static func member(_ code: String, _ name: String, _ value: JSON?) -> Defect {
    defect(code, "\(name) \(value.map { String($0.compact.prefix(40)) } ?? "absent")", answer(name, value))
  }

  private static func question(_ code: String, _ status: Int = 400) -> Defect {
    Defect(code, "the question whether a login elsewhere is done, \(status)") {
      let codes = try DeviceAuthorizationRequest.judge(
        answer("interval", 5), issuer: "https://server.example.com", scope: "dcr", now: Fixture.now)
      _ = try DeviceCodeRequest.judge(
        Fixture.json(["error": .string(code)], status: status), for: codes, now: Fixture.now)
    }
  }

  static let all: [Defect] =
    [
      Defect("metadata_missing_device_authorization_endpoint", "nowhere to ask for codes") {
        _ = try DeviceAuthorizationRequest.build(
          metadata: Fixture.metadata(), credentials: Fixture.registration().credentials, scope: "dcr")
      },
      member("device_code_missing", "device_code", nil), member("response_member_malformed", "device_code", ""),
      member("response_member_malformed", "device_code", "SECRET\r\nX: y"),
      member("response_member_wrong_type", "device_code", 1), member("user_code_missing", "user_code", nil),
      member("user_code_missing", "user_code", "   "),
      member("response_member_malformed", "user_code", "WDJB\u{1B}[2J"),
      member("response_member_malformed", "user_code", .string(String(repeating: "A", count: 65))),
      member("verification_uri_missing", "verification_uri", nil),
      member("verification_uri_invalid", "verification_uri", "http://example.com/device"),
      member("verification_uri_invalid", "verification_uri", "http://127.0.0.1/device"),
      member("verification_uri_invalid", "verification_uri", "javascript:alert(1)"),
      member("verification_uri_invalid", "verification_uri", "https://user@example.com/device"),
      member("verification_uri_invalid", "verification_uri", "https://example.com/dev ice"),
      member(
        "verification_uri_invalid", "verification_uri",
        .string("https://example.com/" + String(repeating: "a", count: 2048))),
      member("device_code_expiry_invalid", "expires_in", nil), member("device_code_expiry_invalid", "expires_in", 0),
      member("device_code_expiry_invalid", "expires_in", -1),
      member("device_code_expiry_invalid", "expires_in", "soon"),
      defect("unauthorized_client", "the client may not", Fixture.json(["error": "unauthorized_client"], status: 400)),
      defect("http_status_unexpected", "201", Fixture.json(DeviceAuthorizationTests.example, status: 201)),
      question("access_denied"), question("expired_token"), question("invalid_grant"),
    ]
}

/// The device authorization grant (RFC 8628): requests, codes, and the server's answers while the app polls.
@Suite struct DeviceAuthorizationTests {
  private static let issuer: Issuer = "https://server.example.com"
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func answer(_ body: JSON, _ status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.compact.utf8))
  }

  private func judge(_ body: JSON, _ status: Int = 200) throws(ProtocolError) -> DeviceAuthorization {
    try DeviceAuthorizationRequest.judge(answer(body, status), issuer: Self.issuer, scope: "openid", now: Self.now)
  }

  /// The example of §3.2.
  static let example: JSON = [
    "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS", "user_code": "WDJB-MJHT",
    "verification_uri": "https://example.com/device",
    "verification_uri_complete": "https://example.com/device?user_code=WDJB-MJHT", "expires_in": 1800, "interval": 5,
  ]

  /// The examples of §3.1 and §3.4, byte for byte except for the order of the parameters.
  @Test func theRequestsOfTheRFC() throws {
    let metadata = try Fixture.metadata(
      ("device_authorization_endpoint", "https://server.example.com/device_authorization"))
    let client = ClientCredentials(clientID: "1406020730", authentication: .none)
    let request = try DeviceAuthorizationRequest.build(metadata: metadata, credentials: client, scope: "example_scope")
    #expect(request.method == "POST" && request.url == "https://server.example.com/device_authorization")
    #expect(request.headers[first: "Content-Type"] == "application/x-www-form-urlencoded")
    #expect(
      Set(String(decoding: request.body, as: UTF8.self).split(separator: "&"))
        == ["client_id=1406020730", "scope=example_scope"])
    let codes = try judge(Self.example)
    let poll = DeviceCodeRequest.build(codes, metadata: metadata, credentials: client)
    #expect(poll.url == metadata.tokenEndpoint)
    #expect(
      Set(String(decoding: poll.body, as: UTF8.self).split(separator: "&")) == [
        "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code",
        "device_code=GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS", "client_id=1406020730",
      ])
    #expect(!"\(poll)".contains("GmRhmhcxhwAzkoEqiMEg") || poll.secretParts.body.contains("device_code"))
  }

  @Test func theAnswerOfTheRFC() throws {
    let codes = try judge(Self.example)
    #expect(codes.deviceCode.revealed == "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS")
    #expect(codes.userCode == "WDJB-MJHT")
    #expect(codes.verificationURI == "https://example.com/device")
    #expect(codes.verificationURIComplete == "https://example.com/device?user_code=WDJB-MJHT")
    #expect(codes.expiresAt == Self.now + 1800)
    #expect(codes.interval == 5)
    #expect(codes.asksForIDToken)
  }

  /// Optional members never fail: `interval` falls back to 5 seconds (§3.5), a link to another host is dropped.
  @Test func optionalMembers() throws {
    for (value, seconds) in [
      (nil, 5.0), ("7", 7), (0, 1), (-3, 5), ("soon", 5), (600, 600), (.number("1e9"), 1800), (true, 5),
    ]
      as [(JSON?, Double)]
    {
      #expect(try judge(Self.example.setting("interval", value)).interval == seconds)
    }
    for value in [nil, "https://evil.example/device", "http://example.com/device", 1] as [JSON?] {
      #expect(try judge(Self.example.setting("verification_uri_complete", value)).verificationURIComplete == nil)
    }
    // The member's name in the drafts.
    let old = Self.example.setting("verification_uri", nil).setting("verification_url", "https://example.com/device")
    #expect(try judge(old).verificationURI == "https://example.com/device")
  }

  /// Plain http is accepted on the loopback of an issuer that is there itself, by named opt-in.
  @Test func plainHTTPOnLoopback() throws {
    let body = Self.example.setting("verification_uri", "http://127.0.0.1:8080/device")
      .setting("verification_uri_complete", nil)
    let codes = try DeviceAuthorizationRequest.judge(
      answer(body), issuer: "http://127.0.0.1:8080", scope: "dcr", allowPlainHTTPLoopback: true, now: Self.now)
    #expect(codes.verificationURI == "http://127.0.0.1:8080/device")
    #expect(!codes.asksForIDToken)
  }

  // MARK: §3.5

  private func poll(_ body: JSON, _ status: Int = 400) throws(ProtocolError) -> DeviceAnswer {
    try DeviceCodeRequest.judge(answer(body, status), for: try judge(Self.example), now: Self.now)
  }

  @Test func theAnswersToPolling() throws {
    #expect(try poll(["error": "authorization_pending"]) == .pending)
    #expect(try poll(["error": "slow_down"]) == .slowDown)
    // Some servers send it with 200 or with 401.
    #expect(try poll(["error": "authorization_pending"], 200) == .pending)
    #expect(try poll(["error": "slow_down"], 401) == .slowDown)
    for (error, code) in [
      ("access_denied", ProtocolError.Code.accessDenied), ("expired_token", .expiredToken),
      ("invalid_grant", .invalidGrant), ("no_such_error", .serverReportedError),
    ] {
      #expect { try poll(["error": .string(error)]) } throws: { ($0 as? ProtocolError)?.code == code }
    }
    guard
      case .tokens(let tokens) = try poll(
        ["access_token": "a", "token_type": "Bearer", "expires_in": 300, "id_token": "a.b.c"], 200)
    else {
      Issue.record("no tokens")
      return
    }
    #expect(tokens.accessToken.revealed == "a")
    // `openid` was requested.
    #expect { try poll(["access_token": "a", "token_type": "Bearer"], 200) } throws: {
      ($0 as? ProtocolError)?.code == .tokenMissingIDToken
    }
  }
}
