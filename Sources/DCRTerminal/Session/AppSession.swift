import ForeignText
import Workshop
import AppState
import Catalogue
import Faults
import FoundationEssentials
import HTTPTransport
import Keystore
import Logging
import OAuthClient
import Screens
import SharedValues
import Synchronization
import TerminalUI

/// One running app, put together: state, effects and the world that they touch. `run`, `--plain` and `flow` share it.
@MainActor
final class AppSession {
  let store: Store
  let runner: EffectRunner
  private let userAgents: UserAgents
  private let transports: TrustingTransport
  private let server: any ServerKeeping
  private let secureElement: SecureElementKeeper

  /// Those with files that `doctor` reads, too.
  nonisolated static let desksWithFiles: [any Desk.Type] = [LessonDesk.self]

  /// - Parameters:
  ///   - chosen: in the place of the user agents that the setup names: for a lab.
  ///   - screen: what the session is drawn on; `nil`: it has no screen, and nobody tests by hand.
  ///   - phones: called for ``Effect/phones(_:)``; where there is one phone alone it is never asked for.
  ///   - quit: called for ``Effect/quit``.
  init(
    _ setup: AppSetup, userAgent: UserAgentSetup, handover: TerminalHandover = .nothing,
    userAgents chosen: UserAgents? = nil, exports: ExportWriter? = nil,
    copy: @escaping @MainActor (String) -> Bool = { _ in false },
    screen: (@MainActor () -> (size: Size, look: Look))? = nil,
    evidence: EvidenceRecorder? = nil,
    phones: @escaping @MainActor @Sendable (PhonesEffect) -> Void = { _ in }, quit: @escaping () -> Void
  ) {
    let (configuration, data) = (setup.configuration, setup.data)
    var settings = setup.settings
    settings.browser = userAgent.kind.rawValue
    settings.userAgents = configuration.userAgents(
      hasCommand: userAgent.command != nil, isElsewhere: userAgent.kind == .deviceCode)
    settings.themes = Theme.all.map(\.name)
    var state = AppState(settings: settings, now: setup.time.now, tools: Workshop.tools)
    state.faults = FaultBench(FaultStanding(setup.faults))
    // `--presenter` cannot be left: a recording must not show secrets.
    state.show.isForGood = settings.presenter
    (state.preferences, state.preferenceProblem) = (setup.preferences.current, setup.preferences.problem)
    let store = Store(state, time: setup.time)
    self.store = store
    let injector = FaultInjector(
      state.faults.standing, issuer: configuration.issuer.text, shared: settings.sharedClients, time: setup.time
    ) {
      [inbox = store.inbox] in inbox(.faults($0))
    }
    let transports = TrustingTransport(
      to: configuration.issuer, trusted: setup.trusted, deviceCertificate: setup.deviceCertificate,
      deadlines: configuration.deadlines, proxies: configuration.proxies, time: setup.time,
      confinement: setup.confinement, faults: injector, inbox: store.inbox, log: setup.log)
    self.transports = transports
    userAgents = (chosen ?? userAgent.userAgents(handover, setup.log)).facing(
      injector, issuer: configuration.issuer, transport: { transports.current })
    server = setup.server
    secureElement = SecureElementKeeper(data, log: setup.log)
    let keystore = FileKeystore(directory: data.devicePath, passphrase: setup.passphrase, faults: injector)
    let manager = ApplicationStateManager(
      keystore: keystore,
      issuer: configuration.issuer, time: setup.time,
      staticClientID: configuration.registration.mode.registers ? nil : setup.settings.staticClient.id)
    let reader = ServerReader(databasePath: data.serverDatabase, time: setup.clocks.server.source) {
      ServerAdministration(configuration.embeddedServer, data)
    }
    let exports = exports ?? setup.exports(Look())
    let survey = ClockSurveyor(
      reader: reader, serverCertificate: { transports.certificate }, serverDate: { transports.serverDate },
      deviceCertificate: setup.deviceCertificate)
    var desks: [any Desk] = [
      MessagesDesk(exports, copy: copy), ServerDesk(reader),
      KeystoreDesk(KeystoreInspector(keystore), KeyInspector(secureElement, folder: data.secureElementPath)),
      PresenterDesk(), FaultDesk(injector), ClockDesk(setup.clocks, server: setup.server, survey: survey),
    ]
    if !setup.settings.isUnattended { desks.append(LessonDesk(data, log: setup.log)) }
    if let evidence { desks.append(EvidenceWriter(exports, evidence)) }
    if let screen {
      desks.append(
        CheckDesk(data) {
          let (size, look) = screen()
          return CheckDesk.Scene(state: store.state, size: size, look: look)
        })
    }
    let surroundings = EffectRunner.Surroundings(
      manager: manager, passphrase: setup.passphrase, server: setup.server, transport: { transports.current },
      userAgents: userAgents, keys: KeyDesk(facing: injector, secureElement, time: setup.time),
      hasUser: setup.hasUser,
      dispatchFolder: data.devicePath, initialAccessTokenFile: configuration.registration.tokenFile, log: setup.log,
      alarm: AlarmClock(time: setup.time, pace: { [clock = setup.clocks.app] in clock.setting.pace }),
      preferences: setup.preferences, desks: desks, phones: phones)
    runner = EffectRunner(surroundings, inbox: store.inbox, quit: quit)
    store.perform = { [runner] in runner.run($0) }
    store.observe = { [log = setup.log] change in ErrorLog.write(change, to: log) }
  }

