import FoundationEssentials
import IdentityServer
import Programs
import SharedValues

/// Registered clients for people and for scripts, without secrets: the server stores only their hashes.
enum ClientReport {
  static func object(_ client: RegisteredClient) -> JSON {
    [
      "client_id": .string(client.id), "authenticated_user": client.owner.map(JSON.string) ?? .null,
      "status": .string(client.status), "client_name": client.name.map(JSON.string) ?? .null,
      "registered": .string(time(client.registered)), "last_used": client.lastUsed.map { .string(time($0)) } ?? .null,
      "software_id": client.template.map(JSON.string) ?? .null, "live_grants": .number("\(client.liveGrants)"),
      "metadata": client.metadata,
    ]
  }

  /// The client as JSON, with its grants.
  static func object(_ client: RegisteredClient, _ grants: [ClientGrant]) -> JSON {
    let list = grants.map { grant -> JSON in
      [
        "grant": .number("\(grant.id)"), "user": .string(grant.user),
        "scope": .string(grant.scope.joined(separator: " ")), "created": .string(time(grant.created)),
        "live_tokens": .number("\(grant.liveTokens)"), "session": grant.session.map(JSON.string) ?? .null,
      ]
    }
    return object(client).setting("grants", .array(list))
  }

  /// Empty when there are no grants.
  static func table(_ grants: [ClientGrant]) -> String {
    guard !grants.isEmpty else { return "" }
    let rows = grants.map { grant in
      [
        "\(grant.id)", grant.user, grant.scope.joined(separator: " "), time(grant.created), "\(grant.liveTokens)",
        grant.session ?? "-",
      ]
    }
    return "\n\n" + Columns.text([["grant", "user", "scope", "created", "live tokens", "session"]] + rows)
  }

  static func lines(_ client: RegisteredClient) -> String {
    AdministrationAccess.lines(object(client), without: ["metadata"]) + "\n" + Columns.block(client.metadata)
  }

  static func time(_ date: Date) -> String { date.formatted(.iso8601) }
}
