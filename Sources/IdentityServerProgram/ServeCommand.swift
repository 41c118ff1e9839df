import ArgumentParser

/// `serve`: runs until a signal or, when the app started it, until its input ends. `dcr-terminal serve` passes the settings.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the identity server with these settings.", shouldDisplay: false)

  @Argument(help: "The settings, as dcr-terminal serve gives them.") var settings: ServerSettings

  func run() async throws {
    try OpenFiles.raiseLimit(to: OpenFiles.ofServer)
    let clock = AdjustableClock()
    let data = try DataDirectory(path: settings.dataDirectory, device: settings.device)
    var configuration = try IdentityServerConfiguration(settings, data, clock)
    try ReachReport.judge(configuration)
    configuration.faults = try settings.faults.map { try FaultOrder($0.file, name: $0.name) }
    let server = try IdentityServer(configuration)
    for defence in configuration.policies.insecure.names {
      StandardError.warn(
        "INSECURE: embeddedServer.policies.insecure.\(defence) switches a defence off; this server is good for a lesson and nothing else"
      )
    }
    for name in server.shadowedUsers {
      StandardError.warn(
        "the user \(name) of the configuration is not used: an administrator has given the name to somebody (dcr-terminal users show \(name))"
      )
    }
    for name in server.usersWithNamesForSubjects {
      StandardError.warn(
        "clients know the user \(name) by that name already, so it stays their subject; the policy uuid is for users who are added"
      )
    }
    let devices = try settings.enroll.map { (name) throws(CommandError) in
      (name: name, folder: try data.folder(ofDevice: name))
    }
    if settings.rotatesKeys { announce(rotation: try await server.rotateKeys()) }
    try await serve(server, clock, wanted: configuration.adminPort, data, enrolling: devices)
    if !settings.json { StandardOutput.line("The identity server has stopped.") }
  }

  /// Stays on the main actor until the first `await`, so that signals are handled before the server starts and reports that it is ready.
  @MainActor
  private func serve(
    _ server: IdentityServer, _ clock: AdjustableClock, wanted: Int, _ data: DataDirectory,
    enrolling devices: [(name: String, folder: String)]
  ) async throws {
    let report = ReachReport(settings.reach, data)
    let running = Task { [self, json = settings.json] in
      try await server.run { () async throws in
        for device in devices {
          try await server.devices.enroll(
            device.name, into: URL(fileURLWithPath: device.folder, isDirectory: true), reactivates: false)
        }
        remember(server.adminPort, wanted, data)
        ServeCommand.announce(server, report, json: json)
        report.warn(server)
        ServeCommand.warn(of: server.faults)
        // A program that waits for this line would wait forever.
        try StandardOutput.check()
      }
    }
    // The app can tell this server to stop in several ways; a second signal from a person means at once.
    let signals = TerminationSignals(again: settings.untilStdinCloses ? nil : ServeCommand.endAtOnce) { _ in
      running.cancel()
    }
    if settings.untilStdinCloses {
      ServeCommand.listen(setting: clock, server.exchanges, ClientTestFeed(server)) { running.cancel() }
    }
    do { try await running.value } catch is CancellationError {}
    withExtendedLifetime(signals) {}
  }

  /// Keeps the administration's port across restarts, unless another program takes it. `dcr-terminal admin` reads it as well.
  private func remember(_ port: Int, _ wanted: Int, _ data: DataDirectory) {
    let own = KeptPort.administration(data)
    // A full disk must not stop the server.
    if (try? own.read()) != port { try? own.replace(by: port) }
    guard settings.adminPort == nil, port != wanted else { return }
    StandardError.warn("port \(wanted) is taken, so the administration is at port \(port) from now on")
  }

  /// Faults of an earlier day should surprise no one.
  private static func warn(of faults: [ServerFault]) {
    for (batch, rules) in Dictionary(grouping: faults, by: \.batch).sorted(by: { $0.key < $1.key }) {
      StandardError.warn(
        "this server commits faults on purpose: \(rules[0].name), for \(rules[0].target.summary) (dcr-terminal faults off \(batch))"
      )
    }
  }

  private static func announce(_ server: IdentityServer, _ report: ReachReport, json: Bool) {
    if json { return StandardOutput.line(report.ready(server).line) }
    StandardOutput.line(
      """
      The identity server is ready.
        issuer  \(server.issuer)
        admin   \(server.adminURL)
        CA      \(report.authority)
      Reachable by: \(report.who)
      """)
    if let page = server.authorityPage {
      StandardOutput.line(report.whereToGetTheAuthority(page))
      TerminalQR.write(page)
      if let fingerprint = server.authorityFingerprint { StandardOutput.line("Its SHA-256 is \(fingerprint)") }
    }
    StandardOutput.line("Press Ctrl-C to stop it.")
  }

  private func announce(rotation id: String) {
    StandardOutput.line(
      settings.json
        ? (["rotated_key": .string(id)] as JSON).line
        : "The signing key is \(id) from now on. The one before it verifies until its last ID token has expired.")
  }

  /// The exit status is 128 plus the signal's number, as in shells. The database stays intact, as after any death of the process.
  @MainActor private static func endAtOnce(_ number: Int32) { _exit(128 + number) }

  /// Handles orders of the app that started this server, until the app ends.
  private static func listen(
    setting clock: AdjustableClock, _ exchanges: ExchangeFeed, _ tests: ClientTestFeed,
    _ whenItEnds: @escaping @Sendable () -> Void
  ) {
    Thread.detachNewThread {
      var (lines, exchanges) = (LineSplitter(), exchanges)
      Descriptor.read(STDIN_FILENO) { bytes in
        for line in lines.feed(bytes) {
          if let answer = ClockCommands.apply(line, clock) { StandardOutput.line(answer.line) }
          if let order = ClientTestLine(line) {
            tests.take(order.wish, client: order.client) { StandardOutput.line($0.line) }
          }
          guard let order = ExchangeOrder(line) else { continue }
          for answer in exchanges.next(order.feed, client: order.client) { StandardOutput.line(answer.line) }
        }
      }
      whenItEnds()
    }
  }
}

