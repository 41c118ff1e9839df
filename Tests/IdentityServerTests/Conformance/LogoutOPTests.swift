import Crypto
import CryptoExtras
import Foundation
import JWTKit
import SharedValues
import Testing

@testable import IdentityServer

/// The modules of the plan "RP-initiated logout", by their names. Without a valid hint the person is asked, and the browser is not
/// redirected.
@Suite(.serialized, .conformanceServer) struct LogoutOPTests {
  private let back = ("post_logout_redirect_uri", RelyingParty.loggedOutURI)
  /// As long as the suite's, to see that it comes back complete.
  private let state = ("state", String(repeating: "s-~.", count: 32))

  private func loggedIn() async throws -> (party: RelyingParty, hint: (String, String)) {
    let party = try await RelyingParty.registered()
    let tokens = try await party.tokens()
    return (party, ("id_token_hint", tokens["id_token"]?.stringValue ?? ""))
  }

  /// A page that asks; its button ends the session.
  private func asksFirst(_ party: RelyingParty, _ parameters: [(String, String)]) async throws -> HTTPResponse {
    let page = try await party.logout(parameters)
    #expect(page.isPage)
    #expect(page.status == 200)
    #expect(try await party.isLoggedOut == false)
    let out = try await party.browser.submit(page, [])
    #expect(try await party.isLoggedOut)
    return out
  }

  /// A page with an error; the session stays.
  private func refuses(_ party: RelyingParty, _ parameters: [(String, String)]) async throws {
    let page = try await party.logout(parameters)
    #expect(page.isPage)
    #expect(page.status == 400)
    #expect(try await party.isLoggedOut == false)
  }

  @Test("oidcc-rp-initiated-logout") func logout() async throws {
    let (party, hint) = try await loggedIn()
    let out = try await party.logout([hint, back, state])
    #expect(out.location?.hasPrefix(RelyingParty.loggedOutURI + "?") == true)
    #expect(out.redirectParameters.pairs.map(\.name) == ["state"])
    #expect(out.redirectParameters["state"] == state.1)
    #expect(try await party.isLoggedOut)
  }

  @Test("oidcc-rp-initiated-logout-bad-post-logout-redirect-uri") func badRedirectURI() async throws {
    let (party, hint) = try await loggedIn()
    try await refuses(party, [hint, ("post_logout_redirect_uri", RelyingParty.loggedOutURI + "/x"), state])
  }

  @Test("oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri") func queryAdded() async throws {
    let (party, hint) = try await loggedIn()
    try await refuses(party, [hint, ("post_logout_redirect_uri", RelyingParty.loggedOutURI + "?foo=bar"), state])
  }

  @Test("oidcc-rp-initiated-logout-modified-id-token-hint") func modifiedHint() async throws {
    let (party, hint) = try await loggedIn()
    let payload = hint.1.split(separator: ".")[1]
    let unsigned = Base64URL.encode(Array("{\"alg\":\"none\"}".utf8)) + ".\(payload)."
    try await refuses(party, [("id_token_hint", unsigned), back, state])
  }

  @Test("oidcc-rp-initiated-logout-bad-id-token-hint") func badHint() async throws {
    let (party, hint) = try await loggedIn()
    let payload = try #require(Base64URL.decode(String(hint.1.split(separator: ".")[1])))
    let claims = try JSONDecoder().decode(IDTokenClaims.self, from: Data(payload))
    let keys = JWTKeyCollection()
    let pem = try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
    await keys.add(rsa: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: .sha256, kid: "other")
    try await refuses(party, [("id_token_hint", try await keys.sign(claims, kid: "other")), back, state])
  }

  /// The suite wants a page and no redirect; the button may lead back only if the request names the client.
  @Test("oidcc-rp-initiated-logout-no-id-token-hint") func noHint() async throws {
    let (party, _) = try await loggedIn()
    try await refuses(party, [back, state])
    let out = try await asksFirst(party, [back, state, ("client_id", party.member("client_id"))])
    #expect(out.location?.hasPrefix(RelyingParty.loggedOutURI + "?state=") == true)
  }

  @Test("oidcc-rp-initiated-logout-no-params") func noParameters() async throws {
    let (party, _) = try await loggedIn()
    let out = try await asksFirst(party, [])
    #expect(out.isPage)
    #expect(out.status == 200)
  }

  @Test("oidcc-rp-initiated-logout-only-state") func onlyState() async throws {
    let (party, _) = try await loggedIn()
    let out = try await asksFirst(party, [state])
    #expect(out.isPage)
    #expect(!out.text.contains(state.1))
  }

  @Test("oidcc-rp-initiated-logout-no-post-logout-redirect-uri") func noRedirectURI() async throws {
    let (party, hint) = try await loggedIn()
    let page = try await party.logout([hint, state])
    #expect(page.isPage)
    #expect(page.status == 200)
    #expect(try await party.isLoggedOut)
  }

  @Test("oidcc-rp-initiated-logout-no-state") func noState() async throws {
    let (party, hint) = try await loggedIn()
    let out = try await party.logout([hint, back])
    #expect(out.location == RelyingParty.loggedOutURI)
    #expect(try await party.isLoggedOut)
  }
}
