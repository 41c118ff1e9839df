import Glibc
import Workshop
import AppState
import FoundationEssentials
import HTTPTransport
import Logging
import OAuthClient
import SharedValues
import SmallFiles

/// The surroundings of a lab: a folder of its own with phones, browsers, an identity server in a process of its own, and where the
/// lesson wants one a hostile server beside it.
@MainActor
final class LabWorld {
  let folder: String
  let transport: HTTPClientTransport
  /// The values that the lesson's texts may name. Every value is treated as a secret.
  private(set) var values: [String: Secret]
  let rogue: RogueProgram?
  /// The origins of the lab's servers. A lesson may replace any of ``values``, but not these.
  private let origins: Set<String>
  private let server: ChildProcess
  /// Passes on the requests that the server received from browsers.
  let events: LabEventRelay

  static let users = ["demouser": "Password1", "jd": "password", "jr": "password"]
  /// How long the server may take to start.
  static let readyLimit: Duration = .seconds(30)

  var dataPath: String { folder + "/data" }
  /// The database of the lab's server.
  let database: ServerDatabase

  private init(
    folder: String, transport: HTTPClientTransport, values: [String: Secret], rogue: RogueProgram?,
    server: ChildProcess,
    events: LabEventRelay
  ) {
    (self.folder, self.transport, self.values) = (folder, transport, values)
    (self.rogue, self.server, self.events) = (rogue, server, events)
    database = ServerDatabase(path: folder + "/data/idsvr/idsvr.sqlite")
    origins = Set(["issuer", "rogue"].compactMap { values[$0].flatMap { AbsoluteURL($0.revealed)?.origin } })
  }

  /// Makes the folder anew and starts everything.
  /// - Parameter trace: told of every request that the lesson itself sends.
  static func start(
    _ settings: LabWorldSettings, in folder: String, program: String,
    trace: @escaping @Sendable (TraceEvent) -> Void
  ) async throws(CommandError) -> LabWorld {
    try makeFolder(folder)
    let insecure = settings.insecure.map { JSON.Member($0, true) }
    try write(
      ConfigurationFile.shipped.setting(
        "embeddedServer", ["adminPort": 0, "policies": ["insecure": .object(insecure)]]), to: folder + "/server.json")
    for (user, password) in users { try write(text: password + "\n", to: passwordFile(of: user, in: folder)) }
    try write(text: "nobody types\n", to: passwordFile(of: nil, in: folder))
    let words = [
      "serve", "--json", "--events", "--until-stdin-closes", "--port", "0", "--admin-port", "0", "--config",
      folder + "/server.json", "--data-dir", folder + "/data",
    ]
    let server = try ChildProcess(program, words, input: .pipe, output: .pipe, errors: .pipe)
    let errors = Task { await server.readErrors() }
    let (lines, feed) = AsyncStream.makeStream(of: JSON.self)
    let events = LabEventRelay()
    server.readLines { line in
      guard let line else { return feed.finish() }
      guard let object = try? JSON.parse(line) else { return }
      if object["issuer"] != nil { feed.yield(object) }
      if let action = EmbeddedServerKeeper.observed(object) { events.send(action) }
    }
    let limit = Task {
      try await Task.sleep(for: readyLimit)
      server.send(SIGTERM)
    }
    defer { limit.cancel() }
    var line: JSON?
    for await object in lines {
      line = object
      break
    }
    guard let ready = line,
      let issuer = ready["issuer"]?.stringValue.flatMap({ try? Issuer($0, allowPlainHTTPLoopback: false) }),
      let authority = ready["ca"]?.stringValue
    else {
      await server.end()
      let said = ProgramFailure(await errors.value)?.why ?? ""
      throw CommandError(AppError.OwnCode.embeddedServerFailed, ["detail": said])
    }
    let transport = HTTPClientTransport(trustedCertificates: [authority], confinement: .whole, trace: trace)
    var values = try await endpoints(issuer, authority)
    values.merge(drawn()) { $1 }
    var rogue: RogueProgram?
    if settings.rogue {
      let hostile: RogueProgram
      do throws(CommandError) {
        hostile = try await RogueProgram(honestAuthorizationEndpoint: values["authorization_endpoint"]?.revealed ?? "")
      } catch {
        await server.end()
        throw error
      }
      rogue = hostile
      values["rogue"] = Secret(hostile.issuer)
      values["rogue_token_endpoint"] = Secret(hostile.tokenEndpoint)
    }
    let world = LabWorld(
      folder: folder, transport: transport, values: values, rogue: rogue, server: server, events: events)
    try write(phoneConfiguration(issuer: issuer.text, authority), to: folder + "/phone.json")
    if let rogue {
      try write(
        phoneConfiguration(issuer: rogue.issuer, authority).setting("allowPlainHTTPLoopback", true),
        to: folder + "/rogue.json")
    }
    return world
  }

