import FoundationEssentials
import Glibc
import HTTPTransport
import Keystore
import Logging
import TerminalUI
import UserAgents

extension LocalFacts {
  /// Examines this machine. Changes nothing and asks for no passphrase.
  /// - Parameter tools: problems in the tools' files.
  package static func gather(
    _ configuration: Configuration?, _ data: DataDirectory, environment: [String: String], tools: [Finding], log: Logger
  ) async -> LocalFacts {
    var info = stat()
    let mode = stat(data.path, &info) == 0 ? UInt32(info.st_mode) & 0o777 : nil
    let browser = Result { () throws(CommandError) in try OwnPrograms.browser() }
    let kept = keystore(data)
    var facts = LocalFacts(
      terminal: terminal(environment), dataPath: data.path, dataMode: mode, device: data.device,
      inUse: DeviceLock.holder(data), keystore: kept.state, registration: kept.registration, browser: browser,
      tools: tools)
    if let configuration { facts.visitUserAgent(configuration, environment: environment) }
    facts.secureElement = await secureElement(data, log: log)
    return facts
  }

  mutating func visitUserAgent(_ configuration: Configuration, environment: [String: String]) {
    userAgent = configuration.userAgent
    let commands: [CommandLineWords]
    switch userAgent {
    case .inApp: return
    case .manual, .deviceCode:
      browser = nil
      return
    case .system: commands = SystemBrowser.commands(environment)
    case .command: commands = configuration.browserCommand.flatMap { try? CommandLineWords($0) }.map { [$0] } ?? []
    }
    let found = commands.map { command in
      Result { () throws(CommandError) in try ProgramSearch.path(of: command.words[0]) }
    }
    browser = found.first { (try? $0.get()) != nil } ?? found.last
    if let name = configuration.privateUseScheme {
      scheme = Scheme(name: name, handler: SchemeHandlers(environment: environment).handler(of: name))
    }
  }

  private static func secureElement(_ data: DataDirectory, log: Logger) async -> Result<[ElementKey], CommandError> {
    await SecureElementKeeper.visit(data, log: log) { keeper throws(SecureElementError) in
      try await SecureElementKeeper.examine(data) == 0 ? [] : keeper.list()
    }.mapError { CommandError($0) }
  }

  /// The file that the registration needs on this machine; `nil`: it needs none.
  /// - Parameter server: an embedded server that the app would start puts a certificate there if the configuration names none.
  package mutating func visitMeans(_ configuration: Configuration, _ data: DataDirectory, _ server: FlowForecast.Server)
  {
    guard configuration.registers, !keystore.isRegistered else { return }
    let isStarted = if case .embedded = server { true } else { false }
    means = LocalFacts.means(configuration, data, isStarted: isStarted)
  }

  private static func means(_ configuration: Configuration, _ data: DataDirectory, isStarted: Bool) -> Means? {
    let options = configuration.registration
    switch options.mode {
    case .initialAccessToken:
      guard let path = options.tokenFile else { return nil }
      let state = InitialAccessTokenFile.read(path).map { _ in InitialAccessTokenFile.warning(path) }
      return Means(check: "initial_access_token", path: path, state: state.mapError(CommandError.init))
    case .device, .push:
      guard !isStarted || options.deviceCertificate != nil else { return nil }
      let path = options.deviceCertificate ?? data.deviceCertificate
      do {
        try DeviceCertificateFiles(certificate: path, key: options.deviceKey ?? data.deviceCertificateKey)
          .check(now: TimeSource.system.now)
        return Means(check: "device_certificate", path: path, state: .success(nil))
      } catch {
        let failure = CommandError(error, url: configuration.issuer.text)
        return Means(check: "device_certificate", path: path, state: .failure(failure))
      }
    default: return nil
    }
  }

  private static func terminal(_ environment: [String: String]) -> Terminal? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    let name = environment["TERM"] ?? ""
    return Terminal(
      name: name, columns: Int(size.ws_col), rows: Int(size.ws_row),
      colours: RawTerminal.colours(ofKind: name), isUTF8: ProcessEnvironment.isUTF8(environment))
  }

  private static func keystore(_ data: DataDirectory) -> (state: Keystore, registration: ClientRegistration?) {
    let keystore = FileKeystore(directory: data.devicePath)
    do {
      guard let inspection = try keystore.inspect() else { return (.none, nil) }
      guard inspection.protection == .device else { return (.locked, nil) }
      guard let document = try keystore.load() else { return (.none, nil) }
      let registered = Keystore.registered(
        client: document.clientID ?? "", issuer: document.issuer, keepsRefreshToken: document.refreshToken != nil)
      return (registered, document.registration.flatMap { try? RegistrationRequest.restore($0) })
    } catch { return (.failed(CommandError(error)), nil) }
  }
}

extension LocalFacts.Keystore {
  /// A keystore that cannot be opened now counts as a registration, because the app would start with the login.
  package var isRegistered: Bool {
    switch self {
    case .registered, .locked: true
    case .none, .failed: false
    }
  }
}
