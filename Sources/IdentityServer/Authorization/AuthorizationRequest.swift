import SharedValues

/// `prompt` values (OpenID Connect Core §3.1.2.1).
enum Prompt: String, Sendable, CaseIterable {
  case none, login, consent
  case selectAccount = "select_account"
}

/// An authorization request whose every part has been judged: only such a request leads to a code.
struct AuthorizationRequest: Sendable {
  /// The limit for all encoded parameters: sealing adds a third, and the sealed form must fit in a request body.
  static let maximumBytes = ServerRequest.maximumBody / 2

  var client: Client
  var redirectURI: String
  var redirectURIWasSent: Bool
  var state: String?
  /// The requested scopes that may be granted.
  var scope: [String]
  var nonce: String?
  var codeChallenge: String?
  /// `dpop_jkt` (RFC 9449 §10): the thumbprint of the key that must redeem the code.
  var keyThumbprint: String?
  var prompt: Set<Prompt>
  /// Seconds.
  var maxAge: Int?
  var loginHint: String?
  /// The `sub` of a valid `id_token_hint`.
  var hintedSubject: String?
  var claims = ClaimsRequest.none
  var context = AuthenticationContext.password
  /// The resources that the access tokens are for (RFC 8707 §2); empty: this server alone.
  var resource: [String] = []
  /// The request's parameters as received, for the forms that carry them on.
  var parameters: FormParameters
  /// `response_type=token`, which only ``InsecureSwitches/implicit`` allows.
  var wantsToken = false

  /// The reference of the pushed request; `nil`: the request was not pushed.
  var pushedRequest: String? { parameters["request_uri"] }

  /// What the client learns, as scopes: the requested ones and those that cover its claims.
  var wholeScope: [String] { scope + claims.scopes.filter { !scope.contains($0) } }
}

/// Why an authorization request is refused, and where the client may be told (RFC 6749 §4.1.2.1).
enum AuthorizationRefusal: Error, Sendable {
  /// The client or its redirect URI is unknown: a page shows the error, because a redirect would make this server an open redirector.
  case page(OAuthError)
  case redirect(OAuthError, to: ReturnAddress)
}

/// The judged address for the answer. Only such an address becomes a `Location`.
struct ReturnAddress: Sendable {
  var redirectURI: String
  var state: String?
  /// Whether the answer's parameters are in the fragment, as for `response_type=token` (RFC 6749 §4.2.2).
  var inFragment = false

  /// The redirect URI with the parameters of a response, `iss` among them (RFC 9207 §2).
  func url(_ parameters: [(name: String, value: String)], issuer: String?) -> String {
    var all = parameters
    if let state { all.append(("state", state)) }
    if let issuer { all.append(("iss", issuer)) }
    if inFragment { return redirectURI + "#" + FormParameters(all).encoded }
    let separator =
      !redirectURI.contains(scalar: "?")
      ? "?" : redirectURI.hasSuffix(bytes: "?") || redirectURI.hasSuffix(bytes: "&") ? "" : "&"
    return redirectURI + separator + FormParameters(all).encoded
  }
}
