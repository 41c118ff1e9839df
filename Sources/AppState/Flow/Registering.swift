import FoundationEssentials
import Keystore
import OAuthClient
import SharedValues

/// Registration: the right to register, then this instance's own client (RFC 7591), then the keystore.
///
/// The right is a token with scope `dcr`: from a login of the user (the main job), by the device's certificate, pushed by the server, from a file, or
/// none at all (``RegistrationMode``).
enum Registering: FlowStages {
  case discovering(Discovering)
  // With a login of the user.
  case preparing(AuthorizationServerMetadata)
  case pushing(AuthorizationServerMetadata, AuthorizationRequest)
  case loggingIn(AuthorizationServerMetadata, AuthorizationRequest)
  case redeeming(AuthorizationServerMetadata, AuthorizationRequest)
  // The same login in a browser elsewhere.
  case signingInElsewhere(AuthorizationServerMetadata, SigningInElsewhere)
  // Without a login.
  case readingToken(AuthorizationServerMetadata)
  case askingAsDevice(AuthorizationServerMetadata)
  case awaitingPush(AuthorizationServerMetadata)
  case pausingForPush(AuthorizationServerMetadata)
  // In every mode.
  case registering(AuthorizationServerMetadata, InitialAccessToken?, asksToRefresh: Bool)
  /// The answer was refused with this error, and the server is asked to delete its client.
  case withdrawing(AppError)
  case saving(ClientRegistration)

  /// How long the app waits for a push, in seconds: as long as a login in the browser may take.
  static let pushLimit: TimeInterval = 300
  /// The pause between two requests, so that a server that does not hold its answer is not asked without a break.
  static let pushPause: Duration = .seconds(1)

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Registering>? {
    switch (self, answer) {
    case (.discovering(let stage), _):
      switch try stage.next(answer, id, &app, registers: true, needs: \.needsToRegister) {
      case .asks(let stage, let effect): return Transition(.discovering(stage), effect)
      case .knows(let metadata): return try Registering.getToken(metadata, id, &app)
      case nil: return nil
      }

    case (.preparing(let metadata), .prepared(let secrets, let redirectURI)):
      let request = try app.judged(
        try AuthorizationRequest.forRegistration(metadata, secrets, redirectURI: redirectURI, app))
      if let push = try app.push(request, metadata, app.registrationClient, id) {
        return Transition(.pushing(metadata, request), push)
      }
      return Transition(.loggingIn(metadata, request), app.openUserAgent(id, at: request, for: .registration))

    case (.pushing(let metadata, let request), .response(.pushedAuthorization, let result)):
      let pushed = try app.pushed(request, result, metadata)
      return Transition(.loggingIn(metadata, pushed), app.openUserAgent(id, at: pushed, for: .registration))

    case (.loggingIn(let metadata, let request), .returned(let outcome)):
      switch outcome {
      case .closed:
        app.log(from: .browser, to: .app, .userAgentClosed)
        return .over(app.cancel())
      case .failed(let failure): throw app.userAgentFailure(failure)
      case .redirect(let uri):
        app.log(from: .browser, to: .app, .redirect(url: uri))
        let code = try app.judged(try AuthorizationResponse.judge(uri, for: request, metadata: metadata))
        app.redeems(code, at: .registrationToken, for: .registration)
        let redemption = TokenRequest.build(
          code, metadata: metadata, credentials: app.registrationClient, binding: app.binding)
        return Transition(.redeeming(metadata, request), .send(id, redemption, .token))
      }

    case (.redeeming(let metadata, let request), .response(.token, let result)):
      let response = try app.answer(result, url: metadata.tokenEndpoint)
      let tokens = try app.judged(
        try TokenRequest.judge(response, expectsIDToken: request.asksForIDToken, binding: app.binding, now: app.now))
      return try Registering.register(metadata, with: tokens.accessToken, boundTo: tokens.key, id, &app)

    case (.signingInElsewhere(let metadata, let stage), _):
      switch try stage.next(answer, id, &app) {
      case .goesOn(let stage, let effect): return Transition(.signingInElsewhere(metadata, stage), effect)
      case .signedIn(let tokens, _):
        return try Registering.register(metadata, with: tokens.accessToken, boundTo: tokens.key, id, &app)
      case nil: return nil
      }

    case (.readingToken(let metadata), .initialAccessToken(let result)):
      return try Registering.register(metadata, with: result.get(), id, &app)

    case (.askingAsDevice(let metadata), .response(.deviceToken, let result)):
      let response = try app.answer(result, url: metadata.mtlsTokenEndpoint ?? metadata.tokenEndpoint)
      let token = try app.judged(try DeviceTokenRequest.judge(response, now: app.now))
      return try Registering.register(metadata, with: token, id, &app)

    case (.awaitingPush(let metadata), .response(.push, let result)):
      let response = try app.answer(result, url: metadata.pushEndpoint)
      let token = try app.judged(try PushRequest.judge(response, now: app.now))
      if let token { return try Registering.register(metadata, with: token, id, &app) }
      if let running = app.flow, app.now.timeIntervalSince(running.stepStarted) >= Registering.pushLimit {
        throw AppError(
          .pushTimedOut, step: .registrationToken, cause: .app(detail: "\(Int(Registering.pushLimit / 60)) minutes"))
      }
      return Transition(.pausingForPush(metadata), .pause(id, Registering.pushPause))
    case (.pausingForPush(let metadata), .paused): return try Registering.askForPush(metadata, id, app)

    case (.registering(let metadata, let token, let asksToRefresh), .response(.registration, let result)):
      let response = try app.certainAnswer(
        result, url: metadata.registrationEndpoint, otherwise: .registrationAnswerLost)
      do {
        return Registering.save(try app.accepted(response, metadata, hasToken: token != nil), id, &app)
      } catch {
        // The refresh grant is the one thing that was asked for beyond what the server says it offers.
        if error.code == .server(.invalidClientMetadata), asksToRefresh, !metadata.offersRefresh,
          app.settings.softwareID == nil
        {
          return try Registering.register(metadata, with: token, asksToRefresh: false, id, &app)
        }
        let refusal = app.flow.map { app.traced(error, to: answer, in: $0) } ?? error
        guard let request = app.deletion(ofRefused: response, metadata) else { throw refusal }
        return Transition(.withdrawing(refusal), .send(id, request, .unregistration))
      }
    case (.withdrawing(let refusal), .response(.unregistration, _)): throw refusal

    case (.saving(let accepted), .saved):
      app.logSaved()
      app.registered(accepted)
      return .over(app.retireOtherKeys())
    case (.saving(let accepted), .notSaved(let error)):
      app.expectSession(isNewlyRegistered: app.registration == nil)
      throw app.keeps(unsaved: accepted, because: error)

    default: return nil
    }
  }

