import Programs
import SharedValues

/// The administrator of a lab's server, who can also read its database.
@MainActor struct LabAdministrator {
  let world: LabWorld

  func perform(_ operation: DatabaseRequest.Operation) async throws(CommandError) -> LabFacts {
    _ = try await ask(operation)
    return LabFacts(result: "ok")
  }

  func endSessions(of user: String) async throws(CommandError) -> LabFacts {
    let sessions = try await ask(.sessions).sessions.filter { $0.user == user }
    for session in sessions { _ = try await ask(.change(.endSession(session.id, user: user, revokingGrants: true))) }
    return LabFacts(["result": "ok", "ended": "\(sessions.count)"])
  }

  /// Counts from the whole database, and the details of one client or one user.
  func inspect(client: String? = nil, user: String? = nil) async throws(CommandError) -> LabFacts {
    let all = try await ask(.clients(filter: "", sort: .registered, ascending: true, at: .first, limit: 1000))
    let clients = all.window?.clients ?? []
    var facts = LabFacts([
      "clients": "\(all.clientCount)", "active": "\(clients.count(where: \.isActive))",
      "sessions": "\(all.sessionCount)",
    ])
    if let user {
      let person = try await ask(.person(user))
      let own = clients.filter { $0.owner == user }
      facts["clients"] = "\(own.count)"
      facts["active"] = "\(own.count(where: \.isActive))"
      facts["sessions"] = "\(person.sessionCount)"
      add(person.grants, to: &facts)
    }
    guard let id = client.map(world.filled) else { return facts }
    let answer = try await ask(.client(id))
    guard let client = answer.client else {
      throw CommandError(ServerCode(rawValue: "unknown_client"), ["received": id, "path": id, "detail": ""])
    }
    let metadata = client.metadata
    let keys = metadata["jwks"]?["keys"]?.arrayValue ?? []
    let found: [(String, String?)] = [
      ("status", client.status), ("user", client.owner), ("template", client.template), ("client_name", client.name),
      ("scope", metadata["scope"]?.stringValue), ("redirect_uri", metadata["redirect_uris"]?.stringArray?.first),
      ("token_endpoint_auth_method", metadata["token_endpoint_auth_method"]?.stringValue), ("keys", "\(keys.count)"),
      ("client_key", keys.first.flatMap { P256PublicKey(jwk: $0) }?.thumbprint),
    ]
    for (name, value) in found { facts[name] = value }
    add(answer.grants, to: &facts)
    return facts
  }

  /// Adds only grants and tokens that are still valid.
  private func add(_ grants: [ClientGrant], to facts: inout LabFacts) {
    let tokens = grants.flatMap(\.tokens)
    facts["grants"] = "\(grants.count { !$0.tokens.isEmpty })"
    facts["access_tokens"] = "\(tokens.count { $0.kind == .access })"
    facts["refresh_tokens"] = "\(tokens.count { $0.kind == .refresh })"
    facts["bound_access_tokens"] = "\(tokens.count { $0.kind == .access && $0.keyThumbprint != nil })"
    facts["bound_refresh_tokens"] = "\(tokens.count { $0.kind == .refresh && $0.keyThumbprint != nil })"
    let bindings = Set(tokens.compactMap(\.keyThumbprint))
    facts["dpop_key"] = bindings.count == 1 ? bindings.first : nil
  }

  private func ask(_ operation: DatabaseRequest.Operation) async throws(CommandError) -> DatabaseAnswer {
    do throws(DatabaseAnswer.Failure) {
      return try await world.database.perform(DatabaseRequest(operation, now: world.clocks.server.source.now))
    } catch { throw CommandError(CommandError.Code(error), error.values) }
  }
}
