import Foundation
import OAuthClient
import SharedValues
import Testing

enum TokenDefects {
  private static func defect(_ code: String, _ what: String, _ changes: (String, JSON?)...) -> Defect {
    let document = changes.reduce(Fixture.tokenDocument) { $0.setting($1.0, $1.1) }
    return Defect(code, what) {
      _ = try TokenRequest.judge(Fixture.json(document), expectsIDToken: true, now: Fixture.now)
    }
  }

  static let all: [Defect] =
    [
      defect("token_missing_access_token", "absent", ("access_token", nil)),
      defect("token_missing_access_token", "null", ("access_token", .null)),
      defect("token_missing_token_type", "absent", ("token_type", nil)),
      defect("token_type_unsupported", "the example of RFC 6749 §5.1", ("token_type", "example")),
      defect("token_type_unsupported", "DPoP", ("token_type", "DPoP")),
      defect("token_missing_id_token", "absent", ("id_token", nil)),
      defect("token_missing_id_token", "empty", ("id_token", "")),
      defect("token_missing_id_token", "a number", ("id_token", 1)),
      defect("response_member_malformed", "endless", ("id_token", .string(String(repeating: "a", count: 70_000)))),
      defect("response_member_malformed", "a space in it", ("id_token", "a.b c.d")),
      defect("response_member_malformed", "a header in the token", ("access_token", "SECRET\r\nX-Evil: 1")),
      defect("response_member_malformed", "NUL", ("access_token", "SECRET\0")),
      defect("response_member_malformed", "empty", ("access_token", "")),
      defect("response_member_malformed", "space", ("access_token", "SECRET SECRET")),
      defect("response_member_malformed", "beyond ASCII", ("access_token", "SECRETé")),
      defect("response_member_malformed", "endless", ("access_token", .string(String(repeating: "a", count: 70_000)))),
    ]
    + ["access_token", "token_type"].flatMap { name in
      ([1, true, [], [:]] as [JSON]).map { defect("response_member_wrong_type", "\(name) \($0)", (name, $0)) }
    }
}

struct TokenRequestTests {
  private func build(_ authentication: ClientAuthentication, id: String = Fixture.clientID) throws -> HTTPRequest {
    TokenRequest.build(
      try Fixture.code(), metadata: try Fixture.metadata(),
      credentials: ClientCredentials(clientID: id, authentication: authentication))
  }

  @Test func redeemsTheCodeWithItsVerifier() throws {
    let request = try build(.none)
    #expect(request.method == "POST")
    #expect(request.url == "https://localhost:8443/oauth/v2/oauth-token")
    #expect(request.endpoint == .token)
    #expect(request.headers[first: "Content-Type"] == "application/x-www-form-urlencoded")
    #expect(
      form(request) == [
        "grant_type": "authorization_code", "code": "Cg85vgCfElPckCgzPYDcZUrMekzA1iv5",
        "redirect_uri": Fixture.redirectURI.text, "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        "client_id": Fixture.clientID,
      ])
  }

  /// RFC 6749 §2.3.1.
  @Test func basicOfTheSpecification() throws {
    let request = try build(.basic(Secret("7Fjfp0ZBr1KtDRbnfVdmIw")), id: "s6BhdRkqt3")
    #expect(request.headers[first: "Authorization"] == "Basic czZCaGRSa3F0Mzo3RmpmcDBaQnIxS3REUmJuZlZkbUl3")
    #expect(form(request)["client_secret"] == nil)
  }

  /// RFC 6749 §2.3 forbids two ways of authenticating; the identifier is none (§3.2.1), and some servers read it only from the form.
  @Test func theFormNamesTheClientOnceWithAnyAuthentication() throws {
    for authentication in [ClientAuthentication.none, .basic(Secret("s")), .post(Secret("s"))] {
      let request = try build(authentication, id: "s6BhdRkqt3")
      let body = String(decoding: request.body, as: UTF8.self)
      #expect(body.split(separator: "&").filter { $0.hasPrefix("client_id=") } == ["client_id=s6BhdRkqt3"])
    }
  }

  private static let both: JSON = ["client_secret_basic", "client_secret_post"]

  /// A server that does not decode Basic misreads secrets that form-encoding changes; in the form every server reads them right.
  @Test(
    arguments: [
      ("client", "q#R$1x+/=&*(%:", both, false),
      ("a:b", "plain", both, false), ("client", "s e", both, false), ("client", "sé", both, false),
      ("client", "7Fjfp0ZBr1KtDRbnfVdmIw", both, true), ("client", "a.b-c_d*e", both, true),
      // The server lists nothing else, or lists nothing, which means Basic (RFC 8414 §2).
      ("client", "a+b", ["client_secret_basic"], true), ("client", "a+b", nil, true),
      // A client registered elsewhere, at a server without Basic.
      ("client", "plain", ["client_secret_post"], false),
    ] as [(id: String, secret: String, methods: JSON?, isBasic: Bool)])
  func basicIsUsedOnlyWhereEncodingChangesNothing(_ row: (id: String, secret: String, methods: JSON?, isBasic: Bool))
    throws
  {
    let metadata = try Fixture.metadata(("token_endpoint_auth_methods_supported", row.methods))
    let credentials = ClientCredentials(clientID: row.id, authentication: .basic(Secret(row.secret)))
    let request = TokenRequest.build(try Fixture.code(), metadata: metadata, credentials: credentials)
    #expect((request.headers[first: "Authorization"] != nil) == row.isBasic)
    #expect(form(request)["client_secret"] == (row.isBasic ? nil : row.secret))
    #expect(form(request)["client_id"] == row.id)
  }

  @Test func theConfiguredMethodWins() throws {
    let metadata = try Fixture.metadata(("token_endpoint_auth_methods_supported", Self.both))
    let secret = Secret("a+b")
    let rows: [(ClientAuthentication, SecretMethod, ClientAuthentication)] = [
      (.basic(secret), .basic, .basic(secret)), (.basic(secret), .post, .post(secret)),
      (.post(secret), .basic, .basic(secret)), (.none, .post, .none),
      (.privateKey(thumbprint: "t"), .post, .privateKey(thumbprint: "t")),
    ]
    for (registered, wanted, sent) in rows {
      let credentials = ClientCredentials(clientID: "c", authentication: registered, secretMethod: wanted)
      #expect(credentials.authentication(at: metadata) == sent)
    }
  }

  @Test func basicEncodesBothPartsAsForms() throws {
    let request = try build(.basic(Secret("s:e c+r&e=t%")), id: "a:b c")
    let value = try #require(request.headers[first: "Authorization"]?.dropFirst("Basic ".count))
    let decoded = String(decoding: try #require(Data(base64Encoded: String(value))), as: UTF8.self)
    #expect(decoded == "a%3Ab+c:s%3Ae+c%2Br%26e%3Dt%25")
  }

  @Test func postPutsTheSecretOnlyIntoTheBody() throws {
    let request = try build(.post(Secret("s&cret")))
    #expect(form(request)["client_secret"] == "s&cret")
    #expect(request.headers[first: "Authorization"] == nil)
  }

  @Test func noSecretIsInTheURL() throws {
    for authentication in [ClientAuthentication.none, .basic(Secret("SECRET")), .post(Secret("SECRET"))] {
      let request = try build(authentication)
      #expect(!request.url.contains("SECRET") && !request.url.contains("?"))
    }
  }
}