  /// The mode decides where the token comes from.
  private static func getToken(
    _ metadata: AuthorizationServerMetadata, _ id: FlowID, _ app: inout AppState
  ) throws(AppError) -> Transition<Registering> {
    switch app.settings.registration {
    case .user:
      app.go(to: .registrationLogin)
      if app.signsInElsewhere {
        let (stage, effect) = try SigningInElsewhere.begin(
          SigningInElsewhere.Asking(
            metadata: metadata, credentials: app.registrationClient, login: .registration, scope: "dcr",
            extra: app.settings.authorizationParameters.forRegistration, requested: app.now), id, app)
        return Transition(.signingInElsewhere(metadata, stage), effect)
      }
      return Transition(.preparing(metadata), .prepareAuthorization(id, redirectURI: app.settings.redirectURI))
    case .initialAccessToken:
      app.go(to: .registrationToken)
      return Transition(.readingToken(metadata), .readInitialAccessToken(id))
    case .device:
      app.go(to: .registrationToken)
      app.auth = .fetchingToken(.registration)
      let request = try app.judged(
        try DeviceTokenRequest.build(metadata: metadata, clientID: app.settings.deviceClientID))
      return Transition(.askingAsDevice(metadata), .send(id, request, .deviceToken))
    case .push:
      app.go(to: .registrationToken)
      app.auth = .fetchingToken(.registration)
      return try askForPush(metadata, id, app)
    // A static client is registered already, so that this is never reached with one.
    case .open, .staticClient: return try register(metadata, with: nil, id, &app)
    }
  }

  private static func askForPush(
    _ metadata: AuthorizationServerMetadata, _ id: FlowID, _ app: AppState
  ) throws(AppError) -> Transition<Registering> {
    let request = try app.judged(
      try PushRequest.build(metadata: metadata, clientID: app.settings.deviceClientID, wait: app.settings.pushWait))
    return Transition(.awaitingPush(metadata), .send(id, request, .push))
  }

  private static func register(
    _ metadata: AuthorizationServerMetadata, with secret: Secret?, boundTo key: P256PublicKey? = nil, _ id: FlowID,
    _ app: inout AppState
  ) throws(AppError) -> Transition<Registering> {
    app.go(to: .register)
    app.mayBeQuoted(secret)
    let token = try app.judged(
      try secret.map { value throws(ProtocolError) in try InitialAccessToken(value, key: key) })
    return try register(metadata, with: token, asksToRefresh: true, id, &app)
  }

