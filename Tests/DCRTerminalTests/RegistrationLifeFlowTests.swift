import AppState
import Foundation
import HTTPTransport
import IdentityServer
import Keystore
import OAuthClient
import SharedValues
import TestSupport
import TestValues
import Testing

@testable import DCRTerminal
@testable import Doctor
@testable import Edge
@testable import Workshop

/// The life of a registration (RFC 7592) against the embedded server, over TLS: updated, used, deleted.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct RegistrationLifeFlowTests {
  /// The server's answer about the client to a holder of this token.
  private func read(_ registration: JSON, with token: String, _ transport: any Transport) async throws -> HTTPResponse {
    let place = try #require(registration["registration_client_uri"]?.stringValue)
    return try await transport.send(
      HTTPRequest("GET", place, headers: [HTTPHeader("Authorization", "Bearer " + token)]))
  }

  private func token(_ registration: JSON) throws -> String {
    try #require(registration["registration_access_token"]?.stringValue)
  }

  @Test(arguments: [
    ("io.curity.dcrclient:/elsewhere", "io.curity.dcrclient:/signed-out"),
    ("http://127.0.0.1/callback", "http://[::1]/signed-out"),
  ])
  func anUpdateIsUsedByTheNextLoginAndItsTokenDeletes(_ redirect: String, _ postLogout: String) async throws {
    let server = try await TestServer(listens: true)
    let transport = HTTPClientTransport(trustedCertificates: [server.authority], deadlines: .ofTests)
    let agent = ScriptedUserAgent(transport, username: "alice", password: TestServer.password)
    let device = TestDevice(issuer: server.server.issuer, transport: transport, userAgent: agent)
    #expect(await device.run(until: .register).ending == .reached(.register))
    let first = try #require(try device.keystore.load()?.registration)

    device.redirectURI = try RedirectURI(accepted: redirect)
    device.postLogoutRedirectURI = try RedirectURI(accepted: postLogout)
    device.scope = "openid profile email"
    let updated = await device.press(.updateRegistration)
    #expect(updated.banner == nil)
    #expect(updated.notice == .registrationUpdated(newSecret: false))
    #expect(!updated.registrationDiffers)

    // The keystore holds the rotated token and the kept secret, and the server accepts only the new token.
    let second = try #require(try device.keystore.load()?.registration)
    #expect(second["client_id"] == first["client_id"])
    #expect(second["client_secret"] == first["client_secret"])
    #expect(try token(second) != token(first))
    #expect(updated.registration?.registrationAccessToken?.revealed == (try token(second)))
    #expect(try await read(second, with: token(first), transport).status == 401)
    let known = try await read(second, with: token(second), transport)
    #expect(known.status == 200)
    let document = try JSON.parse(known.body)
    #expect(document["redirect_uris"] == [.string(redirect)])
    #expect(document["post_logout_redirect_uris"] == [.string(postLogout)])
    #expect(document["scope"] == "openid profile email")

    let whole = await device.run()
    #expect(whole.ending == .complete)
    #expect(whole.lines.skipped == SkipReason.registrationSteps)
    #expect(whole.lines.detail(.userinfo)["email"] == "alice@example.com")
    #expect(whole.state.registration?.credentials.clientID == first["client_id"]?.stringValue)
    #expect(try await server.server.administration.clients().count == 1)

    let forgotten = await device.press(.forgetDevice)
    guard case .forgotDevice(let erased, serverDeleted: true) = forgotten.notice else {
      throw Unexpected("\(String(describing: forgotten.notice))")
    }
    #expect(erased.contains("keystore.age"))
    #expect(try device.keystore.load() == nil)
    #expect(try await server.server.administration.clients().isEmpty)
    await server.stop()
  }

  /// The app does not use a new address before the server knows it.
  @Test func withoutTheUpdateTheNewRedirectIsRefused() async throws {
    let server = try await TestServer(listens: true)
    let transport = HTTPClientTransport(trustedCertificates: [server.authority], deadlines: .ofTests)
    let agent = ScriptedUserAgent(transport, username: "alice", password: TestServer.password)
    let device = TestDevice(issuer: server.server.issuer, transport: transport, userAgent: agent)
    #expect(await device.run(until: .register).ending == .reached(.register))
    device.redirectURI = "io.curity.dcrclient:/elsewhere"
    guard case .failed(.login, _) = await device.run().ending else {
      throw Unexpected("a redirect URI that is not registered was used")
    }
    await server.stop()
  }
}
