import AppState
import Foundation
import HTTPTransport
import IdentityServer
import Keystore
import Logging
import OAuthClient
import OAuthLiterals
import SharedValues
import TestSupport

@testable import DCRTerminal
@testable import Edge
@testable import UserAgents
@testable import Workshop

/// Sends requests to a server in the same process, without a socket.
struct InProcessTransport: Transport {
  let server: IdentityServer
  /// DER; the certificate that TLS would present if a request demands it.
  var deviceCertificate: [UInt8]?

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    await server.respond(
      to: request, clientCertificate: request.presentsDeviceCertificate ? deviceCertificate : nil)
  }
}

/// A server for one test, in process or on its own port.
final class TestServer: Sendable {
  static let password = Secret("correct horse 7 battery & staple")

  let folder = TemporaryFolder()
  let server: IdentityServer
  private let running: Task<Void, any Error>?

  /// - Parameter listens: over TLS on ephemeral ports; otherwise only in process.
  init(
    listens: Bool, application: ApplicationServerConfiguration? = nil,
    adjusting: sending (inout IdentityServerConfiguration) -> Void = { _ in }
  ) async throws {
    let alice = UserAccount(
      name: "alice", password: TestServer.password, givenName: "Alice", familyName: "Example",
      email: "alice@example.com")
    var configuration = IdentityServerConfiguration(
      directory: URL(fileURLWithPath: folder.path + "/idsvr"), port: listens ? 0 : 8443, adminPort: listens ? 0 : 6749,
      users: [alice], passwordCost: 4)
    configuration.application = application
    adjusting(&configuration)
    let server = try IdentityServer(configuration)
    try await server.takeSharedSigningKey()
    self.server = server
    guard listens else {
      running = nil
      return
    }
    let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
    running = Task {
      defer { isReady.finish() }
      try await server.run { isReady.yield() }
    }
    for await _ in ready { break }
  }

  deinit { running?.cancel() }

  var authority: String { folder.path + "/idsvr/tls/ca.pem" }

  func stop() async {
    running?.cancel()
    _ = await running?.result
  }
}

/// A device with its keystore and its user agent; each ``run(until:registersAgain:)`` is one start of the app.
@MainActor
final class TestDevice {
  struct Outcome {
    var lines: [FlowScript.Line]
    var ending: FlowScript.Ending?
    var state: AppState
  }

  let folder = TemporaryFolder()
  /// Outlives a start of the app, as a secure element does.
  let keys = MemoryKeys()
  private let issuer: Issuer
  private let transport: TranscribingTransport
  private let userAgent: any ExternalUserAgent
  /// The configuration for the next start of the app.
  var redirectURI: RedirectURI
  var postLogoutRedirectURI: RedirectURI
  var scope = "openid profile"
  private let configure: (inout AppSettings) -> Void
  private let tokenFile: String?

  /// - Parameter configure: changes the shipped configuration.
  init(
    issuer: String, transport: any Transport, userAgent: any ExternalUserAgent, tokenFile: String? = nil,
    redirectURI: RedirectURI = "io.curity.dcrclient:/callback",
    postLogoutRedirectURI: RedirectURI = "io.curity.dcrclient:/logoutcallback",
    configure: @escaping (inout AppSettings) -> Void = { _ in }
  ) {
    self.issuer = Issuer(of: issuer)
    self.tokenFile = tokenFile
    self.configure = configure
    self.transport = TranscribingTransport(transport)
    self.userAgent = userAgent
    self.redirectURI = redirectURI
    self.postLogoutRedirectURI = postLogoutRedirectURI
  }

  func run(until: FlowStep? = nil, registersAgain: Bool = false) async -> Outcome {
    let (store, runner) = start()
    var lines: [FlowScript.Line] = []
    let script = FlowScript(until: until, registersAgain: registersAgain)
    let ending = await script.run(in: store) { lines.append($0) }
    await runner.stop()
    expectTrueWords(store.state)
    return Outcome(lines: lines, ending: ending, state: store.state)
  }

  /// Starts the app, presses one button, and returns the state at the end of what the button began.
  func press(_ button: Action) async -> AppState {
    let (store, runner) = start()
    var isPressed = false
    store.onChange = { change in
      guard change.after.flow == nil, change.after.keystore != .loading else { return }
      if !isPressed {
        isPressed = true
        store.inbox(button)
      } else if change.before.flow != nil || change.action == button {
        store.close()
      }
    }
    store.send(.started)
    await store.run()
    await runner.stop()
    expectTrueWords(store.state)
    return store.state
  }

  /// Checks the explanations of everything sent so far.
  private func expectTrueWords(_ state: AppState) {
    for exchange in transport.exchanges {
      let message = Message(
        id: 1, from: .app, to: .server, content: .exchange(exchange), time: exchange.started, step: nil)
      TrueWords.expect(message, "flow")
    }
    for message in state[MessagesTool.self].log { TrueWords.expect(message, "flow") }
  }

  /// The keystore of this device, opened beside the app.
  var keystore: FileKeystore { FileKeystore(directory: folder.path + "/devices/phone") }

  private func start() -> (AppStore, EffectRunner) {
    var settings = AppSettings(
      issuer: issuer, registrationClientID: "mobile-dcr-client", redirectURI: redirectURI,
      postLogoutRedirectURI: postLogoutRedirectURI, scope: scope, embeddedServer: false)
    configure(&settings)
    let store = AppStore(AppState(settings: settings, now: Date(), tools: Workshop.tools), time: .system)
    let manager = ApplicationStateManager(
      keystore: FileKeystore(directory: folder.path + "/devices/phone"), issuer: issuer, time: .system,
      staticClientID: settings.registration.registers ? nil : settings.registrationClientID)
    try? FileManager.default.createDirectory(
      atPath: folder.path + "/devices/phone", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let runner = EffectRunner(
      EffectRunner.Surroundings(
        manager: manager, server: ForeignServer(), transport: { [transport] in transport },
        userAgents: UserAgents(always: userAgent), keys: KeyProvider(keys, time: .system),
        dispatchFolder: folder.path + "/devices/phone",
        initialAccessTokenFile: tokenFile, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }),
      inbox: store.inbox, quit: {})
    store.perform = { runner.run($0) }
    return (store, runner)
  }
}

extension FlowScript.Line {
  var step: FlowStep {
    switch self {
    case .waiting(let step, _, _), .unanswered(let step, _), .done(let step, _, _), .skipped(let step, _),
      .failed(let step, _, _):
      step
    }
  }

  var isDone: Bool { if case .done = self { true } else { false } }
  var isSkipped: Bool { if case .skipped = self { true } else { false } }
  var detail: JSON { if case .done(_, _, let detail) = self { detail } else { .null } }
}

extension [FlowScript.Line] {
  var done: [FlowStep] { filter(\.isDone).map(\.step) }
  var skipped: [FlowStep] { filter(\.isSkipped).map(\.step) }
  func detail(_ step: FlowStep) -> JSON { first { $0.step == step }?.detail ?? .null }
}
