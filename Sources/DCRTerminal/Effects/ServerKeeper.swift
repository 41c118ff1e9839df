/// Makes sure that a server answers before a flow contacts it.
protocol ServerKeeping: Sendable {
  /// Reports what it finds and does, ending with `ready`, `external` or `failed`.
  func ensure(_ report: @escaping @Sendable (Action) -> Void) async
  /// Sets the clock of a server that this program started or will start. Other servers are not affected.
  func set(_ clock: ClockSetting) async
  /// Asks the server that this program started for exchanges; `report` gets the answer, and from now on news of each
  /// request that the server has answered. Other servers are not asked.
  func read(_ order: ExchangeOrder, _ report: @escaping @Sendable (Action) -> Void) async
  /// Starts a test of a client at the server that this program started, or tells one what a person says; `report` gets the news of tests
  /// from now on. Other servers are not asked.
  func test(_ order: ClientTestLine, _ report: @escaping @Sendable (Action) -> Void) async
  /// Opens the server that this program starts to a network, or closes it again. Other servers are not affected.
  func reach(_ order: ReachOrder) async -> ReachAction
  func stop() async
}

extension ServerKeeping {
  func set(_ clock: ClockSetting) async {}
  func read(_ order: ExchangeOrder, _ report: @escaping @Sendable (Action) -> Void) async {}
  func test(_ order: ClientTestLine, _ report: @escaping @Sendable (Action) -> Void) async {}
  func reach(_ order: ReachOrder) async -> ReachAction { .changed(nil, nil) }
}

/// A server that another party runs: this app neither starts nor stops it.
struct ForeignServer: ServerKeeping {
  func ensure(_ report: @escaping @Sendable (Action) -> Void) async { report(.server(.external)) }
  func stop() async {}
}

