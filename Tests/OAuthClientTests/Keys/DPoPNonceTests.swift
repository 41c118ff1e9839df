import OAuthClient
import SharedValues
import Testing

enum DPoPNonceDefects {
  static func response(_ values: String...) -> HTTPResponse {
    HTTPResponse(200, headers: values.map { HTTPHeader("DPoP-Nonce", $0) })
  }

  /// RFC 9449 §8.1: `1*NQCHAR`.
  static let all: [Defect] =
    [
      ("empty", ""), ("a space", "a b"), ("a quotation mark", "a\"b"), ("a backslash", "a\\b"), ("NUL", "a\0b"),
      ("a line break", "a\r\nX-Evil: 1"), ("DEL", "a\u{7F}"), ("beyond ASCII", "aé"),
      ("a letter of two scalars", "e\u{301}"),
      ("endless", String(repeating: "a", count: 1025)),
    ].map { what, value in
      Defect("response_member_malformed", "a nonce: \(what)") { _ = try DPoPNonce.given(in: response(value)) }
    } + [
      Defect("response_member_malformed", "two nonces") { _ = try DPoPNonce.given(in: response("a", "b")) },
      Defect("dpop_nonce_missing", "demanded and not given") { throw DPoPNonce.missing },
    ]
}

struct DPoPNonceTests {
  @Test(arguments: ["eyJ7S_zG.eyJH0-Z.HX4w-7v", "!", "~", "#[]", String(repeating: "a", count: 1024)])
  func aNonceIsUsedUnchanged(_ text: String) throws {
    #expect(try DPoPNonce.given(in: DPoPNonceDefects.response(text))?.text == text)
    #expect(try DPoPNonce.given(in: HTTPResponse(400, headers: [HTTPHeader("dpop-nonce", text)]))?.text == text)
  }

  @Test func aNonceMayBeAbsent() throws { #expect(try DPoPNonce.given(in: HTTPResponse(200)) == nil) }

  private static func challenge(_ text: String, status: Int = 401) -> HTTPResponse {
    HTTPResponse(status, headers: [HTTPHeader("WWW-Authenticate", text)])
  }

  /// RFC 9449 §8 and §9.
  @Test(arguments: [
    ("400 with the code", Fixture.json(["error": "use_dpop_nonce"], status: 400), true),
    ("400 with another", Fixture.json(["error": "invalid_dpop_proof"], status: 400), false),
    ("401 with the code in the body alone", Fixture.json(["error": "use_dpop_nonce"], status: 401), false),
    ("200 with the code", Fixture.json(["error": "use_dpop_nonce"]), false),
    ("400 with no JSON", HTTPResponse(400, body: Array("use_dpop_nonce".utf8)), false),
    ("the challenge", challenge(#"DPoP error="use_dpop_nonce", error_description="…""#), true),
    ("the challenge, in another case", challenge(#"dpop ERROR="use_dpop_nonce""#), true),
    ("behind another", challenge(#"Bearer realm="a, b", DPoP algs="ES256", error=use_dpop_nonce"#), true),
    ("of another scheme", challenge(#"Bearer error="use_dpop_nonce""#), false),
    ("in a quotation", challenge(#"Bearer realm="DPoP error=use_dpop_nonce""#), false),
    ("a challenge with 400", challenge(#"DPoP error="use_dpop_nonce""#, status: 400), false),
  ])
  func isDemanded(_ what: String, _ response: HTTPResponse, _ demanded: Bool) {
    #expect(DPoPNonce.isDemanded(by: response) == demanded, "\(what)")
  }

  @Test func aNonceReplacesTheOlderOneInTheProof() throws {
    let request = TokenRequest.build(
      try Fixture.code(), metadata: try Fixture.metadata(),
      credentials: ClientCredentials(
        clientID: "c", authentication: .privateKey(thumbprint: KeyFixture.otherKey.thumbprint)),
      binding: KeyFixture.bound)
    let first = try #require(try DPoPNonce.given(in: DPoPNonceDefects.response("n-1")))
    let second = try #require(try DPoPNonce.given(in: DPoPNonceDefects.response("n-2")))
    let again = DPoPNonce.adding(second, to: DPoPNonce.adding(first, to: request))
    #expect(again.proofs.map { $0.claims["nonce"] } == [nil, "n-2"])
    #expect(request.proofs.allSatisfy { $0.claims["nonce"] == nil })
  }

  @Test(arguments: [
    ("https://a.example/token?x", "https://a.example:443"), ("https://A.example:443/", "https://a.example:443"),
    ("https://a.example:8443/token", "https://a.example:8443"), ("http://127.0.0.1/x", "http://127.0.0.1:80"),
  ])
  func belongsToItsServer(_ url: String, _ origin: String) { #expect(DPoPNonce.origin(of: url) == origin) }
}
