import Glibc
import Synchronization

/// Decides which of one phone's faults happens: transport, keystore and user agents ask it before each operation.
/// Safe between threads. Switching a fault off releases a request that is waiting in it.
final class FaultInjector: Sendable {
  private struct State {
    var active: ActiveFaults
    var waiting: [Int: [AsyncStream<Void>.Continuation]] = [:]
    /// Decisions about requests before they were signed, which the transport asks for when it sends them.
    var decided: [HTTPRequest: Taken] = [:]
    /// Made-up hosts that a fault put into an answer: see ``FaultReach``.
    var reservedHosts: Set<String> = []
  }

  typealias Taken = (latency: ActiveFaults.Entry?, defect: ActiveFaults.Entry?)

  private let state: Mutex<State>
  private let forge: IDTokenForge
  private let issuer: String
  private let shared: Set<String>
  let seen = SeenRequests()
  private let report: @Sendable (FaultAction) -> Void

  /// - Parameters:
  ///   - issuer: the issuer of the phone's server; a fault may not lead the phone to another server.
  ///   - shared: ids of clients that many phones share; faults for this phone's own client do not affect them.
  ///   - report: called whenever a fault was counted, and for each fault that affected browser or keystore.
  init(
    _ active: ActiveFaults, issuer: String, shared: Set<String> = [], time: TimeSource,
    report: @escaping @Sendable (FaultAction) -> Void
  ) {
    (self.issuer, self.shared) = (issuer, shared)
    state = Mutex(State(active: active))
    forge = IDTokenForge { time.now }
    self.report = report
  }

  var active: ActiveFaults { state.withLock { $0.active } }

  /// Replaces the faults. A fault that is in both sets keeps its count.
  func adopt(_ active: ActiveFaults) {
    let released = state.withLock { state in
      var new = active
      new.adoptCounts(of: state.active)
      state.active = new
      state.decided = [:]
      let known = Set(new.entries.map(\.id))
      let gone = state.waiting.filter { !known.contains($0.key) }
      for id in gone.keys { state.waiting[id] = nil }
      return gone.values.flatMap { $0 }
    }
    for waiting in released { waiting.finish() }
  }

  /// Takes the faults that are due at the endpoint, and counts them. ``giveBack(_:)`` reverts the count.
  /// - Parameter request: the request that is about to be made there, if there is one.
  func take(_ endpoint: FaultEndpoint, for request: HTTPRequest? = nil) -> Taken {
    let form = String(decoding: request?.body ?? [], as: UTF8.self).split(scalar: "&")
    let isShared = shared.contains { form.contains("client_id=" + PercentCoding.encode($0, .unreserved)) }
    let (taken, active) = state.withLock { state -> (Taken, ActiveFaults?) in
      guard !state.active.isEmpty else { return ((nil, nil), nil) }
      return (state.active.take(endpoint, isShared: isShared), state.active)
    }
    if let active { report(.counted(active)) }
    return taken
  }

  /// Keeps the decision about a request until it is sent.
  func decide(_ taken: Taken, for request: HTTPRequest) { state.withLock { $0.decided[request] = taken } }

  private func decided(for request: HTTPRequest) -> Taken? {
    state.withLock { $0.decided.removeValue(forKey: request) }
  }

  func giveBack(_ entry: ActiveFaults.Entry) {
    let active = state.withLock { state in
      state.active.giveBack(entry.id)
      return state.active
    }
    report(.counted(active))
  }

  func touched(_ entry: ActiveFaults.Entry) {
    report(.touched(FaultMark(entry.rule.summary, isDelay: entry.rule.defect.isLatency)))
  }

  // MARK: Waiting

  /// Waits for the time, or until the fault is switched off. Throws `CancellationError`.
  func wait(in entry: ActiveFaults.Entry, for duration: Duration) async throws {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let isOn = state.withLock { state in
      guard state.active.entries.contains(where: { $0.id == entry.id }) else { return false }
      state.waiting[entry.id, default: []].append(end)
      return true
    }
    guard isOn else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await Task.sleep(for: duration) }
      group.addTask { for await _ in ended {} }
      await group.next()
      group.cancelAll()
    }
    end.finish()
    try Task.checkCancellation()
  }

  /// Waits as long as the delay that is due takes. Throws `CancellationError`.
  func delay(_ entry: ActiveFaults.Entry?) async throws {
    guard let entry else { return }
    touched(entry)
    try await wait(in: entry, for: .milliseconds(entry.milliseconds))
  }

  /// Like ``wait(in:for:)``, but blocks the thread, as the keystore's work needs.
  private func block(in entry: ActiveFaults.Entry, milliseconds: Int) {
    let end = ContinuousClock.now.advanced(by: .milliseconds(milliseconds))
    while ContinuousClock.now < end, active.entries.contains(where: { $0.id == entry.id }) { usleep(20_000) }
  }
}

