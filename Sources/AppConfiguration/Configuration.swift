// The rooms that most files of this one speak of are exported to all of them. Every room that may know this one may know them, too.
@_exported import AppState
@_exported import Catalogue
@_exported import Edge
@_exported import Programs
@_exported import SharedValues
import Glibc
import HTTPTransport
import OAuthClient
import Screens

/// The judged content of `config.json`: the five members of the seed, and the optional members of docs/configuration.md.
package struct Configuration: Hashable, Sendable {
  /// Absolute path of the file; `nil`: without a file, the configuration that comes with the product is used.
  package var file: String?
  package var issuer: Issuer
  /// The file's issuer is port 0 of localhost: the embedded server at this data directory's port, which ``issuer`` has.
  package var issuerIsOwn = false
  /// The file has no issuer; the server that handles logins for ``api`` is used.
  package var issuerIsOfAPI = false
  package var document: JSON = [:]
  package var registrationClientID: String
  package var redirectURI: RedirectURI
  package var postLogoutRedirectURI: RedirectURI
  /// The redirect URIs in the file, if this run uses others; `nil`: it uses those in the file.
  var configuredRedirects: RedirectPair?
  package var scope: String
  package var registration = RegistrationOptions()
  /// Absolute paths of PEM files, trusted besides the system's certificates.
  package var trustedCertificates: [String] = []
  /// Base URL of the application server that keeps the client secret, without a slash at its end.
  package var applicationServer: String?
  /// Address and identifier of the API that the tokens are for, without a slash at its end.
  package var api: String?
  package var authorizationParameters = AuthorizationParameters.none
  package var userAgent = UserAgentKind.inApp
  package var browserCommand: String?
  package var browserTakesTerminal = false
  /// The app's identifier in association files.
  package var appID = UserAgentOptions.defaultAppID
  package var keys = KeyRequirements()
  package var isFAPI: Bool { keys.isFAPI }
  /// Keep the refresh token in the keystore and sign in with it at the next start.
  package var silentStart = false
  package var deadlines = Deadlines()
  /// As written, for the in-app browser; `nil`: the environment decides.
  package var proxy: String?
  package var proxies: Proxies { proxy.flatMap { Proxies($0) } ?? .ofThisProgram }
  /// The faults to switch on: a preset, or a fault file relative to the configuration's folder. Read only where it is used.
  package var faults: String?
  package var embeddedServer = EmbeddedServerOptions()
  package var brand = Brand.curity
  package var warnings: [String] = []
  /// Unknown members of the file, e.g. `embeddedServer.lifetimes.tokens`; each has a warning in `warnings`, too.
  package var unknownMembers: [String] = []

  /// The folder that relative paths in the file start from.
  package var folder: String { file.map { AbsolutePath.folder(of: $0) } ?? AbsolutePath.of(".") }

  /// The redirect URIs that name `localhost`, which `allowLocalhostRedirect` has allowed.
  package var localhostRedirects: [RedirectURI] { [redirectURI, postLogoutRedirectURI].filter(\.namesLocalhost) }

  /// A login on another device (RFC 8628) brings no code that a server could redeem for the app, and polls every few seconds.
  /// - Throws: `config_members_exclude`.
  func judgeDeviceCode(named member: String = "browser") throws(CommandError) {
    func conflict(_ other: String, _ hint: Phrase) -> CommandError {
      CommandError(.configMembersExclude, ["path": file ?? "", "field": member, "received": other, "expected": hint])
    }
    if applicationServer != nil { throw conflict("applicationServer", .codeOrApplicationServer) }
    if keys.privateKey, keys.userPresence { throw conflict("userPresence", .codeOrUserPresence) }
  }

  package var registers: Bool { registration.mode.registers && applicationServer == nil }
}

extension Configuration {
  /// Reads the files that the app, or the server that it starts, needs from the beginning. `doctor` checks the files that only a registration needs.
  package func judgeFiles() throws(CommandError) {
    if var wrongCertificates {
      // Here no server has failed: a file is wrong.
      wrongCertificates.code = CommandError.Code(wrongCertificates.code, .data)
      throw wrongCertificates
    }
    if let faults { _ = try FaultSource.plan(faults, in: folder, issuer: issuer) }
    if let path = registration.clientSecretFile, !registers { _ = try Configuration.clientSecret(in: path) }
    guard issuer.isEmbedded else { return }
    for user in embeddedServer.users ?? [] { _ = try PasswordFile.read(user.passwordFile) }
    if case .named(_, let passwordFile) = embeddedServer.administrator { _ = try PasswordFile.read(passwordFile) }
  }

