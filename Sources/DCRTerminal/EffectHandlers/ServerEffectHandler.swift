/// The embedded server's database, and who can reach that server, for the panel **Server**. The program waits for changes before it
/// ends.
@MainActor final class ServerEffectHandler: EffectHandler {
  private let reader: ServerReader
  private let server: any ServerKeeping
  private let changes = SerialQueue()

  nonisolated init(_ reader: ServerReader, _ server: any ServerKeeping) {
    (self.reader, self.server) = (reader, server)
  }

  func run(_ effect: ServerEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch effect {
    case .read(let number, let inquiry):
      Task { [reader] in report(.serverPanel(.read(number, await reader.read(inquiry)))) }
    case .change(let change):
      changes.add { [reader] in report(.serverPanel(.changed(change, await reader.administer(change)))) }
    case .reach(let order):
      changes.add { [server] in report(.serverPanel(.reach(await server.reach(order)))) }
    }
  }

  func stop() async { await changes.finish() }
}

/// Reads the embedded server's database for the panel **Server**, and changes it, through the server's program (docs/decisions). The file is opened
/// for each request, so that the next request notices a database that was made, moved or locked.
struct ServerReader: Sendable {
  let database: ServerDatabase
  var time: TimeSource = .system
  /// `nil`: not known, because no server of this data directory has run yet.
  var administration: @Sendable () -> ServerAdministration? = { nil }

  func read(_ inquiry: ServerInquiry) async -> Result<ServerReading, ServerProblem> {
    let (operation, content): (DatabaseRequest.Operation, (DatabaseAnswer) -> ServerReading.Content) =
      switch inquiry {
      case .clients(let filter, let sort, let anchor):
        (
          .clients(filter: filter, sort: sort, ascending: !sort.isTime, at: anchor, limit: ServerInquiry.windowSize),
          { .clients($0.window ?? ClientWindow()) }
        )
      case .client(let id):
        (.client(id), { read in .client(read.client.map { OpenedServerClient(client: $0, grants: read.grants) }) })
      case .sessions: (.sessions, { .sessions($0.sessions) })
      case .totals: (.totals, { _ in .totals })
      }
    do throws(DatabaseAnswer.Failure) {
      let answer = try await database.perform(DatabaseRequest(operation, now: time.now))
      let totals = ServerInsight.Totals(clients: answer.clientCount, sessions: answer.sessionCount)
      return .success(ServerReading(content(answer), totals: totals, administration: administration()))
    } catch { return .failure(ServerProblem(error)) }
  }

  /// - Returns: `nil`: the change was made.
  func administer(_ change: ServerChange) async -> ServerProblem? {
    do throws(DatabaseAnswer.Failure) {
      _ = try await database.perform(DatabaseRequest(.change(change), now: time.now))
      return nil
    } catch { return ServerProblem(error) }
  }
}

extension ServerProblem {
  /// Only the file's name is shown: the panel may be recorded, and a recording must not reveal the user's home.
  init(_ failure: DatabaseAnswer.Failure) {
    let name = failure.subject.split(scalar: "/").last.map(String.init) ?? failure.subject
    self.init(
      ProblemCode(failure), failure.subject.hasPrefix(bytes: "/") ? name : failure.subject, detail: failure.detail)
  }
}
