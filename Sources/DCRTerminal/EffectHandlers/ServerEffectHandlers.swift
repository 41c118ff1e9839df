@MainActor enum ServerEffectHandlers {
  static func all(_ reader: ServerReader, _ server: any ServerKeeping) -> [any EffectHandler] {
    [panel(reader, server), faults(reader), messages(server), clientTest(server)]
  }

  /// The server's database, and who can reach that server, for the panel **Server**.
  private static func panel(
    _ reader: ServerReader, _ server: any ServerKeeping
  ) -> QueueingEffectHandler<ServerEffect> {
    QueueingEffectHandler { effect, changes, report in
      switch effect {
      case .read(let number, let inquiry): Task { report(.serverPanel(.read(number, await reader.read(inquiry)))) }
      case .change(let change):
        changes.add { report(.serverPanel(.changed(change, await reader.administer(change)))) }
      case .reach(let order): changes.add { report(.serverPanel(.reach(await server.reach(order)))) }
      }
    }
  }

  /// The server's faults, for the fault menu: through the server's program, as its administration. The running server takes them up within a second.
  private static func faults(_ reader: ServerReader) -> QueueingEffectHandler<ServerFaultEffect> {
    QueueingEffectHandler { effect, work, report in
      work.add { report(.faults(.server(await reader.faults(after: effect)))) }
    }
  }

  /// Between two questions for exchanges: a busy server joins them at most ten times a second, and the screen is late by no more than this.
  private static let pause: Duration = .milliseconds(100)

  private static func messages(_ server: any ServerKeeping) -> QueueingEffectHandler<ServerMessagesEffect> {
    QueueingEffectHandler { effect, reading, report in
      switch effect {
      case .read(let number, let client):
        reading.add {
          await server.read(ExchangeOrder(feed: number, client: client), report)
          try? await Task.sleep(for: pause)
        }
      }
    }
  }

  private static func clientTest(_ server: any ServerKeeping) -> QueueingEffectHandler<ClientTestEffect> {
    QueueingEffectHandler { effect, orders, report in
      orders.add { await server.test(ClientTestLine(effect.wish, client: effect.client), report) }
    }
  }
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

  func faults(after effect: ServerFaultEffect) async -> Result<[ActiveServerFault], ServerProblem> {
    let change: DatabaseRequest.Operation? =
      switch effect {
      case .read: nil
      case .on(let file, let name): .switchFaultsOn(file, name: name)
      case .off(let name): .switchFaultsOff(name)
      }
    do throws(DatabaseAnswer.Failure) {
      if let change { _ = try await database.perform(DatabaseRequest(change, now: time.now)) }
      return .success(try await database.perform(DatabaseRequest(.faults, now: time.now)).faults)
    } catch { return .failure(ServerProblem(error)) }
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
