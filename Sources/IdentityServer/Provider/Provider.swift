import Synchronization

/// The authorization server: everything that its endpoints need, in one value. Each endpoint is an extension in its own file.
/// It does no networking; ``IdentityServer`` puts it behind sockets or calls it in process.
struct Provider: Sendable {
  var configuration: IdentityServerConfiguration
  var store: Store
  var keys: SigningKeys
  var passwords: PasswordChecker
  var seal: FormSeal
  var pages: Pages
  var events: EventLog
  /// The secret from which pairwise subjects are computed.
  var subjectKey: [UInt8]
  var throttle: LoginThrottle
  var loginQueue: LoginQueue
  /// A separate queue for browsers that are known for the account, so that guessers elsewhere cannot delay them.
  var knownLoginQueue: LoginQueue
  var knownBrowsers: KnownBrowsers
  /// Slows down the guessing of user codes (RFC 8628 §5.1); ``codeQueue`` takes the guesses one at a time.
  let codeThrottle = LoginThrottle()
  var codeQueue: LoginQueue
  var addresses: Addresses
  var registrationRate = RegistrationRate()
  let newestPolls = NewestPolls()
  let assertions: ReplayMemory
  let proofs: ReplayMemory
  let nonces = DPoPNonces()
  /// The serialised metadata by ``Addresses/asked``. They depend only on it and on the ports, which are known once the server listens.
  let metadataDocument = VersionedCache<String?, [Int], ServerResponse>(capacity: 8)
  let metrics = Metrics()
  let trace = ExchangeTrace()
  let faults = ServerFaults()
  let heldAnswers = HeldAnswers()
  let clientTests = ClientTests()
  var connections: OpenConnections
  var started: Date

  var now: Date { configuration.time.now }
  var policy: ServerPolicies.Clients { configuration.policies.clients }
  var lifetimes: ServerLifetimes { configuration.lifetimes }
  var limits: ServerLimits { configuration.limits }

  func routes() -> RoutingTable {
    var table = RoutingTable()
    // RFC 8414's document is the same: it may have the OpenID members, and clients find what they need.
    for path in Addresses.openIDMetadataPaths + Addresses.oauthMetadataPaths {
      table.on(["GET"], path, as: .metadata, metadata)
    }
    table.on(["GET"], Addresses.keySetPath, as: .jwks) { _ in try await keys.keySet() }
    table.on(["GET", "POST"], Addresses.authorizationPath, as: .authorization, answersHead: false, authorize)
    table.on(["POST"], Addresses.pushedAuthorizationPath, as: .pushedAuthorization, pushAuthorization)
    table.on(["POST"], Addresses.loginPath, as: .authorization, fromOwnPage(login))
    table.on(["POST"], Addresses.consentPath, as: .authorization, fromOwnPage(consent))
    addDeviceGrant(&table)
    table.on(["POST"], Addresses.tokenPath, as: .token, token)
    table.on(["GET", "POST"], Addresses.userInfoPath, as: .userinfo, userInfo)
    table.on(["POST"], Addresses.revocationPath, as: .revocation, revocation)
    table.on(["POST"], Addresses.introspectionPath, as: .introspection, introspection)
    table.on(["GET", "POST"], Addresses.endSessionPath, as: .endSession, answersHead: false, endSession)
    table.on(["POST"], Addresses.endSessionConfirmationPath, as: .endSession, fromOwnPage(confirmedEndSession))
    table.on(["POST"], Addresses.registrationPath, as: .registration, register)
    table.on(["POST"], Addresses.tutorialRegistrationPath, as: .registration, register)
    table.on(["GET"], Addresses.registrationPath + "/*", as: .registration, readRegistration)
    table.on(["PUT"], Addresses.registrationPath + "/*", as: .registration, updateRegistration)
    table.on(["DELETE"], Addresses.registrationPath + "/*", as: .registration, deleteRegistration)
    addAPI(&table)
    table.on(["GET"], Addresses.stylesheetPath, stylesheet)
    table.on(["GET"], Provider.healthPath, as: .other, health)
    table.on(["GET"], "/") { _ in
      pages.message(.serverWelcomeTitle, pages.say(.serverWelcomeText, ["issuer": addresses.issuer]))
    }
    addClaimedPages(&table)
    return table
  }

  @Sendable func stylesheet(_ request: ServerRequest) -> ServerResponse { pages.stylesheet }
}

