struct AppSetup: Sendable {
  var configuration: Configuration
  var data: DataDirectory
  var settings: AppSettings
  var server: any ServerKeeping
  var trusted: @Sendable () -> [String]
  /// The certificate for requests that the device makes in its own name; `nil` where the mode needs none.
  var deviceCertificate: DeviceCertificateFiles?
  /// The user's choices of language and theme, shared by all phones.
  var preferences: PreferencesFile
  var faults = FaultPlan.none
  var passphrase = PassphraseBox()
  /// Shared by all phones of a run.
  var clocks = RunClocks()
  var time: TimeSource { clocks.app.source }
  /// Whether a user can be asked if a key may sign.
  var hasUser: Bool { isScripted || !settings.isUnattended }
  /// In a lab, the script answers for the user when a key asks.
  var isScripted = false
  /// The last run ended during a registration.
  var wasRegistering = false
  /// Which programs and servers the app and its browser may reach.
  var confinement = Confinement.ofThisProgram
  var log: Logger

  /// - Parameters:
  ///   - known: the configuration, if it was read before. Its warnings have been given; repeating them would spoil the screen.
  ///   - faults: the command line's faults, which come before the configuration's.
  ///   - userAgent: the command line's user agent. A server that the app starts has to know its redirects and its app ID, too.
  init(
    _ global: GlobalOptions, known: Configuration? = nil, userAgent: UserAgentOptions? = nil, presenter: Bool = false,
    faults: FaultOptions? = nil
  ) throws(CommandError) {
    let judged = if let known { known } else { try global.configuration() }
    // A wrong fault plan ends the program before it makes or starts anything.
    self.faults = try faults?.plan(judged) ?? .none
    if known == nil, !self.faults.onlyAtServer.isEmpty {
      let names = self.faults.onlyAtServer.joined(separator: ", ")
      StandardError.warn(Catalogue()(.faultOnlyAtServer, ["faults": names]))
    }
    let data = try global.dataDirectory()
    let (served, held) = try global.configurationToServe(data, judged)
    let log = try global.logger("app")
    let isEmbedded = served.issuer.isEmbedded
    let configuration = AppSetup.arriving(served, by: userAgent, holdsPort: held != nil, log)
    let trusted: @Sendable () -> [String] = { [configuration] in configuration.trustedFiles(data) }
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
    settings.language = Language.ofEnvironment
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
    // The embedded server enrols the device, as device management would; a certificate of the user's needs no enrolment.
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

  /// The current language of this run, which the user may change while the app runs.
  var language: @Sendable () -> Language {
    { [preferences, ofEnvironment = settings.language] in preferences.current.language ?? ofEnvironment }
  }

  /// Writes the panels' exports in the language and time zone of the screen.
  func exports(_ look: Look) -> ExportWriter {
    var writer = ExportWriter(folder: data.exportsPath)
    writer.curlFiles = CurlCommand.Files(
      authority: data.serverAuthority, certificate: deviceCertificate?.certificate, key: deviceCertificate?.key)
    writer.authorityOf = { [data] in LessonEffectHandler.serverAuthority(of: $0, data) }
    (writer.look, writer.language) = (look, language)
    return writer
  }

  /// The options of this setup's browser; the caller adds the look and the user who logs in.
  func browserOptions(_ options: UserAgentOptions) -> InAppBrowser.Options {
    var browser = InAppBrowser.Options(
      dataFolder: data.browserPath, appID: options.appID ?? configuration.appID, trusted: trusted)
    (browser.proxy, browser.isEphemeral) = (configuration.proxy, options.ephemeral)
    return browser
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

  /// A keystore without a device key beside it needs a passphrase.
  private static func protection(_ data: DataDirectory) -> AppSettings.Protection {
    let files = FileManager.default
    let hasStore = files.fileExists(atPath: data.keystoreFile)
    return hasStore && !files.fileExists(atPath: data.deviceKeyFile) ? .passphrase : .device
  }
}
