import FoundationEssentials
import OAuthClient
import SharedValues

/// The second login, in the name of this instance's own client: silent where the browser holds a session (SSO).
enum Authenticating: FlowStages {
  case discovering(Discovering, LoginClient)
  case preparing(Known)
  case pushing(Known, AuthorizationRequest)
  case loggingIn(Known, AuthorizationRequest, requested: Date)
  case redeeming(Known, AuthorizationRequest, requested: Date)
  // The same login in a browser elsewhere.
  case signingInElsewhere(Known, SigningInElsewhere)
  case askingApplicationServer(loginNotBefore: Date?)
  case completing(CompletingLogin)
  // The refusal looks as if the server no longer knew the client: its registration is read before that is believed.
  case inquiring(Inquiry, ClientRegistration)
  case savingInquiry(Inquiry)

  /// The server of the login and the client that logs in.
  struct Known: Hashable, Sendable {
    var metadata: AuthorizationServerMetadata
    var client: LoginClient
  }

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Authenticating>? {
    switch (self, answer) {
    case (.discovering(let stage, let client), _):
      switch try stage.next(answer, id, &app, needs: { $0.needs(of: client, boundTo: nil) }) {
      case .asks(let stage, let effect): return Transition(.discovering(stage, client), effect)
      case .knows(let metadata):
        app.go(to: .login)
        if app.signsInElsewhere { return try Authenticating.askForCodes(metadata, client, id, app) }
        return Transition(
          .preparing(Known(metadata: metadata, client: client)),
          .prepareAuthorization(id, redirectURI: app.registeredRedirects.login))
      case nil: return nil
      }

    case (.preparing(let known), .prepared(let secrets, let redirectURI)):
      let request = try app.judged(
        try AuthorizationRequest.forAuthentication(known.metadata, known.client, secrets, redirectURI: redirectURI, app)
      )
      if let push = try app.push(request, known.metadata, known.client.credentials, id) {
        return Transition(.pushing(known, request), push)
      }
      return Authenticating.visit(request, known, id, &app)

    case (.pushing(let known, let request), .response(.pushedAuthorization, let result)):
      let pushed: AuthorizationRequest
      do { pushed = try app.pushed(request, result, known.metadata) } catch { return try app.refused(error, id) }
      return Authenticating.visit(pushed, known, id, &app)

    case (.loggingIn(let known, let request, let requested), .returned(let outcome)):
      switch outcome {
      case .closed:
        app.log(from: .browser, to: .app, .userAgentClosed)
        return try app.inquire(.visit(outcome), id)
      case .failed: return try app.inquire(.visit(outcome), id)
      case .redirect(let uri):
        app.log(from: .browser, to: .app, .redirect(url: uri))
        return try Authenticating.redeem(uri, known, request, requested: requested, id, &app)
      }

    case (.askingApplicationServer(let loginNotBefore), .response(.application, let result)):
      let response = try app.answer(result, url: app.settings.applicationServer)
      try app.applicationServerAnswered(response, loginNotBefore: loginNotBefore)
      return .over()

    case (.redeeming(let known, let request, let requested), .response(.token, let result)):
      let response = try app.answer(result, url: known.metadata.tokenEndpoint)
      let tokens: TokenSet
      do {
        tokens = try app.judged(
          try TokenRequest.judge(response, expectsIDToken: request.asksForIDToken, binding: app.binding, now: app.now))
      } catch { return try app.inquire(.refusal(error), id) }
      return try Authenticating.complete(
        tokens, known, nonce: request.asksForIDToken ? request.secrets.nonce : nil,
        loginNotBefore: request.loginNotBefore(requested), id, &app)

    case (.signingInElsewhere(let known, let stage), _):
      let progress: SigningInElsewhere.Progress?
      do { progress = try stage.next(answer, id, &app) } catch { return try app.inquire(.refusal(error), id) }
      switch progress {
      case .goesOn(let stage, let effect): return Transition(.signingInElsewhere(known, stage), effect)
      case .signedIn(let tokens, let loginNotBefore):
        return try Authenticating.complete(tokens, known, nonce: nil, loginNotBefore: loginNotBefore, id, &app)
      case nil: return nil
      }

    case (.completing(let stage), _): return try stage.next(answer, id, &app)?.map(Authenticating.completing)

    case (.inquiring(let inquiry, let client), .response(.registrationRead, let result)):
      guard let effect = try app.lookedUp(client, result, id) else { return try app.conclude(inquiry) }
      return Transition(.savingInquiry(inquiry), effect)
    case (.savingInquiry(let inquiry), .saved):
      app.logSaved()
      return try app.conclude(inquiry)
    case (.savingInquiry, .notSaved(let error)): throw app.keystoreFailure(error)

    default: return nil
    }
  }

