import ForeignText
import Glibc
import Workshop
import Faults
import FoundationEssentials
import HTTPTransport
import Keystore
import SharedValues
import Synchronization

/// Decides which of one phone's faults happens: transport, keystore and user agents ask it before each thing that they do.
///
/// Safe between threads. A fault that is switched off while a request hangs in it lets that request go on at once.
final class FaultInjector: Sendable {
  private struct State {
    var standing: FaultStanding
    /// By the id of a fault, what ends the waits in it.
    var waiting: [Int: [AsyncStream<Void>.Continuation]] = [:]
    /// What was decided about requests before they were signed. They are asked about again as they leave.
    var decided: [HTTPRequest: Taken] = [:]
    /// What a fault has put into an answer and nobody has: see ``FaultReach``.
    var nobodysHosts: Set<String> = []
  }

  /// What happens to one request.
  typealias Taken = (latency: FaultStanding.Entry?, defect: FaultStanding.Entry?)

  private let state: Mutex<State>
  private let forge: IDTokenForge
  private let issuer: String
  /// Clients that many phones share, by their ids.
  private let shared: Set<String>
  /// What servers have accepted.
  let seen = SeenRequests()
  private let report: @Sendable (FaultAction) -> Void

  /// - Parameters:
  ///   - issuer: of the server that the phone speaks with; no fault leads it to another.
  ///   - shared: ids of clients that many phones share: what befalls this phone's own leaves them alone.
  ///   - report: called whenever a fault has been counted, and with each fault that had an effect on browser or keystore.
  init(
    _ standing: FaultStanding, issuer: String, shared: Set<String> = [], time: TimeSource,
    report: @escaping @Sendable (FaultAction) -> Void
  ) {
    (self.issuer, self.shared) = (issuer, shared)
    state = Mutex(State(standing: standing))
    forge = IDTokenForge { time.now }
    self.report = report
  }

  var standing: FaultStanding { state.withLock { $0.standing } }

  /// Replaces the faults. A fault that is in both sets keeps its count.
  func adopt(_ standing: FaultStanding) {
    let released = state.withLock { state in
      var new = standing
      new.adoptCounts(of: state.standing)
      state.standing = new
      state.decided = [:]
      let known = Set(new.entries.map(\.id))
      let gone = state.waiting.filter { !known.contains($0.key) }
      for id in gone.keys { state.waiting[id] = nil }
      return gone.values.flatMap { $0 }
    }
    for waiting in released { waiting.finish() }
  }

  /// Takes the faults that are due at the endpoint, and counts them. ``giveBack(_:)`` takes the count back.
  /// - Parameter request: that is due there; `nil`: it is none.
  func take(_ endpoint: FaultEndpoint, for request: HTTPRequest? = nil) -> Taken {
    let form = String(decoding: request?.body ?? [], as: UTF8.self).split(scalar: "&")
    let isShared = shared.contains { form.contains("client_id=" + PercentCoding.encode($0, .unreserved)) }
    let (taken, standing) = state.withLock { state -> (Taken, FaultStanding?) in
      guard !state.standing.isEmpty else { return ((nil, nil), nil) }
      let taken = state.standing.take(endpoint, isShared: isShared)
      return (taken, state.standing)
    }
    if let standing { report(.counted(standing)) }
    return taken
  }

  /// Keeps what was taken for a request until it leaves.
  func decide(_ taken: Taken, for request: HTTPRequest) { state.withLock { $0.decided[request] = taken } }

  private func decided(for request: HTTPRequest) -> Taken? {
    state.withLock { $0.decided.removeValue(forKey: request) }
  }

  /// To be called when the fault had no effect.
  func giveBack(_ entry: FaultStanding.Entry) {
    let standing = state.withLock { state in
      state.standing.giveBack(entry.id)
      return state.standing
    }
    report(.counted(standing))
  }

  /// Reports that the fault had an effect.
  func touched(_ entry: FaultStanding.Entry) {
    report(.touched(FaultMark(entry.rule.summary, isDelay: entry.rule.defect.isLatency)))
  }

  // MARK: Waiting

