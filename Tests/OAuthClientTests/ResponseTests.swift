import OAuthClient
import OAuthLiterals
import SharedValues
import Testing

/// Any judge that reads a JSON response: all must agree on status, type and JSON.
struct AnyJudge: Sendable {
  let name: String
  let judge: @Sendable (HTTPResponse) throws -> Void

  static let all: [AnyJudge] = [
    AnyJudge(name: "metadata") {
      _ = try Discovery.judge($0, issuer: Issuer(of: Fixture.issuer), needsRegistration: true)
    },
    AnyJudge(name: "token") { _ = try TokenRequest.judge($0, expectsIDToken: true, now: Fixture.now) },
    AnyJudge(name: "refresh") { response in
      let previous = try TokenRequest.judge(
        Fixture.json(Fixture.tokenDocument), expectsIDToken: true, now: Fixture.now)
      _ = try RefreshRequest.judge(response, previous: previous, now: Fixture.now)
    },
    AnyJudge(name: "registration") {
      _ = try RegistrationRequest.judge($0, redirectURI: Fixture.redirectURI, now: Fixture.now)
    },
    AnyJudge(name: "jwks") { _ = try JWKSRequest.judge($0) },
    AnyJudge(name: "userinfo") { _ = try UserInfoRequest.judge($0, subject: "u") },
  ]

  func defect(_ code: String, _ what: String, _ response: HTTPResponse) -> Defect {
    Defect(code, "\(name): \(what)") { try judge(response) }
  }
}

enum HTTPDefects {
  static let all: [Defect] =
    AnyJudge.all.flatMap { judge in
      [
        judge.defect("too_many_requests", "429", HTTPResponse(429)),
        judge.defect("service_unavailable", "503", HTTPResponse(503)),
        judge.defect("http_server_error", "500", HTTPResponse(500)),
        judge.defect("http_status_unexpected", "204", HTTPResponse(204)),
        judge.defect("http_status_unexpected", "101", HTTPResponse(101)),
        judge.defect("response_not_json", "HTML", text("text/html", "<p>hello")),
        judge.defect("response_not_json", "no type", HTTPResponse(200, body: Array("{}".utf8))),
        judge.defect("response_not_json", "a type that only begins so", text("application/jsonp", "{}")),
      ]
    }
    + AnyJudge.all.filter { $0.name != "metadata" }.flatMap { judge in
      [
        judge.defect(
          "http_redirect_refused", "302", HTTPResponse(302, headers: [HTTPHeader("Location", "https://a.example")])),
        judge.defect("http_redirect_refused", "307", HTTPResponse(307)),
        judge.defect("http_unauthorized", "401 and no more", HTTPResponse(401)),
        judge.defect("http_forbidden", "403 and no more", HTTPResponse(403)),
        judge.defect("http_not_found", "404", HTTPResponse(404)),
        judge.defect("http_status_unexpected", "418", HTTPResponse(418)),
      ]
    }

  private static func text(_ type: String, _ body: String) -> HTTPResponse {
    HTTPResponse(200, headers: [HTTPHeader("content-type", type)], body: Array(body.utf8))
  }
}

enum JSONDefects {
  static let all: [Defect] = AnyJudge.all.flatMap { judge in
    [
      judge.defect("response_malformed_json", "empty", Fixture.json("")),
      judge.defect("response_malformed_json", "cut off", Fixture.json(#"{"issuer": "https"#)),
      judge.defect("response_malformed_json", "two documents", Fixture.json("{}{}")),
      judge.defect("response_malformed_json", "a NUL byte", Fixture.json("{\"a\":\"\0\"}")),
      judge.defect("response_malformed_json", "a comment", Fixture.json("{} // x")),
      judge.defect("response_malformed_json", "a number of 10000 digits", Fixture.json("{\"a\":\(digits)}")),
      judge.defect("response_malformed_json", "NaN", Fixture.json(#"{"expires_in":NaN}"#)),
      judge.defect("response_malformed_json", "half a surrogate pair", Fixture.json(#"{"a":"\ud800"}"#)),
      judge.defect("response_malformed_json", "not UTF-8", notUTF8),
      judge.defect("response_not_object", "an array", Fixture.json("[]")),
      judge.defect("response_not_object", "null", Fixture.json("null")),
      judge.defect("response_not_object", "a string", Fixture.json(#""{}""#)),
      judge.defect("response_duplicate_member", "at the top", Fixture.json(#"{"a":1,"a":2}"#)),
      judge.defect("response_duplicate_member", "by an escape", Fixture.json(#"{"a":1,"\u0061":2}"#)),
      judge.defect("response_duplicate_member", "further down", Fixture.json(#"{"b":[{"a":1,"a":2}]}"#)),
      judge.defect("response_too_deep", "arrays", Fixture.json(nested("[", "]"))),
      judge.defect("response_too_deep", "objects", Fixture.json(String(repeating: #"{"a":"#, count: 50_000))),
    ]
  }

  private static let digits = String(repeating: "9", count: 10_000)
  private static let notUTF8 = HTTPResponse(
    200, headers: [HTTPHeader("Content-Type", "application/json")], body: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])

  private static func nested(_ open: String, _ close: String) -> String {
    "{\"a\":" + String(repeating: open, count: 10_000) + String(repeating: close, count: 10_000) + "}"
  }
}

struct ResponseTests {
  @Test(arguments: [429, 503])
  func saysWhenToComeBack(_ status: Int) {
    let error = #expect(throws: ProtocolError.self) {
      try TokenRequest.judge(
        HTTPResponse(status, headers: [HTTPHeader("Retry-After", "30")]), expectsIDToken: false, now: Fixture.now)
    }
    #expect(error?.code.consequence == .tryLater)
    #expect(error?.received?.description.contains("30") == true)
  }

  /// RFC 9110 §10.2.3: in seconds or as a date.
  @Test(arguments: [
    ("30", "429, Retry-After: 30 s"),
    ("Wed, 21 Oct 2026 07:28:00 GMT", "429, Retry-After: Wed, 21 Oct 2026 07:28:00 GMT"), ("soon", "429"), ("", "429"),
  ])
  func theTimeToComeBackIsQuotedInBothForms(_ text: String, _ received: String) {
    let error = #expect(throws: ProtocolError.self) {
      try TokenRequest.judge(
        HTTPResponse(429, headers: [HTTPHeader("Retry-After", text)]), expectsIDToken: false, now: Fixture.now)
    }
    #expect(error?.received == .value(received))
  }

  @Test(arguments: [401, 403])
  func refusalAtTheRegistrationIsARefusal(_ status: Int) {
    let error = #expect(throws: ProtocolError.self) {
      try RegistrationRequest.judge(HTTPResponse(status), redirectURI: Fixture.redirectURI, now: Fixture.now)
    }
    #expect(error?.code.consequence == .refused)
  }

  @Test(arguments: ["application/json", "Application/JSON; charset=UTF-8", "application/jwk-set+json"])
  func acceptsJSONByItsNames(_ type: String) throws {
    _ = try JWKSRequest.judge(
      HTTPResponse(200, headers: [HTTPHeader("Content-Type", type)], body: Array(#"{"keys":[]}"#.utf8)))
  }
}
