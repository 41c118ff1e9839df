import GRDB

/// Endpoints for operators: `/health` says whether the server works, `/metrics` what it has done.
extension Provider {
  static let healthPath = "/health"
  static let metricsPath = "/metrics"

  /// 200 when the database answers and the keys are ready, else 503; the members say which of them failed. Right after the
  /// start it waits for the keys, so that a server that reported ready is never called unavailable.
  @Sendable func health(_ request: ServerRequest) async -> ServerResponse {
    let database = await store.isReadable()
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
