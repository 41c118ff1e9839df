import GRDB

package struct ClientQuery: Hashable, Sendable {
  package enum Status: String, Hashable, Sendable, CaseIterable { case active, revoked }

  /// Part of the client id, the name or the user; ASCII letters match in either case.
  package var text: String?
  package var owner: String?
  package var status: Status?
  package var template: String?
  package var sort: ClientSort
  package var ascending: Bool
  package var after: PagePosition?
  /// 1 to ``maximumLimit``; other values are clamped.
  package var limit: Int

  package static let maximumLimit = 1000

  package init(
    text: String? = nil, owner: String? = nil, status: Status? = nil, template: String? = nil,
    sort: ClientSort = .registered, ascending: Bool = false, after: PagePosition? = nil, limit: Int = 50
  ) {
    (self.text, self.owner, self.status, self.template, self.sort) = (text, owner, status, template, sort)
    (self.ascending, self.after, self.limit) = (ascending, after, limit)
  }
}

/// Sort key and id of a page's last row: the next page repeats and skips nothing when rows are added or removed meanwhile.
package struct PagePosition: Hashable, Sendable {
  /// A number or a text, as ``ClientSort/expression`` gives it.
  var key: DatabaseValue
  var id: String
}

extension PagePosition: LosslessStringConvertible {
  /// Safe in a URL. It is no secret, and it only opens another page of the list.
  package var description: String {
    let text = Int.fromDatabaseValue(key).map { "n\($0)" } ?? "t\(String.fromDatabaseValue(key) ?? "")"
    return Base64URL.encode(Array(text.utf8)) + "." + Base64URL.encode(Array(id.utf8))
  }

  package init?(_ description: String) {
    let parts = description.split(scalar: ".", omittingEmptySubsequences: false).map(String.init)
    guard description.utf8.count <= 8192, parts.count == 2, let key = Base64URL.decode(parts[0]),
      let id = Base64URL.decode(parts[1]), let keyText = String(validating: key, as: UTF8.self),
      let idText = String(validating: id, as: UTF8.self)
    else { return nil }
    guard let kind = keyText.unicodeScalars.first else { return nil }
    let rest = keyText.after(keyText.startIndex)
    switch kind {
    case "n":
      guard let number = Int(rest) else { return nil }
      self.key = number.databaseValue
    case "t": self.key = String(rest).databaseValue
    default: return nil
    }
    self.id = idText
  }
}

extension ClientSort {
  /// Spelled exactly as an index has it, so that a page costs the same for any number of clients.
  var expression: String {
    switch self {
    case .registered: "c.created"
    case .lastUsed: "coalesce(c.last_used, 0)"
    case .name: "coalesce(c.client_name, '') COLLATE NOCASE"
    case .owner: "coalesce(c.authenticated_user, '') COLLATE NOCASE"
    case .status: "c.status"
    }
  }
}

extension ClientQuery {
  func conditions() -> (sql: String, arguments: [DatabaseValue]) {
    var all: [(sql: String, arguments: [DatabaseValue])] = []
    if let text, !text.isEmpty {
      let columns = ["c.client_id", "c.client_name", "c.authenticated_user"].map { "\($0) LIKE ? ESCAPE '\\'" }
      let pattern = "%\(Escape.likePattern(text))%".databaseValue
      all.append(("(" + columns.joined(separator: " OR ") + ")", columns.map { _ in pattern }))
    }
    if let owner { all.append(("c.authenticated_user = ?", [owner.databaseValue])) }
    switch status {
    // The plus makes SQLite use the index of the order: nearly all clients are active.
    case .active?: all.append(("+c.status = 'active'", []))
    case .revoked?: all.append(("c.status <> 'active'", []))
    case nil: break
    }
    if let template { all.append(("c.template_id = ?", [template.databaseValue])) }
    if let after {
      let sign = ascending ? ">" : "<"
      all.append(("(\(sort.expression), c.client_id) \(sign) (?, ?)", [after.key, after.id.databaseValue]))
    }
    let filter = all.map(\.sql).joined(separator: " AND ")
    return (all.isEmpty ? "" : "WHERE " + filter, all.flatMap(\.arguments))
  }

  func fetchPositions(_ database: Database) throws -> [PagePosition] {
    let (filter, arguments) = conditions()
    let order = ascending ? "ASC" : "DESC"
    return try database.rows(
      """
      SELECT c.client_id, \(sort.expression) AS key FROM dynamically_registered_clients c \(filter)
      ORDER BY \(sort.expression) \(order), c.client_id \(order) LIMIT ?
      """, arguments: arguments + [(boundedLimit + 1).databaseValue]
    ).map { PagePosition(key: $0["key"], id: $0["client_id"]) }
  }

  func count(_ database: Database, upTo most: Int = 100_000) throws -> Int {
    let (filter, arguments) = conditions()
    return try Int.fetchOne(
      database, sql: "SELECT count(*) FROM (SELECT 1 FROM dynamically_registered_clients c \(filter) LIMIT ?)",
      arguments: .whole(arguments + [most.databaseValue])) ?? 0
  }

  var boundedLimit: Int { min(max(limit, 1), ClientQuery.maximumLimit) }
}
