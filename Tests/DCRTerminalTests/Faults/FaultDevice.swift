import AppState
import Faults
import Foundation
import HTTPTransport
import IdentityServer
import Keystore
import Logging
import OAuthClient
import OAuthLiterals
import SharedValues
import Synchronization
import TestSupport

@testable import DCRTerminal
@testable import UserAgents
@testable import Workshop

/// A transport without sockets that applies faults as the real one does. If it is impatient, its deadline passes as soon as a fault
/// takes effect; otherwise never.
final class FaultingTransport: Transport {
  private let inner: any Transport
  private let faults: any FaultInjecting
  private let isImpatient: Bool
  private let trace: @Sendable (Int, Exchange) -> Void
  private let last = Mutex(0)

  init(
    _ inner: any Transport, faults: any FaultInjecting, isImpatient: Bool,
    trace: @escaping @Sendable (Int, Exchange) -> Void = { _, _ in }
  ) {
    (self.inner, self.faults, self.isImpatient, self.trace) = (inner, faults, isImpatient, trace)
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let number = last.withLock {
      $0 += 1
      return $0
    }
    let marks = Mutex<[FaultMark]>([])
    let (effects, effect) = AsyncStream.makeStream(of: Void.self)
    var exchange = Exchange(request, started: Date())
    trace(number, exchange)
    let fault = faults.fault(for: request)
    let result = await race(against: isImpatient ? effects : nil) { [inner] in
      guard let fault else { return try await inner.send(request) }
      let mark = { @Sendable (mark: FaultMark) in
        marks.withLock { $0.append(mark) }
        effect.yield()
      }
      return try await fault.carryOut(mark) { try await inner.send(request) }
    }
    exchange.outcome = result
    exchange.finished = Date()
    exchange.faults = marks.withLock { $0 }
    trace(number, exchange)
    return try result.get()
  }

  private func race(
    against deadline: AsyncStream<Void>?, _ work: @escaping @Sendable () async throws -> HTTPResponse
  ) async -> Result<HTTPResponse, TransportFailure> {
    await withTaskGroup(of: Result<HTTPResponse, TransportFailure>.self) { group in
      group.addTask {
        do { return .success(try await work()) } catch {
          return .failure(error as? TransportFailure ?? TransportFailure(.cancelled))
        }
      }
      if let deadline {
        group.addTask {
          _ = await deadline.first { _ in true }
          return .failure(TransportFailure(.timeout))
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? .failure(TransportFailure(.cancelled))
    }
  }
}

/// The real app with faults, against a server in the same process, for one start.
@MainActor
final class FaultDevice {
  let folder = TemporaryFolder()
  let store: AppStore
  let injector: FaultInjector
  let keys = MemoryKeys()
  private let runner: EffectRunner
  private let agent: ScriptedUserAgent
  /// Yields once for each fault that was counted.
  private let counts: AsyncStream<Void>
  private var life: Task<Void, Never>?

  var state: AppState { store.state }

  init(
    _ server: IdentityServer, _ plan: FaultPlan = .none, limit: Duration = .milliseconds(1500),
    isImpatient: Bool = false,
    configure: (inout AppSettings) -> Void = { _ in }
  ) {
    var settings = AppSettings(
      issuer: Issuer(of: server.issuer), registrationClientID: "mobile-dcr-client",
      redirectURI: "io.curity.dcrclient:/callback",
      postLogoutRedirectURI: "io.curity.dcrclient:/logoutcallback", scope: "openid profile", embeddedServer: false)
    settings.isUnattended = true
    configure(&settings)
    var state = AppState(settings: settings, now: Date(), tools: Workshop.tools)
    state.tools[FaultsTool.self] = FaultsTool(ActiveFaults(plan))
    let store = AppStore(state, time: .system)
    self.store = store
    let inbox = store.inbox
    let (counts, count) = AsyncStream.makeStream(of: Void.self)
    self.counts = counts
    let injector = FaultInjector(
      state[FaultsTool.self].active, issuer: server.issuer, shared: settings.sharedClients, time: .system
    ) {
      inbox(.faults($0))
      count.yield()
    }
    self.injector = injector
    let device = folder.path + "/devices/phone"
    try? FileManager.default.createDirectory(
      atPath: device, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let keystore = FileKeystore(directory: device, lockSeconds: 0.05, faults: injector)
    let real = InProcessTransport(server: server)
    let transport = FaultingTransport(real, faults: injector, isImpatient: isImpatient) {
      inbox(.exchanged(trace: $0, $1))
    }
    let agent = ScriptedUserAgent(real, username: "alice", password: TestServer.password)
    self.agent = agent
    runner = EffectRunner(
      EffectRunner.Surroundings(
        manager: ApplicationStateManager(keystore: keystore, issuer: Issuer(of: server.issuer), time: .system),
        server: ForeignServer(), transport: { transport },
        userAgents: UserAgents(always: agent).facing(
          injector, issuer: Issuer(of: server.issuer), transport: { transport }, limit: limit),
        keys: KeyProvider(facing: injector, keys, time: .system), dispatchFolder: device,
        log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, effectHandlers: [injector]),
      inbox: inbox, quit: {})
    store.perform = { [runner] effect in
      // Pauses are as short as a test needs.
      if case .pause(let id, _) = effect { runner.run(.pause(id, .milliseconds(20))) } else { runner.run(effect) }
    }
  }

  var keystore: FileKeystore { FileKeystore(directory: folder.path + "/devices/phone") }

  /// Runs the whole flow, or until a step or an error.
  func flow(until step: FlowStep? = nil) async -> FlowScript.Ending? {
    var script = FlowScript(until: step, registersAgain: false)
    let isFirst = life == nil
    let ending = await withCheckedContinuation { (done: CheckedContinuation<FlowScript.Ending?, Never>) in
      var reached: FlowScript.Ending?
      store.onChange = { [store] change in
        self.confirm(change)
        if reached == nil {
          let reaction = script.react(to: change)
          if let press = reaction.press { store.inbox(press) }
          reached = reaction.ending
        }
        guard let ending = reached, change.after.flow == nil else { return }
        store.onChange = { _ in }
        done.resume(returning: ending)
      }
      if isFirst { life = Task { [store] in await store.run() } }
      store.send(isFirst ? .started : .dismissBanner)
    }
    await settle()
    return ending
  }

  /// Presses a button and waits for the end of what it began.
  func press(_ action: Action) async {
    await withCheckedContinuation { done in
      store.onChange = { [store] change in
        guard change.before.flow != nil, change.after.flow == nil else { return }
        store.onChange = { _ in }
        done.resume()
      }
      store.send(action)
    }
    await settle()
  }

  /// Answers every question with yes.
  private func confirm(_ change: AppStore.Change) {
    if change.before.presence == nil, change.after.presence != nil { store.inbox(.confirmPresence(true)) }
    if let codes = change.after.flow?.deviceAuthorization, codes != change.before.flow?.deviceAuthorization {
      Task { [agent] in await agent.letIn(codes.userCode, at: codes.verificationURI) }
    }
  }

  /// Waits until the only fault has happened.
  func waitForFault() async { for await _ in counts where injector.active.entries[0].hits > 0 { return } }

  /// Waits until the app has processed the last actions.
  func settle() async { for _ in 0..<20 { await Task.yield() } }

  func stop() async {
    store.close()
    await runner.stop()
    await life?.value
  }
}

extension FlowScript.Ending {
  var code: String? { if case .failed(_, let error) = self { error.code.rawValue } else { nil } }
}
