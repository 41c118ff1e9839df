import ArgumentParser
import Foundation
import IdentityServer
import SharedValues
import SmallFiles

/// `serve`: the embedded identity server alone, until a signal or, for the app that started it, the end of its input.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the identity server alone, until a signal stops it.")

  @OptionGroup var global: GlobalOptions

  @Option(help: "Port of the identity server; 0 takes any. (default: the issuer's, 8443)")
  var port: Int?

  @Option(help: "Port of the admin page; 0 takes any. (default: 6749)")
  var adminPort: Int?

  @Option(
    help: ArgumentHelp(
      "Enroll this device: make its certificate and put it into the device's folder. May be repeated.",
      valueName: "device"))
  var enroll: [String] = []

  @Option(help: ArgumentHelp("The app's identifier in association files, for https redirects.", valueName: "id"))
  var appID: String?

  @Flag(
    help:
      "Make a new signing key first. Old ID tokens verify until they expire; a server that runs already takes the key up."
  )
  var rotateKeys = false

  @Flag(help: "JSON for scripts.")
  var json = false

  @Flag(help: ArgumentHelp("Print one JSON object for each handled request.", visibility: .hidden))
  var events = false

  @Flag(help: ArgumentHelp("Stop when standard input ends.", visibility: .hidden))
  var untilStdinCloses = false

  func validate() throws {
    for value in [port, adminPort] {
      if let value, !(0...65535).contains(value) { throw ValidationError("a port is a number from 0 to 65535") }
    }
  }

  func run() async throws {
    IdentityServerConfiguration.ConnectionLimits.raiseFileLimit()
    let configuration = try global.configurationIfPresent()
    let clock = AdjustableClock()
    let data = try global.dataDirectory()
    do {
      let server = try IdentityServer(try serverConfiguration(configuration, data, clock))
      for name in configuration?.embeddedServer.insecure.names ?? [] {
        StandardError.warn(
          "INSECURE: embeddedServer.policies.insecure.\(name) switches a defence off; this server is good for a lesson and nothing else"
        )
      }
      for name in server.shadowedUsers {
        StandardError.warn(
          "the user \(name) of the configuration is not used: an administrator has given the name to somebody (dcr-terminal users show \(name))"
        )
      }
      for name in server.usersWithNamesForSubjects {
        StandardError.warn(
          "clients know the user \(name) by that name already, so it stays their subject; the policy uuid is for users who are added"
        )
      }
      let devices = try enroll.map { (name) throws(CommandError) in
        (name: name, folder: try data.folder(ofDevice: name))
      }
      if rotateKeys { announce(rotation: try await server.rotateKeys()) }
      try await serve(server, clock, authority: data.serverAuthority, enrolling: devices)
    } catch let error as IdentityServerError {
      throw CommandError(error)
    }
    if !json { StandardOutput.line("The identity server has stopped.") }
  }

  private func serve(
    _ server: IdentityServer, _ clock: AdjustableClock, authority: String,
    enrolling devices: [(name: String, folder: String)]
  ) async throws {
    let running = Task { [json] in
      try await server.run { () async throws in
        for device in devices {
          try await server.devices.enroll(
            device.name, into: URL(fileURLWithPath: device.folder, isDirectory: true), reactivates: false)
        }
        ServeCommand.announce(server, authority: authority, json: json)
      }
    }
    // The app that started this server tells it to stop in more than one way; a person who says it twice means at once.
    let signals = await TerminationSignals(again: untilStdinCloses ? nil : ServeCommand.endAtOnce) { _ in
      running.cancel()
    }
    if untilStdinCloses { ServeCommand.listen(setting: clock) { running.cancel() } }
    do { try await running.value } catch is CancellationError {}
    withExtendedLifetime(signals) {}
  }

  private static func announce(_ server: IdentityServer, authority: String, json: Bool) {
    if json {
      let ready: JSON = ["issuer": .string(server.issuer), "admin": .string(server.adminURL), "ca": .string(authority)]
      StandardOutput.line(ready.line)
    } else {
      StandardOutput.line(
        """
        The identity server is ready.
          issuer  \(server.issuer)
          admin   \(server.adminURL)
          CA      \(authority)
        Press Ctrl-C to stop it.
        """)
    }
  }

  private func announce(rotation id: String) {
    StandardOutput.line(
      json
        ? JSON.object([.init("rotated_key", .string(id))]).line
        : "The signing key is \(id) from now on. The one before it verifies until its last ID token has expired.")
  }

  /// 128 and the signal's number, as shells count. The database stays whole, as it does whenever a process dies.
  @MainActor private static func endAtOnce(_ number: Int32) { _exit(128 + number) }

  /// To the app that started this server, until it goes.
  private static func listen(setting clock: AdjustableClock, _ whenItEnds: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      var lines = LineSplitter()
      Descriptor.read(STDIN_FILENO) { bytes in
        for line in lines.feed(bytes) {
          if let answer = ClockOrders.obey(line, clock) { StandardOutput.line(answer.line) }
        }
      }
      whenItEnds()
    }
  }

  // MARK: Configuration

  private func serverConfiguration(
    _ configuration: Configuration?, _ data: DataDirectory, _ clock: AdjustableClock
  ) throws(CommandError) -> IdentityServerConfiguration {
    let options = configuration?.embeddedServer ?? EmbeddedServerOptions()
    var server = IdentityServerConfiguration(
      directory: URL(fileURLWithPath: data.serverPath, isDirectory: true), lifetimes: options.serverLifetimes,
      policy: options.isStrict ? .strict : .lenient, logger: try global.logger("idsvr"))
    server.limits = options.serverLimits
    server.time = clock.source
    server.version = DCRTerminalCommand.version
    if let port = options.devicePort { server.devicePort = port }
    server.insecure = options.insecure
    if let subjects = options.subjects { server.subjects = subjects }
    if let accessTokens = options.accessTokens { server.accessTokens = accessTokens }
    if options.pushNeedsAdministrator { server.pushPolicy = .administrator }
    if options.registrationIsOpen { server.registrationPolicy = .open }
    if let issuer = configuration?.issuer, issuer.isEmbedded { server.port = issuer.port }
    if let adminPort = options.adminPort { server.adminPort = adminPort }
    if let port { server.port = port }
    if let adminPort { server.adminPort = adminPort }
    if let configuration { server.adopt(configuration, appID: appID ?? configuration.appID) }
    if let users = options.users { server.users = try ServeCommand.accounts(users) }
    if let configuration, let url = configuration.applicationServer,
      url == configuration.issuer.embeddedApplicationServer
    {
      server.application = ApplicationServerConfiguration(
        clientID: configuration.registrationClientID, redirectURI: configuration.redirectURI.text,
        postLogoutRedirectURI: configuration.postLogoutRedirectURI.text)
    }
    if events { server.onEvent = { StandardOutput.line(ServeCommand.object($0).line) } }
    return server
  }

  /// One line of `--events`. Members may be added; a reader goes by those that it knows.
  static func object(_ event: ServerEvent) -> JSON {
    [
      "event": "request", "method": .string(event.method), "path": .string(event.path),
      "status": .number("\(event.status)"), "endpoint": .string(event.endpoint.rawValue), "note": .string(event.note),
      "session": event.session.map { .string($0.rawValue) } ?? .null,
      "client": event.clientID.map { .string($0) } ?? .null, "id": .string(event.requestID),
    ]
  }

  /// The passwords are read here, in the server's process, and nowhere else.
  private static func accounts(_ users: [EmbeddedServerOptions.User]) throws(CommandError) -> [UserAccount] {
    var accounts: [UserAccount] = []
    for user in users {
      guard let content = try? SmallFile.readNamed(user.passwordFile, upTo: .max),
        let line = String(decoding: content, as: UTF8.self).split(separator: "\n").first
      else {
        throw CommandError(
          .passwordFileUnreadable,
          ["path": user.passwordFile, "detail": "it cannot be read, or its first line is empty"])
      }
      accounts.append(
        UserAccount(
          name: user.name, password: Secret(String(line)), givenName: user.givenName, familyName: user.familyName,
          email: user.email, roles: user.roles, claims: user.claims))
    }
    return accounts
  }
}

