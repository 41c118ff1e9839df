import Workshop
import AppState
import FoundationEssentials
import Logging
import SharedValues
import SmallFiles
import Synchronization

/// A phone of a lab: the real app, its state machine, its keystore and its browser, without a screen.
@MainActor
struct LabPhone {
  let world: LabWorld
  let log: Logger
  let report: @Sendable (LessonAction) -> Void

  /// How long one run may take; a person types nothing here.
  static let limit: Duration = .seconds(90)

  func data(_ device: String) throws(CommandError) -> DataDirectory {
    try DataDirectory(path: world.dataPath, device: device)
  }

  /// Runs the app until the step, or until it ends otherwise.
  ///
  /// Facts: `result` (`ok` or the app's error code), `step`, and what the steps brought.
  func run(_ app: LabApp, _ doing: @escaping @MainActor (FlowStep?) -> Void) async throws(CommandError) -> LabFacts {
    let setup = try setup(app.device, usesRogue: app.usesRogue, softwareID: app.softwareID)
    let browser = InAppBrowser(try browser(setup, app.user, app.isEphemeral, app.nobodyTypes), log: log)
    let stolen = Mutex<String?>(nil)
    let agents: UserAgents
    switch app.redirect {
    case .app: agents = UserAgents(always: browser)
    case .stolen:
      let thief = try data("malicious-app").devicePath
      agents = UserAgents(
        always: RobbedUserAgent(browser: browser, thief: thief) { uri in stolen.withLock { $0 = uri } })
    case .forged(let uri): agents = UserAgents(always: ForgingUserAgent(uri: world.filled(uri)))
    }
    let userAgent = UserAgentSetup(
      kind: .inApp, inApp: try self.browser(setup, app.user, false, false), takesTerminal: false)
    let session = AppSession(setup, userAgent: userAgent, userAgents: agents, quit: {})
    world.events.connect { [inbox = session.store.inbox] in inbox($0) }
    let limit = Task { [session] in
      try await Task.sleep(for: LabPhone.limit)
      session.store.close()
    }
    var facts = LabFacts()
    let run = FlowRun(session.store, FlowScript(until: app.until, registersAgain: false))
    let ending = await withTaskCancellationHandler {
      await run.finish { line in
        doing(session.store.state.flow?.step)
        if case .done(_, _, let detail) = line { facts.add(detail) }
      }
    } onCancel: {
      Task { @MainActor in session.store.close() }
    }
    limit.cancel()
    world.events.connect { [report] in LabPhone.forward($0, report) }
    await session.stop()
    for message in session.store.state.messages.all {
      // The thief had it before the app's user gave up.
      if message.content == .userAgentClosed, let uri = stolen.withLock({ $0 }) {
        report(.message(from: .browser, to: .attacker, .redirect(url: uri), step: message.step, flow: message.flow))
      }
      report(
        .message(
          from: message.from, to: message.to, message.content, step: message.step, flow: message.flow))
    }
    facts["dropped"] = "\(session.store.state.droppedAnswers)"
    if let client = session.store.state.registration?.credentials.clientID { facts["client_id"] = client }
    if let uri = stolen.withLock({ $0 }) { facts.add(redirect: uri) }
    switch ending {
    case .complete, .reached: facts["result"] = "ok"
    case .failed(let step, let error):
      facts["result"] = error.code.rawValue
      facts["step"] = step.rawValue
    case nil:
      guard !Task.isCancelled else { throw CommandError(.interrupted) }
      facts["result"] = "timeout"
    }
    return facts
  }

  /// Opens a browser at an authorization request of the lesson's own. The malicious app gets the redirect.
  func browse(_ visit: LabBrowser) async throws(CommandError) -> LabFacts {
    let setup = try setup(visit.device)
    let browser = InAppBrowser(try browser(setup, visit.user, visit.isEphemeral, false), log: log)
    let parameters = visit.parameters.map { (name: $0.name, value: world.filled($0.value)) }
    let url = world.filled("{authorization_endpoint}") + "?" + PercentCoding.encode(parameters, .unreserved)
    let reception: RedirectReception
    do {
      reception = try RedirectReception(
        for: try RedirectReception.judged(LabWorld.redirectURI), awaiting: nil, in: try data("malicious-app").devicePath
      )
    } catch let error as UserAgentFailure {
      throw CommandError(error)
    } catch {
      throw CommandError(.unexpected, ["detail": "\(error)"])
    }
    defer { reception.close() }
    let party: Party = visit.receiver == .app ? .app : .attacker
    report(.message(from: party, to: .browser, .userAgentOpened(url: url)))
    var facts = LabFacts()
    switch await browser.open(url, reception) {
    case .redirect(let uri):
      report(.message(from: .browser, to: party, .redirect(url: uri)))
      facts["result"] = "ok"
      facts.add(redirect: uri)
    case .closed: facts["result"] = "user_agent_closed"
    case .failed(let failure): facts["result"] = failure.code.rawValue
    }
    return facts
  }

  /// Shows a request that the lab's server received from a browser while no app of the lab runs.
  nonisolated static func forward(_ action: Action, _ report: (LessonAction) -> Void) {
    guard case .observed(let request) = action else { return }
    report(.message(from: .browser, to: .server, .observed(request)))
  }

  // MARK: Setting up

  private func setup(
    _ device: String, usesRogue: Bool = false, softwareID: String? = nil
  ) throws(CommandError) -> AppSetup {
    var file = world.folder + (usesRogue ? "/rogue.json" : "/phone.json")
    if let softwareID {
      guard let content = SmallFile.whole(file, limit: ConfigurationFile.largest), let json = try? JSON.parse(content)
      else {
        throw CommandError(.configUnreadable, ["path": file, "detail": ""])
      }
      file = world.folder + "/templatized.json"
      try LabWorld.write(json.setting("softwareId", .string(softwareID)), to: file)
    }
    var global = GlobalOptions()
    do {
      global = try GlobalOptions.parse(["--config", file, "--data-dir", world.dataPath, "--device", device])
    } catch {
      throw CommandError(.usage, ["detail": "\(error)"])
    }
    var setup = try AppSetup(global)
    // The lab's server runs already.
    setup.server = ForeignServer()
    setup.settings.isUnattended = true
    // A lesson may come from anybody; its servers are all on this computer.
    setup.confinement = .whole
    setup.log = log
    return setup
  }

  private func browser(
    _ setup: AppSetup, _ user: String, _ isEphemeral: Bool, _ nobodyTypes: Bool
  ) throws(CommandError) -> InAppBrowser.Options {
    var options = InAppBrowser.Options(
      dataFolder: setup.data.browserPath, appID: setup.configuration.appID, trusted: setup.trusted)
    options.unattended = InAppBrowser.Unattended(
      username: user, passwordFile: LabWorld.passwordFile(of: nobodyTypes ? nil : user, in: world.folder))
    options.isEphemeral = isEphemeral
    options.limit = LabPhone.limit
    options.confinement = setup.confinement
    return options
  }
}
