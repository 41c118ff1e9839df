import FoundationEssentials
import SharedValues

/// How a client secret is sent (RFC 6749 §2.3.1). The raw values are those of RFC 7591 §2, and of `clientAuthentication` in config.json.
public enum SecretMethod: String, Hashable, Sendable, CaseIterable {
  case basic = "client_secret_basic"
  case post = "client_secret_post"
}

extension ClientCredentials {
  /// With `client_secret_basic` both parts are form-encoded before base64 (RFC 6749 §2.3.1). The form always holds `client_id`, exactly once: beside
  /// Basic it only identifies the client (§2.3, §3.2.1), and some servers look for it only there.
  func request(
    to url: String, at metadata: AuthorizationServerMetadata, _ form: [(String, FormValue)], endpoint: Endpoint
  ) -> HTTPRequest {
    var form = form
    if !form.contains(where: { $0.0 == "client_id" }) { form.append(("client_id", .plain(clientID))) }
    var proofs: [KeyProof] = []
    var header: Secret?
    switch authentication(at: metadata) {
    case .none: break
    case .post(let secret): form.append(("client_secret", .secret(secret)))
    case .basic: header = basicValue
    case .privateKey(let thumbprint):
      form.append((ClientAssertion.typeParameter, .plain(ClientAssertion.type)))
      proofs.append(ClientAssertion.build(clientID: clientID, thumbprint: thumbprint, issuer: metadata.issuer))
    }
    var request = HTTPRequest.post(form, to: url, endpoint)
    request.proofs = proofs
    return header.map { request.authorized(by: $0, scheme: "Basic") } ?? request
  }

  /// As configured, or else as registered. Credentials that Basic's form-encoding changes go into the form, because some servers do not undo it; so do
  /// all others where the server rejects Basic.
  public func authentication(at metadata: AuthorizationServerMetadata) -> ClientAuthentication {
    guard let secret = authentication.secret else { return authentication }
    switch secretMethod {
    case .basic: return .basic(secret)
    case .post: return .post(secret)
    case nil:
      guard case .basic = authentication, metadata.names(.post), !survivesEncoding || !metadata.mayTake(.basic) else {
        return authentication
      }
      return .post(secret)
    }
  }

  /// Whether form-encoding leaves id and secret unchanged, so that every server reads them correctly in Basic.
  public var survivesEncoding: Bool {
    [clientID, authentication.secret?.revealed ?? ""].allSatisfy { PercentCoding.encode($0, .form).isExactly($0) }
  }

  /// The value after `Basic`: a secret as well, because the client's secret can be decoded from it.
  var basicValue: Secret? {
    guard let secret = authentication.secret else { return nil }
    let id = PercentCoding.encode(clientID, .form)
    let password = PercentCoding.encode(secret.revealed, .form)
    return Secret(Data("\(id):\(password)".utf8).base64EncodedString())
  }
}

extension AuthorizationServerMetadata {
  /// `token_endpoint_auth_methods_supported`; `nil`: the server does not say, which means `client_secret_basic` (RFC 8414 §2).
  var clientAuthenticationMethods: [String]? { document["token_endpoint_auth_methods_supported"]?.stringArray }

  /// Whether the server names the refresh token grant, or names no grants: then it may have it (RFC 8414 §2: the default is only a minimum).
  public var offersRefresh: Bool {
    document["grant_types_supported"]?.stringArray?.contains(RefreshRequest.grant) ?? true
  }

  func names(_ method: SecretMethod) -> Bool { clientAuthenticationMethods?.contains(method.rawValue) ?? false }

  /// Whether the server may accept it: it says so, or says nothing.
  public func mayTake(_ method: SecretMethod) -> Bool { clientAuthenticationMethods?.contains(method.rawValue) ?? true }
}

/// Statements that a client signs with its key instead of sending a secret: `private_key_jwt` (RFC 7523 §2.2 and §3, OpenID Connect Core §9).
public enum ClientAssertion {
  public static let parameter = "client_assertion"
  /// The form parameter for the kind of assertion (RFC 7521 §4.2).
  public static let typeParameter = "client_assertion_type"
  /// The kind of assertion (RFC 7523 §2.2).
  public static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// Seconds: a minute for the request, and the time that a key may wait for its user, who is asked after the assertion is dated.
  public static let lifetime = 60 + PresenceAnswer.patience

  /// The issuer is the only audience: a server could name another server's endpoint as its own and receive an assertion that is valid there.
  public static func build(clientID: String, thumbprint: String, issuer: Issuer) -> KeyProof {
    KeyProof(
      key: KeyProof.Key(.clientAuthentication, thumbprint: thumbprint), place: .form(parameter),
      header: ["typ": "JWT", "alg": .string(P256PublicKey.algorithm), "kid": .string(thumbprint)],
      claims: ["iss": .string(clientID), "sub": .string(clientID), "aud": .string(issuer.text)], lifetime: lifetime)
  }
}
