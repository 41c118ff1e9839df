import Foundation
import OAuthClient
import SharedValues
import Testing

enum PushedAuthorizationDefects {
  static let reference = "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c"

  static func answer(_ changes: (String, JSON?)..., status: Int = 201) -> HTTPResponse {
    let document: JSON = ["request_uri": .string(reference), "expires_in": 60]
    return Fixture.json(changes.reduce(document) { $0.setting($1.0, $1.1) }, status: status)
  }

  private static func defect(_ code: String, _ what: String, _ response: HTTPResponse) -> Defect {
    Defect(code, "a pushed request: \(what)") {
      _ = try PushedAuthorizationRequest.judge(response, for: Fixture.request(), now: Fixture.now)
    }
  }

  static let all: [Defect] =
    [
      Defect("metadata_missing_par_endpoint", "nowhere to push") {
        _ = try PushedAuthorizationRequest.build(
          Fixture.request(), metadata: Fixture.metadata(), credentials: Fixture.registration().credentials)
      },
      defect("par_missing_request_uri", "no reference", answer(("request_uri", nil))),
      defect("par_missing_request_uri", "null for a reference", answer(("request_uri", .null))),
      defect("par_missing_expires_in", "no lifetime", answer(("expires_in", nil))),
      defect("response_member_malformed", "an empty reference", answer(("request_uri", ""))),
      defect("response_member_malformed", "a space in the reference", answer(("request_uri", "urn:a b"))),
      defect("response_member_malformed", "a line break in the reference", answer(("request_uri", "urn:a\r\nb"))),
      defect(
        "response_member_malformed", "an endless reference",
        answer(("request_uri", .string("urn:" + String(repeating: "a", count: 2048))))),
      defect("response_member_wrong_type", "a number for the reference", answer(("request_uri", 1))),
      defect("response_member_wrong_type", "a text for the lifetime", answer(("expires_in", "60"))),
      defect("response_member_malformed", "no lifetime at all", answer(("expires_in", 0))),
      defect("response_member_malformed", "a negative lifetime", answer(("expires_in", -60))),
      defect("response_member_malformed", "half a second", answer(("expires_in", .number("0.5")))),
      defect("response_member_malformed", "a lifetime of centuries", answer(("expires_in", .number("1e12")))),
      defect("http_status_unexpected", "200", answer(status: 200)),
      defect("invalid_request", "refused", Fixture.json(["error": "invalid_request"], status: 400)),
      defect("invalid_client", "another client", Fixture.json(["error": "invalid_client"], status: 401)),
      defect("too_many_requests", "too many", HTTPResponse(429)),
    ]
}

/// RFC 9126.
struct PushedAuthorizationTests {
  private func metadata() throws -> AuthorizationServerMetadata {
    try Fixture.metadata(
      ("pushed_authorization_request_endpoint", "https://as.example.com/as/par"),
      ("authorization_endpoint", "https://as.example.com/authorize"))
  }

  private func request(_ clientID: String = "s6BhdRkqt3") throws -> AuthorizationRequest {
    try AuthorizationRequest.build(
      metadata: metadata(), clientID: clientID, redirectURI: Fixture.redirectURI, scope: "openid",
      secrets: Fixture.secrets, prompt: "login", idTokenHint: Secret("header.claims.signature"), key: KeyFixture.key)
  }

  /// The addresses of RFC 9126 §2.2 and §4.
  @Test func theBrowserCarriesAReferenceAlone() throws {
    let asked = try request()
    let pushed = try PushedAuthorizationRequest.judge(
      PushedAuthorizationDefects.answer(), for: asked, now: Fixture.now)
    #expect(
      pushed.request.url
        == "https://as.example.com/authorize?client_id=s6BhdRkqt3&request_uri="
        + "urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3A6esc_11ACC5bwc014ltc14eY22c")
    #expect(pushed.expiresAt == Fixture.now.addingTimeInterval(60))
    #expect(pushed.request.secrets == asked.secrets && pushed.request.redirectURI == asked.redirectURI)
  }

  /// A tenant in the endpoint's own query is kept.
  @Test func theEndpointsOwnQueryStays() throws {
    let metadata = try Fixture.metadata(("authorization_endpoint", "https://a.example/authorize?tenant=1"))
    let asked = try AuthorizationRequest.build(
      metadata: metadata, clientID: "c", redirectURI: Fixture.redirectURI, scope: "openid", secrets: Fixture.secrets,
      prompt: nil, idTokenHint: nil)
    let pushed = try PushedAuthorizationRequest.judge(PushedAuthorizationDefects.answer(), for: asked, now: Fixture.now)
    #expect(pushed.request.url.hasPrefix("https://a.example/authorize?tenant=1&client_id=c&request_uri=urn"))
    let all = try PushedAuthorizationRequest.build(
      asked, metadata: self.metadata(), credentials: ClientCredentials(clientID: "c", authentication: .none))
    #expect(form(all)["tenant"] == nil)
  }

  @Test func theAuthorizationRequestIsPushed() throws {
    let asked = try request()
    let pushed = try PushedAuthorizationRequest.build(
      asked, metadata: metadata(), credentials: ClientCredentials(clientID: "s6BhdRkqt3", authentication: .none))
    #expect(pushed.method == "POST" && pushed.url == "https://as.example.com/as/par")
    #expect(pushed.endpoint == .pushedAuthorization)
    #expect(form(pushed) == parameters(asked.url))
    #expect(pushed.secretParts.body == ["id_token_hint"])
    #expect(!pushed.hasDPoPProof)
  }

  /// RFC 9126 §2.1 has `client_id` with each way of authenticating; a parameter must not come twice.
  @Test(arguments: [
    ClientAuthentication.none, .basic(Secret("s")), .post(Secret("s")), .privateKey(thumbprint: "t"),
  ])
  func clientsAuthenticateAsForTokens(_ authentication: ClientAuthentication) throws {
    let credentials = ClientCredentials(clientID: "s6BhdRkqt3", authentication: authentication)
    let pushed = try PushedAuthorizationRequest.build(request(), metadata: metadata(), credentials: credentials)
    let token = TokenRequest.build(try Fixture.code(), metadata: try metadata(), credentials: credentials)
    let body = String(decoding: pushed.body, as: UTF8.self)
    #expect(body.split(separator: "&").count { $0.hasPrefix("client_id=") } == 1)
    #expect(pushed.headers[first: "Authorization"] == token.headers[first: "Authorization"])
    #expect(form(pushed)["client_secret"] == form(token)["client_secret"])
    #expect(pushed.proofs == token.proofs)
  }

  /// RFC 9449 §10.1.
  @Test func aProofBindsTheCode() throws {
    let pushed = try PushedAuthorizationRequest.build(
      request(), metadata: metadata(), credentials: ClientCredentials(clientID: "s6BhdRkqt3", authentication: .none),
      binding: KeyFixture.bound)
    #expect(pushed.proofs.map(\.claims) == [["htm": "POST", "htu": "https://as.example.com/as/par"]])
    #expect(form(pushed)["dpop_jkt"] == KeyFixture.key.thumbprint)
  }

  @Test func aReferenceWithoutAnEndNeedsAnOptIn() throws {
    let pushed = try PushedAuthorizationRequest.judge(
      PushedAuthorizationDefects.answer(("expires_in", nil)), for: request(), allowsNoExpiry: true, now: Fixture.now)
    #expect(pushed.expiresAt == nil)
  }
}
