import Faults
import GRDB

/// A rule that is switched on.
package struct ServerFault: Hashable, Sendable {
  package private(set) var number: Int
  /// The same for all rules that were switched on together: what switches them off.
  package private(set) var batch: Int
  /// The preset's name, or the title of the file.
  package let name: String
  package let target: FaultTarget
  let rule: FaultRule
  /// Spoils the answer in place of the rule's defect; `nil`: the rule says what happens.
  var crafted: Crafted?
  /// How the redirect of the rule's endpoint is delivered, in place of the rule's defect; `nil`: the rule says what happens.
  var delivery: AnswerDelivery?
  /// How many exchanges pass before it begins.
  var passed = 0
  package internal(set) var hits: Int
  package let endsWithServer: Bool

  /// `token: status 503`
  package var summary: String {
    delivery?.summary ?? crafted?.summary(at: rule.endpoint) ?? rule.summaryAtServer
  }

  /// Whether it belongs to a test of a client, which has its rules from this program alone.
  var isOfTest: Bool { number < 0 }

  /// How often it will still happen; `nil`: until it is switched off.
  package var left: Int? { rule.times.left(after: hits) }

  /// Whether it leaves redirects without a code.
  var waitsForCode: Bool { isOfTest || left != nil && rule.endpoint == .authorize }

  /// A fault that lives in memory alone (``ServerFaults/set(_:of:)``). Its number is negative, as no number of the database is.
  init(
    testing place: Int, _ rule: FaultRule, crafted: Crafted? = nil, delivery: AnswerDelivery? = nil, name: String,
    for target: FaultTarget
  ) {
    (number, batch, self.name, hits) = (-1 - place, -1, name, 0)
    (self.target, self.rule, self.crafted, self.delivery, endsWithServer) = (target, rule, crafted, delivery, true)
  }

  static func batch(of test: Int) -> Int { -1 - test }

  func numbered(_ number: Int, in batch: Int) -> ServerFault {
    var fault = self
    (fault.number, fault.batch) = (number, batch)
    return fault
  }

  fileprivate init?(_ row: Row) {
    guard let target = FaultTarget(kind: row["target_kind"], name: row["target"]),
      let rule = try? FaultFile.read(Array((row["rule"] as String).utf8), name: "rule").rules.first
    else { return nil }
    (number, batch, name, hits) = (row["number"], row["batch"], row["name"], row["hits"])
    (self.target, self.rule, endsWithServer) = (target, rule, row["ends_with_server"])
  }
}

/// Faults to switch on: a fault file, judged for the server.
package struct FaultOrder: Hashable, Sendable {
  /// The preset's name, or the title of the file.
  package let name: String
  package let target: FaultTarget
  let rules: [FaultRule]

  /// - Parameters:
  ///   - file: a fault file (docs/faults.schema.json).
  ///   - times: of each rule; `nil`: as the file has it.
  /// - Throws: `fault_not_at_server`, `fault_target_unknown`; `DocumentProblem`: the file is wrong. Then none of the file is switched on.
  package init(_ file: String, name: String, for target: FaultTarget = .everybody, times: Int? = nil) throws {
    try self.init(FaultFile.read(Array(file.utf8), name: name), name: name, for: target, times: times)
  }

  init(
    _ plan: FaultPlan, name: String, for target: FaultTarget = .everybody, times: Int? = nil
  ) throws(IdentityServerError) {
    for rule in plan.rules { try rule.checkAtServer(for: target) }
    (self.name, self.target) = (name, target)
    rules = plan.rulesAtServer.map {
      FaultRule($0.endpoint, $0.defect, times.map(FaultTimes.times) ?? $0.times, after: $0.after)
    }
  }

  /// The target of a command.
  /// - Throws: `fault_target_unfit`.
  package static func target(
    client: String?, user: String?, address: String?
  ) throws(IdentityServerError) -> FaultTarget {
    for case (let kind, let name?) in [("client", client), ("user", user), ("address", address)] {
      return try target(kind: kind, name: name)
    }
    return .everybody
  }

  /// - Throws: `fault_target_unfit`.
  static func target(kind: String, name: String) throws(IdentityServerError) -> FaultTarget {
    guard let target = FaultTarget(kind: kind, name: name) else {
      throw IdentityServerError(.faultTargetUnfit, name)
    }
    return target
  }
}

