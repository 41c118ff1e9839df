// What most files of the server speak of is exported to all of them.
@_exported import Catalogue
@_exported import Foundation
import HummingbirdTLS
@_exported import SharedValues

/// The embedded identity server: an OpenID provider with dynamic client registration, for one machine unless it is told otherwise.
///
/// ``run(ready:)`` serves 127.0.0.1 and ::1 over TLS, and the address of ``IdentityServerConfiguration/reach``.
package final class IdentityServer: Sendable {
  private let configuration: IdentityServerConfiguration
  let provider: Provider
  let server: Answering
  let admin: Answering
  let devicesSide: Answering
  let authoritySide: Answering
  /// Users of the configuration who cannot sign in with its password, because an administrator has given their names to others.
  package let shadowedUsers: [String]
  /// Users of the configuration whose subject is still their name, although the policy is now `uuid`.
  package let usersWithNamesForSubjects: [String]

  /// Opens the database and prepares everything that takes no time. It does not listen yet.
  package init(_ configuration: IdentityServerConfiguration) throws(IdentityServerError) {
    self.configuration = configuration
    try LocalCertificates.writing(configuration.directory) { try LocalCertificates.makeFolder(configuration.directory) }
    let store = try Store(
      path: configuration.databasePath, redirects: configuration.redirects,
      appScope: (ProtectedResource.scopes + configuration.resourceScopes).filter(configuration.appScope.contains))
    let assertions = try ReplayMemory(
      window: ClientAssertion.window, capacity: configuration.replayCapacity,
      path: configuration.directory.appendingPathComponent("used-assertions").path)
    let proofs = try ReplayMemory(
      window: 2 * DPoPProof.tolerance, capacity: configuration.replayCapacity,
      path: configuration.directory.appendingPathComponent("used-proofs").path)
    let applicationSecret = freshSecret()
    let events = EventLog()
    var configuration = configuration
    configuration.onEvent = { [tell = configuration.onEvent] event in
      events.record(event)
      if !AdministrationFrame.polledPaths.contains(event.path) { tell(event) }
    }
    do {
      try store.set(configuration.policies.subjects)
      shadowedUsers = try store.synchronise(configuration.users, now: configuration.time.now)
      usersWithNamesForSubjects =
        configuration.policies.subjects == .uuid ? try store.usersWithNamesForSubjects(configuration.users) : []
      try store.synchronise(configuration.application?.client(secret: applicationSecret))
      provider = Provider(
        configuration: configuration, store: store,
        keys: SigningKeys(store: store, time: configuration.time, lifetime: configuration.lifetimes.idToken),
        passwords: PasswordChecker(store, configuration),
        seal: FormSeal(key: try store.serverSecret("forms"), lifetime: configuration.lifetimes.form),
        pages: try Pages(), events: events,
        subjectKey: try store.serverSecret("subjects"), throttle: LoginThrottle(),
        loginQueue: LoginQueue(limit: configuration.connections.logins),
        knownLoginQueue: LoginQueue(limit: configuration.connections.logins),
        knownBrowsers: KnownBrowsers(key: try store.serverSecret("known browsers")),
        codeQueue: LoginQueue(limit: configuration.connections.logins),
        addresses: Addresses(
          port: configuration.port, adminPort: configuration.adminPort, devicePort: configuration.devicePort,
          reach: configuration.reach),
        assertions: assertions, proofs: proofs,
        connections: OpenConnections(
          limit: configuration.connections.count, ofAddress: configuration.connections.countOfAddress),
        started: configuration.time.now)
    } catch { throw Store.failure(error, configuration.databasePath) }
    for name in shadowedUsers {
      configuration.logger.warning(
        "a user of the configuration is not used: an administrator has given the name to somebody",
        metadata: ["user": "\(name)"])
    }
    do { try provider.faults.synchronise(with: store) } catch {
      throw Store.failure(error, configuration.databasePath)
    }
    server = Answering(
      provider, .server, application: IdentityServer.application(configuration, provider, Secret(applicationSecret)))
    admin = Answering(provider, .admin)
    devicesSide = Answering(provider, .devices)
    authoritySide = Answering(provider, .authority)
    provider.clientTests.belong(to: self)
  }

  /// The application server, which reaches the authorization server through its endpoints. Their exchanges are not reported
  /// as events: neither the app nor a browser sent them.
  private static func application(
    _ configuration: IdentityServerConfiguration, _ provider: Provider, _ secret: Secret
  ) -> ApplicationServer? {
    guard let application = configuration.application else { return nil }
    var unseen = provider
    unseen.configuration.onEvent = { _ in }
    let authorizationServer = Answering(unseen, .server)
    return ApplicationServer(
      client: ApplicationClient(
        id: application.clientID, secret: secret, redirectURI: application.redirectURI, addresses: provider.addresses,
        time: configuration.time, ask: { await authorizationServer.respond(to: $0) }),
      accounts: ApplicationAccounts(pool: provider.store.pool))
  }

  var addresses: Addresses { provider.addresses }

  /// `https://localhost:<port>/oauth/v2/oauth-anonymous`, or with the name that ``IdentityServerConfiguration/reach`` gives. With port 0, it has
  /// the real port once the server is ready.
  package var issuer: String { provider.addresses.issuer }
  /// The issuers at other hosts than ``issuer``'s, each for the clients that ask there (``ServerReach/keepsLocalIssuer``).
  package var otherIssuers: [String] { provider.addresses.otherIssuers }
  package var adminPort: Int { provider.addresses.adminPort }
  package var adminURL: String { provider.addresses.admin }
  /// The addresses at which clients reach the server, once it is ready.
  package var listening: [String] { provider.addresses.bound.map(\.text) }
  /// The faults that are switched on, also by earlier starts.
  package var faults: [ServerFault] { provider.faults.entries }
  package var administration: Administration { provider.administration }

  package var devices: DeviceAdministration {
    DeviceAdministration(provider.store, directory: configuration.directory, time: configuration.time)
  }

  /// Makes a new signing key, which signs from now on, and returns its `kid`. Earlier keys stay published until their last ID
  /// token has expired. A server in another process on the same database uses the new key within a second.
  package func rotateKeys() async throws -> String {
    do { return try await provider.keys.rotate() } catch { throw Store.failure(error, configuration.databasePath) }
  }

  /// Serves until the task is cancelled, then lets running requests finish and returns.
  /// - Parameter ready: called once, when all ports answer and `tls/ca.pem` exists; an error that it throws ends the server.
  package func run(ready: @escaping @Sendable () async throws -> Void = {}) async throws {
    let tls = try prepareTLS()
    let (ended, end) = AsyncStream<Void>.makeStream()
    let onEnd: @Sendable () -> Void = { end.finish() }
    let bound = configuration.reach.bound
    var open: [PortListeners] = []
    do {
      // The main port opens last, because its metadata names the port for devices.
      let devices = LocalTLS.forDevices(tls.own)
      open.append(
        try await listen(bound, configuration.devicePort, "embeddedServer.devicePort", devicesSide, devices, onEnd))
      provider.addresses.listening(.devices, port: open[0].port)
      open.append(try await openAdministration(TLSChannelConfiguration(tlsConfiguration: tls.own), onEnd))
      provider.addresses.listening(.admin, port: open[1].port)
      if let port = configuration.reach.authorityPage {
        // Plain HTTP: a phone opens the page before it trusts the authority.
        open.append(try await openAuthorityPage(bound, port, onEnd))
        provider.addresses.listening(.authority, port: open[2].port)
      }
      let main = try await listen(bound, configuration.port, "issuer", server, tls.protocol, onEnd)
      open.append(main)
      provider.addresses.listening(.server, port: main.port)
      provider.addresses.listening(at: main.listeners.map(\.address))
      // Only a server that has its ports: one that does not start must not end the faults of the one that runs.
      try provider.startFaults()
    } catch {
      for listeners in open { await listeners.close() }
      throw error
    }
    let upkeep = Task.detached(priority: .utility) { [provider] in await provider.runBackgroundWork() }
    let lastChange = (try? provider.store.administratorChanges(after: 0))?.last?.number ?? 0
    let watch = Task.detached(priority: .utility) { [provider] in
      await provider.reportAdministratorChanges(after: lastChange)
    }
    var failure: (any Error)?
    do {
      try await ready()
      for await _ in ended {}
    } catch { failure = error }
    upkeep.cancel()
    watch.cancel()
    await withDiscardingTaskGroup { group in
      for listeners in open { group.addTask { await listeners.close() } }
    }
    _ = await (upkeep.value, watch.value)
    await provider.clientTests.end()
    provider.endFaults()
    provider.store.finish(configuration.logger)
    if let failure { throw failure }
    guard Task.isCancelled else {
      throw IdentityServerError(.cannotListen, String(configuration.port), detail: "a listener ended")
    }
  }

  private func listen(
    _ addresses: [IPAddress], _ port: Int, _ member: String, _ answering: Answering, _ tls: TLSChannelConfiguration,
    _ onEnd: @escaping @Sendable () -> Void
  ) async throws(IdentityServerError) -> PortListeners {
    do { return try await .open(addresses, port: port, answering, tls, onEnd: onEnd) } catch { throw error.of(member) }
  }

  private func openAuthorityPage(
    _ addresses: [IPAddress], _ port: Int, _ onEnd: @escaping @Sendable () -> Void
  ) async throws(IdentityServerError) -> PortListeners {
    do { return try await .open(addresses, port: port, authoritySide, nil, onEnd: onEnd) } catch {
      throw error.code == .portInUse ? IdentityServerError(.authorityPortInUse, String(port)) : error
    }
  }

  /// A taken administration port must not stop the server: another port is used instead. It is always on loopback alone.
  private func openAdministration(
    _ tls: TLSChannelConfiguration, _ onEnd: @escaping @Sendable () -> Void
  ) async throws(IdentityServerError) -> PortListeners {
    var others = configuration.otherAdminPorts[...]
    var port = configuration.adminPort
    while true {
      do {
        return try await listen(ServerReach.loopback, port, "embeddedServer.adminPort", admin, tls, onEnd)
      } catch {
        guard error.code == .portInUse, let next = others.popFirst() else { throw error }
        port = next
      }
    }
  }
}
