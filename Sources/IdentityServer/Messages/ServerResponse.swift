import Faults

/// One answer, and what events and the log say about it.
struct ServerResponse: Sendable {
  var status: Int
  var headers: [HTTPHeader]
  var body: [UInt8]
  var note: String = ""
  var session: ServerEvent.Session?
  var detail: String = ""
  /// The names of the faults that changed the answer; empty: none did.
  var fault: String = ""
  /// Whether a fault ends the connection without an answer; the status is 0 then.
  var isCutOff = false
  /// The rare way in which a fault sends the answer; `nil`: as all others.
  var transfer: TransferDefect?

  init(_ status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], note: String = "") {
    (self.status, self.headers, self.body, self.note) = (status, headers, body, note)
  }

  /// A text, which must not be cached unless `cache` allows it.
  static func text(
    _ text: String, _ type: String, cache: String = "no-store", status: Int = 200, note: String = ""
  ) -> ServerResponse {
    ServerResponse(
      status, headers: [HTTPHeader("Content-Type", type), HTTPHeader("Cache-Control", cache)], body: Array(text.utf8),
      note: note)
  }

  /// JSON that must not be cached (RFC 6749 §5.1).
  static func json(_ value: JSON, status: Int = 200, note: String = "") -> ServerResponse {
    var response = text(value.compact, "application/json", status: status, note: note)
    response.headers.append(HTTPHeader("Pragma", "no-cache"))
    return response
  }

  /// JSON without secrets: it may be cached but must be revalidated, because the server may come back with another key.
  static func publicJSON(_ value: JSON, note: String = "") -> ServerResponse {
    text(value.compact, "application/json", cache: "public, max-age=0, must-revalidate", note: note)
  }

  static func empty(_ status: Int, note: String) -> ServerResponse {
    ServerResponse(status, headers: [HTTPHeader("Cache-Control", "no-store")], note: note)
  }

  /// 303 after a form post, 302 otherwise. The URL comes from this server and has no control characters.
  static func redirect(to url: String, after method: String, note: String) -> ServerResponse {
    ServerResponse(
      method == "POST" ? 303 : 302,
      headers: [HTTPHeader("Location", url), HTTPHeader("Cache-Control", "no-store")], note: note)
  }

  static func error(_ error: OAuthError) -> ServerResponse {
    let said: JSON = ["error": .string(error.code.rawValue), "error_description": .string(error.description)]
    var response = ServerResponse.json(
      error.isBare ? .object([]) : said, status: error.status,
      note: error.isBare ? error.description : error.code.rawValue)
    response.headers += error.challenges.map { HTTPHeader("WWW-Authenticate", $0) }
    if let seconds = error.retryAfter { response.headers.append(HTTPHeader("Retry-After", String(seconds))) }
    response.detail = error.detail
    return response
  }

  mutating func set(_ cookie: Cookie) { headers.append(HTTPHeader("Set-Cookie", cookie.header)) }
}

extension [JSON.Member] {
  init(_ members: KeyValuePairs<String, JSON?>) {
    self = members.compactMap { name, value in value.map { JSON.Member(name, $0) } }
  }
}

/// A cookie of this server: host-only, never readable by scripts, never sent over plain HTTP (RFC 6265bis §4.1.3.2).
struct Cookie: Sendable {
  var name: String
  var value: String
  /// Seconds; `nil`: until the browser closes; 0: deletes the cookie.
  var maximumAge: Int?

  static let session = "__Host-idsvr-sso"
  /// Identifies a browser before any login; forms are bound to it.
  static let browser = "__Host-idsvr-browser"
  static let administrator = "__Host-idsvr-admin"
  /// The accounts that have signed in with this browser (``KnownBrowsers``).
  static let known = "__Host-idsvr-known"

  static let names = [session, browser, administrator, known]

  var header: String {
    let age = maximumAge.map { "; Max-Age=\($0)" } ?? ""
    return "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax" + age
  }
}
