import AppState
import Catalogue
import Foundation
import HTTPTransport
import IdentityServer
import SharedValues
import Synchronization
import TestSupport
import TestValues
import Testing

@testable import DCRTerminal
@testable import Doctor
@testable import Edge
@testable import Workshop

/// The whole flow for each way to an initial access token, in process and over a real socket.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct RegistrationModeTests {
  struct World {
    var server: TestServer
    var transport: any Transport
    var agent: ScriptedUserAgent
    var issuer: String { server.server.issuer }
  }

  private func world(
    _ way: WholeFlowTests.Way, adjusting: sending @escaping (inout IdentityServerConfiguration) -> Void = { _ in }
  ) async throws -> World {
    let server = try await TestServer(listens: way == .overSocket, adjusting: adjusting)
    let transport: any Transport
    let folder = server.folder.path + "/phone"
    switch way {
    case .inProcess: transport = InProcessTransport(server: server.server)
    case .overSocket:
      try await server.server.devices.enroll("phone", into: URL(fileURLWithPath: folder))
      transport = HTTPClientTransport(
        trustedCertificates: [server.authority],
        deviceCertificate: DeviceCertificateFiles(
          certificate: folder + "/device-certificate.pem", key: folder + "/device-certificate-key.pem"),
        deadlines: .ofTests)
    }
    let agent = ScriptedUserAgent(transport, username: "alice", password: TestServer.password)
    return World(server: server, transport: transport, agent: agent)
  }

  private static let allSteps = FlowStep.ofFlow(usesAPI: false)

  /// The registration needed no login, so the only login asked for the password.
  private func expectOneInteractiveLogin(_ world: World, _ run: TestDevice.Outcome) {
    #expect(run.ending == .complete)
    #expect(world.agent.logins == 1)
    #expect(world.agent.visits == 2)
    #expect(run.lines.map(\.step) == Self.allSteps)
    for case .skipped(_, let why) in run.lines { #expect(!why.rawValue.isEmpty) }
  }

  @Test(arguments: WholeFlowTests.Way.allCases)
  func aTokenFromAFileRegistersOnce(_ way: WholeFlowTests.Way) async throws {
    let world = try await world(way)
    let folder = TemporaryFolder()
    let token = try await world.server.server.administration.issueInitialAccessToken(lifetime: 60)
    let file = folder.write("dcr.token", token.revealed + "\n")
    func device() -> TestDevice {
      TestDevice(issuer: world.issuer, transport: world.transport, userAgent: world.agent, tokenFile: file) {
        $0.registration = .initialAccessToken
      }
    }
    let first = device()
    let run = await first.run()
    expectOneInteractiveLogin(world, run)
    #expect(run.lines.skipped == [.registrationLogin])
    let clients = try await world.server.server.administration.clients()
    #expect(clients.count == 1)
    #expect(clients.first?.owner == nil)

    let restarted = await first.run()
    #expect(restarted.ending == .complete)
    #expect(restarted.lines.skipped == SkipReason.registrationSteps)

    guard case .failed(.register, let error) = await device().run().ending else {
      throw Unexpected("one token registered two clients")
    }
    #expect(error.code.rawValue == "invalid_token")
    #expect(error.status == .refused)
    #expect(try await world.server.server.administration.clients().count == 1)
    await world.server.stop()
  }

  @Test(arguments: [RegistrationMode.device, .push])
  func aCertificateTakesThePlaceOfALogin(_ mode: RegistrationMode) async throws {
    let world = try await world(.overSocket)
    let counting = CountingTransport(world.transport)
    let device = TestDevice(issuer: world.issuer, transport: counting, userAgent: world.agent) {
      $0.registration = mode
    }
    let run = await device.run()
    expectOneInteractiveLogin(world, run)
    #expect(run.lines.skipped == [.registrationLogin])
    #expect(run.lines.detail(.registrationToken)["scope"] == "dcr")
    let clients = try await world.server.server.administration.clients()
    #expect(clients.count == 1)
    #expect(clients.first?.owner == nil)
    // The certificate went with one request only, and the token in its answer into one other.
    #expect(counting.requests.count { $0.presentsDeviceCertificate } == 1)
    let token = try #require(run.lines.detail(.registrationToken)["access_token"]?.stringValue)
    #expect(counting.requests.count { $0.headers[first: "Authorization"] == "Bearer " + token } == 1)
    await world.server.stop()
  }

  @Test(arguments: [RegistrationMode.device, .push])
  func aRevokedDeviceIsNotAccepted(_ mode: RegistrationMode) async throws {
    let world = try await world(.overSocket)
    try await world.server.server.devices.revoke("phone")
    let device = TestDevice(issuer: world.issuer, transport: world.transport, userAgent: world.agent) {
      $0.registration = mode
    }
    guard case .failed(.registrationToken, let error) = await device.run().ending else {
      throw Unexpected("a revoked device was accepted")
    }
    #expect(error.code.rawValue == "device_not_accepted")
    #expect(error.status == .refused)
    #expect(try await world.server.server.administration.clients().isEmpty)
    await world.server.stop()
  }

  @Test func theFlowWaitsForAnAdministratorsPush() async throws {
    let world = try await world(.overSocket) { $0.policies.push = .administrator }
    let device = TestDevice(issuer: world.issuer, transport: world.transport, userAgent: world.agent) {
      ($0.registration, $0.pushWait) = (.push, 1)
    }
    let devices = world.server.server.devices
    let sending = Task {
      while try await devices.list().first?.isWaiting != true { await Task.yield() }
      try await devices.push(to: "phone")
    }
    let run = await device.run()
    try await sending.value
    expectOneInteractiveLogin(world, run)
    #expect(try await devices.list().first?.hasPendingPush == false)
    await world.server.stop()
  }

  @Test func withoutACertificateTheFlowEndsBeforeAnyRequest() async throws {
    let server = try await TestServer(listens: true)
    let transport = HTTPClientTransport(
      trustedCertificates: [server.authority],
      deviceCertificate: DeviceCertificateFiles(certificate: "/nowhere/c.pem", key: "/nowhere/k.pem"))
    let agent = ScriptedUserAgent(transport, username: "alice", password: TestServer.password)
    let device = TestDevice(issuer: server.server.issuer, transport: transport, userAgent: agent) {
      $0.registration = .device
    }
    guard case .failed(.registrationToken, let error) = await device.run().ending else {
      throw Unexpected("a device without a certificate registered")
    }
    #expect(error.code.rawValue == "device_certificate_missing")
    #expect(error.status == .data)
    #expect(error.report().contains("devices enroll"))
    await server.stop()
  }

  @Test func withoutATokenFileTheFlowEndsBeforeAnyRequest() async throws {
    let world = try await world(.inProcess)
    let device = TestDevice(
      issuer: world.issuer, transport: world.transport, userAgent: world.agent, tokenFile: "/nowhere/dcr.token"
    ) { $0.registration = .initialAccessToken }
    guard case .failed(.registrationToken, let error) = await device.run().ending else {
      throw Unexpected("a missing file did not fail")
    }
    #expect(error.code.rawValue == "initial_access_token_file_missing")
    #expect(error.status == .data)
    #expect(error.report().contains("/nowhere/dcr.token"))
    #expect(world.agent.visits == 0)
  }

  @Test(arguments: WholeFlowTests.Way.allCases)
  func anOpenServerRegistersWithoutAToken(_ way: WholeFlowTests.Way) async throws {
    let world = try await world(way) { $0.policies.registration = .open }
    let device = TestDevice(issuer: world.issuer, transport: world.transport, userAgent: world.agent) {
      $0.registration = .open
    }
    let run = await device.run()
    expectOneInteractiveLogin(world, run)
    #expect(run.lines.skipped == [.registrationLogin, .registrationToken])
    #expect(try await world.server.server.administration.clients().count == 1)
    await world.server.stop()
  }

  @Test func aServerThatIsNotOpenRefuses() async throws {
    let world = try await world(.inProcess)
    let device = TestDevice(issuer: world.issuer, transport: world.transport, userAgent: world.agent) {
      $0.registration = .open
    }
    guard case .failed(.register, let error) = await device.run().ending else {
      throw Unexpected("a closed server registered without a token")
    }
    #expect(error.status == .refused)
    #expect(error.code.rawValue == "registration_token_required")
    for way in ["user", "device", "push", "initial-access-token"] { #expect(error.report().contains(way)) }
  }

  @Test(arguments: WholeFlowTests.Way.allCases)
  func aStaticClientNeedsNoRegistration(_ way: WholeFlowTests.Way) async throws {
    let world = try await world(way)
    let device = TestDevice(issuer: world.issuer, transport: world.transport, userAgent: world.agent) {
      ($0.registration, $0.registrationClientID) = (.staticClient, "rn-expo-app")
    }
    let run = await device.run()
    expectOneInteractiveLogin(world, run)
    #expect(run.lines.skipped == SkipReason.registrationSteps)
    #expect(run.lines.contains(.skipped(.register, why: .staticClient)))
    #expect(try await world.server.server.administration.clients().isEmpty)
    #expect(run.state.loginClient?.credentials.clientID == "rn-expo-app")
    #expect(run.state.registration == nil)

    // A second start of the same device, and a request to replace a client that was never registered.
    let again = await device.run(registersAgain: true)
    #expect(again.ending == .complete)
    #expect(again.lines.skipped == SkipReason.registrationSteps)
    await world.server.stop()
  }

  /// A device whose configuration may change between two starts.
  private func device(_ world: World, _ mode: Holder<RegistrationMode>) -> TestDevice {
    TestDevice(issuer: world.issuer, transport: world.transport, userAgent: world.agent) {
      $0.registration = mode.value
      if mode.value == .staticClient { $0.registrationClientID = "rn-expo-app" }
    }
  }

  @Test func aStaticClientNeverCoversARegistration() async throws {
    let world = try await world(.inProcess)
    let mode = Holder(RegistrationMode.user)
    let device = device(world, mode)
    #expect(await device.run(until: .register).ending == .reached(.register))
    let file = device.folder.path + "/devices/phone/keystore.age"
    let before = FileManager.default.contents(atPath: file)
    mode.value = .staticClient
    guard case .failed(_, let error) = await device.run().ending else {
      throw Unexpected("a static client was used on a registered device")
    }
    #expect(error.code.rawValue == "device_is_registered")
    #expect(error.status == .data)
    #expect(FileManager.default.contents(atPath: file) == before)
  }

  @Test func aDeviceOfAStaticClientCanRegisterLater() async throws {
    let world = try await world(.inProcess)
    let mode = Holder(RegistrationMode.staticClient)
    let device = device(world, mode)
    #expect(await device.run(until: .userinfo).ending == .reached(.userinfo))
    mode.value = .user
    let run = await device.run()
    #expect(run.ending == .complete)
    #expect(run.lines.skipped.isEmpty)
  }

  @Test(arguments: WholeFlowTests.Way.allCases)
  func aTemplateRegisters(_ way: WholeFlowTests.Way) async throws {
    let world = try await world(way)
    let device = TestDevice(issuer: world.issuer, transport: world.transport, userAgent: world.agent) {
      $0.softwareID = "mobile-dcr-template-client"
    }
    let run = await device.run()
    #expect(run.ending == .complete)
    #expect(run.lines.skipped.isEmpty)
    #expect(world.agent.logins == 1)
    #expect(run.lines.detail(.register)["software_id"] == "mobile-dcr-template-client")
    #expect(try await world.server.server.administration.clients().first?.template == "mobile-dcr-template-client")
    await world.server.stop()
  }

  struct Unfit: Sendable {
    var template: String
    var scope: String
    var code: String
  }

  @Test(arguments: [
    Unfit(template: "no-such-template", scope: "openid", code: "invalid_client_metadata"),
    Unfit(template: "mobile-dcr-template-client", scope: "openid email", code: "registration_scope_missing"),
  ])
  func aTemplateThatDoesNotFitIsNamed(_ unfit: Unfit) async throws {
    let world = try await world(.inProcess)
    let device = TestDevice(issuer: world.issuer, transport: world.transport, userAgent: world.agent) {
      ($0.softwareID, $0.scope) = (unfit.template, unfit.scope)
    }
    guard case .failed(.register, let error) = await device.run().ending else {
      throw Unexpected("an unsuitable template was accepted")
    }
    #expect(error.code.rawValue == unfit.code)
    #expect(error.status == .data)
  }
}

/// Passes requests on and remembers them.
private final class CountingTransport: Transport {
  private let transport: any Transport
  private let sent = Mutex<[HTTPRequest]>([])

  init(_ transport: any Transport) { self.transport = transport }

  var requests: [HTTPRequest] { sent.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    sent.withLock { $0.append(request) }
    return try await transport.send(request)
  }
}

/// A setting that changes between two starts.
@MainActor
private final class Holder<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
