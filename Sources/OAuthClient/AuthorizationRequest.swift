import Crypto
import SharedValues

/// Builds the request that the external user agent opens (RFC 6749 §4.1.1, RFC 7636 §4.3, OpenID Connect Core §3.1.2.1).
extension AuthorizationRequest {
  /// Whether a login with that scope returns an ID token (OpenID Connect Core §3.1.2.1).
  public static func asksForIDToken(scope: String) -> Bool { scope.split(scalar: " ").contains("openid") }

  /// The endpoint's own query is kept. `nonce` is sent only with the scope `openid`.
  /// - Parameters:
  ///   - prompt: with the scope `offline_access`, `consent` is added (OpenID Connect Core §11): servers ignore the scope without it.
  ///   - extra: the deployment's parameters; a name that the endpoint's own query has is left out.
  ///   - sendsNonce: off where another party gets the ID token, so that the app cannot compare its nonce.
  ///   - key: only a proof of this key redeems the code (`dpop_jkt`, RFC 9449 §10).
  /// - Throws: `client_id_missing`, `scope_invalid`, `metadata_endpoint_invalid`.
  public static func build(
    metadata: AuthorizationServerMetadata, clientID: String, redirectURI: RedirectURI, scope: String,
    secrets: AuthorizationSecrets, prompt: String?, idTokenHint: Secret?,
    extra: AuthorizationParameters = .none, sendsNonce: Bool = true, key: P256PublicKey? = nil
  ) throws(ProtocolError) -> AuthorizationRequest {
    try judge(clientID: clientID, scope: scope)
    guard let endpoint = AbsoluteURL(metadata.authorizationEndpoint) else {
      throw ProtocolError(
        .metadataEndpointInvalid, field: "authorization_endpoint", expected: .check(.absoluteURL),
        quoting: metadata.authorizationEndpoint.quotable(100), source: "RFC 6749 §3.1")
    }
    let asksForIDToken = asksForIDToken(scope: scope)
    var parameters = FormParameters([
      ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI.text), ("scope", scope),
      ("state", secrets.state.revealed),
    ])
    if asksForIDToken, sendsNonce { parameters.append("nonce", secrets.nonce.revealed) }
    parameters.append("code_challenge", PKCE.challenge(for: secrets.codeVerifier))
    parameters.append("code_challenge_method", "S256")
    parameters.append("dpop_jkt", key?.thumbprint)
    parameters.append("prompt", consenting(prompt, scope))
    parameters.append("id_token_hint", idTokenHint?.revealed)
    let kept = (try? FormParameters(parsing: endpoint.query ?? ""))?.pairs.map(\.name) ?? []
    for (name, value) in extra.values.sorted(by: { $0.key < $1.key }) where !kept.contains(name) {
      parameters.append(name, value)
    }
    return AuthorizationRequest(
      url: parameters.added(to: endpoint), endpoint: metadata.authorizationEndpoint,
      parameters: parameters.pairs.map { Parameter(name: $0.name, value: $0.value) }, issuer: metadata.issuer,
      clientID: clientID, redirectURI: redirectURI, scope: scope, secrets: secrets, asksForIDToken: asksForIDToken,
      maxAge: extra.maxAge)
  }

  /// By the reference that the server gave for it (RFC 9126 §4). What its answer is judged by stays the same.
  func referring(to reference: String) -> AuthorizationRequest {
    guard let endpoint = AbsoluteURL(endpoint) else { return self }
    var request = self
    request.url = FormParameters([("client_id", clientID), ("request_uri", reference)]).added(to: endpoint)
    return request
  }

  /// `none` must be the only value (Core §3.1.2.1); the server then goes by the user's earlier consent.
  private static func consenting(_ prompt: String?, _ scope: String) -> String? {
    guard scope.split(scalar: " ").contains("offline_access"), prompt != "none" else { return prompt }
    return [prompt, "consent"].compactMap { $0 }.joined(separator: " ")
  }

  static func judge(clientID: String, scope: String) throws(ProtocolError) {
    guard clientID.isVisibleASCII else {
      throw ProtocolError(
        .clientIDMissing, field: "client_id", expected: .check(.printableASCII),
        quoting: clientID.quotable(60), source: "RFC 6749 appendix A.1")
    }
    guard scope.isVisibleASCII, !scope.contains(scalar: "\""), !scope.contains(scalar: "\\") else {
      throw ProtocolError(
        .scopeInvalid, field: "scope", expected: .check(.printableWords),
        quoting: scope.quotable(100), source: "RFC 6749 §3.3")
    }
  }
}

/// Leaves out the URL and the parameters, which hold secrets.
extension AuthorizationRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { "authorization request of \(clientID) to \(issuer) for \(scope)" }
  public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID, "scope": scope]) }
}

/// Proof Key for Code Exchange with S256, the only method of this app (RFC 7636).
public enum PKCE {
  /// `code_challenge = BASE64URL(SHA256(ASCII(code_verifier)))` (RFC 7636 §4.2).
  public static func challenge(for verifier: Secret) -> String {
    Base64URL.encode(SHA256.hash(data: Array(verifier.revealed.utf8)))
  }
}

extension AuthorizationSecrets {
  /// Bytes of entropy in each value; RFC 7636 §4.1 recommends 32 for the verifier.
  static let entropyBytes = 32

  /// Each of ``entropyBytes``, in base64url.
  public init(randomBytes: (Int) -> [UInt8]) {
    func draw() -> Secret { Secret(Base64URL.encode(randomBytes(AuthorizationSecrets.entropyBytes))) }
    self.init(state: draw(), nonce: draw(), codeVerifier: draw())
  }
}