  /// Ends everything and waits for it: what is under way, idle connections, the embedded server.
  func stop() async {
    // Writes that step mode still holds back are done before the end, however the app was left.
    for message in store.state.stepping.held where message.isWrite { runner.run(message.effect) }
    await runner.stop()
    await transports.shutdown()
    await secureElement.stop()
    await server.stop()
  }

  /// Ends what runs, within a moment. For signals, where nobody can wait.
  func kill() {
    store.close()
    userAgents.kill()
  }
}

/// The parts of a session, from the command line, the configuration and the data directory.
struct AppSetup: Sendable {
  var configuration: Configuration
  var data: DataDirectory
  var settings: AppSettings
  var server: any ServerKeeping
  var trusted: @Sendable () -> [String]
  /// Presented by the requests that a device makes in its own name; `nil` where the mode has none.
  var deviceCertificate: DeviceCertificateFiles?
  /// How the person wants things to look. All phones share one.
  var preferences: PreferencesFile
  /// The faults that are switched on from the start.
  var faults = FaultPlan.none
  /// Holds the passphrase of a keystore that needs one.
  var passphrase = PassphraseBox()
  /// All phones of a run share them.
  var clocks = RunClocks()
  var time: TimeSource { clocks.app.source }
  /// Whether somebody can be asked: whether a key may sign.
  var hasUser: Bool { isScripted || !settings.isUnattended }
  /// Somebody without a screen answers what a key asks: in a lab.
  var isScripted = false
  /// Which programs and servers the app and its browser may reach.
  var confinement = Confinement.ofThisProgram
  var log: Logger

