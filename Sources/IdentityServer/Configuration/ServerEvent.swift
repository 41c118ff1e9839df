import Foundation

/// One handled request, as an onlooker may see it: no query, no body, no secret.
public struct ServerEvent: Hashable, Sendable {
  public var time: Date
  public var method: String
  /// Without the query. A client id in it is no secret.
  public var path: String
  public var status: Int
  /// What happened, in one phrase: `login form`, `SSO session created`, `redirect with code`; empty when there is nothing to add.
  public var note: String

  public init(time: Date, method: String, path: String, status: Int, note: String = "") {
    self.time = time
    self.method = method
    self.path = path
    self.status = status
    self.note = note
  }
}
