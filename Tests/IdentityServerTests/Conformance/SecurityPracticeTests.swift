import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// RFC 9700 (best current practice for OAuth 2.0 security): the demands of §2 and §4 on an authorization server, section by section.
@Suite(.serialized, .conformanceServer) struct SecurityPracticeTests {
  private let challenge: [String: String?] = ["code_challenge": TestApp.challenge, "code_challenge_method": "S256"]
  private let verifier = [("code_verifier", TestApp.verifier)]

  @Test("RFC 9700 2.1 and 4.1.3: redirect URIs are compared exactly") func exactRedirects() async throws {
    let party = try await RelyingParty.registered()
    for other in [
      "https://rp.example.com/callback/", "https://rp.example.com/CALLBACK", "https://rp.example.com:443/callback",
      "https://rp.example.com/callback?", "https://rp.example.com/callback#x", "https://rp.example.com/x/../callback",
      "https://rp.example.com.evil.example/callback", "https://rp.example.com%2fcallback",
      "http://rp.example.com/callback",
    ] {
      let answer = try await party.browser.get(party.authorizationURL(["redirect_uri": other]))
      #expect(answer.isPage && answer.status == 400, "\(other)")
    }
  }

  @Test("RFC 9700 2.1.1 and 4.8: PKCE is advertised, enforced and cannot be taken away") func proofKey() async throws {
    let party = try await RelyingParty.registered()
    #expect(party.metadata["code_challenge_methods_supported"] == ["S256"])
    // §4.8.2: a verifier counts only after a challenge.
    #expect(try await party.redeem(try await party.code(), verifier).error == "invalid_grant")
    let code = try await party.code(challenge)
    #expect(try await party.redeem(code).error == "invalid_grant")
    #expect(try await party.redeem(code, verifier).status == 200)
  }

  @Test("RFC 9700 2.1.2: no tokens in the authorization response") func noImplicit() async throws {
    let party = try await RelyingParty.registered()
    for type in ["token", "id_token", "id_token token", "code token", "code id_token"] {
      let answer = try await party.authorize(["response_type": type])
      #expect(answer.redirectParameters["error"] == "unsupported_response_type", "\(type)")
    }
    #expect(party.metadata["response_types_supported"] == ["code"])
  }

  @Test("RFC 9700 2.2.2 and 4.14: refresh tokens are bound, rotate, and a reuse ends the family")
  func refreshTokens() async throws {
    let party = try await RelyingParty.registered()
    let other = try await RelyingParty.registered()
    let tokens = try await party.tokens(["scope": "openid email"])
    let first = tokens["refresh_token"]?.stringValue ?? ""
    #expect(try await other.refresh(first).error == "invalid_grant")
    let widened = try await party.tokenRequest([
      ("grant_type", "refresh_token"), ("refresh_token", first), ("scope", "openid email profile"),
    ])
    #expect(widened.error == "invalid_scope")
    let second = try await party.refresh(first).json
    #expect(second["refresh_token"] != tokens["refresh_token"])
    #expect(try await party.refresh(first).error == "invalid_grant")
    #expect(try await party.refresh(second["refresh_token"]?.stringValue ?? "").error == "invalid_grant")
    let bearer = HTTPHeader("Authorization", "Bearer " + (second["access_token"]?.stringValue ?? ""))
    #expect(try await party.userInfo("GET", [bearer]).status == 401)
  }

  @Test("RFC 9700 2.3: access tokens hold what was asked for and no more") func privileges() async throws {
    let party = try await RelyingParty.registered()
    let tokens = try await party.tokens(["scope": "openid email"])
    #expect(tokens["scope"] == "openid email")
    #expect(try await party.userInfo(tokens).objectValue?.map(\.name) == ["sub", "email", "email_verified"])
    let narrow = try await party.redeem(try await party.code(["scope": "email", "nonce": nil]))
    #expect(narrow.status == 200)
    #expect(narrow.json["id_token"] == nil)
  }

  @Test("RFC 9700 2.4: no password grant, and no other") func grants() async throws {
    let party = try await RelyingParty.registered()
    for grant in ["password", "client_credentials", "implicit", "urn:ietf:params:oauth:grant-type:jwt-bearer"] {
      let answer = try await party.tokenRequest([
        ("grant_type", grant), ("username", "demouser"), ("password", "Password1"),
      ])
      #expect(answer.error == "unsupported_grant_type", "\(grant)")
    }
  }