  /// - Parameters:
  ///   - known: what was read before. Its warnings have been given, and would now fall into the picture.
  ///   - faults: of the command line; they go before the configuration's.
  ///   - userAgent: of the command line; a server that the app starts has to know its redirects and its app as well as the browser.
  init(
    _ global: GlobalOptions, known: Configuration? = nil, userAgent: UserAgentOptions? = nil, presenter: Bool = false,
    faults: FaultOptions? = nil
  ) throws(CommandError) {
    let judged = if let known { known } else { try global.configuration() }
    // Before anything is made or started: a plan that is wrong ends it here.
    self.faults = try faults?.plan(judged) ?? .none
    let data = try global.dataDirectory()
    let (served, held) = try global.configurationToServe(data, judged)
    let log = try global.logger("app")
    let isEmbedded = served.issuer.isEmbedded
    let configuration = AppSetup.arriving(served, by: userAgent, holdsPort: held != nil, log)
    let trusted: @Sendable () -> [String] = { [configuration] in
      let own = isEmbedded && FileManager.default.fileExists(atPath: data.serverAuthority) ? [data.serverAuthority] : []
      return own + configuration.trustedCertificates
    }
    (self.configuration, self.data) = (configuration, data)
    preferences = PreferencesFile(directory: data.path)
    (self.trusted, self.log) = (trusted, log)
    settings = AppSettings(
      issuer: configuration.issuer, registrationClientID: configuration.registrationClientID,
      redirectURI: configuration.redirectURI, postLogoutRedirectURI: configuration.postLogoutRedirectURI,
      scope: configuration.scope, device: data.device, protection: AppSetup.protection(data),
      browser: configuration.userAgent.rawValue, presenter: presenter, embeddedServer: isEmbedded,
      allowPlainHTTPLoopback: !configuration.issuer.isTLS, registration: configuration.registration.mode,
      softwareID: configuration.registration.softwareID, deviceClientID: configuration.registration.deviceClientID)
    settings.otherRedirects = configuration.otherRedirects
    settings.ownStaticClient = try AppSetup.staticClient(configuration)
    settings.applicationServer = configuration.applicationServer
    (settings.api, settings.issuerIsOfAPI) = (configuration.api, configuration.issuerIsOfAPI)
    settings.appName = configuration.brand.name
    settings.language = LookOptions.ofEnvironment
    if known == nil, configuration.registration.mode == .initialAccessToken,
      let warning = configuration.registration.tokenFile.flatMap(InitialAccessTokenFile.warning)
    {
      StandardError.warn(warning)
    }
    settings.authorizationParameters = configuration.authorizationParameters
    settings.silentStart = configuration.silentStart
    settings.keys = configuration.keys
    let registration = configuration.registration
    let presentsCertificate = [.device, .push].contains(registration.mode)
    if presentsCertificate {
      deviceCertificate = DeviceCertificateFiles(
        certificate: registration.deviceCertificate ?? data.deviceCertificate,
        key: registration.deviceKey ?? data.deviceCertificateKey)
    }
    // The server's answer has to come before the exchange's own deadline.
    settings.pushWait = max(1, min(10, Int(configuration.deadlines.exchange.components.seconds) - 3))
    server = ForeignServer()
    guard isEmbedded else { return }
    var serving = ServerSettings(configuration, global, data, appID: userAgent?.appID)
    // The server does what device management would do; a certificate of the user's own needs none.
    if presentsCertificate, registration.deviceCertificate == nil { serving.enroll = [data.device] }
    server = EmbeddedServerKeeper(
      issuer: configuration.issuer, settings: serving, held: held, trusted: trusted, log: log)
  }

  /// The configuration with the redirects of this run (``Configuration/arriving(by:servesItself:handler:)``).
  private static func arriving(
    _ configuration: Configuration, by options: UserAgentOptions?, holdsPort: Bool, _ log: Logger
  ) -> Configuration {
    guard let kind = options?.kind(configuration), kind == .system else { return configuration }
    let issuer = configuration.issuer
    let servesItself =
      issuer.isEmbedded && (holdsPort || PortProbe.connect(host: issuer.host, port: issuer.port) == .refused)
    let handlers = SchemeHandlers(environment: ProcessInfo.processInfo.environment)
    let arriving = configuration.arriving(by: kind, servesItself: servesItself, handler: handlers.handler)
    if arriving != configuration {
      log.notice("no program opens the redirect's scheme", metadata: ["taken": "\(arriving.redirectURI)"])
    }
    return arriving
  }

  /// The language of this run as it is now; it may be changed while the app runs.
  var language: @Sendable () -> Language {
    { [preferences, ofEnvironment = settings.language] in preferences.current.language ?? ofEnvironment }
  }

  /// The writer of the panels' exports, in the words and the time zone of a screen.
  func exports(_ look: Look) -> ExportWriter {
    ExportWriter(
      folder: data.exportsPath,
      curlFiles: CurlCommand.Files(
        authority: data.serverAuthority, certificate: deviceCertificate?.certificate, key: deviceCertificate?.key),
      authorityOf: { [data] in LessonDesk.serverAuthority(of: $0, data) }, look: look, language: language)
  }

  /// The browser of this setup; the caller adds how it looks and who logs in.
  func browserOptions(_ options: UserAgentOptions) -> InAppBrowser.Options {
    InAppBrowser.Options(
      dataFolder: data.browserPath, appID: options.appID ?? configuration.appID, trusted: trusted,
      proxy: configuration.proxy, isEphemeral: options.ephemeral)
  }

  /// - Throws: `client_secret_file_unreadable`.
  private static func staticClient(_ configuration: Configuration) throws(CommandError) -> StaticClient? {
    let options = configuration.registration
    guard !configuration.registers, configuration.applicationServer == nil else { return nil }
    var client = StaticClient(id: options.clientID ?? configuration.registrationClientID)
    if let thumbprint = options.clientKey { client.authentication = .privateKey(thumbprint: thumbprint) }
    if let path = options.clientSecretFile {
      client.authentication = .basic(Secret(try Configuration.clientSecret(in: path)))
    }
    return client
  }

