import AppConfiguration
import UserAgents
import Workshop
import AppState
import Catalogue
import FoundationEssentials
import Logging
import SharedValues
import SmallFiles
import Synchronization

/// A phone of a lab: the real app with its state machine, keystore and browser, without a screen.
@MainActor
struct LabPhone {
  let world: LabWorld
  let log: Logger
  let report: @Sendable (LessonAction) -> Void

  /// How long one run may take; nobody types in a lab.
  static let limit: Duration = .seconds(90)

  func data(_ device: String) throws(CommandError) -> DataDirectory {
    try DataDirectory(path: world.dataPath, device: device)
  }

  /// Runs the app until the given step, or until it ends for another reason.
  ///
  /// Facts: `result` (`ok` or the app's error code), `step`, and the facts of the steps.
  func run(_ app: LabApp, _ doing: @escaping @MainActor (FlowStep?) -> Void) async throws(CommandError) -> LabFacts {
    let wanted = app.softwareID.map { app.phone.setting("softwareId", .string($0)) } ?? app.phone
    await world.rogue?.pass(app.rogue.map { world.filled($0) } ?? [])
    let setup = try setup(app.device, usesRogue: app.rogue != nil, wanted, faults: app.faults)
    let browser = InAppBrowser(try browser(setup, app.user, app.isEphemeral, app.nobodyTypes), log: log)
    let stolen = Mutex<String?>(nil)
    let refused = Mutex(false)
    let agents: UserAgents
    switch app.redirect {
    case .app: agents = UserAgents(always: browser)
    case .stolen:
      let thief = try data("malicious-app").devicePath
      agents = UserAgents(
        always: InterceptedUserAgent(browser: browser, thief: thief) { uri in stolen.withLock { $0 = uri } })
    case .forged(let uri):
      agents = UserAgents(
        always: ForgingUserAgent(uri: world.filled(uri)) { refused.withLock { $0 = true } })
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
    var script = FlowScript(until: app.until, registersAgain: false)
    script.confirmsPresence = !app.nobodyTypes
    let run = FlowRun(session.store, script)
    let ending = await withTaskCancellationHandler {
      await run.finish { line in
        doing(session.store.state.flow?.step)
        if case .done(_, _, let detail) = line { facts.add(detail) }
      }
    } onCancel: {
      Task { @MainActor in session.store.close() }
    }
    limit.cancel()
    world.events.connect { [report] in LabPhone.forward($0, app.device, report) }
    await session.stop()
    for message in session.store.state.messages.all {
      // The thief had it before the app's user gave up.
      if message.content == .userAgentClosed, let uri = stolen.withLock({ $0 }) {
        report(
          .message(
            LabMessage(
              from: .browser, to: .attacker, .redirect(url: uri), phone: app.device, step: message.step,
              flow: message.flow)))
      }
      if message.content == .userAgentClosed, refused.withLock({ $0 }), case .forged(let uri) = app.redirect {
        report(
          .message(
            LabMessage(
              from: .attacker, to: .app, .redirectDropped(url: world.filled(uri)), phone: app.device,
              step: message.step,
              flow: message.flow)))
      }
      report(.message(shown(message, app)))
    }
    facts["dropped"] =
      "\(session.store.state.droppedAnswers + (refused.withLock { $0 } && session.store.state.droppedAnswers == 0 ? 1 : 0))"
    if let client = session.store.state.registration?.credentials.clientID { facts["client_id"] = client }
    if let uri = stolen.withLock({ $0 }) { facts.add(redirect: uri) }
    switch ending {
    case .complete, .reached: facts["result"] = "ok"
    case .failed(let step, let error):
      facts["result"] = error.code.rawValue
      facts["step"] = step.rawValue
      facts["page"] = error["detail"]
    case nil:
      guard !Task.isCancelled else { throw CommandError(.interrupted) }
      facts["result"] = "timeout"
    }
    return facts
  }

  /// Reports a request that the lab's server received from a browser while no app of the lab runs.
  nonisolated static func forward(_ action: Action, _ phone: String, _ report: (LessonAction) -> Void) {
    guard case .observed(let request) = action else { return }
    report(.message(LabMessage(from: .browser, to: request.server, .observed(request), phone: phone)))
  }

  /// The message as the lesson shows it: a forged redirect comes from the attacker, and the server may be the hostile one.
  private func shown(_ message: Message, _ app: LabApp) -> LabMessage {
    var shown = LabMessage(
      from: message.from, to: message.to, message.content, phone: app.device, step: message.step, flow: message.flow)
    switch (message.content, app.redirect) {
    case (.redirect, .forged), (.redirectDropped, .forged): shown.from = .attacker
    case (.exchange(let exchange), _) where message.to == .server:
      shown.to = LabSender.receiver(exchange, world.rogue?.issuer)
    default: break
    }
    return shown
  }

  // MARK: Setting up

  func setup(
    _ device: String, usesRogue: Bool = false, _ wanted: JSON = [:], faults: JSON = []
  ) throws(CommandError) -> AppSetup {
    var file = world.folder + (usesRogue ? "/rogue.json" : "/phone.json")
    if wanted.objectValue?.isEmpty == false {
      guard let content = SmallFile.whole(file, limit: ConfigurationFile.largest), let json = try? JSON.parse(content)
      else {
        throw CommandError(.configUnreadable, ["path": file, "detail": ""])
      }
      file = world.folder + "/phone-\(device).json"
      try LabWorld.write(LabConfiguration.with(wanted, json), to: file)
    }
    var global = GlobalOptions()
    do {
      global = try GlobalOptions.parse(["--config", file, "--data-dir", world.dataPath, "--device", device])
    } catch {
      throw CommandError(.usage, ["detail": "\(error)"])
    }
    // Warnings would spoil the app's screen.
    var setup = try AppSetup(global, known: try global.configurationWithWarnings())
    setup.faults = try LabConfiguration.plan(faults)
    setup.clocks = world.clocks
    // The lab's server is already running.
    setup.server = ForeignServer()
    // A phone that keeps its refresh token starts with it, as a user's phone does.
    setup.settings.isUnattended = !setup.configuration.silentStart
    // A lesson may come from a stranger; all its servers are on this computer.
    setup.confinement = .whole
    setup.isScripted = true
    setup.log = log
    return setup
  }

  func browser(
    _ setup: AppSetup, _ user: String, _ isEphemeral: Bool, _ nobodyTypes: Bool, _ typed: Secret? = nil
  ) throws(CommandError) -> InAppBrowser.Options {
    if let typed {
      try LabWorld.write(text: typed.revealed + "\n", to: LabWorld.passwordFile(of: "typed", in: world.folder))
    }
    // For a user that the lab does not know, a wrong password is typed.
    let known = LabWorld.users[user] == nil ? nil : user
    let typist = nobodyTypes ? nil : typed == nil ? known : "typed"
    var options = InAppBrowser.Options(
      dataFolder: setup.data.browserPath, appID: setup.configuration.appID, trusted: setup.trusted)
    options.unattended = InAppBrowser.Unattended(
      username: user, passwordFile: LabWorld.passwordFile(of: typist, in: world.folder),
      loginOrigins: world.loginOrigins)
    options.isEphemeral = isEphemeral
    // A page's text is a fact of the lab, so its language is the same for all users.
    options.look = { ["--lang", Language.english.tag] }
    options.limit = LabPhone.limit
    options.confinement = setup.confinement
    return options
  }
}