extension IdentityServerConfiguration {
  /// Where the app of this configuration wants to return to; and, of this server's own addresses, which are the app's.
  fileprivate mutating func adopt(_ configuration: Configuration, appID: String) {
    let (uri, postLogout) = (configuration.redirectURI, configuration.postLogoutRedirectURI)
    redirects = Redirects(redirectURIs: [uri.text], postLogoutRedirectURIs: [postLogout.text])
    let origin = configuration.issuer.text.dropLast(configuration.issuer.path.count)
    let paths = [uri, postLogout].compactMap { uri -> String? in
      guard case .claimedHTTPS = uri.kind, uri.text.hasPrefix(origin + "/") else { return nil }
      return String(uri.text.dropFirst(origin.count).prefix { $0 != "?" })
    }
    if !paths.isEmpty { claim = AppClaim(appID: appID, paths: paths) }
  }
}

extension EmbeddedServerOptions {
  /// The lifetimes of the server, those that were given in place of its own.
  var serverLifetimes: IdentityServerConfiguration.Lifetimes {
    var times = IdentityServerConfiguration.Lifetimes()
    let members: [(String, WritableKeyPath<IdentityServerConfiguration.Lifetimes, TimeInterval>)] = [
      ("code", \.code), ("accessToken", \.accessToken), ("registrationToken", \.registrationToken),
      ("refreshToken", \.refreshToken), ("idToken", \.idToken), ("session", \.session),
      ("registrationAccessToken", \.registrationAccessToken), ("clientSecret", \.clientSecret), ("form", \.form),
    ]
    for (name, member) in members { if let seconds = lifetimes[name] { times[keyPath: member] = Double(seconds) } }
    return times
  }

  /// The limits of the server, those that were given in place of its own.
  var serverLimits: IdentityServerConfiguration.Limits {
    var known = IdentityServerConfiguration.Limits()
    let members: [(String, WritableKeyPath<IdentityServerConfiguration.Limits, Int>)] = [
      ("clientsPerUser", \.clientsPerUser), ("registrationsPerMinute", \.registrationsPerMinute),
      ("metadataBytes", \.metadataBytes), ("clientsWithoutOwner", \.clientsWithoutOwner),
    ]
    for (name, member) in members { if let limit = limits[name] { known[keyPath: member] = limit } }
    return known
  }
}