  /// A store without a device key beside it is opened with a passphrase.
  private static func protection(_ data: DataDirectory) -> AppSettings.Protection {
    let files = FileManager.default
    let hasStore = files.fileExists(atPath: data.keystoreFile)
    return hasStore && !files.fileExists(atPath: data.deviceKeyFile) ? .passphrase : .device
  }
}

/// The transport of a session: real HTTP, made anew when the set of trusted files has changed, every exchange told to the inbox.
final class TrustingTransport: Sendable {
  private let make: @Sendable ([String]) -> HTTPClientTransport
  private let trusted: @Sendable () -> [String]
  private let latest = Mutex<(files: [String], transport: HTTPClientTransport)?>(nil)
  private let issuer: Issuer
  private let dates: ServerDateBox

  /// - Parameter issuer: whose certificate and clock are remembered.
  init(
    to issuer: Issuer, trusted: @escaping @Sendable () -> [String], deviceCertificate: DeviceCertificateFiles? = nil,
    deadlines: Deadlines, proxies: Proxies, time: TimeSource, confinement: Confinement,
    faults: (any FaultInjecting)? = nil,
    inbox: Inbox, log: Logger
  ) {
    (self.trusted, self.issuer) = (trusted, issuer)
    let heard = ServerDateBox()
    dates = heard
    let generations = Mutex(0)
    make = { files in
      let generation = generations.withLock { count in
        count += 1
        return count
      }
      return HTTPClientTransport(
        trustedCertificates: files, deviceCertificate: deviceCertificate, deadlines: deadlines, time: time,
        proxies: proxies, confinement: confinement, faults: faults
      ) { event in
        if case .finished(let exchange) = event.content { heard.hear(exchange, from: issuer) }
        inbox(TrustingTransport.action(event, generation, time, log))
      }
    }
  }

  var current: any Transport {
    let files = trusted()
    return latest.withLock { latest in
      if let latest, latest.files == files { return latest.transport }
      let transport = make(files)
      latest = (files, transport)
      return transport
    }
  }

  /// Closes idle connections.
  func shutdown() async { await latest.withLock { $0?.transport }?.shutdown() }

  /// The certificate of the issuer's newest connection.
  var certificate: PeerCertificate? { latest.withLock { $0?.transport }?.certificate(of: issuer.text) }

  /// The time on the issuer's clock, from its newest answer.
  var serverDate: ClockSurvey.ServerDate? { dates.latest }

  /// Numbers stay different across transports.
  static func action(_ event: TraceEvent, _ generation: Int, _ time: TimeSource, _ log: Logger) -> Action {
    let number = generation * 1_000_000 + event.number
    switch event.content {
    case .started(let request): return .exchanged(trace: number, Exchange(request, started: time.now))
    case .finished(let exchange):
      let outcome =
        switch exchange.outcome {
        case .success(let response): "\(response.status)"
        case .failure(let failure): failure.code.rawValue
        case nil: ""
        }
      var metadata: Logger.Metadata = [
        "method": "\(exchange.request.method)", "endpoint": "\(exchange.request.endpoint.rawValue)",
        "url": "\(exchange.request.url.prefix(whileScalar: { $0 != "?" }))", "outcome": "\(outcome)",
        "ms": "\(Int(exchange.milliseconds ?? 0))",
      ]
      if !exchange.faults.isEmpty { metadata["faults"] = "\(exchange.faults.joined(separator: ", "))" }
      log.info("exchange", metadata: metadata)
      return .exchanged(trace: number, exchange)
    }
  }
}

/// The newest `Date` header of a server, and when it came (RFC 9110 §6.6.1).
private final class ServerDateBox: Sendable {
  private let box = Mutex<ClockSurvey.ServerDate?>(nil)

  var latest: ClockSurvey.ServerDate? { box.withLock { $0 } }

  func hear(_ exchange: Exchange, from issuer: Issuer) {
    guard case .success(let response) = exchange.outcome, let heard = exchange.finished,
      exchange.request.url.hasPrefix(
        bytes:
          issuer.text.split(scalar: "/").prefix(2).joined(separator: "//")),
      let said = response.headers[first: "Date"].flatMap(HTTPDate.parse)
    else { return }
    box.withLock { $0 = ClockSurvey.ServerDate(said: said, heard: heard) }
  }
}
