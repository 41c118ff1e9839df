import Foundation
import IdentityServer
import Programs
import SharedValues

extension IdentityServerConfiguration {
  /// The settings from `dcr-terminal serve`, with the server's defaults for missing ones.
  /// - Throws: `password_file_unreadable`, `log_file_unwritable`.
  init(_ settings: ServerSettings, _ data: DataDirectory, _ clock: AdjustableClock) throws(CommandError) {
    let options = settings.options
    self.init(
      directory: URL(fileURLWithPath: data.serverPath, isDirectory: true),
      logger: try LogFile.logger("idsvr", settings.logFile, settings.logLevel))
    if let lifetimes = options.lifetimes { self.lifetimes = lifetimes }
    if let limits = options.limits { self.limits = limits }
    if let policies = options.policies { self.policies = policies }
    isFAPI = options.isFAPI
    time = clock.source
    version = ProductVersion.text
    if let port = options.devicePort { devicePort = port }
    resources = options.resources
    origins = options.origins
    if let port = settings.port { self.port = port }
    if let port = settings.adminPort {
      adminPort = port
    } else {
      let own = KeptPort.administration(data)
      let ports = (try own.read().map { [$0] } ?? []) + own.candidates()
      (adminPort, otherAdminPorts) = (ports[0], Array(ports.dropFirst()))
    }
    let administrator = try Administrator(options.administrator, data)
    self.administrator = AdministratorAccount(name: administrator.name, password: Secret(administrator.password))
    if let app = settings.app {
      redirects = Redirects(redirectURIs: [app.redirectURI], postLogoutRedirectURIs: [app.postLogoutRedirectURI])
      appScope = app.scope
      if !app.claimedPaths.isEmpty {
        claim = AppClaim(appID: app.appID, paths: app.claimedPaths, fingerprints: options.appFingerprints)
      }
      application = app.applicationClientID.map {
        ApplicationServerConfiguration(
          clientID: $0, redirectURI: app.redirectURI, postLogoutRedirectURI: app.postLogoutRedirectURI)
      }
    }
    if let users = options.users { self.users = try Self.accounts(users) }
    if settings.events { onEvent = { StandardOutput.line($0.json.line) } }
  }

  /// Reads the users' passwords, which happens only here, in the server's process.
  fileprivate static func accounts(_ users: [EmbeddedServerOptions.User]) throws(CommandError) -> [UserAccount] {
    try users.map { (user) throws(CommandError) in
      UserAccount(
        name: user.name, password: Secret(try PasswordFile.read(user.passwordFile)), givenName: user.givenName,
        familyName: user.familyName, email: user.email, roles: user.roles,
        claims: (try? JSON.parse(user.claims))?.objectValue ?? [])
    }
  }
}

extension ServerEvent {
  /// One line of `--events`. Later versions may add members; readers must ignore unknown ones.
  var json: JSON {
    [
      "event": "request", "method": .string(method), "path": .string(path), "status": .number("\(status)"),
      "endpoint": .string(endpoint.rawValue), "note": .string(note),
      "session": session.map { .string($0.rawValue) } ?? .null, "client": clientID.map { .string($0) } ?? .null,
      "visit": visit.map { .string($0) } ?? .null, "administration": .bool(isAdministration), "id": .string(requestID),
    ]
  }
}
