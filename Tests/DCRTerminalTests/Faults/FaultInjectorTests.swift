import AppState
import Faults
import Foundation
import HTTPTransport
import OAuthClient
import SharedValues
import Synchronization
import Testing
import TestSupport

@testable import DCRTerminal
@testable import Edge
@testable import Workshop

/// Faults in the running app: how often they happen, and what switching them off does.
@Suite(.timeLimit(.minutes(5)), .serialized)
@MainActor
struct FaultInjectorTests {
  private static let server = Task { try await TestServer(listens: false) }

  private func device(_ rules: [FaultRule] = []) async throws -> FaultDevice {
    FaultDevice(try await FaultInjectorTests.server.value.server, FaultPlan(rules))
  }

  @Test func afterItsTimesTheFlowGoesThrough() async throws {
    let device = try await device([FaultRule(.token, .connection(.reset), .times(2), after: 1)])
    #expect(await device.flow()?.code == "connection_lost")
    #expect(device.state[FaultsTool.self].active.entries[0].left == 1)
    #expect(await device.flow()?.code == "connection_lost")
    #expect(device.state[FaultsTool.self].active.entries[0].left == 0)
    #expect(device.state[FaultsTool.self].active.count == 0)
    #expect(await device.flow() == .complete)
    await device.stop()
  }

  /// The server has confirmed the registration, but the disk is full: Retry saves it, and no second client is made.
  @Test func aFullDiskLosesNoRegistration() async throws {
    let device = try await device([FaultRule(.keystore, .disk(.full), .once)])
    #expect(await device.flow()?.code == "keystore_no_space")
    #expect(device.state.unsavedRegistration != nil)
    #expect(try device.keystore.load() == nil)
    let client = device.state.unsavedRegistration?.credentials.clientID
    await device.press(.retry)
    #expect(try device.keystore.load()?.clientID == client)
    #expect(await device.flow() == .complete)
    await device.stop()
  }

  @Test func switchedOnAndOffWhileTheAppRuns() async throws {
    let device = try await device()
    #expect(await device.flow(until: .register) == .reached(.register))
    device.store.send(.faults(.add(FaultRule(.userinfo, .status(StatusDefect(503))))))
    #expect(await device.flow()?.code == "service_unavailable")
    device.store.send(.faults(.removeAll))
    #expect(await device.flow() == .complete)
    await device.stop()
  }

  /// Neither the deadline nor the user's patience has to run out.
  @Test func aHangingRequestGoesOnWhenTheFaultIsSwitchedOff() async throws {
    for rule in [FaultRule(.metadata, .connection(.timeOut)), FaultRule(.metadata, .latency(milliseconds: 60_000))] {
      let device = try await device([rule])
      let flow = Task { await device.flow(until: .register) }
      await device.waitForFault()
      device.store.send(.faults(.removeAll))
      #expect(await flow.value == .reached(.register), "\(rule.summary)")
      await device.stop()
    }
  }

  @Test func cancelEndsAHangingRequestToo() async throws {
    let device = try await device([FaultRule(.metadata, .connection(.timeOut))])
    let flow = Task { await device.flow() }
    await device.waitForFault()
    device.store.send(.cancel)
    #expect(await flow.value?.code == "user_agent_closed")
    await device.stop()
  }

  /// A hanging browser goes on when the fault is switched off.
  @Test func aBrowserThatHangsOpensAfterAll() async throws {
    let server = try await FaultInjectorTests.server.value
    let device = FaultDevice(
      server.server, FaultPlan([FaultRule(.browser, .browser(.neverReturns))]), limit: .seconds(60))
    let flow = Task { await device.flow(until: .register) }
    await device.waitForFault()
    device.store.send(.faults(.removeAll))
    #expect(await flow.value == .reached(.register))
    await device.stop()
  }

  /// Before or after a registration: only the app's own client is refused, never the one that all phones share.
  @Test func aRevokedClientIsRefusedAtItsFirstRequest() async throws {
    let device = try await device(FaultPresets.named("client-revoked")?.plan.rules ?? [])
    #expect(await device.flow()?.code == "invalid_client")
    #expect(device.state.registration != nil)
    device.store.send(.faults(.use(FaultPresets.named("client-revoked")?.plan ?? .none)))
    #expect(await device.flow()?.code == "invalid_client")
    await device.stop()
  }

