import SharedValues

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
  /// A request without a body for a JSON document.
  static func get(_ url: String, _ endpoint: Endpoint) -> HTTPRequest {
    HTTPRequest("GET", url, headers: [HTTPHeader("Accept", "application/json")], endpoint: endpoint)
  }

  /// A post of this form, answered by a JSON document.
  static func post(_ form: [(String, FormValue)], to url: String, _ endpoint: Endpoint) -> HTTPRequest {
    let body = FormParameters(form.map { ($0.0, $0.1.written) }).encoded(.form)
    let secrets = form.compactMap { if case .secret = $0.1 { $0.0 } else { nil } }
    return HTTPRequest(
      "POST", url,
      headers: [
        HTTPHeader("Content-Type", "application/x-www-form-urlencoded"), HTTPHeader("Accept", "application/json"),
      ], body: Array(body.utf8), endpoint: endpoint, secretParts: SecretParts(body: Set(secrets)))
  }

  /// A request with a JSON document, answered by another.
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
