/// One handled request, or one change by an administrator, for display: without query, body and secrets.
package struct ServerEvent: Hashable, Sendable {
  /// What an authorization did with the single sign-on session.
  package enum Session: String, Hashable, Sendable { case created, used }

  package var time: Date
  package var method: String
  /// The request's path without the query. A client id in the path is no secret.
  package var path: String
  /// 0: no answer was sent, because an administrator's command caused the event or a fault ended the connection.
  package var status: Int
  /// What the address is for: the endpoint, `page` for other browser pages, `other` for monitoring addresses.
  package var endpoint = Endpoint.other
  /// What happened, in one phrase: `login form`, `SSO session created`, `redirect with code`; may be empty.
  package var note = ""
  /// Set by a redirect with a code that needed no consent.
  package var session: Session?
  /// A mark of the `state` of the login or sign-out that the request belongs to; `nil`: there is none.
  package var visit: String?
  package var isAdministration = false
  package var seconds = 0.0
  package var clientID: String?
  /// The names of the faults that changed the answer; empty: none did.
  package var fault = ""
  /// The request's id in the log.
  package var requestID = ""
}
