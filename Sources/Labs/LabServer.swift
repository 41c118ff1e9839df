import AppState
import Edge
import OAuthClient
import Programs
import SharedValues
import Workshop

/// The identity server of a lab: a separate process that ends with this one.
struct LabServer: Sendable {
  let process: StartedServer
  let issuer: Issuer
  let authority: String

  /// Starts the server with `server.json` of the folder. Returns when it listens.
  /// - Parameter port: `nil`: the system chooses one.
  /// - Throws: `embedded_server_failed`, with the server's message.
  init(in folder: String, port: Int?, _ events: ActionRelay) async throws(CommandError) {
    let words = [
      "serve", "--json", "--events", "--until-stdin-closes", "--port", "\(port ?? 0)", "--admin-port", "0", "--config",
      folder + "/server.json", "--data-dir", folder + "/data",
    ]
    process = try StartedServer(OwnPrograms.app, words) {
      if let action = ServerEvents.observed($0) { events.send(action) }
    }
    guard let ready = await process.readyLine(within: .seconds(30)),
      let issuer = ready["issuer"]?.stringValue.flatMap({ try? Issuer($0, allowPlainHTTPLoopback: false) }),
      let authority = ready["ca"]?.stringValue
    else {
      await process.process.end()
      throw CommandError(AppError.OwnCode.embeddedServerFailed, ["detail": await process.failure()?.why ?? ""])
    }
    (self.issuer, self.authority) = (issuer, authority)
  }
}

/// The hostile server of a lab, which the identity server's program runs in a separate process.
final class RogueProgram: Sendable {
  /// The error that its token endpoint returns.
  static let excuse = "temporarily_unavailable"

  let issuer: String
  let tokenEndpoint: String
  private let dialogue: ProgramDialogue

  /// Returns when the server listens.
  /// - Throws: `server_program_missing`, `server_cannot_listen`.
  init(honestAuthorizationEndpoint: String, events: @escaping @Sendable (JSON) -> Void) async throws(CommandError) {
    dialogue = try ProgramDialogue(try ServerProgram.path(), ["rogue", honestAuthorizationEndpoint]) { line in
      guard let object = try? JSON.parse(line), object["event"] != nil else { return false }
      events(object)
      return true
    }
    guard let line = await dialogue.ask(), let ready = try? JSON.parse(line), let issuer = ready["issuer"]?.stringValue,
      let endpoint = ready["token_endpoint"]?.stringValue
    else {
      throw CommandError(
        ServerCode(rawValue: "server_cannot_listen"), ["path": "127.0.0.1", "detail": "the hostile server of the lab"])
    }
    (self.issuer, tokenEndpoint) = (issuer, endpoint)
  }

  /// From now on, the server passes authorization requests on with these values instead of their parameters of the same names.
  func pass(_ rewrites: [NamedValue]) async {
    let others = JSON.object(rewrites.map { JSON.Member($0.name, .string($0.value)) })
    _ = await dialogue.ask("rewrite " + others.compact)
  }

  /// The parameters of the last token request that it received.
  func captured() async -> [(name: String, value: Secret)] {
    let members = await dialogue.ask("loot").flatMap { try? JSON.parse($0) }?.objectValue ?? []
    return members.compactMap { member in member.value.stringValue.map { (member.name, Secret($0)) } }
  }

  func stop() async { await dialogue.end() }
}

struct ServerCode: ExitCode { let rawValue: String }