extension FaultInjector: EffectHandler {
  func run(_ effect: FaultEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch effect {
    case .set(let active): adopt(active)
    }
  }
}

extension FaultInjector: FaultInjecting {
  func fault(for request: HTTPRequest) -> Fault? {
    if isNobodys(request.url) {
      return Fault(FaultInjector.reservedHostName, .failure(TransportFailure(.hostNotFound, FaultDefect.onPurpose)))
    }
    guard let endpoint = FaultEndpoint(request.endpoint) else { return nil }
    let (latency, defect) = decided(for: request) ?? take(endpoint, for: request)
    let fault = fault(defect, at: endpoint, latency.map { holding(in: $0, for: .milliseconds($0.milliseconds)) })
    guard SeenRequests.isWorthSeeing(request) else { return fault }
    return seen.watching(request, with: fault ?? Fault("", .none))
  }

  private func fault(_ defect: ActiveFaults.Entry?, at endpoint: FaultEndpoint, _ hold: Fault.Hold?) -> Fault? {
    guard let defect else {
      let outcome = publishing(at: endpoint)
      guard hold != nil || outcome != nil else { return nil }
      return Fault(FaultInjector.keysName, outcome ?? .none, hold: hold)
    }
    if case .connection(.timeOut) = defect.rule.defect {
      return Fault(defect.rule.summary, .none, hold: holding(in: defect, for: .seconds(86_400)))
    }
    return Fault(defect.rule.summary, outcome(of: defect, at: endpoint), hold: hold)
  }

  private func holding(in entry: ActiveFaults.Entry, for duration: Duration) -> Fault.Hold {
    Fault.Hold(entry.rule.summary) { [self] in try await wait(in: entry, for: duration) }
  }

  private func outcome(of entry: ActiveFaults.Entry, at endpoint: FaultEndpoint) -> Fault.Outcome {
    let defect = entry.rule.defect
    if let response = ResponseFaults.instead(defect, at: endpoint, nonce: UUID().uuidString) {
      return .answer(response)
    }
    if case .connection(let connection) = defect {
      guard connection == .reset else { return .failure(connection.failure) }
      return .rewrite { _ in .failure(connection.failure) }
    }
    // The fault changed the request itself, so the server's answer is left alone.
    if defect.isBeforeSigning { return .rewrite { .success($0) } }
    return .rewrite { [self] response in
      let spoiled: HTTPResponse?
      if case .idToken(let kind) = defect {
        spoiled = forge.spoil(response, with: kind)
      } else {
        spoiled = mayLead(defect, answering: response) ? ResponseFaults.spoil(response, with: defect) : nil
      }
      if spoiled == nil { giveBack(entry) }
      return spoiled.map { .success($0) }
    }
  }

  /// Adds the forger's key to the published keys after a token was forged, until the next token request.
  private func publishing(at endpoint: FaultEndpoint) -> Fault.Outcome? {
    switch endpoint {
    case .token, .refresh:
      forge.forget()
      return nil
    case .jwks: return forge.isPublishing ? .rewrite { [forge] in forge.publish(in: $0).map { .success($0) } } : nil
    default: return nil
    }
  }

  private static let keysName = "jwks: the forger's key"

  // MARK: Addresses

  /// Whether the fault leads to no foreign address. Made-up hosts are remembered, so that nothing is sent to them.
  private func mayLead(_ defect: FaultDefect, answering response: HTTPResponse) -> Bool {
    guard case .wrongMember(_, let value) = defect else { return true }
    let reach = FaultReach(issuer: issuer, answer: try? JSON.parse(response.body))
    guard reach.foreignAddress(in: value) == nil else { return false }
    let hosts = reach.reservedHosts(in: value)
    state.withLock { $0.reservedHosts.formUnion(hosts) }
    return true
  }

  /// Whether the URL's host was made up by a fault, which may be off by now.
  func isNobodys(_ url: String) -> Bool {
    let hosts = state.withLock { $0.reservedHosts }
    guard !hosts.isEmpty, let host = AbsoluteURL(url)?.host else { return false }
    return hosts.contains(host)
  }

  private static let reservedHostName = "an address that a fault made up"
}

extension FaultInjector: DiskFaultInjecting {
  func fault(for operation: DiskOperation) -> DiskFault? {
    let (latency, defect) = take(.keystore)
    var wait: (@Sendable () -> Void)?
    if let latency { wait = { [self] in block(in: latency, milliseconds: latency.milliseconds) } }
    guard let defect, case .disk(let disk) = defect.rule.defect else {
      return wait == nil ? nil : DiskFault(nil, wait: wait)
    }
    return DiskFault(
      disk, wait: wait,
      over: { [self] hasStruck in if hasStruck { touched(defect) } else { giveBack(defect) } })
  }
}

extension ActiveFaults.Entry {
  var milliseconds: Int { if case .latency(let milliseconds) = rule.defect { milliseconds } else { 0 } }
}
