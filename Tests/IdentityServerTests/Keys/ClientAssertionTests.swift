import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// `private_key_jwt`: what an assertion allows, and every defect that makes it invalid.
@Suite struct ClientAssertionTests {
  @Test(arguments: TestServer.Way.allCases)
  func anInstanceSignsInsteadOfHavingASecret(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      let key = TestKey(id: "phone")
      let (app, browser, registration) = try await server.keyedApp(key)
      #expect(registration["client_secret"] == nil)
      #expect(registration["client_secret_expires_at"] == nil)
      #expect(registration["token_endpoint_auth_method"] == "private_key_jwt")
      #expect(registration["token_endpoint_auth_methods"] == ["private_key_jwt"])
      #expect(registration["token_endpoint_auth_signing_alg"] == "ES256")
      #expect(registration["jwks"] == ["keys": [key.jwk]])
      let tokens = try await app.redeem(try await server.freshCode(app, browser)).json
      #expect(tokens["token_type"] == "bearer")
      let refreshed = try await app.refresh(tokens.token("refresh_token")).json
      let token = [("token", refreshed.token("access_token"))]
      #expect(try await app.post("/oauth/v2/oauth-introspect", token).json["active"] == true)
      #expect(try await app.post("/oauth/v2/oauth-revoke", token).status == 200)
      #expect(try await app.post("/oauth/v2/oauth-introspect", token).json["active"] == false)
      // No other authentication is accepted from this client.
      for answer in [
        try await app.plain.refresh(refreshed.token("refresh_token")),
        try await TestApp(server: server, clientID: app.clientID, secret: "s").redeem("x"),
      ] {
        #expect(answer.error == "invalid_client")
      }
    }
  }

  private static let now = seconds(TestServer.start)
  private static func at(_ offset: Int) -> JSON { .number(String(now + offset)) }

  private static let cases: [SignedCase] =
    SignedCase.forged + [
      SignedCase("as it is", isGood: true),
      SignedCase("no typ", header: ["typ": nil], isGood: true),
      SignedCase("typ of the revision", header: ["typ": "client-authentication+jwt"], isGood: true),
      SignedCase("typ as a whole media type", header: ["typ": "application/Client-Authentication+JWT"], isGood: true),
      SignedCase("no kid", header: ["kid": nil], isGood: true),
      SignedCase("no iat", payload: ["iat": nil], isGood: true),
      SignedCase("iat with a fraction", payload: ["iat": .number("\(now).5")], isGood: true),
      SignedCase("clock of the phone a minute behind", payload: ["iat": at(-120), "exp": at(-59)], isGood: true),
      SignedCase(
        "clock of the phone a minute ahead", payload: ["iat": at(60), "nbf": at(60), "exp": at(360)], isGood: true),
      SignedCase("an unknown member", payload: ["extra": ["a": 1]], isGood: true),
      SignedCase(
        "RS256 where ES256 was registered",
        make: { unsigned, _ in
          unsigned.changed(header: ["alg": "RS256"]).signed(.rsa)
        }),
      SignedCase("ES256 in the header, RSA in the signature", make: { unsigned, _ in unsigned.signed(.rsa) }),
      SignedCase(
        "a key in the header",
        make: { unsigned, _ in
          let other = TestKey()
          return unsigned.changed(header: ["jwk": other.jwk]).signed(other)
        }),
      SignedCase("another kid", header: ["kid": "other"]),
      SignedCase("a kid that is a number", header: ["kid": 1]),
      SignedCase("typ of a proof", header: ["typ": "dpop+jwt"]),
      SignedCase("typ of an access token", header: ["typ": "at+jwt"]),
      SignedCase("a typ that is a number", header: ["typ": 1]),
      SignedCase("an unencoded payload", header: ["crit": ["b64"], "b64": false]),
      SignedCase("no iss", payload: ["iss": nil]),
      SignedCase("another iss", payload: ["iss": "mobile-dcr-client"]),
      SignedCase("no sub", payload: ["sub": nil]),
      SignedCase("another sub", payload: ["sub": "mobile-dcr-client"]),
      SignedCase("a sub that is a number", payload: ["sub": 1]),
      SignedCase("iss and sub of another client", payload: ["iss": "mobile-dcr-client", "sub": "mobile-dcr-client"]),
      SignedCase("iss and sub of nobody", payload: ["iss": "nobody", "sub": "nobody"]),
      SignedCase("no aud", payload: ["aud": nil]),
      SignedCase("aud of another server", payload: ["aud": "https://as.example"]),
      SignedCase("aud is the token endpoint", payload: ["aud": "https://localhost:8443/oauth/v2/oauth-token"]),
      SignedCase("aud in an array", payload: ["aud": ["https://localhost:8443/oauth/v2/oauth-anonymous"]]),
      SignedCase("aud with a slash", payload: ["aud": "https://localhost:8443/oauth/v2/oauth-anonymous/"]),
      SignedCase("no exp", payload: ["exp": nil]),
      SignedCase("exp is a text", payload: ["exp": .string("\(now + 60)")]),
      SignedCase("exp is over", payload: ["exp": at(-60)]),
      SignedCase("exp too far away", payload: ["exp": at(361)]),
      SignedCase("exp is beyond every number", payload: ["exp": .number("1e999")]),
      SignedCase("nbf is ahead", payload: ["nbf": at(61)]),
      SignedCase("nbf is a text", payload: ["nbf": "0"]),
      SignedCase("nbf after exp", payload: ["nbf": at(30), "exp": at(20)]),
      SignedCase("iat is ahead", payload: ["iat": at(61)]),
      SignedCase("iat is a text", payload: ["iat": "0"]),
      SignedCase("iat long ago", payload: ["iat": at(-421)]),
      SignedCase("iat after exp", payload: ["iat": at(30), "exp": at(20)]),
      SignedCase("no jti", payload: ["jti": nil]),
      SignedCase("an empty jti", payload: ["jti": ""]),
      SignedCase("a jti that is a number", payload: ["jti": 1]),
      SignedCase("a jti of 257 bytes", payload: ["jti": .string(String(repeating: "j", count: 257))]),
      SignedCase("a jti with a control character", payload: ["jti": "a\u{0}"]),
      SignedCase(
        "aud doubled",
        make: { unsigned, key in
          key.sign(unsigned.header.compact, #"{"aud":"https://as.example","# + unsigned.payload.compact.dropFirst())
        }),
      SignedCase(
        "alg doubled",
        make: { unsigned, key in
          key.sign(#"{"alg":"none","# + unsigned.header.compact.dropFirst(), unsigned.payload.compact)
        }),
      SignedCase("no token at all", make: { _, _ in "assertion" }),
    ]

  @Test func eachMemberOfAnAssertionIsChecked() async throws {
    try await TestServer.with { server in
      let key = TestKey(id: "phone")
      let (app, _, _) = try await server.keyedApp(key)
      for each in Self.cases {
        let unsigned = try #require(app.assertion())
        let answer = try await app.isRecognised(each.make(unsigned, key)[0])
        #expect(answer.status == (each.isGood ? 200 : 401), "\(each.name): \(answer.text)")
        #expect(answer.error == (each.isGood ? nil : "invalid_client"), "\(each.name)")
        #expect(answer.headers[first: "WWW-Authenticate"] != nil || each.isGood, "\(each.name)")
      }
      #expect(try await app.isRecognised(try #require(app.assertion()).signed(key)).status == 200)
    }
  }

  @Test func aDoubledOrTooLongMemberIsRefused() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.keyedApp(TestKey(id: "phone"))
      let key = try #require(app.key)
      let code = try await server.freshCode(app, browser)
      let issued = try await server.issuedTokens()
      let whole = try #require(app.assertion()).changed(payload: ["nbf": Self.at(0)])
      for each in SignedCase.eachMember(of: whole) {
        let answer = try await app.redeem(code, assertion: each.make(whole, key)[0])
        #expect(answer.status == 401, "\(each.name): \(answer.text)")
        #expect(answer.error == "invalid_client", "\(each.name)")
      }
      #expect(try await server.issuedTokens() == issued)
      #expect(try await app.redeem(code, assertion: whole.signed(key)).status == 200, "the control: the rest was good")
      #expect(try await server.issuedTokens() > issued)
    }
  }

  /// One method per client (RFC 6749 §2.3), one assertion per request (RFC 7521 §4.2).
  @Test func theFormAroundAnAssertionIsChecked() async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.keyedApp()
      let key = try #require(app.key)
      let type = ("client_assertion_type", ClientAssertion.type)
      let basic = HTTPHeader("Authorization", "Basic " + Data("\(app.clientID):s".utf8).base64EncodedString())
      let forms: [(fields: [(String, String)], headers: [HTTPHeader], error: String?)] = [
        ([type], [], nil), ([type, ("client_id", app.clientID)], [], nil), ([], [], "invalid_request"),
        ([type, type], [], "invalid_request"), ([type, ("client_id", "other")], [], "invalid_request"),
        ([type, ("client_secret", "s")], [], "invalid_request"), ([type], [basic], "invalid_request"),
        ([("client_assertion_type", type.1 + " ")], [], "invalid_client"),
        ([("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:saml2-bearer")], [], "invalid_client"),
        ([type, ("client_assertion", "x")], [], "invalid_request"),
      ]
      for each in forms {
        let assertion = try #require(app.assertion()).signed(key)
        let answer = try await server.send(
          HTTPRequest(
            "POST", server.origin + "/oauth/v2/oauth-introspect",
            headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")] + each.headers,
            body: form([("token", "x"), ("client_assertion", assertion)] + each.fields)))
        #expect(answer.error == each.error, "\(each.fields.map(\.0)): \(answer.text)")
      }
      let alone = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/oauth/v2/oauth-introspect",
          headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
          body: form([("token", "x"), type])))
      #expect(alone.error == "invalid_request")
    }
  }

  /// Clients with other methods cannot use an assertion, whoever signed it.
  @Test func onlyClientsThatRegisteredAKeyMaySign() async throws {
    try await TestServer.with { server in
      let (secret, _, registration) = try await server.registeredApp(
        as: "demouser", "Password1",
        TestServer.tutorialMetadata.setting("jwks", ["keys": [TestKey().jwk]]))
      #expect(registration["client_secret"] != nil)
      var app = KeyedApp(server: server, clientID: secret.clientID, key: TestKey())
      #expect(try await app.isRecognised(try #require(app.assertion()).signed(app.key!)).error == "invalid_client")
      app.clientID = "mobile-dcr-client"
      #expect(try await app.isRecognised(try #require(app.assertion()).signed(app.key!)).error == "invalid_client")
    }
  }

  @Test(arguments: TestServer.Way.allCases)
  func ofFiftyAtOnceOneIsAccepted(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      let (app, _, _) = try await server.keyedApp()
      let assertion = try #require(app.assertion()).signed(try #require(app.key))
      let answers = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        for _ in 0..<50 { group.addTask { try await app.isRecognised(assertion) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1)
      #expect(answers.count { $0.error == "invalid_client" } == 49)
      server.clock.advance(by: 100)
      #expect(try await app.isRecognised(assertion).error == "invalid_client", "not expired yet")
    }
  }

  @Test func identifiersAreUniquePerClient() async throws {
    try await TestServer.with { server in
      for app in [try await server.keyedApp().app, try await server.keyedApp().app] {
        let assertion = try #require(app.assertion()).changed(payload: ["jti": "1"]).signed(try #require(app.key))
        #expect(try await app.isRecognised(assertion).status == 200)
      }
    }
  }

  /// RFC 7518 §3.3 and §3.5.
  @Test(arguments: ["RS256", "PS256"])
  func keysOfRSA(_ algorithm: String) async throws {
    try await TestServer.with { server in
      let (app, _, registration) = try await server.keyedApp(
        .rsa, ["token_endpoint_auth_signing_alg": .string(algorithm)])
      #expect(registration["token_endpoint_auth_signing_alg"] == .string(algorithm))
      let unsigned = try #require(app.assertion())
      for other in ["RS256", "PS256"] {
        let made = unsigned.changed(header: ["alg": .string(other)], payload: ["jti": .string(other)])
        let text = TestKey.rsa.sign(
          made.header.compact, made.payload.compact, padding: other == "PS256" ? .PSS : .insecurePKCS1v1_5)
        #expect(try await app.isRecognised(text).status == (other == algorithm ? 200 : 401))
      }
    }
  }
}
