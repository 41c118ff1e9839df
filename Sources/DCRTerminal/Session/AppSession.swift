import TestRuns
import Samples

/// One running app, put together: state, effects and the world that they touch. `run`, `--plain` and `flow` share it.
@MainActor final class AppSession {
  let store: AppStore
  let runner: EffectRunner
  private let userAgents: UserAgents
  private let transports: TrustingTransport
  private let server: any ServerKeeping
  private let secureElement: SecureElementKeeper

  /// - Parameters:
  ///   - chosen: replaces the user agents that the setup names, for a lab.
  ///   - terminal: `nil`: the session has no screen, keeps no evidence and runs no manual tests.
  init(
    _ setup: AppSetup, userAgent: UserAgentSetup, userAgents chosen: UserAgents? = nil,
    on terminal: SharedTerminal? = nil,
    phones: @escaping @MainActor @Sendable (PhonesEffect) -> Void = { _ in }, quit: @escaping () -> Void
  ) {
    let (configuration, data) = (setup.configuration, setup.data)
    var settings = setup.settings
    settings.browser = userAgent.kind.rawValue
    settings.userAgents = configuration.userAgents(
      hasCommand: userAgent.command != nil, isElsewhere: userAgent.kind == .deviceCode)
    settings.themes = Theme.names
    var state = AppState(settings: settings, now: setup.time.now, tools: Workshop.tools)
    state.tools[GalleryView.self].states = StateRegistry.gallery
    state.tools[FaultsTool.self] = FaultsTool(ActiveFaults(setup.faults))
    // `--presenter` cannot be left: a recording must not show secrets.
    state.tools[PresenterTool.self].isForGood = settings.presenter
    state.isRegistrationInDoubt = RegistrationMark(in: data.devicePath).update != nil
    if setup.wasRegistering { state.notice = .registrationCancelled }
    (state.preferences, state.preferenceProblem) = (setup.preferences.current, setup.preferences.problem)
    let store = AppStore(state, time: setup.time)
    self.store = store
    let injector = FaultInjector(
      state[FaultsTool.self].active, issuer: configuration.issuer.text, shared: settings.sharedClients, time: setup.time
    ) { [inbox = store.inbox] in inbox(.faults($0)) }
    let transports = TrustingTransport(
      to: configuration.issuer, trusted: setup.trusted, deviceCertificate: setup.deviceCertificate,
      deadlines: configuration.deadlines, proxies: configuration.proxies, time: setup.time,
      confinement: setup.confinement, faults: injector, inbox: store.inbox, log: setup.log)
    self.transports = transports
    userAgents = (chosen ?? userAgent.userAgents(terminal?.handover ?? .nothing, setup.log)).facing(
      injector, issuer: configuration.issuer, transport: { transports.current })
    server = setup.server
    secureElement = SecureElementKeeper(data, log: setup.log)
    let keystore = FileKeystore(directory: data.devicePath, passphrase: setup.passphrase, faults: injector)
    let manager = ApplicationStateManager(
      keystore: keystore, issuer: configuration.issuer, time: setup.time,
      staticClientID: configuration.registration.mode.registers ? nil : setup.settings.staticClient.id)
    let reader = ServerReader(
      database: ServerDatabase(path: data.serverDatabase), time: setup.clocks.server.source
    ) {
      ServerAdministration(configuration.embeddedServer, data)
    }
    let exports = setup.exports(terminal?.words ?? Look())
    let survey = ClockSurveyor(
      reader: reader, serverCertificate: { transports.certificate }, serverDate: { transports.serverDate },
      deviceCertificate: setup.deviceCertificate)
    var effectHandlers: [any EffectHandler] =
      [
        MessagesEffectHandler(exports, copy: { terminal?.copy($0) ?? false }),
        QueueingEffectHandler(KeystoreInspector(keystore), KeyInspector(secureElement, folder: data.secureElementPath)),
        QueueingEffectHandler<PresenterEffect>(), injector,
        ClockEffectHandler(setup.clocks, server: setup.server, survey: survey),
      ] + ServerEffectHandlers.all(reader, setup.server)
    if !setup.settings.isUnattended {
      effectHandlers.append(LessonEffectHandler(data, log: setup.log, session: LabSession.run))
    }
    if let terminal {
      let tests = TestPlanEffectHandler(data) {
        let (size, look) = terminal.screen()
        return (state: store.state, size: size, look: look)
      }
      effectHandlers += [EvidenceWriter(exports, terminal.evidence), tests]
    }
    let surroundings = EffectRunner.Surroundings(
      manager: manager, passphrase: setup.passphrase, server: setup.server, transport: { transports.current },
      userAgents: userAgents, keys: KeyProvider(facing: injector, secureElement, time: setup.time),
      hasUser: setup.hasUser,
      dispatchFolder: data.devicePath, initialAccessTokenFile: configuration.registration.tokenFile, log: setup.log,
      alarm: AlarmClock(time: setup.time, pace: { [clock = setup.clocks.app] in clock.setting.pace }),
      preferences: setup.preferences, effectHandlers: effectHandlers, phones: phones,
      afterPicture: terminal?.firstPicture.map { $0.after } ?? { $0() })
    runner = EffectRunner(surroundings, inbox: store.inbox, quit: quit)
    store.perform = { [runner] in runner.run($0) }
    store.observe = { [log = setup.log] change in ErrorLog.write(change, to: log) }
    // The embedded server's first start makes the authority that the browser has to trust.
    let knowsServer = !setup.settings.embeddedServer || !setup.trusted().isEmpty
    if userAgent.inApp.unattended != nil, knowsServer {
      let agents = userAgents
      OwnThread.start { agents.prepare(userAgent.kind, in: data.devicePath) }
    }
  }

  /// Ends the session and waits for what is under way, idle connections and the embedded server to end.
  func stop() async {
    // Writes that step mode still holds back are carried out, however the user left the app.
    for message in store.state[Stepping.self].held where message.isWrite { runner.run(message.effect) }
    await runner.stop()
    userAgents.kill()
    await transports.shutdown()
    await secureElement.stop()
    await server.stop()
  }

  /// Ends the session within a moment, without waiting: for signals.
  func kill() {
    store.close()
    userAgents.kill()
  }
}
