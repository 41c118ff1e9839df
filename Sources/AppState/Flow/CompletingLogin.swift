import FoundationEssentials
import OAuthClient
import SharedValues

/// The server's answers to a login or a refresh: held until all of them have been judged.
struct LoginAnswers: Hashable, Sendable {
  var tokens: TokenSet
  var metadata: AuthorizationServerMetadata
  var client: LoginClient
  var claims: IDTokenClaims?
  var userinfo: UserInfo?

  /// The login's own nonce; a refreshed ID token has none to compare (OpenID Connect Core §12.2).
  var nonce: Secret?
  var loginNotBefore: Date?
  /// The authentication contexts that an API demands; empty: any.
  var acrValues: [String] = []
  /// Claims of the previous ID token, which a refreshed one must agree with.
  var previousClaims: IDTokenClaims?
  /// The subject that was signed in before a refresh or a step-up.
  var subject: String?
  /// Whether the JWKS has been fetched a second time for an unknown `kid`.
  var refetchedKeys = false

  fileprivate func check(_ idToken: Secret, _ keys: JSON, _ app: AppState) -> IDTokenCheck {
    var check = IDTokenCheck(
      token: idToken, jwks: keys, issuer: app.settings.issuer, clientID: client.credentials.clientID,
      algorithm: client.idTokenAlgorithm, nonce: nonce, accessToken: tokens.accessToken, previous: previousClaims,
      loginNotBefore: loginNotBefore, now: app.now)
    check.acrValues = acrValues
    return check
  }
}

/// From tokens to a signed-in user: keys, ID token, userinfo, keystore; each answer is judged before the next request.
enum CompletingLogin: FlowStages {
  case fetchingKeys(LoginAnswers, idToken: Secret)
  case judgingIDToken(LoginAnswers, idToken: Secret)
  case askingUserinfo(LoginAnswers)
  /// The server refuses the access token that it has just issued: its client may have been revoked.
  case inquiring(LoginAnswers, AppError, ClientRegistration)
  case savingInquiry(LoginAnswers, AppError)
  case saving(LoginAnswers)

  /// Without a new ID token there is nothing to check, but userinfo is still asked for: roles may have changed.
  static func begin(
    _ answers: LoginAnswers, known: Secret? = nil, _ id: FlowID, _ app: inout AppState
  ) throws(AppError) -> Transition<CompletingLogin> {
    app.mayBeQuoted(answers.tokens.accessToken, answers.tokens.refreshToken, answers.tokens.idToken)
    guard let idToken = answers.tokens.idToken, idToken != known else { return askUserinfo(answers, id, &app) }
    return try fetchKeys(answers, idToken, id, app)
  }

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Self>? {
    switch (self, answer) {
    case (.fetchingKeys(let answers, let idToken), .response(.jwks, let result)):
      let response = try app.answer(result, url: answers.metadata.jwksURI)
      let keys = try app.judged(try JWKSRequest.judge(response))
      return Transition(
        .judgingIDToken(answers, idToken: idToken), .checkIDToken(id, answers.check(idToken, keys, app)))

    case (.judgingIDToken(var answers, _), .idTokenJudged(.success(let claims))):
      // A login without an ID token has its subject from userinfo, and the first ID token, which a refresh brings, must name the same subject. Where
      // there was an ID token before, its claims have been compared already.
      if let known = answers.subject, known != claims.subject { throw app.protocolFailure(.subjectChanged) }
      answers.claims = claims
      return CompletingLogin.askUserinfo(answers, id, &app)
    case (.judgingIDToken(var answers, let idToken), .idTokenJudged(.failure(let error))):
      // A key that is missing from the set may be newer than the set: it is fetched once more, and only once.
      if error.code == .idTokenUnknownKey, !answers.refetchedKeys {
        answers.refetchedKeys = true
        return try CompletingLogin.fetchKeys(answers, idToken, id, app)
      }
      // The server let an old login pass for a new one: the next request forces a login with prompt=login.
      if error.code == .idTokenAuthTimeTooOld {
        (app.storedIDToken, app.expectsSSO, app.isNewlyRegistered) = (nil, false, false)
      }
      throw app.protocolFailure(error)

    case (.askingUserinfo(let answers), .response(.userinfo, let result)):
      return try CompletingLogin.userinfoArrived(result, answers, id, &app)

    case (.inquiring(let answers, let refusal, let client), .response(.registrationRead, let result)):
      guard let effect = try app.lookedUp(client, result, id) else {
        return CompletingLogin.save(answers, withoutUserinfo: refusal, id, &app)
      }
      return Transition(.savingInquiry(answers, refusal), effect)
    case (.savingInquiry(let answers, let refusal), .saved):
      app.logSaved()
      return CompletingLogin.save(answers, withoutUserinfo: refusal, id, &app)
    case (.savingInquiry, .notSaved(let error)): throw app.keystoreFailure(error)

    case (.saving(let answers), .saved):
      app.logSaved()
      if app.keystore == .empty { app.keystore = .open }
      app.signedIn(answers)
      return .over()
    // A login or refresh counts even if its ID token could not be saved.
    case (.saving(let answers), .notSaved(let error)):
      let failure = app.keystoreFailure(error)
      app.signedIn(answers)
      // A refresh saves the tokens that it brings.
      let retry: Flow.Kind? = app.session?.tokens.refreshToken == nil ? nil : .refresh
      (app.banner, app.followUp) = (Banner(error: failure, retry: retry), nil)
      return .over()

    default: return nil
    }
  }

