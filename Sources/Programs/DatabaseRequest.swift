import ForeignText
import FoundationEssentials
import SharedValues

/// A request of `dcr-terminal` to the identity server's database: one line of JSON for the program that owns it.
package struct DatabaseRequest: Hashable, Sendable, Codable {
  package enum Operation: Hashable, Sendable, Codable {
    /// - order: as in `clients list --sort`. `anchor`: `first`, `last` or a position from an earlier answer.
    case clients(filter: String, order: String, ascending: Bool, anchor: String, limit: Int)
    case client(String)
    case sessions
    /// Valid grants and sessions of a user.
    case person(String)
    /// Only the numbers of clients and sessions.
    case totals
    case revoke(client: String)
    case activate(client: String)
    /// Also deletes its grants, and the sessions in which they were granted.
    case forget(client: String)
    case endSession(String, revokingGrants: Bool)
    /// - metadata: a JSON object.
    case changeTemplate(String, metadata: String)
    /// Signs a JSON object, with its type.
    case sign(String, type: String)
    /// The content of a document that this server signed.
    case verify(String, type: String)
  }

  package var operation: Operation
  /// By the server's clock.
  package var now: Date

  private enum CodingKeys: String, CodingKey { case operation = "deed", now }

  package init(_ operation: Operation, now: Date) { (self.operation, self.now) = (operation, now) }
}

/// The answer to a ``DatabaseRequest``: one line.
package struct DatabaseAnswer: Hashable, Sendable, Codable {
  /// Why the request failed.
  package struct Failure: WordedError, Hashable, Codable, ExitCode {
    package var rawValue: String
    package var subject: String
    package var detail: String
    package var status: ExitStatus
    package var code: Failure { self }
    package var values: [String: Term] {
      ["path": .value(subject), "received": .value(subject), "detail": .english(detail)]
    }

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
    /// When its registration access token expires.
    package var managedUntil: Date?
    /// A JSON object.
    package var metadata: String
    /// Its place in a list, for ``DatabaseRequest/Operation/clients(filter:order:ascending:anchor:limit:)``.
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
      /// The thumbprint of the key to which the token is bound; `nil`: not bound.
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
  /// The signed document, or the content of one; `nil`: this server did not sign it.
  package var document: String?

  package init() {}
}
