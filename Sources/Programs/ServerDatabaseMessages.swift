import FoundationEssentials

/// What `dcr-terminal` asks of the identity server's database: a JSON object a line, to the program that owns it.
package struct DatabaseOrder: Hashable, Sendable, Codable {
  package enum Deed: Hashable, Sendable, Codable {
    /// - order: as `clients list --sort` spells it. `anchor`: `first`, `last` or a position of an earlier answer.
    case clients(filter: String, order: String, ascending: Bool, anchor: String, limit: Int)
    case client(String)
    case sessions
    /// Live grants and sessions of a user.
    case person(String)
    /// Only how many there are of each.
    case totals
    case revoke(client: String)
    case activate(client: String)
    /// With its grants, and the sessions in which they were granted.
    case forget(client: String)
    case endSession(String, revokingGrants: Bool)
    /// - metadata: a JSON object.
    case changeTemplate(String, metadata: String)
    /// A JSON object that the server is to vouch for, with its type.
    case sign(String, type: String)
    /// What this server has vouched for, by its signed form.
    case verify(String, type: String)
  }

  package var deed: Deed
  /// By the server's clock.
  package var now: Date

  package init(_ deed: Deed, now: Date) { (self.deed, self.now) = (deed, now) }
}

/// The answer to a ``DatabaseOrder``, a line.
package struct DatabaseAnswer: Hashable, Sendable, Codable {
  /// Why it was not done.
  package struct Failure: Error, Hashable, Sendable, Codable, ExitCode {
    package var rawValue: String
    package var subject: String
    package var detail: String
    package var status: ExitStatus

    package init(_ code: some ExitCode, subject: String, detail: String) {
      (rawValue, status, self.subject, self.detail) = (code.rawValue, code.status, subject, detail)
    }
  }

  package struct Client: Hashable, Sendable, Codable {
    package var id: String
    package var name, owner: String?
    package var status: String
    package var registered: Date
    package var lastUsed: Date?
    package var liveGrants: Int
    package var template: String?
    /// The end of its registration access token.
    package var managedUntil: Date?
    /// A JSON object.
    package var metadata: String
    /// In a list of clients, for ``DatabaseOrder/Deed/clients(filter:order:ascending:anchor:limit:)``.
    package var position: String?

    package init(id: String, status: String, registered: Date, liveGrants: Int, metadata: String) {
      (self.id, self.status, self.registered) = (id, status, registered)
      (self.liveGrants, self.metadata) = (liveGrants, metadata)
    }
  }

  package struct Window: Hashable, Sendable, Codable {
    package var clients: [Client]
    package var before: Int
    package var total: Int

    package init(clients: [Client], before: Int, total: Int) {
      (self.clients, self.before, self.total) = (clients, before, total)
    }
  }

  package struct Grant: Hashable, Sendable, Codable {
    package struct Token: Hashable, Sendable, Codable {
      package enum Kind: String, Hashable, Sendable, Codable { case code, access, refresh }
      package var kind: Kind
      package var expires: Date
      /// The thumbprint of the key that it is bound to; `nil`: to none.
      package var keyThumbprint: String?

      package init(_ kind: Kind, expires: Date, keyThumbprint: String? = nil) {
        (self.kind, self.expires, self.keyThumbprint) = (kind, expires, keyThumbprint)
      }
    }

    package var user: String
    package var scope: [String]
    package var created: Date
    package var session: String?
    package var tokens: [Token]

    package init(user: String, scope: [String], created: Date, session: String?, tokens: [Token]) {
      (self.user, self.scope, self.created, self.session) = (user, scope, created, session)
      self.tokens = tokens
    }
  }

  package struct Session: Hashable, Sendable, Codable {
    package var id: String
    package var user: String
    package var created: Date
    package var lastUsed: Date?
    package var expires: Date
    package var userAgent: String?
    package var liveGrants: Int

    package init(id: String, user: String, created: Date, expires: Date, liveGrants: Int) {
      (self.id, self.user, self.created, self.expires) = (id, user, created, expires)
      self.liveGrants = liveGrants
    }
  }

  package var failure: Failure?
  package var clientCount = 0
  package var sessionCount = 0
  package var window: Window?
  package var client: Client?
  package var grants: [Grant] = []
  package var sessions: [Session] = []
  /// The signed form, or what was found in one; `nil`: this server has not signed it.
  package var document: String?

  package init() {}
}