  @Test("RFC 9700 2.5: clients with a secret have to prove themselves") func clientAuthentication() async throws {
    let party = try await RelyingParty.registered()
    let form = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
    let url = party.metadata["token_endpoint"]?.stringValue ?? ""
    let fields = [("grant_type", "authorization_code"), ("code", "x"), ("client_id", party.member("client_id"))]
    let assertion = [("client_assertion_type", ClientAssertion.type), ("client_assertion", "e30.e30.")]
    for more in [[], [("client_secret", "wrong")], assertion] {
      let answer = try await party.server.send(
        HTTPRequest(
          "POST", url, headers: form, body: IdentityServerTests.form(fields + more)))
      #expect(answer.status == 401)
      #expect(answer.error == "invalid_client")
      #expect(answer.headers[first: "WWW-Authenticate"] != nil)
    }
  }

  @Test("RFC 9700 2.6: endpoints are https and metadata is published") func metadata() async throws {
    let server = try ConformanceServer.current
    let metadata = try await RelyingParty.discovered(server)
    for member in metadata.objectValue ?? [] where member.name.hasSuffix("_endpoint") {
      #expect(member.value.stringValue?.hasPrefix("https://") == true, "\(member.name)")
    }
  }

  @Test("RFC 9700 4.2: pages give no address away, codes are good once") func referrer() async throws {
    let party = try await RelyingParty.registered()
    let page = try await party.browser.get(party.authorizationURL())
    #expect(page.headers[first: "Referrer-Policy"] == "same-origin")
    #expect(page.headers[first: "Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
    #expect(page.headers[first: "Cache-Control"] == "no-store")
  }

  @Test("RFC 9700 4.4: every response names its issuer") func mixUp() async throws {
    let party = try await RelyingParty.registered()
    #expect(party.metadata["authorization_response_iss_parameter_supported"] == true)
    for changes in [[:], ["prompt": "none"], ["response_type": "token"]] as [[String: String?]] {
      let answer = try await party.authorize(changes)
      #expect(answer.redirectParameters["iss"] == party.server.issuer)
    }
  }

  @Test("RFC 9700 4.5: a code is bound to its client, its redirect URI and its verifier") func codeInjection()
    async throws
  {
    let both: JSON = ["redirect_uris": ["https://rp.example.com/callback", "https://rp.example.com/other"]]
    let party = try await RelyingParty.registered(both)
    let thief = try await RelyingParty.registered(both)
    let code = try await party.code(challenge)
    #expect(try await thief.redeem(code, verifier).error == "invalid_grant")
    #expect(try await party.redeem(code, [("code_verifier", TestApp.challenge)]).error == "invalid_grant")
    let elsewhere = try await party.tokenRequest(
      [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", "https://rp.example.com/other")]
        + verifier)
    #expect(elsewhere.error == "invalid_grant")
    #expect(try await party.redeem(code, verifier).status == 200)
  }

  @Test("RFC 9700 4.7: the login cannot be posted from elsewhere") func forgery() async throws {
    let party = try await RelyingParty.registered()
    let page = try await party.browser.get(party.authorizationURL())
    let stranger = TestBrowser(party.server)
    let answer = try await stranger.submit(page, [("username", "demouser"), ("password", "Password1")])
    #expect(answer.status == 400)
    #expect(stranger.cookies[Cookie.session] == nil)
  }

  @Test("RFC 9700 4.11.2: no open redirector") func openRedirector() async throws {
    let party = try await RelyingParty.registered()
    for changes in [
      ["client_id": "nobody", "redirect_uri": "https://evil.example/"], ["redirect_uri": "https://evil.example/"],
      ["client_id": nil], ["redirect_uri": nil],
    ] as [[String: String?]] {
      let answer = try await party.browser.get(party.authorizationURL(changes))
      #expect(answer.isPage && answer.status == 400)
    }
    let out = try await party.logout([("post_logout_redirect_uri", "https://evil.example/")])
    #expect(out.isPage && out.status == 400)
  }

  @Test("RFC 9700 4.12: a form post is answered with 303, never 307") func redirectStatus() async throws {
    let party = try await RelyingParty.registered()
    let page = try await party.browser.get(party.authorizationURL())
    #expect(try await party.loggingIn(page).status == 303)
    #expect(try await party.browser.get(party.authorizationURL()).status == 302)
  }

  @Test("RFC 9700 4.15: nobody can choose a client id that is a user's subject") func impersonation() async throws {
    let party = try await RelyingParty.registered(["client_id": "demouser", "client_secret": "mine"])
    #expect(UUID(uuidString: party.member("client_id")) != nil)
    #expect(party.member("client_secret") != "mine")
  }

  @Test("RFC 9700 4.16: pages cannot be framed") func clickjacking() async throws {
    let party = try await RelyingParty.registered()
    for page in [
      try await party.browser.get(party.authorizationURL()), try await party.logout([]),
      try await party.browser.get(party.authorizationURL(["client_id": "nobody"])),
    ] {
      #expect(page.headers[first: "X-Frame-Options"] == "DENY")
      #expect(page.headers[first: "Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
    }
  }
}
