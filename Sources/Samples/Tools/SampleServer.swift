import FoundationEssentials
import SharedValues
import Workshop

/// The server's data after several devices have used it.
extension Sample {
  static let administration = ServerAdministration(
    page: "https://localhost:6749/admin", name: "admin", password: Secret("kx7m-9qpt-w3ef-hj6a"))

  static let clients: [RegisteredClient] = [
    RegisteredClient(id: clientID, owner: "demouser", registered: now - 97, lastUsed: now - 12, liveGrants: 1),
    RegisteredClient(
      id: otherClientID, name: "Tablet at the stand", owner: "demouser", registered: now - 1530,
      lastUsed: now - 245, liveGrants: 2),
    RegisteredClient(
      id: "b7e1d350-2c48-4f6a-8a19-e03f96d4c7a1", name: "Curity DCR Demo App", owner: "jr", registered: now - 7260,
      lastUsed: now - 3700, liveGrants: 1, template: "mobile-dcr-template-client"),
    RegisteredClient(id: "5f20c8ab-93e7-4d15-b6c2-7a48e1f09d3c", registered: now - 9000),
    RegisteredClient(
      id: "e4a86b17-0d5f-4c93-a27e-18b9c3f65d20", name: "Telefon från förra året, med ett långt namn",
      owner: "john.doe@example.com", status: "revoked", registered: now - 260_000, lastUsed: now - 180_000),
  ]

  static let grants = [
    ClientGrant(
      user: "demouser", scope: ["openid", "profile"], created: now - 90, session: "3f0b77c1d2a9e845",
      tokens: [.init(.access, expires: now + 288), .init(.refresh, expires: now + 3588)]),
    ClientGrant(
      user: "demouser", scope: ["openid"], created: now - 3, session: nil, tokens: [.init(.code, expires: now + 57)]),
  ]

  static let sessions = [
    UserSession(
      id: "3f0b77c1d2a9e845", user: "demouser", created: now - 101, lastUsed: now - 90, expires: now + 28_699,
      userAgent: "dcr-browser/1.0", liveGrants: 1),
    UserSession(
      id: "90ac15e2f7746bd8", user: "jr", created: now - 7300, expires: now + 21_500,
      userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0", liveGrants: 1),
  ]

  static let events = (story["events"]?.stringArray ?? []).reduce(into: ServerEventList()) { list, line in
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