/// A running server takes these up within a second.
extension Administration {
  /// All rules that are on, in the order in which they decide.
  package func faults() async throws -> [ServerFault] { try await database.read(Store.faults) }

  /// Switches the faults on. Those of the same name with the same target are replaced, and their counts begin anew.
  /// - Throws: `unknown_client`, `unknown_user`: the server never recognises such a target.
  package func switchOn(_ order: FaultOrder) async throws {
    try await database.write { database in
      switch order.target {
      case .client(let id):
        guard try Store.client(id, database) != nil else { throw IdentityServerError(.unknownClient, id) }
      case .user(let name):
        let isKnown = try database.hasRow("SELECT 1 FROM users WHERE user_name = ?", name)
        guard isKnown else { throw IdentityServerError(.unknownUser, name) }
      case .everybody, .address, .applications, .registrars: break
      }
      try Store.switchOn(order, database)
    }
  }

  /// Switches off what was switched on under this number or, where no fault has it, this name; `nil`: everything.
  /// - Returns: how many rules that were.
  /// - Throws: `unknown_fault`.
  @discardableResult
  package func switchOff(_ name: String?) async throws -> Int {
    try await database.write { database in
      guard let name else {
        try database.run("DELETE FROM server_faults")
        return database.changesCount
      }
      // A file may have a number for its title, and lists and pages switch off by the number.
      try database.run("DELETE FROM server_faults WHERE batch = ?", Int(name))
      if database.changesCount == 0 { try database.run("DELETE FROM server_faults WHERE name = ?", name) }
      guard database.changesCount > 0 else { throw IdentityServerError(.unknownFault, name) }
      return database.changesCount
    }
  }
}

extension ServerObservation {
  /// All rules that are on, in the order in which they decide.
  package func faults() async throws(IdentityServerError) -> [ActiveServerFault] {
    try await read { database, _ in
      try Store.faults(database).map {
        ActiveServerFault(
          number: $0.batch, name: $0.name, target: $0.target.summary, fault: $0.summary, hits: $0.hits, left: $0.left)
      }
    }
  }
}

extension Store {
  func faults() throws -> [ServerFault] { try read(Store.faults) }

  /// The newest batch decides first, and in a batch the first rule. Rows that somebody has damaged are left out.
  fileprivate static func faults(_ database: Database) throws -> [ServerFault] {
    try database.rows("SELECT * FROM server_faults ORDER BY batch DESC, number").compactMap(ServerFault.init)
  }

  fileprivate static func switchOn(
    _ order: FaultOrder, endsWithServer: Bool = false, _ database: Database
  ) throws {
    try database.run(
      "DELETE FROM server_faults WHERE name = ? AND target_kind = ? AND target = ?", order.name, order.target.kind,
      order.target.name)
    let batch = (try database.value(Int.self, "SELECT max(batch) FROM server_faults") ?? 0) + 1
    for rule in order.rules {
      try database.run(
        """
        INSERT INTO server_faults (batch, name, target_kind, target, rule, ends_with_server) VALUES (?, ?, ?, ?, ?, ?)
        """, batch, order.name, order.target.kind, order.target.name, FaultPlan([rule]).json.compact, endsWithServer)
    }
  }

  /// The faults that a server is started with replace those of the start before.
  func startWith(_ order: FaultOrder?) throws {
    try pool.write { database in
      try database.run("DELETE FROM server_faults WHERE ends_with_server")
      if let order { try Store.switchOn(order, endsWithServer: true, database) }
    }
  }

  /// Adds hits, by number, and removes the rules that have ended.
  func countFaults(_ hits: [Int: Int], ended: [Int]) throws {
    guard !hits.isEmpty || !ended.isEmpty else { return }
    try pool.write { database in
      for (number, count) in hits {
        try database.run("UPDATE server_faults SET hits = hits + ? WHERE number = ?", count, number)
      }
      for number in ended { try database.run("DELETE FROM server_faults WHERE number = ?", number) }
    }
  }
}
