import AppConfiguration
import AppState
import Catalogue
import Edge
import Faults
import Logging
import Programs
import SharedValues
import SmallFiles
import Synchronization
import UserAgents
import Workshop

/// A phone of a lab: its folder, its configuration, its browser, and the real app without a screen.
@MainActor struct LabPhone {
  let world: LabWorld
  let session: LabSession.Runner
  let log: Logger
  let report: LabReport

  /// Runs the app until the given step, or until it ends. Facts: `result` (`ok` or the app's error code), `step`, and those of the steps.
  func run(_ app: LabApp, _ doing: @escaping @MainActor (FlowStep?) -> Void) async throws(CommandError) -> LabFacts {
    let wanted = app.softwareID.map { app.phone.setting("softwareId", .string($0)) } ?? app.phone
    await world.rogue?.pass(app.rogue.map { world.filled($0) } ?? [])
    let (options, configuration) = try setup(app.device, usesRogue: app.rogue != nil, wanted)
    let browserOptions = try browser(
      configuration, try world.data(app.device), app.user, app.isEphemeral, app.nobodyTypes)
    let browser = InAppBrowser(browserOptions, log: log)
    let stolen = Mutex<String?>(nil)
    let refused = Mutex(false)
    let userAgent: any ExternalUserAgent
    switch app.redirect {
    case .app: userAgent = browser
    case .stolen:
      let thief = try world.data(LabPhone.thief).devicePath
      userAgent = InterceptedUserAgent(browser: browser, thief: thief) { uri in stolen.withLock { $0 = uri } }
    case .forged(let uri): userAgent = ForgingUserAgent(uri: world.filled(uri)) { refused.withLock { $0 = true } }
    }
    let order = LabSession(
      app: app, options: options, configuration: configuration, faults: try LabConfiguration.plan(app.faults),
      clocks: world.clocks, browser: browserOptions, userAgent: userAgent, events: world.events,
      lateEvents: { [report] in LabPhone.forward($0, app.device, report) }, log: log)
    var facts = LabFacts()
    let run = try await session(order) { note in
      doing(note.step)
      if let detail = note.detail { facts.add(detail) }
    }
    let (isRefused, taken) = (refused.withLock { $0 }, stolen.withLock { $0 })
    for message in run.messages {
      if message.content == .userAgentClosed {
        // The thief had it before the app's user gave up.
        if let taken { report(.browser, .attacker, .redirect(url: taken), with: message, app) }
        if isRefused, case .forged(let uri) = app.redirect {
          report(.attacker, .app, .redirectDropped(url: world.filled(uri)), with: message, app)
        }
      }
      report(.message(shown(message, app)))
    }
    facts["dropped"] = "\(isRefused ? max(1, run.droppedAnswers) : run.droppedAnswers)"
    if let client = run.clientID { facts["client_id"] = client }
    if let taken { facts.add(redirect: taken) }
    switch run.ending {
    case .done: facts["result"] = "ok"
    case .failed(let step, let error):
      (facts["result"], facts["step"], facts["page"]) = (error.code.rawValue, step.rawValue, error["detail"])
    case .stopped:
      guard !Task.isCancelled else { throw CommandError(.interrupted) }
      facts["result"] = "timeout"
    }
    return facts
  }

  /// Reports a request that the lab's server received from a browser while no app of the lab runs.
  nonisolated static func forward(_ action: Action, _ phone: String, _ report: (LessonAction) -> Void) {
    guard case .observed(let request) = action else { return }
    report(.message(Message(from: .browser, to: request.server, .observed(request), phone: phone)))
  }

  /// Reports a message that the app cannot see, in the step of one that it can.
  private func report(_ from: Party, _ to: Party, _ content: Message.Content, with message: Message, _ app: LabApp) {
    report(.message(Message(from: from, to: to, content, step: message.step, flow: message.flow, phone: app.device)))
  }

