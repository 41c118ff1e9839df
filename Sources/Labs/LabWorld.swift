import Programs
import Edge
import Glibc
import Workshop
import FoundationEssentials
import HTTPTransport
import OAuthClient
import SharedValues
import SmallFiles

/// The surroundings of a lab: a folder with phones and browsers, an identity server in its own process, and a hostile server if the lesson needs it.
@MainActor final class LabWorld {
  let folder: String
  let transport: HTTPClientTransport
  /// The values that the lesson's texts may name. Every value is treated as a secret.
  private var values: [String: Secret]
  /// The ``values`` before the lesson added its own.
  private let published: [String: Secret]
  let rogue: RogueProgram?
  /// The origins of the lab's servers. A lesson may replace any of ``values``, but not these.
  private let origins: Set<String>
  private var server: LabServer
  /// Keeps the port while the server restarts.
  private let held: HeldPort?
  /// The lesson's settings, with the administrator's changes.
  private var settings: LabWorldSettings
  /// Passes the requests that the servers received from browsers to the step that is running.
  let events = ActionRelay()

  static let users = ["demouser": "Password1", "jd": "password", "jr": "password"]
  var dataPath: String { folder + "/data" }
  func data(_ device: String) throws(CommandError) -> DataDirectory {
    try DataDirectory(path: dataPath, device: device)
  }
  let database: ServerDatabase
  /// The app's clock is that of all phones and browsers of the lab.
  let clocks = RunClocks()

  /// Makes the folder anew and starts everything.
  /// - Parameter trace: gets every request that the lesson itself sends.
  init(
    _ settings: LabWorldSettings, in folder: String, trace: @escaping @Sendable (TraceEvent) -> Void
  ) async throws(CommandError) {
    (self.settings, self.folder) = (settings, folder)
    try? FileManager.default.removeItem(atPath: folder)
    try AbsolutePath.makeFolder(folder, mode: 0o700, orThrow: .dataDirUnwritable)
    try LabWorld.write(LabConfiguration.server(settings), to: folder + "/server.json")
    for (user, password) in LabWorld.users {
      try LabWorld.write(text: password + "\n", to: LabWorld.passwordFile(of: user, in: folder))
    }
    try LabWorld.write(text: "nobody types\n", to: LabWorld.passwordFile(of: nil, in: folder))
    let data = try DataDirectory(path: folder + "/data", device: "phone", making: false)
    database = ServerDatabase(path: data.serverDatabase)
    held = HeldPort.first(of: KeptPort.issuer(data).candidates(alone: false))
    held?.letServerIn()
    server = try await LabServer(in: folder, port: held?.port, events)
    let (issuer, authority) = (server.issuer, server.authority)
    transport = HTTPClientTransport(trustedCertificates: [authority], confinement: .whole, trace: trace)
    var values = try await LabWorld.endpoints(issuer, authority)
    // For the lesson's own client.
    let secrets = AuthorizationSecrets.random()
    (values["verifier"], values["state"], values["nonce"]) = (secrets.codeVerifier, secrets.state, secrets.nonce)
    values["challenge"] = Secret(PKCE.challenge(for: secrets.codeVerifier))
    var rogue: RogueProgram?
    if settings.hasRogue {
      let endpoint = values["authorization_endpoint"]?.revealed ?? ""
      do throws(CommandError) {
        let hostile = try await RogueProgram(honestAuthorizationEndpoint: endpoint) { [events] in
          if let action = ServerEvents.observed($0, by: .rogue) { events.send(action) }
        }
        rogue = hostile
        values["rogue"] = Secret(hostile.issuer)
        values["rogue_token_endpoint"] = Secret(hostile.tokenEndpoint)
        values["rogue_authorization_endpoint"] = Secret(hostile.issuer + "/authorize")
      } catch {
        await server.process.process.end()
        throw error
      }
    }
    (self.rogue, self.values, published) = (rogue, values, values)
    origins = Set(["issuer", "rogue"].compactMap { values[$0].flatMap { AbsoluteURL($0.revealed)?.origin } })
    let phone = LabConfiguration.phone(settings.phone, issuer: issuer.text)
      .setting("trustedCertificates", .strings([authority]))
    try LabWorld.write(phone, to: folder + "/phone.json")
    guard let rogue else { return }
    let misled = phone.setting("issuer", .string(rogue.issuer)).setting("allowPlainHTTPLoopback", true)
    try LabWorld.write(misled, to: folder + "/rogue.json")
  }

