import FoundationEssentials
import SharedValues

/// The data for a sign-up: proposed from the user's claims, and changed by the user.
public struct SignUpForm: Hashable, Sendable {
  public enum Field: String, Hashable, Sendable, CaseIterable {
    case givenName = "given_name"
    case familyName = "family_name"
    case email
  }

  private var values: [Field: String] = [:]

  /// Claims that are no strings, or are longer than a name, are left out: they are only a proposal.
  public init(claims: JSON) {
    for field in Field.allCases {
      guard let text = claims[field.rawValue]?.stringValue, text.count <= SignUpForm.longest else { continue }
      values[field] = SignUpForm.clean(text)
    }
  }

  static let longest = 100

  public subscript(field: Field) -> String {
    get { values[field] ?? "" }
    set { values[field] = String(SignUpForm.clean(newValue).prefix(SignUpForm.longest)) }
  }

  /// The fields that must be filled in before the form is sent: names not empty, an address with an @.
  public var missing: [Field] {
    Field.allCases.filter { field in
      let text = self[field].withoutEdgeSpaces
      guard field == .email else { return text.isEmpty }
      let parts = text.split(scalar: "@", omittingEmptySubsequences: false)
      return parts.count != 2 || parts.contains { $0.isEmpty } || text.contains(scalar: " ")
    }
  }

  private static func clean(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
  }
}

/// Creates an account at the application server, with the access token that it issued.
///
/// The seed leaves sign-up open; this is the contract of the embedded application server (docs/application-server.md).
public enum SignUpRequest {
  public static func build(_ form: SignUpForm, accessToken: Secret, applicationServer: String) -> HTTPRequest {
    let fields = SignUpForm.Field.allCases.map { field in
      (field.rawValue, FormValue.plain(form[field].withoutEdgeSpaces))
    }
    return HTTPRequest.post(fields, to: applicationServer + ApplicationServerRequest.accountPath, .application)
      .authorized(by: accessToken)
  }

  /// - Throws: `account_exists`, `application_missing_account`, `application_account_invalid`, `response_…`, `http_…`, or the server's error.
  public static func judge(_ response: HTTPResponse) throws(ProtocolError) -> ApplicationAccount {
    let source = "application server, POST /accounts"
    let object = try ResponseJudgement(response: response, source: source, errors: .contract(source))
      .object(statuses: [200, 201])
    guard let account = try ApplicationAccount.read(object) else {
      throw ProtocolError(
        .applicationMissingAccount, field: "account", expected: .check(.madeAccount), received: .value("null"),
        source: source)
    }
    return account
  }
}

/// For an application server that keeps the client secret (seeds/004): the app asks for the code, with PKCE, and the server redeems it.
///
/// The seed puts both into the URL, but addresses end up in logs: here they go into the body (as RFC 6749 §2.3.1 requires of secrets).
public enum ApplicationServerRequest {
  /// The exchange endpoint, below the server's base URL.
  static let exchangePath = "/open_id_connect"
  static let accountPath = "/accounts"

  /// - Parameters:
  ///   - redirectURI: sent only where the application server cannot know it, as with a loopback port of the moment.
  ///   - loginNotBefore: where `max_age` was sent, the earliest login that is recent enough. The application server, which has the ID token, is told
  ///     how old the login may be now: in seconds, so that no two clocks are compared.
  public static func build(
    _ code: AuthorizationCode, applicationServer: String, redirectURI: RedirectURI? = nil, loginNotBefore: Date? = nil,
    now: Date
  ) -> HTTPRequest {
    var form: [(String, FormValue)] = [
      ("code", .secret(code.code)), ("code_verifier", .secret(code.request.secrets.codeVerifier)),
    ]
    if let redirectURI { form.append(("redirect_uri", .plain(redirectURI.text))) }
    if let loginNotBefore {
      form.append(("max_age", .plain(String(Int(max(0, now.timeIntervalSince(loginNotBefore)).rounded(.up))))))
    }
    return .post(form, to: applicationServer + exchangePath, .application)
  }

