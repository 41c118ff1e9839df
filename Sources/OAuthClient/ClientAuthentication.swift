import Foundation
import SharedValues

/// Client authentication at the token endpoint, as registered (RFC 6749 §2.3.1, RFC 7591 §2).
extension ClientCredentials {
  /// A form post to a token endpoint with these credentials in it.
  ///
  /// With `client_secret_basic` both parts are form-encoded before base64 (RFC 6749 §2.3.1), and `client_id` is in the
  /// header alone: a client must not use two ways of authenticating in one request.
  func request(to url: String, _ form: [(String, String)], endpoint: Endpoint) -> HTTPRequest {
    var parameters = FormParameters(form)
    var headers = [
      HTTPHeader("Content-Type", "application/x-www-form-urlencoded"), HTTPHeader("Accept", "application/json"),
    ]
    switch authentication {
    case .none: parameters.append("client_id", clientID)
    case .post(let secret):
      parameters.append("client_id", clientID)
      parameters.append("client_secret", secret.revealed)
    case .basic:
      if let value = basicValue { headers.insert(HTTPHeader("Authorization", "Basic " + value.revealed), at: 0) }
    }
    return HTTPRequest(
      "POST", url, headers: headers, body: Array(parameters.encoded(.form).utf8), endpoint: endpoint)
  }

  /// What stands behind `Basic`: as secret as the secret in it, which anybody can read out of it.
  var basicValue: Secret? {
    guard case .basic(let secret) = authentication else { return nil }
    let id = PercentCoding.encode(clientID, .form)
    let password = PercentCoding.encode(secret.revealed, .form)
    return Secret(Data("\(id):\(password)".utf8).base64EncodedString())
  }
}
