import SharedValues

/// One answer, and what an onlooker and the log may know of it.
struct ServerResponse: Sendable {
  var status: Int
  var headers: [HTTPHeader]
  var body: [UInt8]
  /// For ``ServerEvent``.
  var note: String = ""
  /// For ``ServerEvent``.
  var session: ServerEvent.Session?
  /// For the log alone.
  var detail: String = ""

  init(_ status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], note: String = "") {
    (self.status, self.headers, self.body, self.note) = (status, headers, body, note)
  }

  /// JSON that may be kept by nobody (RFC 6749 §5.1).
  static func json(_ value: JSON, status: Int = 200, note: String = "") -> ServerResponse {
    ServerResponse(
      status,
      headers: [
        HTTPHeader("Content-Type", "application/json"), HTTPHeader("Cache-Control", "no-store"),
        HTTPHeader("Pragma", "no-cache"),
      ],
      body: Array(value.compact.utf8), note: note)
  }

  /// JSON that holds no secret: it may be kept for a while, but not when the server comes back with another key.
  static func publicJSON(_ value: JSON, note: String = "") -> ServerResponse {
    ServerResponse(
      200,
      headers: [
        HTTPHeader("Content-Type", "application/json"),
        HTTPHeader("Cache-Control", "public, max-age=0, must-revalidate"),
      ],
      body: Array(value.compact.utf8), note: note)
  }

  /// 303 after a form post, 302 otherwise. The URL was made by this server and holds no control characters.
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

/// A cookie of this server: host-only, never readable by scripts, never sent over plain HTTP (RFC 6265bis §4.1.3.2).
struct Cookie: Sendable {
  var name: String
  var value: String
  /// Seconds; `nil` lives as long as the browser, 0 deletes it.
  var maximumAge: Int?

  /// The signed-in browser.
  static let session = "__Host-idsvr-sso"
  /// The browser before any login; forms are bound to it.
  static let browser = "__Host-idsvr-browser"
  /// The signed-in administrator.
  static let administrator = "__Host-idsvr-admin"

  /// The accounts that have signed in with this browser (``KnownBrowsers``).
  static let known = "__Host-idsvr-known"

  static let names = [session, browser, administrator, known]

  var header: String {
    let age = maximumAge.map { "; Max-Age=\($0)" } ?? ""
    return "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax" + age
  }
}
