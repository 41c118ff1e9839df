import Foundation
import OAuthClient
import OAuthLiterals
import SharedValues
import Testing

struct RedactionTests {
  private let redaction = Redaction()

  @Test func urlsByParameterName() {
    let url = "io.curity.dcrclient:/callback?code=Cg85vgCfElPckCgzPYDcZUrMekzA1iv5&state=xyz&iss=https%3A%2F%2Fa"
    #expect(redaction.url(url) == "io.curity.dcrclient:/callback?code=Cg85vgCf••••&state=xyz&iss=https%3A%2F%2Fa")
    #expect(
      redaction.url("https://a.example/cb#access_token=SECRETSECRET&x=1")
        == "https://a.example/cb#access_token=SECR••••&x=1")
    #expect(redaction.url("https://user:SECRET@a.example/p") == "https://••••@a.example/p")
    #expect(redaction.url("https://a.example/p") == "https://a.example/p")
  }

  @Test(
    arguments: [
      "https://a.example/?client%5Fsecret=SECRETSECRET", "https://a.example/?CODE=SECRETSECRET",
      "https://a.example/?next=https%3A%2F%2Fb.example%2F%3Fcode%3DSECRETSECRET", "a.b:/c?x=%zz&code=SECRETSECRET",
      "a.b:/c?code=SECRETSECRET#", "a.b:/c?a=b?code=SECRETSECRET&code=SECRETSECRET",
      "a.b:/c#\u{301}access_token=SECRETSECRET&access_token=SECRETSECRET",
      "?\u{301}code=SECRETSECRET&code=SECRETSECRET",
    ])
  func noSpellingOfAURLGetsPast(_ url: String) {
    #expect(!redaction.url(url).contains("SECRETSECRET"))
  }

  /// Every request that this module builds names its own secrets.
  @Test(arguments: [
    ClientAuthentication.none, .post(Secret(Fixture.clientSecret)), .basic(Secret(Fixture.clientSecret)),
    .privateKey(thumbprint: "t"),
  ])
  func aRequestNamesItsSecrets(_ authentication: ClientAuthentication) throws {
    let credentials = ClientCredentials(clientID: Fixture.clientID, authentication: authentication)
    let header: Set<String> = if case .basic = authentication { ["authorization"] } else { [] }
    let member: Set<String> = if case .post = authentication { ["client_secret"] } else { [] }
    let metadata = try Discovery.judge(
      Fixture.json(Fixture.metadataDocument), issuer: Issuer(of: Fixture.issuer), needsRegistration: true)
    let refresh = RefreshRequest.build(metadata: metadata, credentials: credentials, refreshToken: Secret("r"))
    #expect(refresh.secretParts == SecretParts(headers: header, body: member.union(["refresh_token"])))
    let revocation = try #require(
      RevocationRequest.build(metadata: metadata, credentials: credentials, token: Secret("t"), hint: .refreshToken))
    #expect(revocation.secretParts == SecretParts(headers: header, body: member.union(["token"])))
    let userinfo = try #require(UserInfoRequest.build(metadata: metadata, accessToken: AccessToken(Secret("a"))))
    #expect(userinfo.secretParts == SecretParts(headers: ["Authorization"]))
  }

  @Test func headers() {
    func masked(_ name: String, _ value: String) -> String { redaction.headers([HTTPHeader(name, value)])[0].value }
    #expect(masked("authorization", "Bearer 0123456789abcdefghijklmnop") == "Bearer 01234567••••")
    #expect(masked("Authorization", "Basic czZCaGRSa3F0Mzo3RmpmcDBaQnIxS3REUmJuZlZkbUl3") == "Basic ••••")
    #expect(masked("Cookie", "__Host-sso=SECRET; theme=SECRET") == "__Host-sso=••••; theme=••••")
    #expect(masked("Cookie", "SECRET") == "••••")
    #expect(masked("Cookie", "theme=SECRET; SECRET; ") == "theme=••••; ••••; ")
    #expect(masked("Set-Cookie", "SECRET; Secure") == "••••; Secure")
    #expect(
      masked("Set-Cookie", "__Host-sso=SECRET; Secure; HttpOnly; Path=/") == "__Host-sso=••••; Secure; HttpOnly; Path=/"
    )
    #expect(masked("Location", "a.b:/cb?code=SECRETSECRET&state=x") == "a.b:/cb?code=SECR••••&state=x")
    #expect(masked("Content-Type", "application/json") == "application/json")
    #expect(masked("WWW-Authenticate", #"Bearer error="invalid_token""#) == #"Bearer error="invalid_token""#)
  }

  @Test func jsonByMemberNameAtAnyDepth() {
    let document: JSON = [
      "access_token": "SECRETSECRETSECRET", "token_type": "bearer", "expires_in": 300,
      "list": [["client_secret": "SECRETSECRETSECRET", "id_token": ["nested": "SECRET"]]], "code": .null,
      "note": "the code=SECRETSECRETSECRET was sent",
    ]
    let masked = redaction.json(document)
    #expect(!masked.compact.contains("SECRETSECRET"))
    #expect(!masked.compact.contains("nested"))
    #expect(masked["token_type"] == "bearer")
    #expect(masked["expires_in"] == 300)
    #expect(masked["code"] == .null)
  }

  @Test func bodiesByTheirType() {
    func body(_ text: String, _ type: String) -> String { redaction.body(Array(text.utf8), contentType: type) }
    #expect(
      body("grant_type=refresh_token&refresh_token=62a11202-4302-42e1&x", "application/x-www-form-urlencoded")
        == "grant_type=refresh_token&refresh_token=62a112••••&x")
    #expect(
      body(#"{"state":"s","password":"Password1"}"#, "application/json")
        == "{\n  \"state\": \"s\",\n  \"password\": \"••••\"\n}")
    #expect(body("", "application/json").isEmpty)
  }

  /// For any text: no secret is shown, and nothing is thrown.
  @Test(
    arguments: [
      #"{"access_token":"SECRETSECRETSECRET","a":1,"a":2}"#, #"{"access_token" : "SECRETSECRETSECRET"#,
      #"{\"access_token\": \"SECRETSECRETSECRET\"}"#, "access_token: SECRETSECRETSECRET", "code='SECRETSECRETSECRET'",
      "Authorization: Bearer SECRETSECRETSECRETSECRET", "authorization: basic SECRETSECRETSECRETSECRET",
      "see eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJTRUNSRVQifQ.SECRETSECRETSECRET!", "{\"password\":\"SECRETSECRETSECRET",
      "\u{FEFF}{\"client_secret\":\"SECRETSECRETSECRET\"}", "a=1&client_secret=SECRETSECRETSECRET&b=2",
      "<a><client_secret>SECRETSECRETSECRET</client_secret></a>",
      "<o:password x='1'>\n SECRETSECRETSECRET </o:password>",
      "<refresh_token><![CDATA[SECRETSECRETSECRET]]></refresh_token>", "<client_secret>SECRETSECRETSECRET",
      "<a client_secret=\"SECRETSECRETSECRET\"/>", "<access_token><![CDATA[SECRETSECRETSECRET",
      "<o:token x='1'>\n <o:value><b>SECRETSECRETSECRET</b></o:value></o:token>",
      "<client_secret><value>SECRETSECRETSECRET",
    ])
  func brokenTexts(_ text: String) {
    for type in ["application/json", "text/html", "", "application/x-www-form-urlencoded"] {
      #expect(!redaction.body(Array(text.utf8), contentType: type).contains("SECRETSECRET"))
    }
    #expect(!redaction.text(text).contains("SECRETSECRET"))
  }

  @Test func onlyTheTextOfAnElementIsMasked() {
    let mask = Secret("SECRETSECRETSECRET").masked
    for text in [
      "<a><client_secret>@</client_secret><b>c</b></a>", "<token>\n  @</token>\n",
      "<code_verifier><![CDATA[@]]></code_verifier>",
    ] {
      #expect(
        redaction.text(text.replacingBytes(of: "@", with: "SECRETSECRETSECRET"))
          == text.replacingBytes(of: "@", with: mask))
    }
    for text in [
      "<client_secret/>", "<token></token>", "<code>invalid_request</code>", "<FORM>a</FORM>", "a < token > b",
      "send <token> in a header", "<token",
    ] {
      #expect(redaction.text(text) == text)
    }
  }

  @Test func theElementsInASecretElementAreMaskedAsOneValue() {
    #expect(
      redaction.text("<a:password><b>x</b><c/></a:password><d>e</d>") == "<a:password>••••</a:password><d>e</d>")
  }

  @Test func textWithoutSecretsIsUnchanged() {
    for text in ["", "the code flow", "token endpoint", "Bearer of news", "{}", "naïve — ünïcode", "bearer"] {
      #expect(redaction.text(text) == text)
    }
  }

  @Test func binaryBodiesAreShown() {
    let bytes: [UInt8] = (0...255).map { UInt8($0) }
    for type in ["application/json", "application/x-www-form-urlencoded", "image/png"] {
      #expect(!redaction.body(bytes, contentType: type).isEmpty)
    }
  }

  @Test func longTextIsCut() {
    let text = redaction.text(String(repeating: "a", count: 1_000_000))
    #expect(text.count < 5000)
    #expect(text.contains("995904"))
  }

  @Test func revealingChangesNothing() throws {
    let request = TokenRequest.build(
      try Fixture.code(), metadata: try Fixture.metadata(), credentials: try Fixture.registration().credentials)
    let exchange = Exchange(request, outcome: .success(Fixture.json(Fixture.tokenDocument)), started: Fixture.now)
    #expect(Redaction(reveal: true).exchange(exchange) == exchange)
    let shown = Redaction(reveal: true).body(Array(Fixture.tokenDocument.compact.utf8), contentType: "application/json")
    #expect(shown.contains("access-token-1"))
  }

  @Test func asciiHasItsOwnDot() {
    #expect(Redaction(dot: "*").url("a.b:/c?code=012345678901") == "a.b:/c?code=0123****")
  }

  /// Every request and response of the main job, masked and printed.
  @Test func noSecretOfTheMainJobIsShown() throws {
    let metadata = try Fixture.metadata()
    let registration = try Fixture.registration()
    let requests = [
      TokenRequest.build(try Fixture.code(), metadata: metadata, credentials: registration.credentials),
      RefreshRequest.build(
        metadata: metadata, credentials: registration.credentials, refreshToken: Secret("refresh-token-1")),
      try RegistrationRequest.build(
        metadata: metadata, initialAccessToken: try InitialAccessToken(Secret("access-token-1")),
        redirectURI: Fixture.redirectURI,
        postLogoutRedirectURI: Fixture.logoutURI, scope: "openid", softwareID: nil),
      try #require(RegistrationDeletion.build(registration)),
      try #require(UserInfoRequest.build(metadata: metadata, accessToken: AccessToken(Secret("access-token-1")))),
      HTTPRequest("GET", try Fixture.request().url), HTTPRequest("GET", try IdentityDefects.endSession().url),
    ]
    let responses = [Fixture.json(Fixture.tokenDocument), Fixture.json(Fixture.registrationDocument)]
    let secrets = [
      Fixture.clientSecret, "access-token-1", "refresh-token-1", "header.claims.signature",
      "e99ab41e-52a1-4fa3-b21b-fb95a398c33a", "Cg85vgCfElPckCgzPYDcZUrMekzA1iv5",
      "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "=hint",
      Data("\(Fixture.clientID):\(Fixture.clientSecret)".utf8).base64EncodedString(),
    ]
    for request in requests {
      for response in responses {
        let masked = redaction.exchange(Exchange(request, outcome: .success(response), started: Fixture.now))
        var shown = masked.request.url + String(decoding: masked.request.body, as: UTF8.self)
        shown += masked.request.headers.map(\.value).joined(separator: "\n")
        if case .success(let answer) = masked.outcome { shown += String(decoding: answer.body, as: UTF8.self) }
        shown += String(describing: request) + String(reflecting: response)
        for secret in secrets { #expect(!shown.contains(secret)) }
      }
    }
  }

  @Test func printingAValueShowsNoSecret() throws {
    let tokens = try TokenRequest.judge(Fixture.json(Fixture.tokenDocument), expectsIDToken: true, now: Fixture.now)
    var dumped = ""
    dump(tokens, to: &dumped)
    dump(try Fixture.registration(), to: &dumped)
    dump(try Fixture.request(), to: &dumped)
    dump(try Fixture.code(), to: &dumped)
    dump(try IdentityDefects.endSession(), to: &dumped)
    dump(Fixture.json(Fixture.registrationDocument), to: &dumped)
    dump(Fixture.registrationDocument, to: &dumped)
    print(try Fixture.registration(), try Fixture.request(), tokens, to: &dumped)
    for secret in [
      Fixture.clientSecret, "access-token-1", "refresh-token-1", "header.claims", "e99ab41e-52a1", "state-1",
    ] {
      #expect(!dumped.contains(secret))
    }
  }
}
