import GRDB

/// Endpoints for operators: `/health` says whether the server works, `/metrics` what it has done.
extension Provider {
  static let healthPath = "/health"
  static let metricsPath = "/metrics"

  /// 200 when the database answers and can grow and the keys are ready, else 503; the members say which of them failed. Right
  /// after the start it waits for the keys, so that a server that reported ready is never called unavailable.
  @Sendable func health(_ request: ServerRequest) async -> ServerResponse {
    let database = await store.isReadable() && Store.hasRoom(at: store.pool.path)
    let keys = await keys.areReady()
    func word(_ isFine: Bool) -> JSON { isFine ? "ok" : "unavailable" }
    return .json(
      ["status": word(database && keys), "database": word(database), "keys": word(keys)],
      status: database && keys ? 200 : 503, note: "health")
  }

  @Sendable func metricsText(_ request: ServerRequest) async throws -> ServerResponse {
    let answer = OpenMetrics(
      metrics.counts, version: configuration.version, sessions: try await store.liveSessions(now: now),
      databaseBytes: store.bytesOnDisk, connections: connections.count, started: seconds(started))
    return .text(answer.text, OpenMetrics.contentType, note: "metrics")
  }
}

extension Store {
  func isReadable() async -> Bool {
    (try? await pool.read { try $0.hasRow("SELECT 1 FROM configured_clients") }) != nil
  }

  /// Whether the disk has room for what a request may write.
  static func hasRoom(at path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
    return (attributes?[.systemFreeSize] as? Int) ?? 0 >= 65_536
  }

  func liveSessions(now: Date) async throws -> Int {
    try await pool.read {
      try $0.value(Int.self, "SELECT count(*) FROM sso_sessions WHERE expires > ?", seconds(now)) ?? 0
    }
  }

  var bytesOnDisk: Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: pool.path + suffix)
      return sum + ((attributes?[.size] as? Int) ?? 0)
    }
  }
}

extension OAuthError {
  /// What no endpoint has foreseen: only the log has its cause. While another program writes, or the disk is full, the same request may
  /// succeed later.
  static func unforeseen(_ error: any Error) -> OAuthError {
    let code = (error as? DatabaseError)?.resultCode
    var unforeseen =
      [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL].contains(code)
      ? tryLater("the server cannot write its database now", status: 503, after: 5)
      : OAuthError(.serverError, "the server could not do that", status: 500)
    unforeseen.detail = "\(error)"
    return unforeseen
  }
}
