import AppState
import Edge
import OAuthClient
import Programs

/// The identity server of a lab: a separate process that ends with this one.
struct LabServer: Sendable {
  let process: StartedServer
  let issuer: Issuer
  /// The file of the server's certificate authority.
  let authority: String

  /// Starts the server with `server.json` of the folder. Returns when it listens.
  /// - Parameters:
  ///   - port: `nil`: the system chooses one.
  ///   - events: gets the requests of browsers.
  /// - Throws: `embedded_server_failed`, with the server's message.
  init(in folder: String, program: String, port: Int?, _ events: ActionRelay) async throws(CommandError) {
    let words = [
      "serve", "--json", "--events", "--until-stdin-closes", "--port", "\(port ?? 0)", "--admin-port", "0", "--config",
      folder + "/server.json", "--data-dir", folder + "/data",
    ]
    process = try StartedServer(program, words) { if let action = ServerEvents.observed($0) { events.send(action) } }
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
