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

extension [(String, FormValue)] {
  /// The body in `application/x-www-form-urlencoded`.
  var body: [UInt8] { [UInt8](FormParameters(map { ($0.0, $0.1.written) }).encoded(.form).utf8) }

  var secretParts: SecretParts { SecretParts(body: Set(compactMap { if case .secret = $0.1 { $0.0 } else { nil } })) }
}

extension HTTPRequest {
  /// A copy with a secret in its `Authorization` header, which comes first (RFC 6750 §2.1, RFC 6749 §2.3.1).
  func authorized(by secret: Secret, scheme: String = "Bearer") -> HTTPRequest {
    var request = self
    request.headers.insert(HTTPHeader("Authorization", scheme + " " + secret.revealed), at: 0)
    request.secretParts = secretParts.adding(headers: ["Authorization"])
    return request
  }
}