  /// The message as the lesson shows it: a forged redirect comes from the attacker, and the server may be the hostile one.
  private func shown(_ message: Message, _ app: LabApp) -> Message {
    var shown = Message(
      from: message.from, to: message.to, message.content, step: message.step, flow: message.flow, phone: app.device)
    switch (message.content, app.redirect) {
    case (.redirect, .forged), (.redirectDropped, .forged): shown.from = .attacker
    case (.exchange(let exchange), _) where message.to == .server:
      shown.to = LabSender.receiver(exchange, world.rogue?.issuer)
    default: break
    }
    return shown
  }

  func setup(
    _ device: String, usesRogue: Bool = false, _ wanted: JSON = [:]
  ) throws(CommandError) -> (GlobalOptions, Configuration) {
    var file = world.folder + (usesRogue ? "/rogue.json" : "/phone.json")
    if wanted.objectValue?.isEmpty == false {
      guard let content = SmallFile.whole(file, limit: ConfigurationFile.largest), let json = try? JSON.parse(content)
      else { throw CommandError(.configUnreadable, ["path": file, "detail": ""]) }
      file = world.folder + "/phone-\(device).json"
      try LabWorld.write(json.merging(wanted), to: file)
    }
    let words = ["--config", file, "--data-dir", world.dataPath, "--device", device]
    let options: GlobalOptions
    do { options = try GlobalOptions.parse(words) } catch { throw CommandError(.usage, ["detail": "\(error)"]) }
    // Warnings would spoil the app's screen.
    return (options, try options.configurationWithWarnings())
  }

  func browser(
    _ configuration: Configuration, _ data: DataDirectory, _ user: String, _ isEphemeral: Bool, _ nobodyTypes: Bool,
    _ typed: Secret? = nil
  ) throws(CommandError) -> InAppBrowser.Options {
    if let typed {
      try LabWorld.write(text: typed.revealed + "\n", to: LabWorld.passwordFile(of: "typed", in: world.folder))
    }
    // For a user that the lab does not know, a wrong password is typed.
    let typist = nobodyTypes ? nil : typed != nil ? "typed" : LabWorld.users[user].map { _ in user }
    let passwordFile = LabWorld.passwordFile(of: typist, in: world.folder)
    // A page's text is a fact of the lab, so its language is fixed. A lesson may come from a stranger; all its servers are on this computer.
    var options = InAppBrowser.Options(
      dataFolder: data.browserPath, appID: configuration.appID, trusted: { configuration.trustedCertificates })
    options.unattended = .init(username: user, passwordFile: passwordFile, loginOrigins: world.loginOrigins)
    options.look = { ["--lang", Language.english.tag] }
    (options.isEphemeral, options.limit, options.confinement) = (isEphemeral, LabSession.limit, .whole)
    return options
  }
}

/// What the real app does on a lab's phone, without a screen. `DCRTerminal` carries it out, because only it can put a session together.
package struct LabSession: Sendable {
  package typealias Runner =
    @MainActor @Sendable (LabSession, _ note: @escaping @MainActor (Note) -> Void) async throws(CommandError) -> Result

  /// The step that the app is in, and what the step that has just ended found.
  package typealias Note = (step: FlowStep?, detail: JSON?)

  /// How long the app may run; nobody types in a lab.
  package static let limit = Duration.seconds(90)

  package let app: LabApp
  package let options: GlobalOptions
  package let configuration: Configuration
  package let faults: FaultPlan
  package let clocks: RunClocks
  package let browser: InAppBrowser.Options
  /// Opens every page, whatever kind of browser the app asks for.
  package let userAgent: any ExternalUserAgent
  package let events: ActionRelay
  /// Gets the ``events`` that come after the app's end.
  package let lateEvents: @Sendable (Action) -> Void
  package let log: Logger

  package struct Result: Sendable {
    package enum Ending: Sendable {
      case done
      case failed(FlowStep, CommandError)
      /// The app was stopped, by its limit or because its task was cancelled.
      case stopped
    }

    package var ending: Ending
    package var messages: [Message]
    package var droppedAnswers: Int
    package var clientID: String?

    package init(_ ending: Ending, messages: [Message], droppedAnswers: Int, clientID: String?) {
      (self.ending, self.messages) = (ending, messages)
      (self.droppedAnswers, self.clientID) = (droppedAnswers, clientID)
    }
  }
}