  /// Accepts an access token, the user's claims, and the user's account or `null`.
  ///
  /// None of it is signed: the connection to the application server, which has judged the ID token, vouches for it.
  /// - Parameter loginNotBefore: an `auth_time` has to agree with it; without one, the application server's own judgement stands.
  /// - Throws: the `application_…` codes, `response_…`, `http_…`, or the server's error.
  public static func judge(
    _ response: HTTPResponse, loginNotBefore: Date? = nil, now: Date
  ) throws(ProtocolError) -> ApplicationAnswer {
    let object = try ResponseJudgement(response: response, source: source, errors: .contract(source))
      .object(statuses: [200])
    let token = try accessToken(object)
    let claims = try claims(object)
    if let loginNotBefore { try judgeLogin(claims, notBefore: loginNotBefore, now: now) }
    let account = try ApplicationAccount.read(object)
    return ApplicationAnswer(
      tokens: TokenSet(
        accessToken: token, expiresAt: nil, refreshToken: nil, scope: nil, idToken: nil, receivedAt: now),
      userinfo: claims, account: account)
  }

  static let source = "application server, POST /open_id_connect"

  private static func accessToken(_ object: ResponseObject) throws(ProtocolError) -> Secret {
    guard let value = object.json["access_token"], value != .null else {
      throw ProtocolError(
        .applicationMissingAccessToken, field: "access_token", expected: .check(.accessToken), source: source)
    }
    guard let text = value.stringValue, text.isTokenText, text.utf8.count <= 65_536 else {
      throw ProtocolError(
        .applicationAccessTokenInvalid, field: "access_token", expected: .check(.printableString),
        received: value.stringValue == nil ? value.kind : .check(.otherString), source: source)
    }
    return Secret(text)
  }

  private static func claims(_ object: ResponseObject) throws(ProtocolError) -> UserInfo {
    guard let value = object.json["claims"], value != .null else {
      throw ProtocolError(.applicationMissingClaims, field: "claims", expected: .check(.claims), source: source)
    }
    guard value.objectValue != nil else {
      throw ProtocolError(
        .applicationClaimsInvalid, field: "claims", expected: .check(.claims), received: value.kind, source: source)
    }
    guard let subject = value["sub"], subject != .null else {
      throw ProtocolError(.applicationMissingSub, field: "claims.sub", expected: .check(.subject), source: source)
    }
    // As in an ID token: at most 255 ASCII characters (OpenID Connect Core §2).
    guard let text = subject.stringValue, text.isVisibleASCII, text.utf8.count <= 255 else {
      throw ProtocolError(
        .applicationSubInvalid, field: "claims.sub", expected: .check(.stringOf255),
        received: subject.stringValue == nil ? subject.kind : .check(.otherString), source: source)
    }
    return UserInfo(subject: text, document: value)
  }

  /// OpenID Connect Core §3.1.2.1 and §3.1.3.7 no. 13, as far as this app can see.
  private static func judgeLogin(_ claims: UserInfo, notBefore: Date, now: Date) throws(ProtocolError) {
    var object = ResponseObject(claims.document, source: "OpenID Connect Core §3.1.3.7")
    (object.wrongType, object.malformed) = (.applicationAuthTimeInvalid, .applicationAuthTimeInvalid)
    guard let login = try object.seconds("auth_time").map({ Date(timeIntervalSince1970: $0) }) else { return }
    let tolerance = IDTokenClaimsJudgement.tolerance
    guard login <= now.addingTimeInterval(tolerance) else {
      throw ProtocolError(
        .applicationAuthTimeInFuture, field: "claims.auth_time", expected: .check(.timePast),
        received: .check(.secondsToCome, Int(login.timeIntervalSince(now))), source: object.source)
    }
    guard login.addingTimeInterval(tolerance) >= notBefore else {
      throw ProtocolError(
        .applicationAuthTimeTooOld, field: "claims.auth_time", expected: .check(.recentLogin),
        received: .check(.secondsPassed, Int(now.timeIntervalSince(login))), source: object.source)
    }
  }
}

public struct ApplicationAnswer: Hashable, Sendable {
  /// Only the access token: the application server keeps the refresh token and the ID token.
  public var tokens: TokenSet
  public var userinfo: UserInfo
  /// `nil`: the user has not signed up yet.
  public var account: ApplicationAccount?
}

/// An account at the application server. The seed leaves its members open, so none is required.
public struct ApplicationAccount: Hashable, Sendable {
  public var document: JSON

  static func read(_ object: ResponseObject) throws(ProtocolError) -> ApplicationAccount? {
    guard let value = object.json["account"] else {
      throw ProtocolError(
        .applicationMissingAccount, field: "account", expected: .check(.nullOrObject), source: object.source)
    }
    if value == .null { return nil }
    guard value.objectValue != nil else {
      throw ProtocolError(
        .applicationAccountInvalid, field: "account", expected: .check(.nullOrObject), received: value.kind,
        source: object.source)
    }
    return ApplicationAccount(document: value)
  }
}
