import FoundationEssentials

/// A request of `dcr-terminal` to the identity server's database: one line of JSON for the program that owns it.
package struct DatabaseRequest: Hashable, Sendable, Codable {
  package enum Operation: Hashable, Sendable, Codable {
    case clients(filter: String, sort: ClientSort, ascending: Bool, at: ClientAnchor, limit: Int)
    case client(String)
    case sessions
    /// Valid grants and sessions of a user.
    case person(String)
    case totals
    case change(ServerChange)
    case faults
    case switchFaultsOn(String, name: String)
    /// By name or number; `nil`: all.
    case switchFaultsOff(String?)
    /// - metadata: a JSON object.
    case changeTemplate(String, metadata: String)
    case sign(String, type: String)
    /// The content of a document that this server signed.
    case verify(String, type: String)
  }

  package var operation: Operation
  /// By the server's clock.
  package var now: Date

  package init(_ operation: Operation, now: Date) { (self.operation, self.now) = (operation, now) }
}

package struct DatabaseAnswer: Hashable, Sendable, Codable {
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

  package var failure: Failure?
  package var clientCount = 0
  package var sessionCount = 0
  package var window: ClientWindow?
  package var client: RegisteredClient?
  package var grants: [ClientGrant] = []
  package var sessions: [UserSession] = []
  package var faults: [ActiveServerFault] = []
  /// The signed document, or the content of one; `nil`: this server did not sign it.
  package var document: String?
  package init() {}
}

/// The orders that the app sends to the server that it started, on its standard input: lines of JSON, `{"clock":{"since":…,"shown":…,"pace":…}}`. The
/// server answers each that it understands with `{"event":"clock", …}` and the new setting; the app may be newer than the server.
package enum ClockCommands {
  /// Bytes; longer lines are ignored.
  private static let longest = 4096

  /// The content of an order; `nil`: the line is no order of this name.
  static func order(_ name: String, _ line: String) -> JSON? {
    line.utf8.count <= longest ? (try? JSON.parse(line))?[name] : nil
  }

  package static func apply(_ line: String, _ clock: AdjustableClock) -> JSON? {
    guard let setting = order("clock", line).flatMap({ ClockSetting($0) }) else { return nil }
    clock.set(setting)
    return ["event": "clock", "clock": setting.json]
  }

  package static func line(_ setting: ClockSetting) -> String { JSON.object([.init("clock", setting.json)]).line }

  /// The setting that the server confirms; `nil`: the line is something else.
  package static func confirmedSetting(_ object: JSON) -> ClockSetting? {
    guard object["event"]?.stringValue == "clock" else { return nil }
    return object["clock"].flatMap { ClockSetting($0) }
  }
}