  private static func askForCodes(
    _ metadata: AuthorizationServerMetadata, _ client: LoginClient, _ id: FlowID, _ app: AppState
  ) throws(AppError) -> Transition<Authenticating> {
    let extra = app.settings.authorizationParameters.asking(for: app.settings.api)
    let (stage, effect) = try SigningInElsewhere.begin(
      SigningInElsewhere.Asking(
        metadata: metadata, credentials: client.credentials, login: .authentication, scope: app.settings.scope,
        extra: app.flow?.stepUp?.added(to: extra) ?? extra, requested: app.now), id, app)
    return Transition(.signingInElsewhere(Known(metadata: metadata, client: client), stage), effect)
  }

  private static func complete(
    _ tokens: TokenSet, _ known: Known, nonce: Secret?, loginNotBefore: Date?, _ id: FlowID, _ app: inout AppState
  ) throws(AppError) -> Transition<Authenticating> {
    var answers = LoginAnswers(
      tokens: tokens, metadata: known.metadata, client: known.client, nonce: nonce, loginNotBefore: loginNotBefore)
    if let stepUp = app.flow?.stepUp {
      // The session continues, and the user must stay the same.
      (answers.acrValues, answers.subject) = (stepUp.acceptedACRs, app.session?.subject)
    }
    return try CompletingLogin.begin(answers, id, &app).map(Authenticating.completing)
  }

  private static func visit(
    _ request: AuthorizationRequest, _ known: Known, _ id: FlowID, _ app: inout AppState
  ) -> Transition<Authenticating> {
    let effects = app.openUserAgent(id, at: request, for: .authentication)
    return Transition(.loggingIn(known, request, requested: app.now), effects)
  }

  private static func redeem(
    _ uri: String, _ known: Known, _ request: AuthorizationRequest, requested: Date, _ id: FlowID, _ app: inout AppState
  ) throws(AppError) -> Transition<Authenticating> {
    let code: AuthorizationCode
    do {
      code = try AuthorizationResponse.judge(uri, for: request, metadata: known.metadata)
    } catch { return try app.refused(app.protocolFailure(error), id) }
    app.redeems(code, at: .token, for: .authentication)
    if let applicationServer = app.settings.applicationServer {
      let loginNotBefore = request.loginNotBefore(requested)
      return Transition(
        .askingApplicationServer(loginNotBefore: loginNotBefore),
        app.sendToApplicationServer(id, code, applicationServer, loginNotBefore: loginNotBefore))
    }
    return Transition(
      .redeeming(known, request, requested: requested),
      .send(
        id,
        TokenRequest.build(
          code, metadata: known.metadata, credentials: known.client.credentials, binding: app.binding), .token))
  }
}

extension AppState {
  /// The server refused the request, either when it was pushed or when the browser sent it.
  fileprivate mutating func refused(_ error: AppError, _ id: FlowID) throws(AppError) -> Transition<Authenticating> {
    // A server with new keys refuses the ID token hint that it issued itself: the next attempt leaves it out.
    if error.code == .server(.invalidRequest) { storedIDToken = nil }
    return try inquire(.refusal(error), id)
  }
}

extension AuthorizationRequest {
  /// The earliest time of the user's authentication that `max_age` allows, for a request made then; `nil`: any time.
  fileprivate func loginNotBefore(_ requested: Date) -> Date? {
    maxAge.map { requested.addingTimeInterval(-Double($0)) }
  }
}

extension FlowTask {
  /// The user agent opens later than planned: the login's age counts from now.
  mutating func opensUserAgent(now: Date) {
    guard case .authentication(.loggingIn(let known, let request, _)) = self else { return }
    self = .authentication(.loggingIn(known, request, requested: now))
  }
}
