import GRDB

package struct ClientTemplate: Hashable, Sendable {
  /// The template's id, which a registration names as `software_id`.
  package var id: String
  package var name: String?
  /// The template's metadata in the members of a registration request (RFC 7591 §2).
  package var metadata: JSON
  package var activeInstances: Int
  package var instances: Int
  /// Comes with the product and cannot be deleted.
  package var isBuiltIn: Bool
}

/// The templates of templatized registrations. Changes take effect at once, for every instance.
extension Administration {
  package func templates() async throws -> [ClientTemplate] {
    try await database.read { try $0.rows(Self.query + " ORDER BY t.client_id").map(Self.template) }
  }

  package func template(_ id: String) async throws -> ClientTemplate {
    try await database.read { try $0.row(Self.query + " AND t.client_id = ?", id).map(Self.template) }
      .orThrow(.unknownTemplate, id)
  }

  /// Metadata is judged as a registration with it would be.
  package func addTemplate(_ id: String, _ metadata: JSON) async throws {
    guard Self.isName(id, upTo: 100, marks: ".") else { throw IdentityServerError(.templateNameUnfit, id) }
    let judged = try judge(metadata, id)
    try await database.write { database in
      guard try Store.client(id, database) == nil else { throw IdentityServerError(.templateExists, id) }
      try database.run(
        "INSERT INTO configured_clients (client_id, kind, metadata) VALUES (?, 'template', ?)", id, judged.json.compact)
    }
  }

  package func changeTemplate(_ id: String, _ metadata: JSON) async throws {
    let judged = try judge(metadata, id)
    try await database.write { database in
      let current = try Self.existing(id, database)
      var changed = judged
      // Members that registrations cannot set keep their values.
      changed.requiresProofKey = current.metadata.requiresProofKey
      changed.validatesLoopbackPort = current.metadata.validatesLoopbackPort
      changed.refreshTokenLifetime = current.metadata.refreshTokenLifetime
      try database.run("UPDATE configured_clients SET metadata = ? WHERE client_id = ?", changed.json.compact, id)
    }
  }

  /// Removes a template that no active client needs. Its revoked instances keep a copy of its metadata, and their own keys.
  package func deleteTemplate(_ id: String) async throws {
    guard !Self.isBuiltIn(id) else { throw IdentityServerError(.templateIsBuiltIn, id) }
    try await database.write { database in
      let template = try Self.existing(id, database)
      let isInUse = try database.hasRow(
        "SELECT 1 FROM dynamically_registered_clients WHERE template_id = ? AND status = 'active' LIMIT 1", id)
      guard !isInUse else { throw IdentityServerError(.templateInUse, id) }
      try Store.detachInstances(of: template, database)
      try database.run("DELETE FROM configured_clients WHERE client_id = ?", id)
    }
  }

  private static func existing(_ id: String, _ database: Database) throws -> Client {
    guard let template = try Store.client(id, database), template.kind == .template else {
      throw IdentityServerError(.unknownTemplate, id)
    }
    return template
  }

  private func judge(_ metadata: JSON, _ id: String) throws(IdentityServerError) -> ClientMetadata {
    var judge = judge
    (judge.isTemplate, judge.maximumBytes) = (true, 0)
    do {
      var judged = try judge.judge(metadata)
      // Only instances name their template.
      judged.description.removeAll { $0.name == "software_id" }
      return judged
    } catch { throw IdentityServerError(.templateUnfit, id, detail: error.description) }
  }

  private static func isBuiltIn(_ id: String) -> Bool {
    ConfiguredClients.all.contains { $0.kind == .template && $0.id == id }
  }

  private static let query = """
    SELECT t.client_id, t.metadata,
    (SELECT count(*) FROM dynamically_registered_clients c WHERE c.template_id = t.client_id) AS instances,
    (SELECT count(*) FROM dynamically_registered_clients c WHERE c.template_id = t.client_id AND +c.status = 'active')
    AS active_instances
    FROM configured_clients t WHERE t.kind = 'template'
    """

  private static func template(_ row: Row) -> ClientTemplate {
    let metadata = ClientMetadata(stored: (try? JSON.parse(row["metadata"] as String)) ?? .object([]))
    return ClientTemplate(
      id: row["client_id"], name: metadata.clientName, metadata: metadata.registrationRequest,
      activeInstances: row["active_instances"], instances: row["instances"], isBuiltIn: isBuiltIn(row["client_id"]))
  }
}

extension ClientMetadata {
  /// A registration request for this metadata, without the members that registrations cannot set.
  var registrationRequest: JSON {
    let own: Set = [
      "sector_identifier", "require_proof_key", "validate_port_on_loopback_interfaces", "refresh_token_ttl",
      "description",
    ]
    let members = (json.objectValue ?? []).filter { !own.contains($0.name) }
    return .object(description + members)
  }
}
