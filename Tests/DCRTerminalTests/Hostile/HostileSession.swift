import AppState
import Foundation
import HTTPTransport
import Keystore
import Logging
import OAuthClient
import OAuthLiterals
import Screens
import SharedValues
import Synchronization
import TestSupport

@testable import DCRTerminal
@testable import UserAgents
@testable import Workshop

/// The real app against a hostile server, in one session with several attempts, as for a user who tries again.
@MainActor
final class HostileSession {
  struct Attempt {
    var ending: FlowScript.Ending
    var lines: [FlowScript.Line]
    /// The keystore's file when the last flow began and when it ended.
    var keystoreBefore: Data?
    var keystoreAfter: Data?

    var error: CommandError? { if case .failed(_, let error) = ending { error } else { nil } }
  }

  private let store: AppStore
  private let runner: EffectRunner
  private let folder = TemporaryFolder()
  private let written = LogLines()
  private let life: Task<Void, Never>
  private var hasStarted = false

  var state: AppState { store.state }
  var log: [String] { written.all }

  private let wires: HostileWires
  private let patience = Patience()

  /// - Parameter hurriesAt: the endpoint whose deadline is shorter during the offence.
  init(_ server: HostileServer, _ course: Course = .user, hurriesAt endpoint: Endpoint? = nil) async throws {
    let issuer = Issuer(of: server.issuer)
    var settings = AppSettings(
      issuer: issuer, registrationClientID: "mobile-dcr-client", redirectURI: "io.curity.dcrclient:/callback",
      postLogoutRedirectURI: "io.curity.dcrclient:/logoutcallback", scope: HostileServer.scope, embeddedServer: false)
    settings.adapt(to: course)
    let wires = try HostileWires.made.get()
    self.wires = wires
    let store = AppStore(AppState(settings: settings, now: Date(), tools: Workshop.tools), time: .system)
    let written = written
    let log = Logger(label: "test") { _ in MemoryLog(lines: written) }
    if endpoint != nil { await HostileSession.warm(wires.hurried, issuer) }
    let inbox = store.inbox
    wires.hear { event, generation in inbox(TrustingTransport.action(event, generation, .system, log)) }
    let mixed = PatientTransport(wires: wires, hurriesAt: endpoint) { [patience] in patience.isShort.withLock { $0 } }
    let agent = DeliveringUserAgent(transport: wires.browser)
    let device = folder.path + "/device"
    try FileManager.default.createDirectory(
      atPath: device, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let manager = ApplicationStateManager(
      keystore: FileKeystore(directory: folder.path + "/device"), issuer: issuer, time: .system)
    let runner = EffectRunner(
      EffectRunner.Surroundings(
        manager: manager, server: ForeignServer(), transport: { mixed },
        userAgents: UserAgents(always: agent), keys: KeyProvider(MemoryKeys(), time: .system), dispatchFolder: device,
        initialAccessTokenFile: folder.write("dcr.token", server.initialAccessToken + "\n"), log: log),
      inbox: store.inbox, quit: {})
    store.perform = { effect in
      // The app polls as often as it may; time does not matter here.
      if course == .deviceCode, case .pause(let id, _) = effect {
        runner.run(.pause(id, .milliseconds(1)))
      } else {
        runner.run(effect)
      }
    }
    self.store = store
    self.runner = runner
    life = Task { await store.run() }
  }

  /// Connects beforehand, so that a deadline runs out over an answer and not over a handshake.
  private static func warm(_ transport: HTTPClientTransport, _ issuer: Issuer) async {
    for _ in 0..<20 {
      if (try? await transport.send(HTTPRequest("GET", issuer.text + HostileServer.warmPath))) != nil { return }
    }
  }

  /// Restores the normal deadlines.
  func calmDown() { patience.isShort.withLock { $0 = false } }

  /// Runs the flow from the app's current state until it is complete or fails.
  func attempt(until step: FlowStep? = nil) async -> Attempt {
    var script = FlowScript(until: step, registersAgain: false)
    var lines: [FlowScript.Line] = []
    var before = keystoreFile
    var reached: FlowScript.Ending?
    let ending = await withCheckedContinuation { done in
      store.onChange = { [self] change in
        if change.before.flow == nil, change.after.flow != nil { before = keystoreFile }
        if reached == nil {
          let reaction = script.react(to: change)
          lines += reaction.lines
          if let press = reaction.press { store.inbox(press) }
          reached = reaction.ending
        }
        // A warning does not end the flow: wait for the rest.
        guard let ending = reached, change.after.flow == nil else { return }
        store.onChange = { _ in }
        done.resume(returning: ending)
      }
      let wayOn: Action = state.api.demand == nil ? .dismissBanner : .api(.dropDemand)
      store.send(hasStarted ? wayOn : .started)
      hasStarted = true
    }
    // Lets the consequences of the failure happen.
    for _ in 0..<10 { await Task.yield() }
    return Attempt(ending: ending, lines: lines, keystoreBefore: before, keystoreAfter: keystoreFile)
  }

  /// Presses a button and waits for the end of what it began.
  func press(_ action: Action) async {
    await withCheckedContinuation { done in
      store.onChange = { [self] change in
        guard change.before.flow != nil, change.after.flow == nil else { return }
        store.onChange = { _ in }
        done.resume()
      }
      store.send(action)
    }
    for _ in 0..<10 { await Task.yield() }
  }

  func stop() async {
    store.close()
    await runner.stop()
    await life.value
  }

  /// Everything of an attempt that a person or a script sees while secrets are masked.
  func shown(_ attempt: Attempt) -> String {
    var state = state
    state.banner?.showsDetails = true
    let reports = [FlowReport(json: true, reveals: false), FlowReport(json: false, reveals: false)]
    let texts = reports.flatMap { report in attempt.lines.map(report.text) + [report.text(attempt.ending)] }
    let error = attempt.error.map { [$0.report(), "\($0)"] } ?? []
    let phone = PlainText.lines(for: state, look: Look())
    let banner = state.banner.map { ["\($0)"] } ?? []
    return (texts + error + phone + banner + log).joined(separator: "\n")
  }

  var keystoreFile: Data? { FileManager.default.contents(atPath: folder.path + "/device/keystore.age") }
}

extension AppSettings {
  fileprivate mutating func adapt(to course: Course) {
    pushWait = 1
    if course == .api { api = issuer.text + HostileServer.apiPath }
    switch course {
    case .deviceCode: browser = UserAgentKind.deviceCode.rawValue
    case .device: registration = .device
    case .push: registration = .push
    case .tokenFile: registration = .initialAccessToken
    case .open: registration = .open
    case .application, .signUp: applicationServer = issuer.text + "/application"
    case .keys, .keyUpdate, .api: keys = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true)
    case .user, .update, .revocation, .forgetting: break
    }
  }
}

/// Short during the offence.
private final class Patience: Sendable {
  let isShort = Mutex(true)
}

/// Has a shorter deadline for one endpoint while patience is short.
private struct PatientTransport: Transport {
  let wires: HostileWires
  let hurriesAt: Endpoint?
  let isShort: @Sendable () -> Bool

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    try await (request.endpoint == hurriesAt && isShort() ? wires.hurried : wires.patient).send(request)
  }
}

/// Opens the page and delivers any redirect that leaves the web, right or wrong, as an operating system does.
private struct DeliveringUserAgent: ExternalUserAgent {
  let transport: any Transport

  func clearData() async -> [String] { [] }

  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    do {
      let response = try await transport.send(HTTPRequest("GET", url, endpoint: .page))
      guard let location = response.headers[first: "Location"] else { return .failed("a page without a redirect") }
      return .redirect(location)
    } catch {
      return .failed("\(error.code.rawValue)")
    }
  }
}

/// The log at its most detailed level.
private final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func append(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct MemoryLog: LogHandler {
  let lines: LogLines
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]

  init(lines: LogLines) { self.lines = lines }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { lines.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
}
