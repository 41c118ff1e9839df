import Foundation
import OAuthClient
import OAuthLiterals
import SharedValues
import Testing

/// The server's reason for a refusal is found wherever it stands and shown shortened and as a quotation; nothing depends on it.
struct ServerWordsTests {
  private func refusal(_ status: Int, _ type: String, _ body: String) -> ProtocolError? {
    let headers = type.isEmpty ? [] : [HTTPHeader("Content-Type", type)]
    return #expect(throws: ProtocolError.self) {
      try RegistrationRequest.judge(
        HTTPResponse(status, headers: headers, body: Array(body.utf8)), redirectURI: Fixture.redirectURI,
        now: Fixture.now)
    }
  }

  static let answers: [(Int, String, String, String, String?)] = [
    (
      403, "application/json",
      #"{"errorCode":"E0000006","errorSummary":"You do not have permission","errorLink":"E0000006","errorCauses":[]}"#,
      "http_forbidden", "You do not have permission"
    ),
    (
      400, "application/problem+json",
      #"{"type":"about:blank","title":"Bad Request","detail":"redirect_uris[0] has a scheme that is not allowed","status":400}"#,
      "http_status_unexpected", "redirect_uris[0] has a scheme that is not allowed"
    ),
    (
      400, "application/problem+json", #"{"title":"Bad Request","status":400}"#, "http_status_unexpected", "Bad Request"
    ),
    (
      403, "application/json",
      #"{"code":"rest_forbidden","message":"Sorry, you are not allowed to do that.","data":{"status":401}}"#,
      "http_forbidden", "Sorry, you are not allowed to do that."
    ),
    (
      400, "application/json", #"{"error":{"code":7,"message":"no such tenant"}}"#, "http_status_unexpected",
      "no such tenant"
    ),
    (
      400, "application/json", #"{"errors":[{"message":"one"},{"detail":"two"}]}"#, "http_status_unexpected", "one; two"
    ),
    (400, "application/json", #"["not allowed here"]"#, "http_status_unexpected", "not allowed here"),
    (
      400, "application/json", #"{"redirect_uris":["Enter a valid URL."],"x":1}"#, "http_status_unexpected",
      "redirect_uris: Enter a valid URL."
    ),
    (
      400, "text/plain", "only https redirect URIs\n are allowed here\n", "http_status_unexpected",
      "only https redirect URIs are allowed here"
    ),
    (401, "", "go away", "http_unauthorized", "go away"),
    (
      404, "text/html; charset=utf-8",
      "<!doctype html><HEAD><Title>Not &amp; found &#x2014; here</Title></HEAD><h1>x</h1>",
      "http_not_found", "Not & found \u{2014} here"
    ),
    (404, "text/html", "<title></title><h1 class=a>Gone <b>for good</b></h1>", "http_not_found", "Gone for good"),
    (502, "text/html", "<title>502 Bad Gateway</title>", "http_server_error", "502 Bad Gateway"),
    (503, "text/plain", "back at noon", "service_unavailable", "back at noon"),
    (429, "application/json", #"{"message":"slow down"}"#, "too_many_requests", "slow down"),
    (
      503, "application/json", #"{"error":"overloaded","error_description":"back at noon"}"#, "service_unavailable",
      "overloaded: back at noon"
    ),
    (502, "application/json", #"{"error":"upstream_gone"}"#, "http_server_error", "upstream_gone"),
    (200, "text/html", "<title>Sign in</title>", "response_not_json", "Sign in"),
    // An answer that is no error may contain secrets.
    (202, "text/html", "<title>In a moment</title>SECRET", "http_status_unexpected", "In a moment"),
    (202, "text/plain", "client_id=1&client_secret=SECRET", "http_status_unexpected", nil),
    (202, "", #"{"client_secret":"SECRET""#, "http_status_unexpected", nil),
    (
      203, "application/json", #"{"client_secret":"SECRET","message":"SECRET","redirect_uris":["https://a.example/"]}"#,
      "http_status_unexpected", nil
    ),
    (302, "text/plain", "client_secret=SECRET", "http_redirect_refused", nil),
    (308, "text/html", "<title>Moved</title>", "http_redirect_refused", "Moved"),
    // An error with a code has its reason in its own member, or elsewhere.
    (
      400, "application/json", #"{"error":"invalid_client_metadata","message":"no native clients"}"#,
      "invalid_client_metadata", "no native clients"
    ),
    (400, "application/json", #"{"error":"invalid_client_metadata"}"#, "invalid_client_metadata", nil),
    (400, "application/json", #"{"error":"","message":"no"}"#, "http_status_unexpected", "no"),
    // A member that only sums up is followed by the one that says what is wrong (Okta, WSO2, ASP.NET).
    (
      400, "application/json",
      #"{"errorCode":"E0000001","errorSummary":"Api validation failed: redirect_uris","errorCauses":[{"errorSummary":"the scheme is not allowed"}]}"#,
      "http_status_unexpected", "Api validation failed: redirect_uris: the scheme is not allowed"
    ),
    (
      400, "application/json", #"{"code":"OAUTH-DCR-400","message":"Bad Request","description":"duplicate client"}"#,
      "http_status_unexpected", "Bad Request: duplicate client"
    ),
    (
      400, "application/problem+json",
      #"{"title":"One or more validation errors occurred.","status":400,"errors":{"scope":["is unknown."]}}"#,
      "http_status_unexpected", "One or more validation errors occurred: scope: is unknown."
    ),
    // These contain no text.
    (403, "application/json", "{}", "http_forbidden", nil), (403, "image/png", "\u{89}PNG", "http_forbidden", nil),
    (403, "text/html", "<p>no title", "http_forbidden", nil), (403, "", "", "http_forbidden", nil),
    (403, "application/json", #"{"message":null,"detail":"","errors":[]}"#, "http_forbidden", nil),
  ]

  @Test(arguments: answers)
  func theServersReasonIsFound(_ status: Int, _ type: String, _ body: String, _ code: String, _ words: String?) {
    let error = refusal(status, type, body)
    #expect(error?.code.rawValue == code)
    #expect(error?.serverDescription == words, "\(body)")
  }

  /// Some servers write their errors in ISO 8859-1. Only errors are read so: any other answer must be UTF-8.
  @Test func anErrorInLatin1IsRead() {
    func refusal(_ status: Int, _ type: String, _ body: String) -> ProtocolError? {
      let bytes = body.unicodeScalars.map { UInt8($0.value) }
      return #expect(throws: ProtocolError.self) {
        try TokenRequest.judge(
          HTTPResponse(status, headers: [HTTPHeader("Content-Type", type)], body: bytes), expectsIDToken: false,
          now: Fixture.now)
      }
    }
    let json = refusal(
      400, "application/json; charset=iso-8859-1",
      #"{"error":"invalid_grant","error_description":"Code ung\#u{FC}ltig"}"#)
    #expect(json?.code == .invalidGrant && json?.serverDescription == "Code ung\u{FC}ltig")
    let page = refusal(404, "text/html", "<title>P\u{E1}gina no encontrada</title>")
    #expect(page?.serverDescription == "P\u{E1}gina no encontrada")
    let tokens = refusal(200, "application/json", #"{"access_token":"a","token_type":"Bearer","note":"\#u{FC}"}"#)
    #expect(tokens?.code == .responseMalformedJSON)
  }

  /// Without query and fragment, which may contain a code or a token.
  @Test(arguments: [
    ("https://new.example/register?token=SECRET#SECRET", "https://new.example/register"), ("/elsewhere", "/elsewhere"),
    ("?code=SECRET", nil), ("https://new.example/\u{1B}[2J", "https://new.example/ [2J"),
  ])
  func aRedirectSaysWhereItLeads(_ location: String, _ words: String?) throws {
    let moved = HTTPResponse(308, headers: [HTTPHeader("Location", location)], body: Array("SECRET".utf8))
    let registration = #expect(throws: ProtocolError.self) {
      try RegistrationRequest.judge(moved, redirectURI: Fixture.redirectURI, now: Fixture.now)
    }
    #expect(registration?.code == .httpRedirectRefused && registration?.serverDescription == words)
    let metadata = #expect(throws: ProtocolError.self) {
      try Discovery.judge(moved, issuer: Issuer(of: Fixture.issuer), needsRegistration: false)
    }
    #expect(metadata?.code == .metadataNotFound && metadata?.serverDescription == words)
  }

  @Test func itIsBoundedAndHasNoControlCharacters() {
    let body = String(repeating: "a\u{1B}[31m\u{202E} ", count: 10_000)
    let words = refusal(400, "text/plain", body)?.serverDescription ?? ""
    #expect(words.count == 300 && words.hasSuffix("…"))
    #expect(!words.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
    let nested = String(repeating: #"{"error":"#, count: 20) + #""deep""# + String(repeating: "}", count: 20)
    #expect(refusal(400, "application/json", nested)?.serverDescription == nil)
  }

  /// A registration succeeds with 201 (RFC 7591 §3.2.1), a deletion with 204 (RFC 7592 §2.3).
  @Test func theExpectedStatusIsTheSpecifications() {
    #expect(refusal(400, "", "")?.expected == .value("201"))
    let deletion = #expect(throws: ProtocolError.self) { try RegistrationDeletion.judge(HTTPResponse(418)) }
    #expect(deletion?.expected == .value("204"))
    let revocation = #expect(throws: ProtocolError.self) { try RevocationRequest.judge(HTTPResponse(418)) }
    #expect(revocation?.expected == .value("200"))
    let metadata = #expect(throws: ProtocolError.self) {
      try Discovery.judge(
        HTTPResponse(403, body: Array("blocked".utf8)), issuer: Issuer(of: Fixture.issuer), needsRegistration: false)
    }
    #expect(metadata?.serverDescription == "blocked")
  }

  /// A server's words are marked, so that they do not become part of the app's sentences.
  @Test func theServersWordsAreMarked() throws {
    let type = #expect(throws: ProtocolError.self) {
      try TokenRequest.judge(
        Fixture.json(Fixture.tokenDocument.setting("token_type", "mac. Now run this")), expectsIDToken: false,
        now: Fixture.now)
    }
    #expect(type?.received == .quoted("mac. Now run this"))
    let wrongType = #expect(throws: ProtocolError.self) {
      try UserInfoRequest.judge(Fixture.json(["sub": 1]), subject: "u")
    }
    #expect(wrongType?.received == .check(.number))
    let long = #expect(throws: ProtocolError.self) {
      try TokenRequest.judge(
        Fixture.json(
          Fixture.tokenDocument.setting("access_token", .string(String(repeating: "a", count: 65_537)))),
        expectsIDToken: false, now: Fixture.now)
    }
    #expect(long?.received == .check(.bytes, 65_537))
    let twice = #expect(throws: ProtocolError.self) {
      try UserInfoRequest.judge(Fixture.json(#"{"a. Now \"run\" this":1,"a. Now \"run\" this":2}"#), subject: "u")
    }
    #expect(twice?.field == "\"a. Now 'run' this\"")
  }
}
