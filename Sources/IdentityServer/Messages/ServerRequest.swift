/// One request as the endpoints see it, from a socket or from the same process.
struct ServerRequest: Sendable {
  var method: String
  /// Still percent-encoded, without the query.
  var path: String
  var query: String
  var headers: [HTTPHeader]
  /// The Host header, with port: the client's name for this server.
  var host: String
  var body: [UInt8]
  /// The peer's address, for throttling.
  var address: String
  /// The client certificate (DER) on the port for devices. TLS has proved possession of its key; the rest is not judged yet.
  var clientCertificate: [UInt8]?
  /// The cookie that the answer gives to a browser without one; `nil`: not chosen yet.
  var newBrowser: String?
  var pathValues: [String] = []

  /// Larger bodies, in bytes, are refused with 413.
  static let maximumBody = 64 * 1024
  /// Longer targets, in bytes, are refused with 414.
  static let maximumTarget = 16 * 1024

  init(method: String, target: String, headers: [HTTPHeader], host: String, body: [UInt8] = [], address: String) {
    let parts = target.split(scalar: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    self.path = String(parts.first ?? "/")
    self.query = parts.count > 1 ? String(parts[1]) : ""
    (self.headers, self.host, self.body, self.address) = (headers, host, body, address)
  }

  /// The media type of the body, in lower case and without parameters.
  var contentType: String {
    trimmed((headers[first: "Content-Type"] ?? "").prefix(whileScalar: { $0 != ";" })).lowercased()
  }

  /// The query's parameters; none when the query is malformed.
  var queryParameters: FormParameters { (try? FormParameters(formEncoded: query.utf8)) ?? FormParameters() }

  func parameters() throws(OAuthError) -> FormParameters {
    method == "POST" ? try form() : try FormParameters(formEncoded: query.utf8)
  }

  /// The JSON in the body; `code` refuses another media type and a text that is no acceptable JSON.
  func json(refusing code: OAuthError.Code) throws(OAuthError) -> JSON {
    guard contentType == "application/json" else { throw OAuthError(code, "the body must be application/json") }
    do throws(JSON.ParseError) { return try JSON.parse(body) } catch {
      throw OAuthError(code, "the body is no acceptable JSON: \(error.reason.rawValue)")
    }
  }

  /// Clients that send nothing often name no media type.
  func form() throws(OAuthError) -> FormParameters {
    guard !body.isEmpty || !contentType.isEmpty else { return FormParameters() }
    guard contentType == "application/x-www-form-urlencoded" else {
      let type = contentType.isEmpty ? "missing" : printable(contentType)
      throw OAuthError(
        .invalidRequest, "the body must be application/x-www-form-urlencoded",
        detail: "the body was not read, nor whom it names: its Content-Type is \(type)")
    }
    return try FormParameters(formEncoded: body)
  }

  /// The form in the body, where RFC 6749 §3.2 forbids repetitions.
  func formWithoutRepetitions() throws(OAuthError) -> FormParameters {
    let form = try form()
    if let name = form.repeated { throw OAuthError(.invalidRequest, "the parameter \(printable(name)) is repeated") }
    return form
  }

  /// The form in the body, for endpoints that require parameters: an empty body is `invalid_request` (RFC 6749 §5.2), because
  /// more is missing there than the client's authentication.
  func requiredForm() throws(OAuthError) -> FormParameters {
    let form = try formWithoutRepetitions()
    guard !form.pairs.isEmpty else { throw OAuthError(.invalidRequest, "the body is empty") }
    return form
  }

  func cookie(_ name: String) -> String? {
    let values = cookies(name)
    return values.count == 1 ? values[0] : nil
  }

  /// Whether a cookie of this server was sent twice. A browser stores one `__Host-` cookie per name (RFC 6265bis §4.1.3.2), so
  /// one of them was injected, and the server cannot tell which.
  var doublesOwnCookie: Bool { Cookie.names.contains { cookies($0).count > 1 } }

  /// All values of that name (RFC 6265 §4.2.1). Compares bytes, as browsers do: Swift's `Character` treats other texts as equal
  /// to `;` or to letters, so that part of a value could become a cookie.
  private func cookies(_ name: String) -> [String] {
    headers[all: "Cookie"].flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }.compactMap { pair in
      let halves = trimmed(Substring(pair)).utf8.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, halves[0].elementsEqual(name.utf8) else { return nil }
      return String(Substring(halves[1]))
    }
  }

  /// The token of an `Authorization: Bearer` header (RFC 6750 §2.1).
  var bearerToken: String? { authorizationToken.flatMap { $0.scheme == .bearer ? $0.token : nil } }

  /// The token of an `Authorization` header and its case-insensitive scheme; `nil` for other schemes.
  var authorizationToken: (scheme: Challenge.Scheme, token: String)? {
    guard let value = headers[first: "Authorization"], let space = value.utf8.firstIndex(of: UInt8(ascii: " ")) else {
      return nil
    }
    let name = value[..<space].lowercased()
    guard let scheme = Challenge.Scheme.allCases.first(where: { $0.rawValue.lowercased() == name }) else { return nil }
    return (scheme, String(trimmed(value[space...])))
  }

  /// The halves of an `Authorization: Basic` header, both still form-encoded (RFC 6749 §2.3.1); no secret: the colon is missing.
  var basicCredentials: (id: Data, secret: Data?)? {
    guard let words = headers[first: "Authorization"]?.split(scalar: " ", maxSplits: 1), words.count == 2,
      words[0].lowercased() == "basic", let pair = Data(base64Encoded: String(trimmed(words[1])))
    else { return nil }
    let halves = pair.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    return (halves[0], halves.count > 1 ? halves[1] : nil)
  }
}

/// Text from outside, made safe for an error description: RFC 6749 §5.2 allows printable ASCII without quote and backslash.
func printable(_ text: String) -> String {
  String(
    text.prefix(60).map {
      $0.isASCII && !$0.isNewline && $0 >= " " && $0 != "\"" && $0 != "\\" && $0 != "\u{7F}" ? $0 : "?"
    })
}

/// The text without the optional white space around it (RFC 9110 §5.6.3).
func trimmed(_ text: Substring) -> Substring {
  let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  let bytes = text.utf8.drop(while: isSpace)
  guard let last = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
  return Substring(bytes[...last])
}

/// The language of the person who reads the answer to the current request.
///
/// A task-local value, like the notes of a request: all pages are written in it, and functions need not pass it on.
enum Reader {
  @TaskLocal static var language = Language.english

  static func language(of request: ServerRequest) -> Language { Language.of(readers: accepted(request)) }

  /// `ui_locales` (OpenID Connect Core §3.1.2.1; RP-Initiated Logout §2) come first, then the browser's languages.
  static func language(_ parameters: FormParameters, _ request: ServerRequest) -> Language {
    Language.of(readers: (parameters["ui_locales"] ?? "") + " " + accepted(request))
  }

  private static func accepted(_ request: ServerRequest) -> String {
    request.headers[all: "Accept-Language"].joined(separator: ", ")
  }
}
