import Synchronization

/// The ports of all hostile servers, opened once per run: a listener, its certificate and a handshake cost more than a case.
/// They serve one server at a time.
final class HostilePorts: Sendable {
  static let opened = Task { try await HostilePorts() }

  let own: HostileListener
  /// A stranger's port: no request of the flow may ever reach it.
  let other: HostileListener
  private let bad: [ServerIdentity: HostileListener]
  private let current: Current

  private final class Current: Sendable {
    let server = Mutex<HostileServer?>(nil)

    func answer(_ request: WireRequest) -> WireAnswer {
      server.withLock { $0 }?.answer(request) ?? WireAnswer(status: 500)
    }

    func stray(_ request: WireRequest) -> WireAnswer {
      server.withLock { $0 }?.stray(request) ?? WireAnswer(status: 500)
    }
  }

  private init() async throws {
    let current = Current()
    self.current = current
    let good = try ServerIdentity.good.configuration()
    own = try await HostileListener(tls: good) { current.answer($0) }
    other = try await HostileListener(tls: good) { current.stray($0) }
    var bad: [ServerIdentity: HostileListener] = [:]
    for identity in ServerIdentity.allCases where identity != .good {
      bad[identity] = try await HostileListener(tls: identity.configuration()) { current.stray($0) }
    }
    self.bad = bad
  }

  func url(_ identity: ServerIdentity?) -> String? {
    identity.flatMap { bad[$0] }.map { "https://localhost:\($0.port)" }
  }

  /// From now on the ports answer for this server.
  func serve(_ server: HostileServer) { current.server.withLock { $0 = server } }
}
