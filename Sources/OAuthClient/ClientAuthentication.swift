import FoundationEssentials
import SharedValues

/// Client authentication at the token endpoint, as registered (RFC 6749 §2.3.1, RFC 7591 §2).
extension ClientCredentials {
  /// A form post to an endpoint of this issuer where clients authenticate, with these credentials in it.
  ///
  /// With `client_secret_basic` both parts are form-encoded before base64 (RFC 6749 §2.3.1), and `client_id` is in the
  /// header alone: a client must not use two ways of authenticating in one request. Where the form says `client_id` already, as a
  /// pushed request does (RFC 9126 §2.1), it is said once.
  func request(
    to url: String, of issuer: Issuer, _ form: [(String, FormValue)], endpoint: Endpoint
  ) -> HTTPRequest {
    var form = form
    let named: [(String, FormValue)] =
      form.contains { $0.0 == "client_id" } ? [] : [("client_id", .plain(clientID))]
    var proofs: [KeyProof] = []
    switch authentication {
    case .none: form += named
    case .post(let secret): form += named + [("client_secret", .secret(secret))]
    case .basic: break
    case .privateKey(let thumbprint):
      form += named + [(ClientAssertion.typeParameter, .plain(ClientAssertion.type))]
      proofs.append(ClientAssertion.build(clientID: clientID, thumbprint: thumbprint, issuer: issuer))
    }
    var request = HTTPRequest(
      "POST", url,
      headers: [
        HTTPHeader("Content-Type", "application/x-www-form-urlencoded"), HTTPHeader("Accept", "application/json"),
      ], body: form.body, endpoint: endpoint, secretParts: form.secretParts)
    request.proofs = proofs
    return basicValue.map { request.authorized(by: $0, scheme: "Basic") } ?? request
  }

  /// What stands behind `Basic`: as secret as the secret in it, which anybody can read out of it.
  var basicValue: Secret? {
    guard case .basic(let secret) = authentication else { return nil }
    let id = PercentCoding.encode(clientID, .form)
    let password = PercentCoding.encode(secret.revealed, .form)
    return Secret(Data("\(id):\(password)".utf8).base64EncodedString())
  }
}