  @Test func eachPhoneHasItsOwnFaults() async throws {
    let (one, other) = (try await device([FaultRule(.metadata, .connection(.offline))]), try await device())
    #expect(await one.flow()?.code == "host_not_found")
    #expect(await other.flow() == .complete)
    await one.stop()
    await other.stop()
  }

  @Test func theRealTransportAsksTheBoard() async throws {
    let server = try await TestServer(listens: true)
    let injector = FaultInjector(
      ActiveFaults(FaultPlan([FaultRule(.metadata, .missingMember("issuer"), .once)])),
      issuer: server.server.issuer, time: .system, report: { _ in })
    let marks = Mutex<[[String]]>([])
    let transport = HTTPClientTransport(
      trustedCertificates: [server.authority], deadlines: .ofTests, faults: injector
    ) { event in
      if case .finished(let exchange) = event.content { marks.withLock { $0.append(exchange.faults.map(\.words)) } }
    }
    let request = HTTPRequest(
      "GET", server.server.issuer + "/.well-known/openid-configuration", endpoint: .metadata)
    #expect(try JSON.parse(await transport.send(request).body)["issuer"] == nil)
    #expect(try JSON.parse(await transport.send(request).body)["issuer"] != nil)
    #expect(marks.withLock { $0 } == [["metadata: missing-member issuer"], []])
    await transport.shutdown()
    await server.stop()
  }

  /// A fault file with a stranger's address: the answer stays unchanged, and the fault does not happen. An unknown name is neither
  /// looked up nor contacted, even if the fault is off by then.
  @Test func noFaultLeadsToAnotherServer() async throws {
    let server = try await TestServer(listens: true)
    let issuer = server.server.issuer
    let request = HTTPRequest("GET", issuer + "/.well-known/openid-configuration", endpoint: .metadata)
    let stranger = ClosedPort()
    for (address, comes) in [
      ("http://127.0.0.1:\(stranger.port)/token", false), ("https://localhost:\(stranger.port)/token", false),
      ("https://login.test/token", false), ("https://evil.example/token", true), (issuer + "/elsewhere", true),
    ] {
      let injector = FaultInjector(
        ActiveFaults(FaultPlan([FaultRule(.metadata, .wrongMember("token_endpoint", .string(address)))])),
        issuer: issuer, time: .system, report: { _ in })
      let transport = HTTPClientTransport(
        trustedCertificates: [server.authority], deadlines: .ofTests, faults: injector
      )
      let named = try JSON.parse(await transport.send(request).body)["token_endpoint"]?.stringValue
      #expect((named == address) == comes, "\(address)")
      #expect(injector.active.entries[0].hits == (comes ? 1 : 0))
      injector.adopt(ActiveFaults(.none))
      let isNobodys = address == "https://evil.example/token"
      #expect(injector.isNobodys("https://EVIL.example:1/login") == isNobodys)
      if isNobodys {
        let code = HTTPRequest("POST", address, endpoint: .token)
        let failure = await #expect(throws: TransportFailure.self) { try await transport.send(code) }
        #expect(failure?.code == .hostNotFound && failure?.detail == FaultDefect.onPurpose)
      }
      await transport.shutdown()
    }
    await server.stop()
  }

  /// The forger's keys are in the answer only while a token signed by them is in use.
  @Test func aForgersKeyGoesWithTheToken() async throws {
    let device = try await device([FaultRule(.token, .idToken(.wrongAud), .once)])
    #expect(await device.flow()?.code == "id_token_aud_mismatch")
    #expect(await device.flow() == .complete)
    let keys = device.state[MessagesTool.self].log.compactMap { message -> HTTPResponse? in
      guard case .exchange(let exchange) = message.content, exchange.request.endpoint == .jwks else { return nil }
      return try? exchange.outcome?.get()
    }.map { ((try? JSON.parse($0.body))?["keys"]?.arrayValue ?? []).count { $0["kid"] == "fault-menu" } }
    #expect(keys.first == 1)
    #expect(keys.dropFirst().allSatisfy { $0 == 0 })
    #expect(keys.count > 1)
    await device.stop()
  }
}