  /// Returns when the time is over or the fault is switched off.
  /// - Throws: `CancellationError`.
  func wait(in entry: FaultStanding.Entry, for duration: Duration) async throws {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let isOn = state.withLock { state in
      guard state.standing.entries.contains(where: { $0.id == entry.id }) else { return false }
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

  /// Like ``wait(in:for:)``, but blocks the thread, as the keystore's work needs.
  private func block(in entry: FaultStanding.Entry, milliseconds: Int) {
    let end = ContinuousClock.now.advanced(by: .milliseconds(milliseconds))
    while ContinuousClock.now < end, standing.entries.contains(where: { $0.id == entry.id }) { usleep(20_000) }
  }
}

extension FaultInjector: FaultInjecting {
  func fault(for request: HTTPRequest) -> Fault? {
    if isNobodys(request.url) {
      return Fault(FaultInjector.nobodysName, .failure(TransportFailure(.hostNotFound, FaultDefect.onPurpose)))
    }
    guard let endpoint = FaultEndpoint(request.endpoint) else { return nil }
    let (latency, defect) = decided(for: request) ?? take(endpoint, for: request)
    let hold = latency.map { holding(in: $0, for: .milliseconds($0.milliseconds)) }
    let fault = fault(defect, at: endpoint, hold)
    guard SeenRequests.isWorthSeeing(request) else { return fault }
    return seen.watching(request, with: fault ?? Fault("", .none))
  }

  private func fault(_ defect: FaultStanding.Entry?, at endpoint: FaultEndpoint, _ hold: Fault.Hold?) -> Fault? {
    guard let defect else {
      let deed = publishing(at: endpoint)
      guard hold != nil || deed != nil else { return nil }
      return Fault(FaultInjector.keysName, deed ?? .none, hold: hold)
    }
    if case .connection(.timeOut) = defect.rule.defect {
      return Fault(defect.rule.summary, .none, hold: holding(in: defect, for: .seconds(86_400)))
    }
    return Fault(defect.rule.summary, deed(of: defect, at: endpoint), hold: hold)
  }

  private func holding(in entry: FaultStanding.Entry, for duration: Duration) -> Fault.Hold {
    Fault.Hold(entry.rule.summary) { [self] in try await wait(in: entry, for: duration) }
  }

  private func deed(of entry: FaultStanding.Entry, at endpoint: FaultEndpoint) -> Fault.Deed {
    let defect = entry.rule.defect
    if let response = AnswerSpoiler.instead(defect, at: endpoint, nonce: UUID().uuidString) { return .answer(response) }
    if case .connection(let connection) = defect {
      guard connection == .reset else { return .failure(connection.failure) }
      return .rewrite { _ in .failure(connection.failure) }
    }
    // The request is what was spoiled: the server answers in earnest.
    if defect.isBeforeSigning { return .rewrite { .success($0) } }
    return .rewrite { [self] response in
      let spoiled: HTTPResponse?
      if case .idToken(let kind) = defect {
        spoiled = forge.spoil(response, with: kind)
      } else {
        spoiled = mayLead(defect, answering: response) ? AnswerSpoiler.spoil(response, with: defect) : nil
      }
      if spoiled == nil { giveBack(entry) }
      return spoiled.map { .success($0) }
    }
  }

  /// Adds the forger's key to the published keys after a token was forged; a new token request ends that.
  private func publishing(at endpoint: FaultEndpoint) -> Fault.Deed? {
    switch endpoint {
    case .token, .refresh:
      forge.forget()
      return nil
    case .jwks: return forge.isPublishing ? .rewrite { [forge] in forge.publish(in: $0).map { .success($0) } } : nil
    default: return nil
    }
  }

  /// A second effect of ``FaultDefect/idToken(_:)``.
  private static let keysName = "jwks: the forger's key"

  // MARK: Addresses

  /// Whether the fault names no address of somebody else's. Names that nobody has are remembered: nothing is sent there.
  private func mayLead(_ defect: FaultDefect, answering response: HTTPResponse) -> Bool {
    guard case .wrongMember(_, let value) = defect else { return true }
    let reach = FaultReach(issuer: issuer, answer: try? JSON.parse(response.body))
    guard reach.foreignAddress(in: value) == nil else { return false }
    let hosts = reach.nobodysHosts(in: value)
    state.withLock { $0.nobodysHosts.formUnion(hosts) }
    return true
  }

  /// Whether the URL has a host that only a fault has named, on or off by now.
  func isNobodys(_ url: String) -> Bool {
    let hosts = state.withLock { $0.nobodysHosts }
    guard !hosts.isEmpty, let host = AbsoluteURL(url)?.host else { return false }
    return hosts.contains(host)
  }

  /// A later effect of ``FaultDefect/wrongMember(_:_:)``.
  private static let nobodysName = "an address that a fault made up"
}

extension FaultInjector: DiskFaultInjecting {
  func fault(for deed: DiskDeed) -> DiskFault? {
    let (latency, defect) = take(.keystore)
    var wait: (@Sendable () -> Void)?
    if let latency { wait = { [self] in block(in: latency, milliseconds: latency.milliseconds) } }
    guard let defect, case .disk(let disk) = defect.rule.defect else {
      return wait == nil ? nil : DiskFault(.none, wait: wait)
    }
    return DiskFault(
      DiskFault.Kind(disk), wait: wait,
      over: { [self] hasStruck in if hasStruck { touched(defect) } else { giveBack(defect) } })
  }
}

extension FaultStanding.Entry {
  var milliseconds: Int { if case .latency(let milliseconds) = rule.defect { milliseconds } else { 0 } }
}

extension DiskFault.Kind {
  fileprivate init(_ defect: DiskDefect) {
    self =
      switch defect {
      case .full: .full
      case .readOnly: .readOnly
      case .notDurable: .notDurable
      case .damaged: .damaged
      case .damagedHeader: .damagedHeader
      case .unreadable: .unreadable
      case .permissions: .permissions
      case .locked: .locked
      case .keyMissing: .keyMissing
      }
  }
}
