/// Opening the embedded server to others while the app runs (docs/decisions/0082): it starts anew for that, because its certificate has to name the
/// address. The phone's issuer stays as it is.
extension EmbeddedServerKeeper {
  func survey() -> ReachAction {
    if let refusal = confinementsRefusal { return .surveyed(.failure(refusal)) }
    return .surveyed(.success(machine()))
  }

  func change(_ order: ReachOrder) async -> ReachAction {
    switch order {
    case .survey, .read: return .changed(others, nil)
    case .open(let address, let tutorialUsers):
      if let refusal = refusal(of: address, tutorialUsers) { return .changed(others, refusal) }
      var reach = ServerReach()
      (reach.listen, reach.allowsTutorialUsers, reach.keepsLocalIssuer) = (address, tutorialUsers, true)
      reach.authorityPage = pagePort(at: address)
      return await startAgain(with: reach)
    case .close: return await startAgain(with: ServerReach())
    }
  }

  private func refusal(of address: IPAddress, _ tutorialUsers: Bool) -> ServerProblem? {
    if let refusal = confinementsRefusal { return refusal }
    guard machine().contains(address) else { return ServerProblem(.reachAddressGone, address.text) }
    // The server itself knows the passwords of the configuration's own users.
    guard !tutorialUsers, !address.isLoopback, settings.options.users == nil else { return nil }
    return ServerProblem(.reachUsersKnown, EmbeddedServerKeeper.knownUser)
  }

  private static let knownUser = "demouser"

  private var confinementsRefusal: ServerProblem? {
    confinement.allowsServers ? nil : ServerProblem(.reachConfined, "")
  }

  func failure(_ address: IPAddress, _ reason: String) -> ServerProblem {
    ServerProblem(.reachFailed, address.text, detail: reason)
  }

  /// The usual port where it is free at this address, too: a firewall may let it in.
  private func pagePort(at address: IPAddress) -> Int {
    let usual = Int(ReachOptions.usualAuthorityPort) ?? 0
    let isOwn = others?.authorityPage.hasSuffix(bytes: ":\(usual)/") == true
    let isFree = ["127.0.0.1", address.text].allSatisfy { PortProbe.connect(host: $0, port: usual) == .refused }
    return isOwn || isFree ? usual : 0
  }

  /// A flow that begins meanwhile waits for the new server. If that does not open, the server is there as before.
  private func startAgain(with reach: ServerReach) async -> ReachAction {
    _ = await starting?.value
    let address = reach.listen ?? .loopback4
    // A server that another program started cannot be ended here.
    guard isRunning || probe() == .refused else {
      return .changed(others, failure(address, Catalogue()(.reasonReachOfOther)))
    }
    // Who closes it would rather have no server than an open one.
    let ways = reach.listen == nil ? [reach] : [reach, settings.reach]
    let start = Task { await startAgain(inOneOf: ways) }
    starting = start
    events.send(.server(.starting))
    let condition = await start.value
    if starting == start { starting = nil }
    events.send(.server(condition))
    return .changed(others, startFailure.map { failure(address, $0) })
  }
}

extension MachineAddresses {
  /// The addresses at which the app may open its server. Tests, on machines without a network, add addresses of loopback.
  static func toOpen() -> [IPAddress] {
    read() + added(ProcessEnvironment["DCR_TERMINAL_TEST_ADDRESSES"] ?? "")
  }

  static func added(_ list: String) -> [IPAddress] {
    list.split(scalar: ",").compactMap { IPAddress(String($0)) }.filter(\.isLoopback)
  }
}

extension OtherReach {
  /// - Parameter ready: the line with which the server says that it listens; `nil`: others do not reach it.
  init?(_ ready: JSON, address: IPAddress, allowsTutorialUsers: Bool) {
    guard let issuer = ready["other_issuers"]?.stringArray?.first else { return nil }
    self.init(
      address: address, issuer: issuer, authorityPage: ready["authority_page"]?.stringValue ?? "",
      fingerprint: ready["authority_fingerprint"]?.stringValue ?? "", allowsTutorialUsers: allowsTutorialUsers)
  }
}
