import ArgumentParser

/// `database`: answers the queries of `dcr-terminal`, one line each, until its input ends.
struct DatabaseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database", abstract: "Answer what dcr-terminal asks of the database.", shouldDisplay: false)

  @Argument(help: "The database's path.") var path: String

  func run() async throws {
    while let line = readLine(strippingNewline: true) {
      guard let request = try? JSONDecoder().decode(DatabaseRequest.self, from: Data(line.utf8)) else { continue }
      let answer = await answer(request)
      Descriptor.write(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self) + "\n", to: STDOUT_FILENO)
    }
  }

  private func answer(_ request: DatabaseRequest) async -> DatabaseAnswer {
    let time = TimeSource { request.now }
    func administration() throws -> Administration { try Administration(databasePath: path, time: time) }
    func signing() throws -> DocumentSigning { try DocumentSigning(databasePath: path, time: time) }
    var answer = DatabaseAnswer()
    do {
      switch request.operation {
      case .change(let change): try await administration().make(change)
      case .switchFaultsOn(let file, let name): try await administration().switchOn(FaultOrder(file, name: name))
      case .switchFaultsOff(let name): try await administration().switchOff(name)
      case .changeTemplate(let id, let metadata):
        try await administration().changeTemplate(id, try JSON.parse(metadata))
      case .sign(let claims, let type): answer.document = try await signing().sign(try JSON.parse(claims), type: type)
      case .verify(let document, let type):
        answer.document = try await signing().claims(of: document, type: type)?.compact
      default: return try await reading(request.operation, try ServerObservation(databasePath: path, time: time))
      }
    } catch let problem as DocumentProblem {
      answer.failure = DatabaseAnswer.Failure(
        CommandError.OwnCode.faultFileWrong, subject: problem.file, detail: "\(problem.code) \(problem.member)")
    } catch {
      // Apart from the server's own errors, only writing can fail: a lasting lock, a full disk.
      let known = IdentityServerError(of: error, path)
      answer.failure = DatabaseAnswer.Failure(known.code, subject: known.subject, detail: known.detail)
    }
    return answer
  }

  private func reading(
    _ operation: DatabaseRequest.Operation, _ observation: ServerObservation
  ) async throws(IdentityServerError) -> DatabaseAnswer {
    var answer = DatabaseAnswer()
    (answer.clientCount, answer.sessionCount) = try await observation.totals()
    switch operation {
    case .clients(let filter, let sort, let ascending, let anchor, let limit):
      let query = ClientQuery(text: filter.isEmpty ? nil : filter, sort: sort, ascending: ascending, limit: limit)
      answer.window = try await observation.window(query, at: anchor)
    case .client(let id):
      if let (client, grants) = try await observation.client(id) { (answer.client, answer.grants) = (client, grants) }
    case .person(let user):
      answer.sessionCount = try await observation.sessions().count { $0.user == user }
      answer.grants = try await observation.grants(of: user)
    case .faults: answer.faults = try await observation.faults()
    case .sessions: answer.sessions = try await observation.sessions()
    default: break
    }
    return answer
  }
}

extension Administration {
  fileprivate func make(_ change: ServerChange) async throws {
    switch change {
    case .revoke(let id): try await revokeClient(id)
    case .activate(let id): try await activateClient(id)
    case .shorten(let id, let lifetime): try await shortenAccessTokens(of: id, to: lifetime)
    case .expireSecret(let id): try await expireSecret(of: id)
    case .nextTemplate(let id): try await changeTemplate(of: id)
    case .forget(let id): try await forgetClient(id)
    case .endSession(let handle, _, let revokingGrants): try await endSession(handle, revokingGrants: revokingGrants)
    }
  }
}
