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
  var scope: [String]
  var nonce: String?
  var codeChallenge: String?
  /// `dpop_jkt` (RFC 9449 §10): the thumbprint of the key that must redeem the code.
  var keyThumbprint: String?
  var prompt: Set<Prompt>
  var maxAge: Int?
  var loginHint: String?
  var hintedSubject: String?
  var claims = ClaimsRequest.none
  var context = AuthenticationContext.password
  /// The resources that the access tokens are for (RFC 8707 §2); empty: this server alone.
  var resource: [String] = []
  var parameters: FormParameters
  /// `response_type=token`, which only ``InsecureSwitches/implicit`` allows.
  var wantsToken = false

  var returnAddress: ReturnAddress { ReturnAddress(redirectURI: redirectURI, state: state, inFragment: wantsToken) }

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

struct ReturnAddress: Sendable {
  var redirectURI: String
  var state: String?
  /// `response_type=token` (RFC 6749 §4.2.2).
  var inFragment = false

  /// The redirect URI with the parameters of a response, `iss` among them (RFC 9207 §2).
  func url(_ parameters: [(name: String, value: String)], issuer: String?) -> String {
    var all = parameters
    if let state { all.append(("state", state)) }
    if let issuer { all.append(("iss", issuer)) }
    guard !all.isEmpty else { return redirectURI }
    if inFragment { return redirectURI + "#" + FormParameters(all).encoded }
    let separator =
      !redirectURI.contains(scalar: "?")
      ? "?" : redirectURI.hasSuffix(bytes: "?") || redirectURI.hasSuffix(bytes: "&") ? "" : "&"
    return redirectURI + separator + FormParameters(all).encoded
  }
}

/// The `claims` parameter (OpenID Connect Core §5.5): the claims that the client wants in which place, beyond its scopes.
///
/// Unknown claims are ignored, and so are `essential` and requested values, as §5.5.1 allows. Only `sub` and an
/// essential `acr` have further effects (§5.5.1, §5.5.1.1).
struct ClaimsRequest: Hashable, Sendable {
  var idToken: [String] = []
  var userInfo: [String] = []
  var subject: String?
  /// The accepted ways of signing in, when the client demands one.
  var essentialACR: [String]?

  static let none = ClaimsRequest()
  static let maximumBytes = 8192

  private init() {}

  /// - Throws: `invalid_request` for text that breaks §5.5.
  init(_ text: String) throws(OAuthError) {
    guard text.utf8.count <= ClaimsRequest.maximumBytes else { throw ClaimsRequest.malformed("is too long") }
    let json: JSON
    do throws(JSON.ParseError) {
      json = try JSON.parse(Array(text.utf8))
    } catch { throw ClaimsRequest.malformed("is no acceptable JSON") }
    guard json.objectValue != nil else { throw ClaimsRequest.malformed("must be a JSON object") }
    idToken = try names(json, "id_token")
    userInfo = try names(json, "userinfo")
    if let acr = json["id_token"]?["acr"], acr["essential"] == true {
      essentialACR = acr["value"]?.stringValue.map { [$0] } ?? acr["values"]?.arrayValue?.compactMap(\.stringValue)
    }
  }

  private mutating func names(_ json: JSON, _ place: String) throws(OAuthError) -> [String] {
    guard let value = json[place] else { return [] }
    guard let members = value.objectValue else { throw ClaimsRequest.malformed("\(place) must be an object") }
    for member in members {
      guard member.value == .null || member.value.objectValue != nil,
        member.value["essential"]?.boolValue != nil
          || member.value["essential"] == nil,
        member.value["values"]?.arrayValue != nil || member.value["values"] == nil
      else { throw ClaimsRequest.malformed("\(place).\(printable(member.name)) must be null or an object") }
    }
    if let sub = value["sub"]?["value"]?.stringValue {
      guard subject == nil || subject == sub else { throw ClaimsRequest.malformed("names two subjects") }
      subject = sub
    }
    return UserClaims.names.filter { value[$0] != nil }
  }

  /// Removes claims whose scope the client is not registered for: `claims` must not bypass the registration.
  func limited(to scope: [String]) -> ClaimsRequest {
    var request = self
    let isAllowed = { (claim: String) in UserClaims.scope(of: claim).map(scope.contains) ?? false }
    request.idToken.removeAll { !isAllowed($0) }
    request.userInfo.removeAll { !isAllowed($0) }
    return request
  }

  /// The scopes that cover these claims, so that the person is asked for everything that is given.
  var scopes: [String] {
    UserClaims.scopes.map(\.name).filter { name in (idToken + userInfo).contains { UserClaims.scope(of: $0) == name } }
  }

  private static func malformed(_ reason: String) -> OAuthError { OAuthError(.invalidRequest, "claims \(reason)") }

  var stored: String? {
    guard !idToken.isEmpty || !userInfo.isEmpty else { return nil }
    return JSON.object([.init("id_token", .strings(idToken)), .init("userinfo", .strings(userInfo))]).compact
  }

  init(stored text: String?) {
    guard let text, let json = try? JSON.parse(text) else { return }
    idToken = json["id_token"]?.stringArray ?? []
    userInfo = json["userinfo"]?.stringArray ?? []
  }
}
