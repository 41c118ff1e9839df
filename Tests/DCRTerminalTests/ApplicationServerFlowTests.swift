import AppState
import HTTPTransport
import IdentityServer
import OAuthClient
import SharedValues
import TestSupport
import Testing

@testable import DCRTerminal
@testable import Workshop

/// `flow` with an application server: the same test body in process and over TLS.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ApplicationServerFlowTests {
  @Test(arguments: WholeFlowTests.Way.allCases)
  func bothAnswersOfTheApplicationServer(_ way: WholeFlowTests.Way) async throws {
    let server = try await TestServer(
      listens: way == .overSocket,
      application: ApplicationServerConfiguration(
        clientID: "demo-app", redirectURI: "io.curity.dcrclient:/callback",
        postLogoutRedirectURI: "io.curity.dcrclient:/logoutcallback"))
    let transport: any Transport =
      way == .inProcess
      ? InProcessTransport(server: server.server)
      : HTTPClientTransport(trustedCertificates: [server.authority], deadlines: .ofTests)
    let origin = String(server.server.issuer.dropLast(Issuer.embeddedPath.count))
    let agent = ScriptedUserAgent(transport, username: "alice", password: TestServer.password)
    let device = TestDevice(
      issuer: server.server.issuer, transport: transport, userAgent: agent,
      configure: { settings in
        settings.applicationServer = origin + "/application"
        settings.registrationClientID = "demo-app"
        settings.scope = "openid profile email"
      })

    let first = await device.run()
    #expect(first.ending == .complete)
    #expect(first.lines.done == [.discovery, .login, .token, .logout])
    #expect(first.lines.skipped == [.registrationLogin, .registrationToken, .register, .userinfo, .refresh])
    #expect(first.lines.detail(.token)["account"] == .null)
    #expect(first.lines.detail(.token)["claims"]?["email"] == "alice@example.com")
    #expect(first.state.registration == nil)
    #expect(try await server.server.administration.clients().isEmpty)

    // Sign up with the access token of an earlier login, as the Create Account button does.
    let second = await device.run(until: .token)
    let token = try #require(second.state.session?.tokens.accessToken)
    let form = SignUpForm(claims: second.state.session?.userinfo?.document ?? .null)
    let made = try await transport.send(
      SignUpRequest.build(form, accessToken: token, applicationServer: origin + "/application"))
    #expect(try SignUpRequest.judge(made).document["email"] == "alice@example.com")

    let third = await device.run()
    #expect(third.ending == .complete)
    #expect(third.lines.detail(.token)["account"]?["given_name"] == "Alice")
    await server.stop()
  }
}
