import ArgumentParser

/// `client-test`: serves as `serve` does, and tests a client meanwhile. `dcr-terminal client-test` passes the settings with a member
/// `clientTest`, reads one JSON object a line, and answers in the same way. The end of its input ends everything.
struct ClientTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client-test", abstract: "Serve, and test a client meanwhile.", shouldDisplay: false)

  @Argument(help: "The settings, as dcr-terminal client-test gives them.") var given: Given

  /// The settings of ``ServeCommand`` with one more member.
  struct Given: ExpressibleByArgument {
    let settings: ServerSettings
    let order: JSON

    init?(argument: String) {
      guard let settings = ServerSettings(argument: argument), let json = try? JSON.parse(argument) else { return nil }
      (self.settings, order) = (settings, json["clientTest"] ?? .null)
    }
  }

  private var settings: ServerSettings { given.settings }

  func run() async throws {
    try OpenFiles.raiseLimit(to: OpenFiles.ofServer)
    let order = try wanted()
    let clock = AdjustableClock()
    let data = try DataDirectory(path: settings.dataDirectory, device: settings.device)
    var configuration = try IdentityServerConfiguration(settings, data, clock)
    try ReachReport.judge(configuration)
    // A person should not wait long for a client to refresh.
    if !order.isDriven {
      let short = TimeInterval(RegisteredClient.shortTokenLifetime)
      configuration.lifetimes.accessToken = min(short, configuration.lifetimes.accessToken)
    }
    // A check keeps a request without an answer for two minutes.
    configuration.connections.answer = max(.seconds(130), configuration.connections.answer)
    let server = try IdentityServer(configuration)
    try server.checkTested(order)
    try await test(server, order, data)
  }

  private func wanted() throws -> ClientTestOrder {
    do { return try ClientTestOrder(given.order) } catch {
      throw ValidationError("clientTest.\(error.member): \(error.expected)")
    }
  }

  @MainActor
  private func test(_ server: IdentityServer, _ order: ClientTestOrder, _ data: DataDirectory) async throws {
    let test = ClientTestRun(server, order) { StandardOutput.line($0.line) }
    let (ready, isReady) = AsyncStream<Void>.makeStream()
    let report = ReachReport(settings.reach, data)
    let running = Task {
      // A server that has ended answers no client.
      defer {
        isReady.finish()
        test.stop()
      }
      try await server.run { () async throws in
        StandardOutput.line((["type": "ready"] as JSON).merging(report.ready(server)).line)
        report.warn(server)
        try StandardOutput.check()
        isReady.yield()
      }
    }
    let signals = TerminationSignals(again: nil) { _ in test.stop() }
    Thread.detachNewThread {
      var lines = LineSplitter()
      Descriptor.read(STDIN_FILENO) { bytes in
        for line in lines.feed(bytes) { if let message = try? JSON.parse(line) { test.receive(message) } }
      }
      test.stop()
    }
    // Without a port there is nothing to test, and the server says why.
    for await _ in ready {
      await test.run()
      break
    }
    running.cancel()
    do { try await running.value } catch is CancellationError {}
    withExtendedLifetime(signals) {}
  }
}