  private static func register(
    _ metadata: AuthorizationServerMetadata, with token: InitialAccessToken?, asksToRefresh: Bool, _ id: FlowID,
    _ app: inout AppState
  ) throws(AppError) -> Transition<Registering> {
    let settings = app.settings
    let request = try app.judged(
      try RegistrationRequest.build(
        metadata: metadata, initialAccessToken: token, redirectURI: settings.redirectURI,
        postLogoutRedirectURI: settings.postLogoutRedirectURI, scope: settings.scope, clientName: settings.clientName,
        softwareID: settings.softwareID, keys: app.registeredKeys, secretMethods: app.secretMethods,
        grantTypes: asksToRefresh ? RegistrationRequest.usedGrants : [RegistrationRequest.codeGrant],
        usesDeviceGrant: app.signsInElsewhere))
    return Transition(.registering(metadata, token, asksToRefresh: asksToRefresh), .send(id, request, .registration))
  }

  /// A previous registration stays until the new one is on disk.
  static func save(_ accepted: ClientRegistration, _ id: FlowID, _ app: inout AppState) -> Transition<Registering> {
    app.go(to: .register)
    return Transition(.saving(accepted), .saveRegistration(id, accepted, registeredAt: accepted.issuedAt ?? app.now))
  }
}

extension AppState {
  fileprivate func accepted(
    _ response: HTTPResponse, _ metadata: AuthorizationServerMetadata, hasToken: Bool
  ) throws(AppError) -> ClientRegistration {
    asked(
      try judged(
        try RegistrationRequest.judge(
          response, redirectURI: settings.redirectURI, scope: settings.softwareID == nil ? nil : settings.scope,
          keys: registeredKeys, now: now, allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback, hasToken: hasToken,
          endpoint: metadata.registrationEndpoint, usesDeviceGrant: signsInElsewhere)))
  }

  /// Nobody will use a client whose registration was refused, and each Retry would make another.
  fileprivate func deletion(ofRefused response: HTTPResponse, _ metadata: AuthorizationServerMetadata) -> HTTPRequest? {
    RegistrationDeletion.build(
      refused: response, at: metadata.registrationEndpoint,
      keeping: [registration, unsavedRegistration].compactMap(\.self),
      allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback)
  }

  fileprivate mutating func registered(_ saved: ClientRegistration) {
    unsavedRegistration = nil
    isRegistrationInDoubt = false
    registration = saved
    registeredAt = saved.issuedAt ?? now
    storedIDToken = nil
    keystore = .open
    expectSession(isNewlyRegistered: true)
    auth = .idle
    end()
    notice = .registered
  }

  /// Only a login leaves a session in the browser; without one the next login cannot be silent.
  fileprivate mutating func expectSession(isNewlyRegistered: Bool) {
    expectsSSO = settings.registration.logsIn && !signsInElsewhere
    self.isNewlyRegistered = isNewlyRegistered
  }

  /// Adds the requested metadata, so that a later comparison knows what the server did not grant.
  func asked(_ accepted: ClientRegistration) -> ClientRegistration {
    var accepted = accepted
    accepted.asked = settings.wishes
    return accepted
  }

  /// Keeps a registration that the server confirmed but a full disk could not take: Retry saves it.
  mutating func keeps(unsaved accepted: ClientRegistration, because error: KeystoreError) -> AppError {
    unsavedRegistration = accepted
    return keystoreFailure(error)
  }

  /// Without an answer to a request that changes something, it is unknown whether the server did it. That gets its own error code: the connection's
  /// failure is only half of the story.
  func certainAnswer(
    _ result: Result<HTTPResponse, TransportFailure>, url: String?, otherwise lost: AppError.OwnCode
  ) throws(AppError) -> HTTPResponse {
    if case .failure(let failure) = result, failure.mayHaveArrived {
      throw AppError(lost, step: flow?.step, cause: .transport(failure, url: url ?? ""))
    }
    return try answer(result, url: url)
  }
}

extension TransportFailure {
  /// Whether the server may have acted on the request, because the connection stood when it failed.
  package var mayHaveArrived: Bool {
    switch code {
    case .timeout, .connectionLost, .bodyTooLarge, .malformedResponse, .contentUnreadable: true
    case .connectionRefused, .hostNotFound, .connectTimeout, .certificateUntrusted, .certificateExpired,
      .certificateWrongHost, .deviceCertificateMissing, .deviceCertificateUnusable, .deviceCertificateExpired,
      .tlsFailure, .invalidURL, .hostNotAllowed, .proxyUnusable, .cancelled:
      false
    }
  }
}
