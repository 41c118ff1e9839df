import FoundationEssentials
import SharedValues
import Workshop

/// The server's data after several devices have used it.
extension Sample {
  static let administration = ServerAdministration(
    page: "https://localhost:6749/admin", name: "admin", password: Secret("kx7m-9qpt-w3ef-hj6a"))

  static let clients: [RegisteredClient] = rows("clients")
  static let grants: [ClientGrant] = rows("grants")
  static let sessions: [UserSession] = rows("sessions")
  private static let server = filled("server")

  /// Times are seconds after ``now``.
  private static func rows<Row: Decodable>(_ name: String) -> [Row] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { now + (try $0.singleValueContainer().decode(Double.self)) }
    return made { try decoder.decode([Row].self, from: Data((server[name] ?? []).compact.utf8)) }
  }

  static let events = (server["events"]?.stringArray ?? []).reduce(into: ServerEventList()) { list, line in
    let parts = line.split(scalar: " ", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
    list.append(
      ServerEventEntry(
        time: now - (Double(parts[0]) ?? 0), method: parts[2], path: parts[3], status: Int(parts[4]) ?? 0,
        note: parts[5], endpoint: Endpoint(rawValue: parts[1]) ?? .other))
  }

  static func numberedClient(_ number: Int) -> RegisteredClient {
    let hex = String(number * 7919 + 0x10000000, radix: 16)
    return RegisteredClient(
      id: "\(hex)-4a10-4c2e-9d00-\(String(number + 0x100000000000, radix: 16))",
      owner: number % 3 == 0 ? "jd" : "demouser",
      status: number % 9 == 4 ? "revoked" : "active", registered: now - Double(number * 61 + 5000),
      lastUsed: number % 5 == 0 ? nil : now - Double(number * 17 + 1), liveGrants: number % 9 == 4 ? 0 : number % 3)
  }
}

extension RegisteredClient {
  var revoked: RegisteredClient {
    var client = self
    (client.status, client.liveGrants) = ("revoked", 0)
    return client
  }
}
