import AppState
import Catalogue
import Foundation
import HTTPTransport
import IdentityServer
import SharedValues
import TestValues
import Testing
import TestSupport

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Doctor
@testable import Edge
@testable import TestRuns
@testable import UserAgents
@testable import Workshop

/// The whole flow: the same test bodies against the server in process and over a real socket.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct WholeFlowTests {
  enum Way: CaseIterable, Sendable { case inProcess, overSocket }

  /// A server, and a transport that reaches it.
  private func world(_ way: Way) async throws -> (server: TestServer, transport: any Transport) {
    let server = try await TestServer(listens: way == .overSocket)
    switch way {
    case .inProcess: return (server, InProcessTransport(server: server.server))
    case .overSocket: return (server, HTTPClientTransport(trustedCertificates: [server.authority], deadlines: .ofTests))
    }
  }

  private func agent(_ transport: any Transport, password: Secret = TestServer.password) -> ScriptedUserAgent {
    ScriptedUserAgent(transport, username: "alice", password: password)
  }

  @Test(arguments: Way.allCases)
  func fromFirstStartToSignedOutAndBackAgain(_ way: Way) async throws {
    let (server, transport) = try await world(way)
    let agent = agent(transport)
    let device = TestDevice(issuer: server.server.issuer, transport: transport, userAgent: agent)

    let first = await device.run()
    #expect(first.ending == .complete)
    #expect(first.lines.done == FlowStep.ofFlow(usesAPI: false))
    #expect(first.lines.skipped.isEmpty)
    // The second login was silent: the first one's session still existed.
    #expect(agent.logins == 1)
    #expect(agent.visits == 3)
    let subject = first.lines.detail(.userinfo)["sub"]?.stringValue
    #expect(subject?.isEmpty == false)
    #expect(first.lines.detail(.token)["sub"]?.stringValue == subject)
    #expect(first.lines.detail(.registrationToken)["scope"] == "dcr")
    let client = first.lines.detail(.register)["client_id"]?.stringValue
    let tokens = (first.lines.detail(.token), first.lines.detail(.refresh))
    #expect(tokens.0["access_token"] != nil)
    #expect(tokens.0["access_token"] != tokens.1["access_token"])
    #expect(tokens.0["refresh_token"] != tokens.1["refresh_token"])
    let registered = try await server.server.administration.clients()
    #expect(registered.map(\.id) == [client])
    #expect(registered.first?.owner == "alice")

    let second = await device.run()
    #expect(second.ending == .complete)
    #expect(second.lines.skipped == SkipReason.registrationSteps)
    #expect(second.lines.done == [.discovery, .login, .token, .userinfo, .refresh, .logout])
    // Signing out had ended the session.
    #expect(agent.logins == 2)
    #expect(second.state.registration?.credentials.clientID == client)
    #expect(try await server.server.administration.clients().count == 1)
    await server.stop()
  }

  @Test(arguments: Way.allCases)
  func aRevokedClientStopsTheFlowAndIsReplacedOnDemand(_ way: Way) async throws {
    let (server, transport) = try await world(way)
    let device = TestDevice(issuer: server.server.issuer, transport: transport, userAgent: agent(transport))
    let first = await device.run(until: .register)
    #expect(first.ending == .reached(.register), "\(first.ending)")
    let client = try #require(try await server.server.administration.clients().first?.id)
    try await server.server.administration.revokeClient(client)

    let refused = await device.run()
    guard case .failed(_, let error) = refused.ending else {
      throw Unexpected("a revoked client went through: \(String(describing: refused.ending))")
    }
    #expect(error.status == .refused)
    #expect(error.code.rawValue == "invalid_client")
    #expect(refused.state.registration?.credentials.clientID == client)

    let replaced = await device.run(registersAgain: true)
    #expect(replaced.ending == .complete)
    #expect(replaced.state.registration?.credentials.clientID != client)
    #expect(try await server.server.administration.clients().count == 2)
    await server.stop()
  }

  @Test func untilStopsAfterThatStep() async throws {
    let (server, transport) = try await world(.inProcess)
    let device = TestDevice(issuer: server.server.issuer, transport: transport, userAgent: agent(transport))
    let run = await device.run(until: .registrationToken)
    #expect(run.ending == .reached(.registrationToken))
    #expect(run.lines.done == [.discovery, .registrationLogin, .registrationToken])
    #expect(try await server.server.administration.clients().isEmpty)
  }

  @Test func aUserAgentThatFailsIsReportedWithItsReason() async throws {
    let (server, transport) = try await world(.inProcess)
    let device = TestDevice(
      issuer: server.server.issuer, transport: transport,
      userAgent: FailingUserAgent(failure: UserAgentFailure(.loginRefused, ["detail": "wrong password"])))
    let run = await device.run()
    #expect(
      run.ending
        == .failed(.registrationLogin, CommandError(UserAgentFailure.Code.loginRefused, ["detail": "wrong password"])))
    #expect(run.lines.last == run.lines.first { $0.step == .registrationLogin })
    #expect(try await server.server.administration.clients().isEmpty)
  }

  @Test func aServerThatIsNotThereIsReported() async throws {
    let transport = HTTPClientTransport()
    let agent = agent(transport)
    let closed = ClosedPort()
    let device = TestDevice(
      issuer: "https://localhost:\(closed.port)/oauth/v2/oauth-anonymous", transport: transport, userAgent: agent)
    guard case .failed(.discovery, let error) = await device.run().ending else {
      throw Unexpected("the flow did not fail at discovery")
    }
    #expect(error.code.rawValue == "connection_refused")
    #expect(error.status == .unavailable)
    #expect(agent.visits == 0)
  }

  @Test func aDamagedKeystoreEndsTheFlowAndIsLeftAsItIs() async throws {
    let (server, transport) = try await world(.inProcess)
    let device = TestDevice(issuer: server.server.issuer, transport: transport, userAgent: agent(transport))
    _ = await device.run(until: .register)
    let file = device.folder.path + "/devices/phone/keystore.age"
    var bytes = try #require(FileManager.default.contents(atPath: file))
    bytes[bytes.count - 5] ^= 1
    try bytes.write(to: URL(fileURLWithPath: file))
    let run = await device.run()
    guard case .failed(_, let error) = run.ending else { throw Unexpected("a damaged keystore was accepted") }
    #expect(error.status == .data)
    #expect(error.code.rawValue.hasPrefix("keystore_"))
    #expect(FileManager.default.contents(atPath: file) == bytes)
    #expect(try await server.server.administration.clients().count == 1)
  }
}

/// A user agent that always fails.
struct FailingUserAgent: ExternalUserAgent {
  let failure: UserAgentFailure

  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome { .failed(failure) }
}