/// The URLs of this server. The paths are a public contract; the system may choose the ports.
final class Addresses: Sendable {
  static let issuerPath = "/oauth/v2/oauth-anonymous"
  static let keySetPath = issuerPath + "/jwks"
  static let authorizationPath = "/oauth/v2/oauth-authorize"
  static let pushedAuthorizationPath = authorizationPath + "/par"
  static let loginPath = authorizationPath + "/login"
  static let consentPath = authorizationPath + "/consent"
  static let deviceAuthorizationPath = "/oauth/v2/oauth-device-authorization"
  /// Where users enter the codes of devices: short, because it is typed as well (RFC 8628 §3.3).
  static let verificationPath = "/device"
  static let verificationLoginPath = verificationPath + "/login"
  static let verificationDecisionPath = verificationPath + "/decision"
  static let tokenPath = "/oauth/v2/oauth-token"
  static let userInfoPath = "/oauth/v2/oauth-userinfo"
  static let revocationPath = "/oauth/v2/oauth-revoke"
  static let introspectionPath = "/oauth/v2/oauth-introspect"
  static let endSessionPath = "/oauth/v2/oauth-session/logout"
  static let endSessionConfirmationPath = endSessionPath + "/confirm"
  static let registrationPath = "/token-service/oauth-registration"
  /// The path to which the tutorial's `curl` for templates posts.
  static let tutorialRegistrationPath = "/oauth/v2/oauth-dynamic-client-registration"
  /// Non-standard: the embedded server's push channel.
  static let pushPath = "/token-service/push"
  static let stylesheetPath = "/assets/style.css"

  /// OpenID Connect Discovery §4 appends the well-known path; some clients insert it, as RFC 8414 §3.1 does.
  static let openIDMetadataPaths = [
    issuerPath + "/.well-known/openid-configuration", "/.well-known/openid-configuration" + issuerPath,
  ]
  /// RFC 8414 §3.1 inserts the well-known path; the appended form is tolerated.
  static let oauthMetadataPaths = [
    "/.well-known/oauth-authorization-server" + issuerPath, issuerPath + "/.well-known/oauth-authorization-server",
  ]

  /// The host by which the current request calls the server, if that host has an issuer of its own (``ServerReach/keepsLocalIssuer``).
  ///
  /// A task-local value, like the reader's language: every address in an answer has this host.
  @TaskLocal static var asked: String?

  private let ports: Mutex<[Answering.Side: Int]>
  private let found = Mutex<[IPAddress]>([])
  let reach: ServerReach
  private let hosts: Set<String>

  init(port: Int, adminPort: Int, devicePort: Int, reach: ServerReach = ServerReach()) {
    (self.reach, hosts) = (reach, reach.hosts)
    ports = Mutex([
      .server: port == 0 ? 8443 : port, .admin: adminPort == 0 ? 6749 : adminPort,
      .devices: devicePort == 0 ? 8444 : devicePort, .authority: reach.authorityPage ?? 0,
    ])
  }

  /// Called once per port by the listeners, before the first request is answered.
  func listening(_ side: Answering.Side, port: Int) { ports.withLock { $0[side] = port } }
  func listening(at addresses: [IPAddress]) { found.withLock { $0 = addresses } }

  var port: Int { port(of: .server) }
  /// The addresses at which the protocol's port was opened: without ::1 where the machine has no IPv6.
  var bound: [IPAddress] { found.withLock { $0 } }
  var adminPort: Int { port(of: .admin) }
  var devicePort: Int { port(of: .devices) }
  var origin: String { Addresses.asked.map { ServerReach.origin($0, port) } ?? reach.origin(port) }
  var issuer: String { origin + Addresses.issuerPath }
  var admin: String { ServerReach.origin("localhost", adminPort) + "/admin" }
  var authorityPage: String? { reach.authorityPage.map { _ in reach.authorityPage(at: port(of: .authority)) } }

  func url(_ path: String) -> String { origin + path }
  /// Those by which a client can have called a path if its request arrived with this Host: a proxy may write `Host` anew.
  func urls(_ path: String, host: String) -> [String] {
    ["https://" + host, reach.publicOrigin?.text].compactMap { $0.map { $0 + path } }
  }
  func deviceURL(_ path: String) -> String {
    (Addresses.asked.map { ServerReach.origin($0, devicePort) } ?? reach.deviceOrigin(devicePort)) + path
  }

  var otherIssuers: [String] {
    reach.keepsLocalIssuer ? reach.otherHosts.map { ServerReach.origin($0, port) + Addresses.issuerPath } : []
  }

  /// What ``asked`` is for a request. It is one of the server's own hosts, never just what the peer wrote.
  func asked(by host: String, on side: Answering.Side) -> String? {
    guard reach.keepsLocalIssuer, side != .admin else { return nil }
    let (host, port) = (host.lowercased(), port(of: side))
    return reach.otherHosts.first { host == "\($0):\(port)" || (host == $0 && port == ServerReach.defaultPort) }
  }

  /// 0 for a trap: each has a port of its own (``Trap``).
  func port(of side: Answering.Side) -> Int { ports.withLock { $0[side] ?? 0 } }

  /// Whether a port of the server answers to this Host; any other Host is a DNS rebinding attack or a mistake. The administration is only
  /// called by the names of this machine's loopback, the protocol's port by its public name, too.
  func isOwn(host: String, on side: Answering.Side) -> Bool {
    let (host, port) = (host.lowercased(), port(of: side))
    let name = host.without(suffix: ":\(port)") ?? (port == ServerReach.defaultPort ? host[...] : "")
    if (side == .admin ? ServerReach.loopbackHosts : hosts).contains(String(name)) { return true }
    // The page with the authority may come through the same tunnel, with its own port.
    return switch side {
    case .server: reach.publicOrigin?.isNamed(by: host) ?? false
    case .authority: reach.publicOrigin?.host == String(name)
    case .admin, .devices, .trap: false
    }
  }
}
