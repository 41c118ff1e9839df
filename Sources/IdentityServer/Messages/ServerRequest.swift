import SharedValues

/// One request as the endpoints see it, whether it came through a socket or from the same process.
struct ServerRequest: Sendable {
  var method: String
  /// Still percent-encoded, without the query.
  var path: String
  var query: String
  var headers: [HTTPHeader]
  /// What the client calls this server: the Host header, with port.
  var host: String
  var body: [UInt8]
  /// Where it came from, for throttling.
  var address: String
  /// DER of the certificate whose key the peer holds, on the port for devices. Nobody has judged it.
  var clientCertificate: [UInt8]?
  /// The parts of the path that the route left open.
  var pathValues: [String] = []

  /// Bodies over this many bytes are refused with 413.
  static let maximumBody = 64 * 1024
  /// Longer targets are refused with 414.
  static let maximumTarget = 16 * 1024

  init(
    method: String, target: String, headers: [HTTPHeader], host: String, body: [UInt8] = [], address: String
  ) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    self.path = String(parts.first ?? "/")
    self.query = parts.count > 1 ? String(parts[1]) : ""
    self.headers = headers
    self.host = host
    self.body = body
    self.address = address
  }

  /// The media type of the body without parameters, lower case.
  var contentType: String {
    (headers[first: "Content-Type"] ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
  }

  /// The query's parameters of a GET, the form's of a POST.
  ///
  /// - Throws: ``OAuthError`` `invalid_request`; 415 when a POST is not form-encoded.
  func parameters() throws(OAuthError) -> FormParameters {
    method == "POST" ? try form() : try FormParameters(formEncoded: query.utf8)
  }

  /// The form in the body.
  func form() throws(OAuthError) -> FormParameters {
    guard contentType == "application/x-www-form-urlencoded" else {
      throw OAuthError(.invalidRequest, "the body must be application/x-www-form-urlencoded", status: 415)
    }
    return try FormParameters(formEncoded: body)
  }

  /// The form in the body, where RFC 6749 §3.2 forbids repetitions.
  func formWithoutRepetitions() throws(OAuthError) -> FormParameters {
    let form = try form()
    if let name = form.repeated { throw OAuthError(.invalidRequest, "the parameter \(printable(name)) is repeated") }
    return form
  }

  /// The value of a cookie (RFC 6265 §4.2).
  func cookie(_ name: String) -> String? {
    for header in headers[all: "Cookie"] {
      for pair in header.split(separator: ";") {
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].filter({ $0 != " " }) == name else { continue }
        return String(halves[1])
      }
    }
    return nil
  }

  /// The token of an `Authorization: Bearer` header (RFC 6750 §2.1); the scheme's name compares without case.
  var bearerToken: String? {
    guard let value = headers[first: "Authorization"], value.lowercased().hasPrefix("bearer ") else { return nil }
    return value.dropFirst(7).trimming(" ")
  }
}

/// Text from outside, fit for an error description: RFC 6749 §5.2 allows printable ASCII without quote and backslash.
func printable(_ text: String) -> String {
  String(
    text.prefix(60).map {
      $0.isASCII && !$0.isNewline && $0 >= " " && $0 != "\"" && $0 != "\\" && $0 != "\u{7F}" ? $0 : "?"
    })
}

extension Substring {
  fileprivate func trimming(_ character: Character) -> String {
    var rest = self
    while rest.first == character { rest.removeFirst() }
    while rest.last == character { rest.removeLast() }
    return String(rest)
  }
}
