import Faults
import Synchronization

/// The faults that are switched on at this server, read from the database once a second (``FaultAdministration``).
///
/// Counts are exact within one server: a rule for one time happens once, however many requests come at once.
final class ServerFaults: Sendable {
  private struct State {
    /// The order in which rules decide.
    var entries: [ServerFault] = []
    /// Numbers of rules that are used up. A request that waits because of one goes on waiting; only switching a rule off ends that.
    var usedUp: Set<Int> = []
    /// Hits that the database does not have yet, by number.
    var uncounted: [Int: Int] = [:]
    /// Handshakes with a wrong certificate that the peer has refused, since the faults of a test were set, by batch.
    var refusedHandshakes: [Int: Int] = [:]
    /// The lowest number so far of the faults in memory. Numbers are never reused, or hits could count for a later fault.
    var lowestNumber = 0
    /// Since when a rule of a test keeps a request without an answer, and the rule's batch, by number.
    var held: [Int: (batch: Int, since: ContinuousClock.Instant)] = [:]
  }

  private let state = Mutex(State())
  private let hasSome = Atomic(false)
  private let synchronising = Mutex(())

  /// The only check of a request while no fault is on.
  var isEmpty: Bool { !hasSome.load(ordering: .relaxed) }

  var entries: [ServerFault] { state.withLock { $0.entries } }

  /// The rules that may change this exchange, in the order in which they decide.
  func candidates(_ endpoint: FaultEndpoint, _ parties: ExchangeParties, address: String) -> [ServerFault] {
    state.withLock {
      $0.entries.filter {
        $0.rule.endpoint == endpoint && !$0.rule.spoilsCertificate && $0.left != 0
          && $0.target.fits(parties, address: address)
      }
    }
  }

  /// The rule that decides before the endpoint has recognised everybody; `nil`: none, or a newer rule may still turn out to decide.
  func deciding(_ endpoint: FaultEndpoint, _ notes: RequestNotes, address: String) -> ServerFault? {
    let (parties, considered) = (notes.parties, notes.considered)
    return state.withLock { state in
      let first = state.entries.first {
        $0.rule.endpoint == endpoint && !$0.rule.defect.isLatency && !$0.rule.spoilsCertificate && $0.left != 0
          && !considered.contains($0.number)
          && ($0.target.fits(parties, address: address) || $0.target.isOpen(parties))
      }
      return first.flatMap { $0.target.fits(parties, address: address) ? $0 : nil }
    }
  }

  /// The rule that decides which certificate a new connection from this address is shown; `nil`: the server's own.
  func spoilingCertificate(for address: String) -> ServerFault? {
    state.withLock {
      $0.entries.first {
        $0.rule.spoilsCertificate && $0.left != 0 && $0.target.fits(ExchangeParties(), address: address)
      }
    }
  }

  /// Counts an exchange or a connection that the rule can change. `false`: the rule lets it pass, because it begins later, has been used up
  /// meanwhile, or was switched off.
  func count(_ number: Int) -> Bool {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.number == number }), state.entries[index].left != 0 else {
        return false
      }
      guard state.entries[index].passed >= state.entries[index].rule.after else {
        state.entries[index].passed += 1
        return false
      }
      state.entries[index].hits += 1
      // Those in memory alone have negative numbers.
      if number >= 0 { state.uncounted[number, default: 0] += 1 }
      if state.entries[index].left == 0 { state.usedUp.insert(number) }
      return true
    }
  }

  /// Whether a request that waits in this rule has to go on waiting: the rule was not switched off.
  func holds(_ number: Int) -> Bool {
    state.withLock { state in
      state.usedUp.contains(number) || state.entries.contains { $0.number == number }
    }
  }

  /// - Parameter instant: `nil`: the rule holds no request any more.
  func holdsRequest(of fault: ServerFault, since instant: ContinuousClock.Instant?) {
    state.withLock { $0.held[fault.number] = instant.map { (fault.batch, $0) } }
  }

  /// Since when the test keeps a request without an answer; `nil`: it keeps none.
  func heldSince(of test: Int) -> ContinuousClock.Instant? {
    let batch = ServerFault.batch(of: test)
    return state.withLock { $0.held.values.filter { $0.batch == batch }.map(\.since).min() }
  }

  /// Since the faults of the test were set.
  func refusedHandshakes(of test: Int) -> Int {
    state.withLock { $0.refusedHandshakes[ServerFault.batch(of: test), default: 0] }
  }

  /// Those of the database belong to no test, and are not counted.
  func countRefusedHandshake(_ fault: ServerFault) {
    guard fault.number < 0 else { return }
    state.withLock { $0.refusedHandshakes[fault.batch, default: 0] += 1 }
  }

  /// Faults that live in memory alone and decide before those of the database. They replace the ones that the same test has set before;
  /// those of other tests stay. With none, nothing of the test is left.
  func set(_ faults: [ServerFault], of test: Int = 0) {
    let batch = ServerFault.batch(of: test)
    state.withLock { state in
      let old = Set(state.entries.filter { $0.number < 0 && $0.batch == batch }.map(\.number))
      state.usedUp.subtract(old)
      state.refusedHandshakes[batch] = nil
      let fresh = faults.enumerated().map { place, fault in
        fault.numbered(state.lowestNumber - 1 - place, in: batch)
      }
      state.lowestNumber -= faults.count
      state.entries = fresh + state.entries.filter { !old.contains($0.number) }
      hasSome.store(!state.entries.isEmpty, ordering: .relaxed)
    }
  }

  /// Writes what was counted into the database, removes the rules that are used up, and reads what is switched on now.
  func synchronise(with store: Store) throws {
    try synchronising.withLock { _ in
      let (hits, ended) = state.withLock { state in
        let hits = state.uncounted
        state.uncounted = [:]
        return (hits, state.entries.filter { $0.left == 0 && $0.number >= 0 }.map(\.number))
      }
      do { try store.countFaults(hits, ended: ended) } catch {
        state.withLock { state in state.uncounted.merge(hits) { $0 + $1 } }
        throw error
      }
      let rows = try store.faults()
      state.withLock { state in
        let known = Dictionary(state.entries.map { ($0.number, $0) }) { first, _ in first }
        // This server's own counts are newer than those of the database.
        state.entries = state.entries.filter { $0.number < 0 } + rows.map { known[$0.number] ?? $0 }
        hasSome.store(!state.entries.isEmpty, ordering: .relaxed)
      }
    }
  }
}

extension Provider {
  func startFaults() throws(IdentityServerError) {
    do {
      try store.startWith(configuration.faults)
      try faults.synchronise(with: store)
    } catch { throw Store.failure(error, configuration.databasePath) }
  }

  /// Writes the last counts, and switches the faults of this start off. If the database cannot be written now, the next start does it.
  func endFaults() {
    try? faults.synchronise(with: store)
    try? store.startWith(nil)
  }
}
