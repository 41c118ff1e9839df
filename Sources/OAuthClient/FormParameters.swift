import SharedValues

/// Parameters in `application/x-www-form-urlencoded` (RFC 6749 appendix B): request bodies, queries, redirects.
struct FormParameters {
  enum Defect: Error { case malformed, duplicate(name: String) }

  private(set) var pairs: [(name: String, value: String)]

  init(_ pairs: [(String, String)] = []) { self.pairs = pairs.map { (name: $0.0, value: $0.1) } }

  /// Reads a query strictly: whole escapes, valid UTF-8, and no name twice (RFC 6749 §3.1).
  /// Parameters without a value count as absent, as §3.1 demands.
  /// - Parameter decides: whether the parameter of this name decides something. Of any other, the first value of each name counts, and malformed
  ///   escapes or UTF-8 spoil only the parameter itself.
  init(parsing query: String, strictWhere decides: (String) -> Bool = { _ in true }) throws(Defect) {
    pairs = []
    var names: Set<String> = []
    for part in query.split(scalar: "&", omittingEmptySubsequences: true) {
      let halves = part.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (halves[0].utf8, (halves.count > 1 ? halves[1] : "").utf8)
      let readable = PercentCoding.repaired(name)
      let pair = decides(readable) ? FormParameters.strict(name, value) : (readable, PercentCoding.repaired(value))
      guard let pair else { throw .malformed }
      guard names.insert(pair.0).inserted else {
        if decides(pair.0) { throw .duplicate(name: pair.0) }
        continue
      }
      if !pair.1.isEmpty { pairs.append((name: pair.0, value: pair.1)) }
    }
  }

  private static func strict(_ name: Substring.UTF8View, _ value: Substring.UTF8View) -> (String, String)? {
    guard let name = try? PercentCoding.decode(name), let value = try? PercentCoding.decode(value) else { return nil }
    return (name, value)
  }

  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  mutating func append(_ name: String, _ value: String?) { if let value { pairs.append((name: name, value: value)) } }
  func encoded(_ style: PercentCoding.Style) -> String { PercentCoding.encode(pairs, style) }

  func added(to endpoint: AbsoluteURL) -> String {
    let query = [endpoint.query, encoded(.query)].compactMap { $0 }.filter { !$0.isEmpty }
    return endpoint.base + "?" + query.joined(separator: "&")
  }
}

/// One value of a form. A value that is a secret is listed in the request's ``SecretParts`` automatically.
enum FormValue: ExpressibleByStringLiteral {
  case plain(String), secret(Secret)

  init(stringLiteral value: String) { self = .plain(value) }

  var written: String {
    switch self {
    case .plain(let text): text
    case .secret(let secret): secret.revealed
    }
  }
}

extension HTTPRequest {
  static func get(_ url: String, _ endpoint: Endpoint) -> HTTPRequest {
    HTTPRequest("GET", url, headers: [HTTPHeader("Accept", "application/json")], endpoint: endpoint)
  }

  static func post(_ form: [(String, FormValue)], to url: String, _ endpoint: Endpoint) -> HTTPRequest {
    let body = FormParameters(form.map { ($0.0, $0.1.written) }).encoded(.form)
    let secrets = form.compactMap { if case .secret = $0.1 { $0.0 } else { nil } }
    return HTTPRequest(
      "POST", url,
      headers: [
        HTTPHeader("Content-Type", "application/x-www-form-urlencoded"), HTTPHeader("Accept", "application/json"),
      ], body: Array(body.utf8), endpoint: endpoint, secretParts: SecretParts(body: Set(secrets)))
  }

  static func json(_ method: String, _ document: JSON, to url: String, _ endpoint: Endpoint) -> HTTPRequest {
    HTTPRequest(
      method, url,
      headers: [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json")],
      body: Array(document.compact.utf8), endpoint: endpoint)
  }

  /// A copy with a secret in its `Authorization` header, which comes first (RFC 6750 §2.1, RFC 6749 §2.3.1).
  func authorized(by secret: Secret, scheme: String = "Bearer") -> HTTPRequest {
    var request = self
    request.headers.insert(HTTPHeader("Authorization", scheme + " " + secret.revealed), at: 0)
    request.secretParts = secretParts.adding(headers: ["Authorization"])
    return request
  }
}