  /// Stops the server and the hostile server. The folder stays until the lab is reset or set up anew.
  func stop() async {
    await transport.shutdown()
    await rogue?.stop()
    await server.process.stop()
  }

  /// Restarts the server at the same address and with its database, with these policies replacing those of the same names. What it keeps only in
  /// memory is lost: which proofs were used, and its nonces.
  func restart(with policies: JSON) async throws(CommandError) {
    settings = settings.changing(policies)
    try LabWorld.write(LabConfiguration.server(settings), to: folder + "/server.json")
    await server.process.stop()
    server = try await LabServer(in: folder, port: AbsoluteURL(server.issuer.text)?.port, events)
    await setServerClock()
  }

  /// Moves clocks ahead, by seconds. Returns when the server uses its new time.
  func move(_ clock: LabClock, ahead seconds: Int) async {
    let machine = TimeSource.system.now
    func moved(_ setting: ClockSetting) -> ClockSetting {
      ClockSetting(since: machine, shown: setting.date(at: machine) + TimeInterval(seconds))
    }
    if clock != .server { clocks.app.set(moved(clocks.app.setting)) }
    guard clock != .app else { return }
    clocks.server.set(moved(clocks.server.setting))
    await setServerClock()
  }

  private func setServerClock() async { await server.process.set(clocks.server.setting, within: .seconds(5)) }

  /// The honest server's origin, where the lab's users log in, whichever server their app contacts.
  var loginOrigins: [String] { AbsoluteURL(server.issuer.text)?.origin.map { [$0] } ?? [] }

  /// Whether this address has an origin of the lab's own servers (RFC 6454 §4), whatever its path.
  func contains(_ url: String) -> Bool { AbsoluteURL(url)?.origin.map(origins.contains) ?? false }

  /// Remembers facts as values, under the names that the lesson chose.
  func keep(_ pairs: [NamedValue], of facts: LabFacts) {
    for pair in pairs { if let value = facts[pair.value] { values[pair.name] = Secret(value) } }
  }

  func filled(_ text: String) -> String { text.filled { values[$0]?.revealed } }

  /// The addresses of the honest server's metadata and of the hostile server; see ``Endpoint/init(of:addresses:)``.
  func addresses(_ name: String) -> [String] { [name, "rogue_" + name].compactMap { published[$0]?.revealed } }
  func filled(_ pairs: [NamedValue]) -> [NamedValue] { pairs.map { NamedValue($0.name, filled($0.value)) } }

  private static func endpoints(_ issuer: Issuer, _ authority: String) async throws(CommandError) -> [String: Secret] {
    let transport = HTTPClientTransport(trustedCertificates: [authority], confinement: .whole)
    let request = Discovery.openIDRequest(issuer: issuer)
    let response: HTTPResponse
    do { response = try await transport.send(request) } catch {
      await transport.shutdown()
      throw CommandError(error, url: request.url)
    }
    await transport.shutdown()
    let metadata = try? JSON.parse(response.body)
    var values = ["issuer": Secret(issuer.text), "redirect_uri": Secret(redirectURI)]
    for name in LabVariables.addresses { values[name] = (metadata?[name]?.stringValue).map { Secret($0) } }
    // The API's address in its own metadata (RFC 9728 §3): at the issuer's origin.
    values["api"] = AbsoluteURL(issuer.text)?.origin.map { Secret($0 + "/api") }
    return values
  }

  static let redirectURI = "io.curity.dcrclient:/callback"

  static func passwordFile(of user: String?, in folder: String) -> String { folder + "/\(user ?? "nobody").password" }

  static func write(_ json: JSON, to path: String) throws(CommandError) {
    try write(text: json.pretty + "\n", to: path)
  }

  static func write(text: String, to path: String) throws(CommandError) {
    do { try SmallFile.replace(path, by: Array(text.utf8)) } catch {
      throw CommandError(.dataDirUnwritable, ["path": path, "detail": error])
    }
  }
}