/// The embedded server, a separate process, because this one must hold neither password nor SSO cookie. It is started when its port refuses a
/// connection; an identity server that already listens there is used. It ends with this process, which closes its standard input.
actor EmbeddedServerKeeper: ServerKeeping {
  /// How long the first start may take, which makes keys and certificates.
  static let readyLimit: Duration = .seconds(30)

  private let issuer: Issuer
  var settings: ServerSettings
  private var held: HeldPort?
  private let trusted: @Sendable () -> [String]
  private let log: Logger
  private var server: StartedServer?
  var starting: Task<ServerCondition, Never>?
  private var clock = ClockSetting.real
  /// Who else reaches the server that runs; `nil`: nobody.
  var others: OtherReach?
  /// Why the first of the ways did not work in which the server was to start again; `nil`: it did.
  var startFailure: String?
  /// The latest change of ``others``: one at a time.
  private var opening: Task<ReachAction, Never>?
  let machine: @Sendable () -> [IPAddress]
  let confinement: Confinement
  /// The server's events go to the phone that used the server last, because its browser is the active one.
  let events = ActionRelay()
  /// The exchanges go to the phone that asked for them last.
  private let exchanges = ActionRelay()
  /// The news of tests of clients go to the phone that said something about one last.
  private let tests = ActionRelay()

  /// - Parameters:
  ///   - held: the port that was just chosen for the issuer; released when the server listens there.
  ///   - machine: the addresses at which the server may be opened.
  ///   - confinement: a program that plays a stranger's file opens no server.
  init(
    issuer: Issuer, settings: ServerSettings, held: HeldPort? = nil, trusted: @escaping @Sendable () -> [String],
    machine: @escaping @Sendable () -> [IPAddress] = MachineAddresses.toOpen,
    confinement: Confinement = .ofThisProgram, log: Logger
  ) {
    (self.issuer, self.held, self.trusted, self.log) = (issuer, held, trusted, log)
    (self.machine, self.confinement) = (machine, confinement)
    var settings = settings
    (settings.json, settings.events, settings.untilStdinCloses) = (true, true, true)
    self.settings = settings
  }

  func ensure(_ report: @escaping @Sendable (Action) -> Void) async {
    events.connect(report)
    if isRunning, starting == nil { return report(.server(.ready)) }
    let start = starting ?? Task { await self.find(report) }
    starting = start
    let condition = await start.value
    // Meanwhile the server may be starting anew, to be opened.
    if starting == start { starting = nil }
    report(.server(condition))
  }

  /// Returns when the server uses the clock, so that later requests meet the same time; during its start, at once.
  func set(_ clock: ClockSetting) async {
    self.clock = clock
    await server?.set(clock, within: starting == nil ? .seconds(2) : nil)
  }

  func read(_ order: ExchangeOrder, _ report: @escaping @Sendable (Action) -> Void) async {
    exchanges.connect(report)
    server?.send(order)
  }

  func test(_ order: ClientTestLine, _ report: @escaping @Sendable (Action) -> Void) async {
    tests.connect(report)
    server?.send(order)
  }

  func reach(_ order: ReachOrder) async -> ReachAction {
    if order == .survey { return survey() }
    let task = Task { [before = opening] in
      _ = await before?.value
      return await change(order)
    }
    opening = task
    return await task.value
  }

  func stop() async {
    starting?.cancel()
    await end()
  }

  var isRunning: Bool { server?.process.isRunning == true }

  private func end() async {
    let server = server
    self.server = nil
    await server?.stop()
  }

  /// Ends the server, and starts it with the first of these that it starts with.
  func startAgain(inOneOf ways: [ServerReach]) async -> ServerCondition {
    startFailure = nil
    await end()
    for way in ways where !Task.isCancelled {
      settings.reach = way
      let condition = await start()
      guard case .failed(let reason, _) = condition else { return condition }
      startFailure = startFailure ?? reason
    }
    (settings.reach, others) = (ServerReach(), nil)
    return .failed(startFailure ?? "")
  }

  private func find(_ report: @escaping @Sendable (Action) -> Void) async -> ServerCondition {
    if let condition = await whatListens() { return condition }
    guard !Task.isCancelled else { return .unknown }
    report(.server(.starting))
    var condition = await start()
    if case .failed(let reason, _) = condition, let address = settings.reach.listen {
      // The network is gone: the phone needs its server all the same.
      settings.reach = ServerReach()
      condition = await start()
      report(.serverPanel(.reach(.changed(nil, failure(address, reason)))))
    }
    // Another app may have started its server first; then that one is used.
    guard case .failed = condition, probe() == .open else { return condition }
    return await checkListener() ?? condition
  }

  /// `nil`: nothing listens.
  private func whatListens() async -> ServerCondition? {
    switch probe() {
    case .open: await checkListener()
    case .silent: .failed(phrase(.reasonSilentServer))
    case .refused: nil
    }
  }

  func probe() -> PortProbe.Answer { PortProbe.connect(host: issuer.host, port: issuer.port) }

  // MARK: Something listens

  /// Another identity server is used, anything else is reported before a flow fails on it. `nil`: it was about to end, like a closed app's server.
  private func checkListener() async -> ServerCondition? {
    let transport = HTTPClientTransport(trustedCertificates: trusted(), confinement: .ofThisProgram)
    var condition: ServerCondition? = .external
    do { _ = try await transport.send(Discovery.openIDRequest(issuer: issuer)) } catch {
      switch error.code {
      case .tlsFailure, .connectionLost, .malformedResponse: condition = .failed(phrase(.reasonNotTLS))
      case .certificateUntrusted: condition = .failed(phrase(.reasonOtherServer))
      case .timeout, .connectTimeout: condition = .failed(phrase(.reasonSilentServer))
      case .connectionRefused: if let reason = EmbeddedServerKeeper.onlyListener(issuer) { condition = .failed(reason) }
      default: break
      }
      if probe() == .refused { condition = nil }
      log.info("listener judged", metadata: ["code": "\(error.code.rawValue)"])
    }
    await transport.shutdown()
    return condition
  }

  /// Why the embedded server cannot start although nothing answers: another program has one of the two addresses of `localhost`.
  static func onlyListener(_ issuer: Issuer) -> String? {
    PortProbe.onlyListener(host: issuer.host, port: issuer.port).map { Catalogue()(.reasonOneAddress, ["address": $0]) }
  }

  private func phrase(_ phrase: Phrase) -> String { Catalogue()(phrase, ["port": "\(issuer.port)"]) }

  // MARK: Starting it

  private func start() async -> ServerCondition {
    let server: StartedServer
    others = nil
    do {
      held?.letServerIn()
      let answers = ExchangeAnswers()
      server = try StartedServer(ServerProgram.path(), ["serve", settings.argument]) {
        [events, exchanges, tests] object in
        if let seen = answers.take(object) { return exchanges.send(.serverMessages(.seen(seen))) }
        if let news = ClientTestNews(object) { return tests.send(.clientTest(.seen(news))) }
        if let event = ServerEvents.event(object) {
          events.send(event)
          exchanges.send(.serverMessages(.happened))
        }
        if let action = ServerEvents.observed(object, isShared: true) { events.send(action) }
        if ClockCommands.confirmedSetting(object) != nil { events.send(.clock(.serverHeard(true))) }
      }
    } catch { return .failed(error["detail"] ?? "") }
    self.server = server
    if clock != .real { await server.set(clock, within: nil) }
    let ready = await server.readyLine(within: EmbeddedServerKeeper.readyLimit)
    held = nil
    let child = server.process
    if let ready {
      others = settings.reach.listen.flatMap {
        OtherReach(ready, address: $0, allowsTutorialUsers: settings.reach.allowsTutorialUsers)
      }
      log.info("embedded server ready", metadata: ["pid": "\(child.pid)"])
      return .ready
    }
    let isLate = !server.hasClosedOutput
    await child.end()
    self.server = nil
    if isLate {
      return .failed(
        Catalogue()(.reasonNoReadyLine, ["seconds": "\(EmbeddedServerKeeper.readyLimit.components.seconds)"]))
    }
    let status = await child.exit().status
    if let failure = await server.failure() { return .failed(failure.whyAndHint, exitCode: status) }
    return .failed(Catalogue()(.reasonServerEnded, ["code": "\(status)"]))
  }
}
