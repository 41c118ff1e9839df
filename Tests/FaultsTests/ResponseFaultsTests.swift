import Faults
import SharedValues
import Testing

/// How faults change answers and redirects. Tests of the whole flow check whether the client notices.
@Suite struct ResponseFaultsTests {
  private let answer = HTTPResponse(
    200, headers: [HTTPHeader("content-type", "application/json"), HTTPHeader("Content-Length", "13")],
    body: Array(#"{"a":1,"b":2}"#.utf8))

  private func text(_ response: HTTPResponse?) -> String? { response.map { String(decoding: $0.body, as: UTF8.self) } }

  @Test func membersAreTakenOutAndReplaced() {
    let without = ResponseFaults.spoil(answer, with: .missingMember("a"))
    #expect(text(without) == #"{"b":2}"#)
    #expect(without?.headers[first: "Content-Length"] == "7")
    #expect(text(ResponseFaults.spoil(answer, with: .wrongMember("b", ["x"]))) == #"{"a":1,"b":["x"]}"#)
  }

  @Test func anAbsentMemberCannotBeSpoiled() {
    #expect(ResponseFaults.spoil(answer, with: .missingMember("c")) == nil)
    #expect(ResponseFaults.spoil(answer, with: .wrongMember("a", 1)) == nil)
    #expect(ResponseFaults.spoil(HTTPResponse(204), with: .body(.truncated)) == nil)
    #expect(ResponseFaults.spoil(HTTPResponse(400, body: answer.body), with: .missingMember("a")) == nil)
    #expect(ResponseFaults.spoil(HTTPResponse(200, body: Array("page".utf8)), with: .missingMember("a")) == nil)
  }

  @Test func aPortalShowsItsOwnPage() {
    let page = ResponseFaults.spoil(answer, with: .body(.portal))
    #expect(page?.status == 200 && page?.contentType == "text/html")
    #expect(text(page)?.hasPrefix("<!doctype html>") == true)
    #expect(page?.headers[first: "Content-Length"] == page.map { "\($0.body.count)" })
  }

  @Test func anAnswerReplacesTheServers() {
    let response = ResponseFaults.instead(
      .status(StatusDefect(503, error: "server_error", retryAfter: 7)), at: .token, nonce: "")
    #expect(response?.status == 503)
    #expect(response?.headers[first: "Retry-After"] == "7")
    #expect(text(response)?.contains(#""error":"server_error""#) == true)
    #expect(ResponseFaults.instead(.status(StatusDefect(500)), at: .token, nonce: "")?.contentType == "text/plain")
    #expect(ResponseFaults.instead(.client(.expired), at: .registration, nonce: "") == nil)
    #expect(ResponseFaults.instead(.client(.expired), at: .token, nonce: "")?.status == 401)
  }

  @Test(arguments: [
    (RedirectDefect.wrongState, "a:/b?code=c&state=a-state-of-somebody-else&iss=i"),
    (.missingState, "a:/b?code=c&iss=i"), (.wrongIss, "a:/b?code=c&state=s&iss=https%3A%2F%2Fevil.example"),
    (.missingIss, "a:/b?code=c&state=s"), (.missingCode, "a:/b?state=s&iss=i"),
    (.otherURI, "a:/b/elsewhere?code=c&state=s&iss=i"), (.repeated, "a:/b?code=c&state=s&iss=i&state=s"),
    (.fragment, "a:/b#code=c&state=s&iss=i"),
  ])
  func redirects(_ defect: RedirectDefect, _ expected: String) {
    #expect(RedirectFaults.spoil("a:/b?code=c&state=s&iss=i", with: defect) == expected)
  }

  /// It is part of the redirect URI (RFC 6749 §3.1.2), so that the answer still goes to the client.
  @Test func theClientsOwnQueryStays() {
    let answer = "a:/b?app=1&code=c&state=s&iss=i"
    #expect(RedirectFaults.destination(of: answer) == "a:/b?app=1")
    #expect(RedirectFaults.destination(of: "a:/b?code=c") == "a:/b")
    #expect(RedirectFaults.destination(of: "a:/b?error=x&error_description=y&app=1#z") == "a:/b?app=1")
    #expect(RedirectFaults.spoil(answer, with: .fragment) == "a:/b?app=1#code=c&state=s&iss=i")
    let refusal = RedirectFaults.error(
      "x", description: "y", answering: answer, at: RedirectFaults.destination(of: answer), issuer: nil)
    #expect(refusal == "a:/b?app=1&error=x&error_description=y&state=s")
  }

  @Test func aRedirectWithoutTheParameterStaysAsItIs() {
    #expect(RedirectFaults.spoil("a:/b?error=x&state=s", with: .missingCode) == nil)
    #expect(RedirectFaults.spoil("a:/b", with: .repeated) == nil)
  }

  @Test func aRefusalAnswersTheSentRequest() {
    let uri = RedirectFaults.error(
      "access_denied", description: "no & no", answering: "https://s/authorize?response_type=code&state=s%20t",
      at: "a:/b",
      issuer: "https://s")
    #expect(uri == "a:/b?error=access_denied&error_description=no%20%26%20no&state=s%20t&iss=https%3A%2F%2Fs")
    #expect(RedirectFaults.asksForAuthorization("https://s/authorize?response_type=code&state=s"))
    #expect(!RedirectFaults.asksForAuthorization("https://s/logout?id_token_hint=a&state=s"))
  }
}
