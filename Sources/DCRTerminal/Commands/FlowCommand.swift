struct FlowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("flow")

  @OptionGroup var global: GlobalOptions
  @OptionGroup var userAgent: UserAgentOptions
  @OptionGroup var unlock: KeystoreUnlock
  @OptionGroup var faults: FaultOptions
  @Option(help: .of("flow", "username")) var username: String?
  @Option(help: .of("flow", "passwordFile"), completion: .file()) var passwordFile: String?
  @Option(help: .of("flow", "loginOrigin")) var loginOrigin: [String] = []
  @Flag(help: "One JSON object a line, for scripts.") var json = false
  @Option(help: ArgumentHelp("Stop after this step.", valueName: "step")) var until: FlowStep?
  @Flag(help: "Show secrets instead of their first characters.") var reveal = false
  @Flag(help: "Replace the registration that is there.") var registerAgain = false
  @Option(help: .of("flow", "har")) var har: String?

  func validate() throws {
    for origin in loginOrigin where !FlowCommand.isOrigin(origin) {
      throw ValidationError("--login-origin must be scheme, host and port, as in https://login.example:8443")
    }
  }

  /// The browser's own rule: https, or http on this machine, with nothing behind host and port.
  private static func isOrigin(_ text: String) -> Bool {
    guard let url = AbsoluteURL(text), url.host != nil, url.query == nil, url.fragment == nil else { return false }
    return (url.scheme == "https" || url.scheme == "http" && url.isLoopback) && ["", "/"].contains(url.path)
  }

  @MainActor func run() async throws {
    let report = FlowReport(json: json, reveals: reveal)
    do { try await go(report) } catch let error as CommandError {
      if json { StandardOutput.line(error.result(at: nil).line) }
      throw error
    }
  }

  @MainActor private func go(_ report: FlowReport) async throws {
    var setup = try AppSetup(global, userAgent: userAgent, faults: faults)
    setup.settings.isUnattended = true
    let lock = try DeviceLock(setup.data)
    defer { lock.release() }
    setup.warnOfInterruptedRegistration()
    setup.passphrase = try unlock.passphrase(of: setup.data.devicePath)
    var userAgent = try userAgent.setup(setup.configuration, setup.browserOptions(userAgent))
    userAgent.inApp.unattended = try unattended(userAgent.kind, setup.settings)
    // The report has standard output for itself.
    userAgent.write = { StandardError.write($0) }
    let session = AppSession(setup, userAgent: userAgent, quit: {})
    let signals = TerminationSignals { [session] _ in session.store.close() }
    let script = FlowScript(until: until, registersAgain: registerAgain)
    for line in report.faults(ActiveFaults(setup.faults)) { StandardOutput.line(line) }
    let ending = await script.run(in: session.store) { [session] line in
      // Instructions for a person, even if a program reads the report.
      if let words = report.forAPerson(line) {
        StandardError.write("dcr-terminal: \(words)\n")
        guard json else { return }
      }
      StandardOutput.line(report.text(line))
      if line.isUnconfirmed, let notice = session.store.state.notice {
        StandardError.warn(NoticeSheet.sentence(notice, session.store.state, Look(catalogue: Catalogue())))
      }
    } dropped: {
      StandardError.warn(Catalogue()(.droppedAnswers, ["count": "1"]))
    } tolerated: { leniency in
      StandardError.warn(leniency.warning(Catalogue()))
    }
    await session.stop()
    // The messages are also written if the flow failed, when they are most useful.
    let unwritten = archive(session.store.state)
    if let received = signals.received { throw ExitStatus(rawValue: 128 + received) ?? .interrupted }
    guard let ending else { throw ExitStatus.interrupted }
    let last = report.text(ending, session.store.state[FaultsTool.self].active)
    if !last.isEmpty { StandardOutput.line(last) }
    guard case .failed(_, let error) = ending else {
      if let unwritten { throw unwritten }
      return
    }
    if let unwritten { StandardError.write(unwritten.report()) }
    StandardError.write(error.report())
    throw error.status
  }
}

extension FlowCommand {
  /// Writes every message, masked even if the report reveals secrets. Returns why that failed.
  private func archive(_ state: AppState) -> CommandError? {
    guard let har else { return nil }
    let request = ExportRequest(
      .archive, messages: state[MessagesTool.self].log, issuer: state.settings.issuer.text,
      embeddedServer: state.settings.embeddedServer, time: state.now)
    do {
      try ExportWriter.save(Array(ExportWriter.archive(request).utf8), to: AbsolutePath.of(har))
      return nil
    } catch {
      var failure = CommandError(error)
      failure.advice = .flowArchiveElsewhere
      return failure
    }
  }

  /// The user that the in-app browser logs in by itself; a person uses other browsers. A flow that ends before a login needs no user.
  private func unattended(_ kind: UserAgentKind, _ settings: AppSettings) throws(CommandError) -> InAppBrowser
    .Unattended?
  {
    guard kind == .inApp else { return nil }
    if let username, let passwordFile {
      let path = AbsolutePath.of(passwordFile)
      if let warning = PasswordFile.warning(of: path) { StandardError.warn(warning) }
      return InAppBrowser.Unattended(username: username, passwordFile: path, loginOrigins: loginOrigin)
    }
    let mode = settings.registration
    let logsInFirst = mode.logsIn || settings.applicationServer != nil
    let beforeLogins: [FlowStep] = [.discovery] + (logsInFirst ? [] : mode.registrationSteps)
    guard username == nil, passwordFile == nil, let until, beforeLogins.contains(until) else {
      throw CommandError(.usage, ["detail": Phrase.flowNeedsCredentials])
    }
    return nil
  }
}

extension FlowStep: ExpressibleByArgument {
  public init?(argument: String) {
    guard let step = FlowStep(rawValue: argument), step.isPartOfFlow else { return nil }
    self = step
  }

  public static var allValueStrings: [String] { allCases.filter(\.isPartOfFlow).map(\.rawValue) }
}
