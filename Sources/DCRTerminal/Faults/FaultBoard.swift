import Workshop
import AppState
import Faults
import Foundation
import HTTPTransport
import Keystore
import SharedValues
import Synchronization

/// Where the faults of one phone are decided: transport, keystore and user agents ask here before each deed.
///
/// Safe between threads. What is switched off while something hangs in it lets that go on.
final class FaultBoard: Sendable {
  private struct State {
    var standing: FaultStanding
    /// Who waits in which fault.
    var waiting: [Int: [AsyncStream<Void>.Continuation]] = [:]
  }

  private let state: Mutex<State>
  private let forge: IDTokenForge
  private let report: @Sendable (FaultAction) -> Void

  /// - Parameter report: told whenever something has been counted, and of what has touched the browser or the keystore.
  init(_ standing: FaultStanding, time: TimeSource, report: @escaping @Sendable (FaultAction) -> Void) {
    state = Mutex(State(standing: standing))
    forge = IDTokenForge { time.now }
    self.report = report
  }

  var standing: FaultStanding { state.withLock { $0.standing } }

  /// These from now on. Counts of those that stay are kept.
  func adopt(_ standing: FaultStanding) {
    let released = state.withLock { state in
      var new = standing
      new.adoptCounts(of: state.standing)
      state.standing = new
      let known = Set(new.entries.map(\.id))
      let gone = state.waiting.filter { !known.contains($0.key) }
      for id in gone.keys { state.waiting[id] = nil }
      return gone.values.flatMap { $0 }
    }
    for waiting in released { waiting.finish() }
  }

  /// What happens now; counted until it is given back.
  func take(_ endpoint: FaultEndpoint) -> (latency: FaultStanding.Entry?, defect: FaultStanding.Entry?) {
    let (taken, standing) = state.withLock { state -> ((FaultStanding.Entry?, FaultStanding.Entry?), FaultStanding?) in
      guard !state.standing.isEmpty else { return ((nil, nil), nil) }
      let taken = state.standing.take(endpoint)
      return (taken, state.standing)
    }
    if let standing { report(.counted(standing)) }
    return taken
  }

  func giveBack(_ entry: FaultStanding.Entry) {
    let standing = state.withLock { state in
      state.standing.giveBack(entry.id)
      return state.standing
    }
    report(.counted(standing))
  }

  func touched(_ entry: FaultStanding.Entry) { report(.touched(entry.rule.summary)) }

  // MARK: Waiting

  /// Until the time is over or the fault is switched off.
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

  /// The same for a thread that blocks, as the keystore's does.
  private func block(in entry: FaultStanding.Entry, milliseconds: Int) {
    let end = ContinuousClock.now.advanced(by: .milliseconds(milliseconds))
    while ContinuousClock.now < end, standing.entries.contains(where: { $0.id == entry.id }) { usleep(20_000) }
  }
}

extension FaultBoard: FaultInjecting {
  func fault(for request: HTTPRequest) -> Fault? {
    guard let endpoint = FaultEndpoint(request.endpoint) else { return nil }
    let (latency, defect) = take(endpoint)
    let hold = latency.map { holding(in: $0, for: .milliseconds($0.milliseconds)) }
    guard let defect else {
      let deed = goesOn(endpoint)
      guard hold != nil || deed != nil else { return nil }
      return Fault(FaultBoard.keysName, deed ?? .none, hold: hold)
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
    if let response = AnswerSpoiler.instead(defect, at: endpoint) { return .answer(response) }
    if case .connection(let connection) = defect {
      guard connection == .reset else { return .failure(connection.failure) }
      return .rewrite { _ in .failure(connection.failure) }
    }
    return .rewrite { [self] response in
      let spoiled: HTTPResponse?
      if case .idToken(let kind) = defect {
        spoiled = forge.spoil(response, with: kind)
      } else {
        spoiled = AnswerSpoiler.spoil(response, with: defect)
      }
      if spoiled == nil { giveBack(entry) }
      return spoiled.map { .success($0) }
    }
  }

  /// What an answer gets although nothing is wrong with it: the keys of a forged token.
  private func goesOn(_ endpoint: FaultEndpoint) -> Fault.Deed? {
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
}

extension FaultBoard: DiskFaultInjecting {
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