  /// The error that the first request would report; `nil`: all ``trustedCertificates`` can be used.
  package var wrongCertificates: CommandError? {
    do { _ = try TrustedCertificates(files: trustedCertificates) } catch {
      return CommandError(error, url: issuer.text)
    }
    return nil
  }

  /// ``trustedCertificates`` and, once the embedded server has made it, that server's authority.
  package func trustedFiles(_ data: DataDirectory) -> [String] {
    (issuer.isEmbedded && access(data.serverAuthority, F_OK) == 0 ? [data.serverAuthority] : []) + trustedCertificates
  }

  /// - Throws: `client_secret_file_unreadable`.
  package static func clientSecret(in path: String) throws(CommandError) -> String {
    do { return try PasswordFile.read(path) } catch { throw CommandError(.clientSecretFileUnreadable, ["path": path]) }
  }
}

extension ServerSettings {
  package init(_ configuration: Configuration, _ global: GlobalOptions, _ data: DataDirectory, appID: String?) {
    self.init(dataDirectory: data.path, device: data.device)
    (logFile, logLevel) = (global.logFile.map { AbsolutePath.of($0) }, global.logLevel)
    options = configuration.embeddedServer
    adminPort = options.adminPort
    port = configuration.issuer.isEmbedded ? configuration.issuer.port : nil
    app = App(configuration, appID: appID ?? configuration.appID)
  }
}

extension ServerSettings.App {
  /// The redirects of this configuration's app, and which of the server's own addresses belong to the app.
  fileprivate init(_ configuration: Configuration, appID: String) {
    let (uri, postLogout) = (configuration.redirectURI, configuration.postLogoutRedirectURI)
    let origin = configuration.issuer.origin
    let paths = [uri, postLogout].compactMap { uri -> String? in
      guard case .claimedHTTPS = uri.kind, let path = uri.text.without(prefix: origin), path.hasPrefix(bytes: "/")
      else { return nil }
      return String(path.prefix(whileScalar: { $0 != "?" }))
    }
    let isApplication = configuration.applicationServer.map { $0 == configuration.issuer.embeddedApplicationServer }
    self.init(
      redirectURI: uri.text, postLogoutRedirectURI: postLogout.text, appID: appID, claimedPaths: paths,
      applicationClientID: isApplication == true ? configuration.registrationClientID : nil,
      scope: configuration.scope.split(scalar: " ").map(String.init))
  }
}

extension GlobalOptions {
  /// The configuration file that is read, if it exists, when no option names one.
  package static let defaultConfig = "config.json"

  /// The configuration; its warnings are written to standard error.
  package func configuration() throws(CommandError) -> Configuration {
    let configuration = try configurationWithWarnings()
    for warning in configuration.warnings { StandardError.warn(warning) }
    return configuration
  }

  /// The configuration, without writing its warnings. The built-in configuration replaces a missing file, unless an option names that file.
  /// - Parameter ownPort: the embedded server's port for an issuer without one; `nil`: the kept port, or the first that will be tried.
  package func configurationWithWarnings(
    ownPort: Int? = nil, issuer: String? = nil
  ) throws(CommandError) -> Configuration {
    let port = { () throws(CommandError) -> Int in
      if let ownPort { return ownPort }
      return try OwnIssuer.knownPort(dataDirectory(making: false))
    }
    let ofAPI = { (api: IssuerOfAPI) throws(CommandError) in try api.known(in: try dataDirectory(making: false)) }
    let issuers = IssuerSources(ownPort: port, instead: issuer, ofAPI: ofAPI)
    guard hasConfigurationFile else { return try ConfigurationFile.withoutFile(issuers) }
    return try ConfigurationFile.read(config ?? GlobalOptions.defaultConfig, isNamed: config != nil, issuers)
  }

  /// The configuration of a program that will start the server: chooses a port if none is kept yet, and holds it.
  /// - Parameter outlives: the server will replace this program.
  package func configurationToServe(
    _ data: DataDirectory, _ configuration: Configuration, outlives: Bool = false
  ) throws(CommandError) -> (Configuration, HeldPort?) {
    guard configuration.issuerIsOwn else { return (configuration, nil) }
    let (port, held) = try OwnIssuer.choosePort(data, outlives: outlives)
    return (port == configuration.issuer.port ? configuration : try configurationWithWarnings(ownPort: port), held)
  }

  /// Whether a file was named or exists, even if it cannot be read: reading it then reports the error.
  var hasConfigurationFile: Bool {
    var info = stat()
    return config != nil || lstat(GlobalOptions.defaultConfig, &info) == 0
  }
}