struct TokenResponseTests {
  private func judge(_ document: JSON, expectsIDToken: Bool = false) throws -> TokenSet {
    try TokenRequest.judge(Fixture.json(document), expectsIDToken: expectsIDToken, now: Fixture.now)
  }

  /// RFC 6749 §5.1, with a registered token type.
  @Test func theExampleOfRFC6749() throws {
    let tokens = try judge([
      "access_token": "2YotnFZFEjr1zCsicMWpAA", "token_type": "Bearer", "expires_in": 3600,
      "refresh_token": "tGzv3JOkF0XG5Qx2TlKWIA", "example_parameter": "example_value",
    ])
    #expect(tokens.accessToken.revealed == "2YotnFZFEjr1zCsicMWpAA")
    #expect(tokens.refreshToken?.revealed == "tGzv3JOkF0XG5Qx2TlKWIA")
    #expect(tokens.expiresAt == Fixture.now.addingTimeInterval(3600))
    #expect(tokens.receivedAt == Fixture.now)
  }

  @Test(arguments: ["bearer", "Bearer", "BEARER"])
  func typeInAnyCase(_ type: String) throws {
    _ = try judge(["access_token": "a", "token_type": .string(type)])
  }

  @Test(
    arguments: [
      (JSON.number("300"), 300.0), ("300", 300), (0, 0), (.number("299.5"), 299.5), (.number("3e2"), 300),
      (.number("1e30"), 3_155_760_000), (.string(String(repeating: "9", count: 400)), 3_155_760_000),
    ] as [(JSON, Double)])
  func lifetimes(_ value: JSON, _ seconds: Double) throws {
    let tokens = try judge(["access_token": "a", "token_type": "bearer", "expires_in": value])
    #expect(tokens.expiresAt == Fixture.now.addingTimeInterval(seconds))
  }

  @Test func lifetimeMayBeUnknown() throws {
    #expect(try judge(["access_token": "a", "token_type": "bearer"]).expiresAt == nil)
    #expect(try judge(["access_token": "a", "token_type": "bearer", "expires_in": .null]).expiresAt == nil)
  }

  @Test func refreshSendsTheTokenAsRegistered() throws {
    let request = RefreshRequest.build(
      metadata: try Fixture.metadata(), credentials: try Fixture.registration().credentials,
      refreshToken: Secret("62a11202-4302"), scope: nil)
    #expect(
      form(request) == [
        "grant_type": "refresh_token", "refresh_token": "62a11202-4302", "client_id": Fixture.clientID,
      ])
    #expect(request.headers[first: "Authorization"]?.hasPrefix("Basic ") == true)
    #expect(request.endpoint == .refresh)
    let narrow = RefreshRequest.build(
      metadata: try Fixture.metadata(), credentials: try Fixture.registration().credentials, refreshToken: Secret("r"),
      scope: "openid")
    #expect(form(narrow)["scope"] == "openid")
  }

  @Test func refreshKeepsUnreplacedValues() throws {
    let previous = try judge(Fixture.tokenDocument)
    let bare: JSON = ["access_token": "a2", "token_type": "bearer"]
    let kept = try RefreshRequest.judge(Fixture.json(bare), previous: previous, now: Fixture.now)
    #expect(kept.accessToken.revealed == "a2")
    #expect(kept.refreshToken == previous.refreshToken)
    #expect(kept.idToken == previous.idToken)
    #expect(kept.scope == previous.scope)
    #expect(kept.expiresAt == nil)
    let full = bare.setting("refresh_token", "r2").setting("id_token", "i2").setting("scope", "openid")
    let replaced = try RefreshRequest.judge(Fixture.json(full), previous: previous, now: Fixture.now)
    #expect(replaced.refreshToken?.revealed == "r2")
    #expect(replaced.idToken?.revealed == "i2")
    #expect(replaced.scope == "openid")
  }
}