  private static func fetchKeys(
    _ answers: LoginAnswers, _ idToken: Secret, _ id: FlowID, _ app: AppState
  ) throws(AppError) -> Transition<CompletingLogin> {
    guard let request = JWKSRequest.build(metadata: answers.metadata) else {
      throw app.protocolFailure(.missingJWKSURI)
    }
    return Transition(.fetchingKeys(answers, idToken: idToken), .send(id, request, .jwks))
  }

  /// Asked at each login and after each refresh, because the user's data, roles included, may have changed.
  private static func askUserinfo(_ answers: LoginAnswers, _ id: FlowID, _ app: inout AppState) -> Transition<Self> {
    app.go(to: .userinfo)
    guard
      let request = UserInfoRequest.build(metadata: answers.metadata, accessToken: answers.tokens.access)
    else { return save(answers, id, app) }
    return Transition(.askingUserinfo(answers), .send(id, request, .userinfo))
  }

  /// Userinfo of another subject ends the login. Any other failure leaves the user signed in and is reported; after a refresh the previous userinfo
  /// stays, and after a silent refresh a transient failure is not reported.
  ///
  /// A server that refuses a token it issued a moment ago has probably just revoked the client.
  private static func userinfoArrived(
    _ result: Result<HTTPResponse, TransportFailure>, _ answers: LoginAnswers, _ id: FlowID, _ app: inout AppState
  ) throws(AppError) -> Transition<CompletingLogin> {
    do {
      let response = try app.answer(result, url: answers.metadata.userinfoEndpoint)
      var answers = answers
      answers.userinfo = try app.judged(
        try UserInfoRequest.judge(response, subject: answers.claims?.subject ?? answers.subject))
      return save(answers, id, app)
    } catch {
      if error.code == .server(.userinfoSubMismatch) { throw error }
      let failure = app.flow.map { app.traced(error, to: .response(.userinfo, result), in: $0) } ?? error
      if (try? result.get())?.status == 401 {
        guard let (client, request) = app.registrationToLookUp else {
          return save(answers, withoutUserinfo: failure, id, &app)
        }
        return Transition(.inquiring(answers, failure, client), .send(id, request, .registrationRead))
      }
      if error.isTransient, app.flow?.isSilent == true { return save(answers, id, app) }
      if error.castsDoubtOnMetadata { app.doubtsMetadata = true }
      return save(answers, withoutUserinfo: failure, id, &app)
    }
  }

  private static func save(
    _ answers: LoginAnswers, withoutUserinfo error: AppError, _ id: FlowID, _ app: inout AppState
  ) -> Transition<CompletingLogin> {
    // A refresh asks for userinfo again.
    app.banner = Banner(error: error, retry: answers.tokens.refreshToken == nil ? nil : .refresh)
    return save(answers, id, app)
  }

  /// The login counts only when its ID token, and the refresh token where it is wanted, have been saved.
  private static func save(_ answers: LoginAnswers, _ id: FlowID, _ app: AppState) -> Transition<CompletingLogin> {
    let kept = KeptTokens(
      idToken: answers.tokens.idToken, refreshToken: app.settings.silentStart ? answers.tokens.refreshToken : nil,
      key: app.settings.silentStart ? answers.tokens.key?.thumbprint : nil,
      scope: app.settings.silentStart && answers.tokens.refreshToken != nil ? app.settings.scope : nil)
    return Transition(.saving(answers), kept == KeptTokens() ? .clearTokens(id) : .saveTokens(id, kept))
  }
}

extension AppState {
  mutating func signedIn(_ answers: LoginAnswers) {
    storedIDToken = answers.tokens.idToken
    expectsSSO = !signsInElsewhere
    isNewlyRegistered = false
    auth = .authorized(
      Session(tokens: answers.tokens, claims: answers.claims, userinfo: answers.userinfo), refreshing: false)
    if let call = flow?.continuation {
      (followUp, api.demand) = (call, nil)
    } else if flow?.isSilent != true {
      view.route = .home
    }
    end()
  }
}
