import Foundation
import SharedValues

/// One handled request, or one deed of an administrator, as an onlooker may see it: no query, no body, no secret.
public struct ServerEvent: Hashable, Sendable {
  /// What an authorization had to do with a single sign-on session.
  public enum Session: String, Hashable, Sendable { case created, used }

  public var time: Date
  public var method: String
  /// The request's path without the query. A client id in the path is no secret.
  public var path: String
  /// 0: nothing was sent; an administrator did it by a command.
  public var status: Int
  /// What the address is for: the endpoint, `page` for other pages of a browser, `other` for what watches over the server.
  public var endpoint: Endpoint
  /// What happened, in one phrase: `login form`, `SSO session created`, `redirect with code`; empty when there is nothing to add.
  public var note: String
  /// Set by a redirect with a code for which nobody had to agree.
  public var session: Session?
  /// The login or the sign-out that the request belongs to: the mark of its `state`; `nil`: none.
  public var visit: String?
  /// An administrator asked.
  public var isAdministration = false
  /// How long the answer took.
  public var seconds: Double
  /// The client that the request was of, where one became known.
  public var clientID: String?
  /// The request's id in the log.
  public var requestID: String

  public init(
    time: Date, method: String, path: String, status: Int, endpoint: Endpoint = .other, note: String = "",
    session: Session? = nil, seconds: Double = 0, clientID: String? = nil, requestID: String = ""
  ) {
    (self.time, self.method, self.path, self.status, self.endpoint) = (time, method, path, status, endpoint)
    (self.note, self.session, self.seconds, self.clientID) = (note, session, seconds, clientID)
    self.requestID = requestID
  }
}
