import Synchronization

/// Whose turn it is among the tests of clients at this server. Steps that concern only the client under test run at the same time; a
/// step that concerns other clients, too, runs while no other test is in a step.
final class ClientTestTurns: Sendable {
  private struct State {
    var lastPlace = 0
    /// Tests under way, and whether each has a client that was named.
    var entered: [Int: Bool] = [:]
    /// Tests that are in a step.
    var holders: Set<Int> = []
    var isAlone = false
    /// Tests that wait to be alone, the first one first. No test begins a step before them, or they would wait for ever.
    var waiting: [Int] = []
  }

  private let state = Mutex(State())

  /// A new test's place, which no other test of this server has.
  func newPlace() -> Int {
    state.withLock { state in
      state.lastPlace += 1
      return state.lastPlace
    }
  }

  /// - Parameter isNamed: whether it tests one named client, and not every client that signs in.
  func enter(_ place: Int, isNamed: Bool) { state.withLock { $0.entered[place] = isNamed } }

  func leave(_ place: Int) {
    giveBack(place)
    state.withLock { state in
      state.entered[place] = nil
      state.waiting.removeAll { $0 == place }
    }
  }

  /// Whether a test of every client that signs in is under way: no other test can run meanwhile.
  var hasOneOfEverybody: Bool { state.withLock { $0.entered.values.contains(false) } }

  /// - Returns: `false`: it has to wait, and asks again.
  func take(_ place: Int, alone: Bool) -> Bool {
    state.withLock { state in
      guard alone else {
        guard !state.isAlone, state.waiting.isEmpty else { return false }
        state.holders.insert(place)
        return true
      }
      if !state.waiting.contains(place) { state.waiting.append(place) }
      guard state.holders.isEmpty, state.waiting.first == place else { return false }
      state.waiting.removeFirst()
      (state.holders, state.isAlone) = ([place], true)
      return true
    }
  }

  func giveBack(_ place: Int) {
    state.withLock { state in if state.holders.remove(place) != nil { state.isAlone = false } }
  }
}

/// How a test takes its steps among others.
extension ClientTestRun {
  /// Waits until the step can begin.
  /// - Parameter check: the one that is next; `nil`: a login while nothing is wrong.
  /// - Returns: `false`: the test was stopped meanwhile.
  func takeTurn(for check: ClientCheck? = nil) async -> Bool {
    let alone = order.client == nil || check?.trial?.concernsOthers == true || check?.leg == .registration
    var hasSaid = false
    while !provider.clientTests.turns.take(place, alone: alone) {
      if !hasSaid { say(["type": "waiting"]) }
      hasSaid = true
      guard !inbox.isStopped else { return false }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return true
  }

  func giveTurnBack() { provider.clientTests.turns.giveBack(place) }

  /// Nothing of the test is left.
  func endTurns() {
    takeUp([])
    provider.clientTests.turns.leave(place)
  }

  func takeUp(_ faults: [ServerFault]) { provider.takeUp(faults, of: place) }
  var refusedHandshakes: Int { provider.faults.refusedHandshakes(of: place) }

  /// Sees whether the client has registered anew. Among others it has to be the same software, of the same user, at the same redirect URIs.
  func follow(_ exchanges: [SeenExchange]) {
    guard let known = tested.names.last, tested.addresses != nil else { return tested.follow(exchanges) }
    let before = try? provider.store.client(known)
    tested.follow(exchanges) { id in
      guard let before, let client = try? provider.store.client(id) else { return false }
      return client.templateID == before.templateID && client.owner == before.owner
        && client.redirects == before.redirects && provider.clientTests.test(of: id) == nil
    }
    if let id = tested.names.last, id != known { say(["type": "client", "client": .string(id)]) }
  }
}

extension Client {
  /// A loopback URI may have another port each time (RFC 8252 §7.3).
  fileprivate var redirects: Set<RedirectURI> {
    Set(
      metadata.redirectURIs.compactMap { RedirectURI($0) }.map {
        $0.isLoopbackLiteral || $0.isLocalhost ? $0.withoutPort : $0
      })
  }
}
