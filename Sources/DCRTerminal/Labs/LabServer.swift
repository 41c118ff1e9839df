import Edge
import AppState
import FoundationEssentials
import Glibc
import OAuthClient
import SharedValues

/// The identity server of a lab: a separate process that ends with this one.
@MainActor
struct LabServer {
  let process: ChildProcess
  let issuer: Issuer
  /// The file of the server's certificate authority.
  let authority: String

  /// How long the server may take to start.
  static let readyLimit: Duration = .seconds(30)

  /// Starts the server with `server.json` of the folder. Returns when it listens.
  /// - Parameter port: `nil`: the system chooses one.
  /// - Throws: `embedded_server_failed`, with the server's message.
  static func start(
    in folder: String, program: String, port: Int? = nil, _ events: LabEventRelay, _ clockNews: ClockNews
  ) async throws(CommandError) -> LabServer {
    let words = [
      "serve", "--json", "--events", "--until-stdin-closes", "--port", "\(port ?? 0)", "--admin-port", "0", "--config",
      folder + "/server.json", "--data-dir", folder + "/data",
    ]
    let server = try ChildProcess(program, words, input: .pipe, output: .pipe, errors: .pipe)
    let errors = Task { await server.readErrors() }
    let (lines, feed) = AsyncStream.makeStream(of: JSON.self)
    server.readLines { line in
      guard let line else { return feed.finish() }
      guard let object = try? JSON.parse(line) else { return }
      if object["issuer"] != nil { feed.yield(object) }
      if let setting = ClockCommands.confirmedSetting(object) { clockNews.receive(setting) }
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
    return LabServer(process: server, issuer: issuer, authority: authority)
  }

  func stop() async {
    process.closeInput()
    await process.end(after: .seconds(3))
  }
}
