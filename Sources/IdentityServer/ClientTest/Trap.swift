import Faults

/// A port of a test's own: it keeps each request as an exchange of the kind ``SeenExchange/Kind/trap``, and ends the connection without an
/// answer. A wrong answer names it where a careful client does not go.
///
/// It is bound to the addresses that the server is bound to, and closed at the end of its check.
struct Trap: Sendable {
  enum Scheme: String, Hashable, Sendable {
    case http
    /// With the certificate of the protocol's port, so that only the port differs.
    case https
  }

  /// `https://localhost:40123`
  let origin: String
  private let listeners: PortListeners

  /// Stands for the trap's origin in the rules of a trial. Such a host cannot exist.
  private let placeholder: String

  fileprivate init(_ scheme: Scheme, _ listeners: PortListeners, _ reach: ServerReach) {
    self.listeners = listeners
    placeholder = scheme.rawValue + "://trap.example"
    origin = scheme.rawValue + (reach.deviceOrigin(listeners.port).without(prefix: "https") ?? "")
  }

  func close() async { await listeners.close() }

  /// The rule with the address of this trap.
  func named(in rule: FaultRule) -> FaultRule {
    guard case .wrongMember(let member, let value) = rule.defect, let text = value.stringValue,
      let path = text.without(prefix: placeholder)
    else { return rule }
    var rule = rule
    rule.defect = .wrongMember(member, .string(origin + path))
    return rule
  }
}

extension IdentityServer {
  /// - Returns: `nil`: clients reach this server through a proxy alone, or no port can be opened.
  func openTrap(_ scheme: Trap.Scheme) async -> Trap? {
    let reach = provider.configuration.reach
    guard reach.publicOrigin == nil else { return nil }
    do {
      let tls = scheme == .https ? try prepareTLS().protocol : nil
      let listeners = try await PortListeners.open(reach.bound, port: 0, Answering(provider, .trap), tls) {}
      return Trap(scheme, listeners, reach)
    } catch {
      provider.configuration.logger.warning("no port for a test of a client", metadata: ["detail": "\(error)"])
      return nil
    }
  }
}

extension Answering {
  /// Keeps the request. Nothing is judged: whatever comes to a trap is a sign.
  func trapped(_ request: ServerRequest) -> ServerResponse {
    var response = ServerResponse(0, note: "arrived at a trap")
    response.isCutOff = true
    provider.trace.record(
      Passage(request, response, side: side, time: provider.now, seconds: 0, RequestNotes()))
    return response
  }
}

extension ClientTestRun {
  /// - Returns: `false`: the trial needs a trap, and there can be none.
  func openTrap(_ trial: Trial) async -> Bool {
    guard let scheme = trial.trap else { return true }
    trap = await server.openTrap(scheme)
    return trap != nil
  }

  func closeTrap() async {
    await trap?.close()
    trap = nil
  }

  static let noTrap = Finding(
    .unseen, "This check needs a port of its own, which a client cannot reach through a proxy.")
}
