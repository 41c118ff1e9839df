import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Filtering, sorting and paging the clients in a database with many of them.
@Suite struct ClientListTests {
  private static let count = 10_000

  /// Clients numbered from 0, one created each second; every third of another user, every hundredth revoked, every tenth never used.
  private static func store(_ count: Int, in folder: URL) throws -> Store {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let store = try Store(path: folder.appendingPathComponent("idsvr.sqlite").path)
    try store.pool.write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ? - 1)
          INSERT INTO dynamically_registered_clients (client_id, authenticated_user, status, created, updated, last_used,
          template_id, registration_token_hash, registration_token_expires, metadata)
          SELECT printf('client-%05d', n), iif(n % 3 = 0, 'jd', 'demouser'), iif(n % 100 = 7, 'revoked', 'active'),
          1000 + n, 1000 + n, iif(n % 10 = 0, NULL, 500000 - n), iif(n % 50 = 1, 'mobile-dcr-template-client', NULL),
          randomblob(32), 0, json_object('description', json_object('client_name', printf('App %05d', (n * 7919) % 10007)))
          FROM numbers
          """, arguments: [count])
    }
    return store
  }

  private static func withClients<Result>(
    _ count: Int, _ body: (Administration, Store) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("clients-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try store(count, in: folder)
    return try await body(Administration(database: store.pool, time: .system), store)
  }

  private static func all(_ query: ClientQuery, _ administration: Administration) async throws -> [RegisteredClient] {
    var query = query
    var found: [RegisteredClient] = []
    repeat {
      let page = try await administration.clients(query)
      found += page.elements
      // As text, the form in which pages and commands carry the position.
      query.after = try page.next.map { try #require(PagePosition($0.description)) }
    } while query.after != nil
    return found
  }

  @Test(arguments: ClientSort.allCases, [true, false])
  func pagesTogetherAreTheWholeListInOrder(_ sort: ClientSort, ascending: Bool) async throws {
    try await Self.withClients(321) { administration, _ in
      let query = ClientQuery(sort: sort, ascending: ascending, limit: 100)
      let found = try await Self.all(query, administration)
      #expect(found.count == 321)
      #expect(Set(found.map(\.id)).count == 321)
      let keys = found.map { client -> String in
        switch sort {
        case .registered: String(format: "%010d", Int(client.registered.timeIntervalSince1970))
        case .lastUsed: String(format: "%010d", Int(client.lastUsed?.timeIntervalSince1970 ?? 0))
        case .name: client.name ?? ""
        case .owner: client.owner ?? ""
        case .status: client.status
        }
      }
      #expect(keys == (ascending ? keys.sorted() : keys.sorted(by: >)))
    }
  }

  @Test func filters() async throws {
    try await Self.withClients(1000) { (administration, _) async throws in
      let cases: [(ClientQuery, Int)] = [
        (ClientQuery(), 1000), (ClientQuery(owner: "jd"), 334), (ClientQuery(owner: "JD"), 0),
        (ClientQuery(status: .active), 990), (ClientQuery(status: .revoked), 10),
        (ClientQuery(template: "mobile-dcr-template-client"), 20), (ClientQuery(text: "client-0001"), 10),
        (ClientQuery(text: "CLIENT-00010"), 1), (ClientQuery(text: "mobile-dcr-t"), 20), (ClientQuery(text: "%"), 0),
        (ClientQuery(text: "client_0"), 0), (ClientQuery(text: "\\"), 0), (ClientQuery(text: ""), 1000),
        (ClientQuery(text: "' OR 1=1 --"), 0), (ClientQuery(text: "jd", status: .revoked), 3),
        (ClientQuery(owner: "demouser", status: .revoked), 7),
      ]
      for (query, count) in cases {
        #expect(try await Self.all(query, administration).count == count, "\(query)")
        #expect(try await administration.countClients(query) == count, "\(query)")
      }
      #expect(try await administration.countClients(ClientQuery(), upTo: 10) == 10)
    }
  }

  /// Rows added or removed between two pages neither repeat nor hide others.
  @Test func aPageFollowsAPositionAndNotACount() async throws {
    try await Self.withClients(300) { administration, _ in
      let first = try await administration.clients(ClientQuery(limit: 100))
      for client in first.elements.prefix(30) { try await administration.deleteClient(client.id) }
      let second = try await administration.clients(ClientQuery(after: first.next, limit: 100))
      #expect(second.elements.first?.id == "client-00199")
      #expect(second.elements.last?.id == "client-00100")
      try await administration.deleteClient("client-00100")
      #expect(try await administration.clients(ClientQuery(after: second.next)).elements.first?.id == "client-00099")
    }
  }

  /// No stopwatch needed: each page walks along an index and sorts nothing, however many clients exist.
  @Test(arguments: ClientSort.allCases, [true, false])
  func noOrderNeedsSorting(_ sort: ClientSort, ascending: Bool) async throws {
    try await Self.withClients(10) { _, store in
      for after in [nil, PagePosition(key: sort.isTime ? 1005.databaseValue : "b".databaseValue, id: "client-00005")] {
        for status in [nil, ClientQuery.Status.active] {
          let query = ClientQuery(status: status, sort: sort, ascending: ascending, after: after)
          let plan = try await store.pool.read { database in
            var plan = ""
            database.trace(options: .statement) { plan = $0.expandedDescription }
            _ = try query.fetchPositions(database)
            database.trace(options: [])
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(plan)").map { $0["detail"] as String }
          }
          #expect(!plan.isEmpty)
          #expect(plan.allSatisfy { !$0.contains("TEMP B-TREE") && $0.contains("USING") }, "\(plan)")
        }
      }
    }
  }

  @Test func tenThousand() async throws {
    try await Self.withClients(Self.count) { administration, _ in
      #expect(try await administration.countClients(ClientQuery()) == Self.count)
      let page = try await administration.clients(ClientQuery(text: "App 00042", sort: .name))
      #expect(page.elements.map(\.name) == ["App 00042"])
      #expect(try await administration.clients().count == Self.count)
    }
  }

  /// The list shows the current name: the template's, even after a change, and whoever wrote the row.
  @Test func theNameFollowsMetadataAndTemplate() async throws {
    try await Self.withClients(3) { administration, store in
      func name(_ id: String) async throws -> [String?] {
        let found = try await administration.clients(ClientQuery(text: id)).elements
        let column = try await store.pool.read {
          try String.fetchOne(
            $0, sql: "SELECT client_name FROM dynamically_registered_clients WHERE client_id = ?", arguments: [id])
        }
        return [found.first?.name, column]
      }
      #expect(try await name("client-00000") == ["App 00000", "App 00000"])
      #expect(try await name("client-00001") == ["mobile-dcr-template-client", "mobile-dcr-template-client"])
      for (metadata, expected) in [
        (#"{"description":{"client_name":"Änderung"}}"#, "Änderung"), ("no JSON", nil),
        (#"{"description":{"client_name":7}}"#, nil), (#"[1]"#, nil),
      ] as [(String, String?)] {
        try await store.pool.write {
          try $0.execute(
            sql: "UPDATE dynamically_registered_clients SET metadata = ? WHERE client_id = 'client-00002'",
            arguments: [metadata])
        }
        #expect(try await name("client-00002") == [expected, expected])
      }
      try await store.pool.write {
        try $0.execute(
          sql: """
            UPDATE configured_clients SET metadata = json_set(metadata, '$.description.client_name', 'New name')
            WHERE client_id = 'mobile-dcr-template-client'
            """)
      }
      #expect(try await name("client-00001") == ["New name", "New name"])
    }
  }

  /// A name may begin with a combining mark, which attaches to the letter before it.
  @Test(arguments: ["", "name", "\u{301}x", "\r\nx", "\u{200D}", "\u{D4E}"])
  func positionsReadAsWritten(_ name: String) throws {
    let position = PagePosition(key: name.databaseValue, id: "a" + name)
    let read = try #require(PagePosition(position.description))
    #expect(read == position && read.description == position.description)
  }

  @Test(arguments: ["", ".", "a", "a.b.c", "bjE.", "x.y!", "\u{0}", "bjE", String(repeating: "a", count: 9000)])
  func badPositions(_ text: String) {
    let position = PagePosition(text)
    #expect(position == nil || position?.id == "", "\(text)")
  }
}