extension IdentityServerConfiguration {
  /// What decides about clients, with the server's defaults for the rest.
  init(_ options: EmbeddedServerOptions, _ data: DataDirectory) {
    self.init(directory: URL(fileURLWithPath: data.serverPath, isDirectory: true))
    if let lifetimes = options.lifetimes { self.lifetimes = lifetimes }
    if let limits = options.limits { self.limits = limits }
    if let policies = options.policies { self.policies = policies }
    isFAPI = options.isFAPI
    resources = options.resources
  }

  /// The settings from `dcr-terminal serve`, with the server's defaults for missing ones.
  /// - Throws: `password_file_unreadable`, `log_file_unwritable`.
  init(_ settings: ServerSettings, _ data: DataDirectory, _ clock: AdjustableClock) throws(CommandError) {
    let options = settings.options
    self.init(options, data)
    logger = try LogFile.logger("idsvr", settings.logFile, settings.logLevel)
    time = clock.source
    version = ProductVersion.text
    // Only bench/server_side.py sets it, to measure what keeping exchanges costs.
    traces = ProcessEnvironment["IDSVR_BENCH_WITHOUT_TRACE"] == nil
    if let port = options.devicePort { devicePort = port }
    reach = settings.reach
    origins = options.origins
    if let port = settings.port { self.port = port }
    if let port = settings.adminPort {
      adminPort = port
    } else {
      let own = KeptPort.administration(data)
      let ports = (try own.read().map { [$0] } ?? []) + own.candidates()
      (adminPort, otherAdminPorts) = (ports[0], Array(ports.dropFirst()))
    }
    let administrator = try Administrator(options.administrator, data)
    self.administrator = AdministratorAccount(name: administrator.name, password: Secret(administrator.password))
    if let app = settings.app {
      redirects = Redirects(redirectURIs: [app.redirectURI], postLogoutRedirectURIs: [app.postLogoutRedirectURI])
      appScope = app.scope
      if !app.claimedPaths.isEmpty {
        claim = AppClaim(appID: app.appID, paths: app.claimedPaths, fingerprints: options.appFingerprints)
      }
      application = app.applicationClientID.map {
        ApplicationServerConfiguration(
          clientID: $0, redirectURI: app.redirectURI, postLogoutRedirectURI: app.postLogoutRedirectURI)
      }
    }
    if let users = options.users { self.users = try Self.accounts(users) }
    if settings.events { onEvent = { StandardOutput.line($0.json.line) } }
  }

  /// Reads the users' passwords, which happens only here, in the server's process.
  fileprivate static func accounts(_ users: [EmbeddedServerOptions.User]) throws(CommandError) -> [UserAccount] {
    try users.map { (user) throws(CommandError) in
      UserAccount(
        name: user.name, password: Secret(try PasswordFile.read(user.passwordFile)), givenName: user.givenName,
        familyName: user.familyName, email: user.email, roles: user.roles,
        claims: (try? JSON.parse(user.claims))?.objectValue ?? [])
    }
  }
}

extension ServerEvent {
  /// One line of `--events`. Later versions may add members; readers must ignore unknown ones.
  var json: JSON {
    [
      "event": "request", "method": .string(method), "path": .string(path), "status": .count(status),
      "endpoint": .string(endpoint.rawValue), "note": .string(note), "session": .orNull(session?.rawValue),
      "client": .orNull(clientID), "visit": .orNull(visit), "administration": .bool(isAdministration),
      "id": .string(requestID), "fault": fault.isEmpty ? .null : .string(fault),
    ]
  }
}
