/// What `dcr-terminal`, the only reader of `config.json`, passes to the server's program in one argument: of passwords only their files' names.
package struct ServerSettings: Hashable, Sendable, Codable {
  package var dataDirectory: String
  package var device: String
  package var logFile: String?
  package var logLevel = GlobalOptions.LogLevel.info
  package var port: Int?
  package var adminPort: Int?
  package var enroll: [String] = []
  package var rotatesKeys = false
  package var json = false
  package var events = false
  package var untilStdinCloses = false
  package var reach = ServerReach()
  package var options = EmbeddedServerOptions()
  package var faults: Faults?
  package var app: App?

  package struct Faults: Hashable, Sendable, Codable {
    package var name: String
    package var file: String

    package init(name: String, file: String) { (self.name, self.file) = (name, file) }
  }

  package struct App: Hashable, Sendable, Codable {
    package var redirectURI: String
    package var postLogoutRedirectURI: String
    package var appID: String
    /// Paths of this server that belong to the app (RFC 8252 §7.2).
    package var claimedPaths: [String]
    /// The client of the embedded application server; `nil`: there is none.
    package var applicationClientID: String?
    package var scope: [String]

    package init(
      redirectURI: String, postLogoutRedirectURI: String, appID: String, claimedPaths: [String],
      applicationClientID: String?, scope: [String]
    ) {
      (self.redirectURI, self.postLogoutRedirectURI, self.appID) = (redirectURI, postLogoutRedirectURI, appID)
      (self.claimedPaths, self.applicationClientID, self.scope) = (claimedPaths, applicationClientID, scope)
    }
  }

  package init(dataDirectory: String, device: String) { (self.dataDirectory, self.device) = (dataDirectory, device) }
}

/// The judged content of `embeddedServer` in the configuration.
package struct EmbeddedServerOptions: Hashable, Sendable, Codable {
  package struct User: Hashable, Sendable, Codable {
    package var name: String
    /// Absolute path. Only the server's process reads the file.
    package var passwordFile: String
    package var givenName: String
    package var familyName: String
    package var email: String
    package var roles: [String]
    /// A JSON object of further standard claims (OpenID Connect Core §5.1).
    package var claims = "{}"

    package init(
      name: String, passwordFile: String, givenName: String, familyName: String, email: String, roles: [String]
    ) {
      (self.name, self.passwordFile, self.givenName) = (name, passwordFile, givenName)
      (self.familyName, self.email, self.roles) = (familyName, email, roles)
    }
  }

  package enum Administrator: Hashable, Sendable, Codable {
    /// `admin`, with a password made for this data directory.
    case own
    /// `admin` / `Password1`, if this user is certainly alone on the machine.
    case tutorial
    /// The file's path is absolute.
    case named(String, passwordFile: String)
  }

  /// `nil`: the three demo users.
  package var users: [User]?
  /// `nil`: the server's own, like the next two.
  package var lifetimes: ServerLifetimes?
  package var limits: ServerLimits?
  package var policies: ServerPolicies?
  package var isFAPI = false
  package var adminPort: Int?
  package var administrator = Administrator.own
  /// Port for devices with a certificate; `nil` takes any free one, which the metadata names.
  package var devicePort: Int?
  package var resources: [ServerResource] = []
  /// Web origins whose pages may read the server's answers.
  package var origins: [String] = []
  /// Fingerprints of the certificates that sign the app on Android.
  package var appFingerprints: [String] = []
  package init() {}
}