  /// Ends the server and the hostile one. The folder stays until the lab is reset or set up anew.
  func stop() async {
    await transport.shutdown()
    await rogue?.stop()
    server.closeInput()
    await server.end(after: .seconds(3))
  }

  // MARK: Values

  /// Whether this is an address of the lab's own servers: of their origins (RFC 6454 §4), whatever its path.
  func contains(_ url: String) -> Bool { AbsoluteURL(url)?.origin.map(origins.contains) ?? false }

  func remember(_ value: Secret, as name: String) { values[name] = value }

  func filled(_ text: String) -> String { LabVariables.fill(text) { values[$0]?.revealed } }

  /// Random values for a client of the lesson's own: a code verifier with its challenge, and a state.
  private static func drawn() -> [String: Secret] {
    let secrets = AuthorizationSecrets.random()
    return [
      "verifier": secrets.codeVerifier, "challenge": Secret(PKCE.challenge(for: secrets.codeVerifier)),
      "state": secrets.state,
    ]
  }

  private static func endpoints(_ issuer: Issuer, _ authority: String) async throws(CommandError) -> [String: Secret] {
    let transport = HTTPClientTransport(trustedCertificates: [authority], confinement: .whole)
    let request = Discovery.openIDRequest(issuer: issuer)
    let result: Result<HTTPResponse, TransportFailure>
    do { result = .success(try await transport.send(request)) } catch { result = .failure(error) }
    await transport.shutdown()
    switch result {
    case .failure(let failure): throw CommandError(failure, url: request.url)
    case .success(let response):
      let metadata = try? JSON.parse(response.body)
      var values = ["issuer": Secret(issuer.text), "redirect_uri": Secret(redirectURI)]
      for name in LabVariables.always where name.hasSuffix("_endpoint") {
        values[name] = (metadata?[name]?.stringValue).map { Secret($0) }
      }
      return values
    }
  }

  static let redirectURI = "io.curity.dcrclient:/callback"

  // MARK: Files

  static func passwordFile(of user: String?, in folder: String) -> String { folder + "/\(user ?? "nobody").password" }

  private static func phoneConfiguration(issuer: String, _ authority: String) -> JSON {
    ConfigurationFile.shipped.setting("issuer", .string(issuer)).setting("trustedCertificates", .strings([authority]))
  }

  private static func makeFolder(_ folder: String) throws(CommandError) {
    let files = FileManager.default
    try? files.removeItem(atPath: folder)
    do {
      try files.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandError(.dataDirUnwritable, ["path": folder, "detail": AbsolutePath.reason(of: error)])
    }
  }

  static func write(_ json: JSON, to path: String) throws(CommandError) {
    try write(text: json.pretty + "\n", to: path)
  }

  private static func write(text: String, to path: String) throws(CommandError) {
    do { try SmallFile.replace(path, by: Array(text.utf8)) } catch {
      throw CommandError(.dataDirUnwritable, ["path": path, "detail": String(cString: strerror(error.number))])
    }
  }
}
