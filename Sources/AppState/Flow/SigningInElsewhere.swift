import FoundationEssentials
import OAuthClient
import SharedValues

/// A login in a browser elsewhere (RFC 8628): the app shows a code and polls the server until the user has finished there. Both logins use it instead
/// of opening a user agent.
///
/// The answers come to the app over its own connection, so that there is no redirect URI, no `state` and no `nonce` to check.
enum SigningInElsewhere: Hashable, Sendable {
  case asking(Asking)
  case pausing(Waiting)
  case polling(Waiting)

  struct Asking: Hashable, Sendable {
    var metadata: AuthorizationServerMetadata
    var credentials: ClientCredentials
    var login: AuthState.Login
    var scope: String
    var extra: AuthorizationParameters
    /// When the login was requested: its age counts from then.
    var requested: Date
  }

  /// The codes have arrived, and the app polls with them.
  struct Waiting: Hashable, Sendable {
    var asking: Asking
    var authorization: DeviceAuthorization
    /// Seconds before the next request.
    var pause: TimeInterval
    /// The pause before the network failed, which must not slow down the polling for good.
    var usualPause: TimeInterval
  }

  enum Progress {
    case goesOn(SigningInElsewhere, Effect)
    case signedIn(TokenSet, loginNotBefore: Date?)
  }

  /// The longest pause after a network failure, in seconds.
  static let longestPause: TimeInterval = 60

  static func begin(_ asking: Asking, _ id: FlowID, _ app: AppState) throws(AppError) -> (SigningInElsewhere, Effect) {
    let request = try app.judged(
      try DeviceAuthorizationRequest.build(
        metadata: asking.metadata, credentials: asking.credentials, scope: asking.scope, extra: asking.extra))
    return (.asking(asking), .send(id, request, .deviceAuthorization))
  }

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Progress? {
    switch (self, answer) {
    case (.asking(let asking), .response(.deviceAuthorization, let result)):
      let response = try app.answer(result, url: asking.metadata.deviceAuthorizationEndpoint)
      let settings = app.settings
      let codes = try app.judged(
        try DeviceAuthorizationRequest.judge(
          response, issuer: settings.issuer, scope: asking.scope, extra: asking.extra,
          allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback, now: app.now))
      app.mayBeQuoted(codes.deviceCode)
      // During a step-up the user stays signed in.
      if app.flow?.stepUp == nil { app.auth = .authorizing(asking.login) }
      return Waiting(asking: asking, authorization: codes, pause: codes.interval, usualPause: codes.interval).rest(id)

    case (.pausing(let waiting), .paused):
      // Each poll is a new request, which may need another nonce.
      app.flow?.hasRetriedWithNonce = false
      guard app.now < waiting.authorization.expiresAt else { throw app.protocolFailure(SigningInElsewhere.expired) }
      let request = DeviceCodeRequest.build(
        waiting.authorization, metadata: waiting.asking.metadata, credentials: waiting.asking.credentials,
        binding: app.binding)
      return .goesOn(.polling(waiting), .send(id, request, .token))

    case (.polling(let waiting), .response(.token, let result)): return try waiting.judge(result, id, &app)

    default: return nil
    }
  }

  /// The error for an expired code; a server that is asked in time reports it too.
  private static let expired = ProtocolError(
    .expiredToken, field: "expires_in", expected: "a login in time", source: "RFC 8628 §3.5")

  /// The codes that the user needs; `nil`: they have not arrived yet.
  var authorization: DeviceAuthorization? {
    switch self {
    case .asking: nil
    case .pausing(let waiting), .polling(let waiting): waiting.authorization
    }
  }
}

extension SigningInElsewhere.Waiting {
  fileprivate func rest(_ id: FlowID) -> SigningInElsewhere.Progress {
    .goesOn(.pausing(self), .pause(id, .seconds(pause)))
  }

  fileprivate func judge(
    _ result: Result<HTTPResponse, TransportFailure>, _ id: FlowID, _ app: inout AppState
  ) throws(AppError) -> SigningInElsewhere.Progress {
    let asked = (try? result.get()).flatMap { RetryAfter.delay(of: $0, now: app.now) } ?? 0
    do {
      let response = try app.answer(result, url: asking.metadata.tokenEndpoint)
      let answer = try app.judged(
        try DeviceCodeRequest.judge(response, for: authorization, binding: app.binding, now: app.now))
      switch answer {
      case .tokens(let tokens):
        if app.flow?.stepUp == nil { app.auth = .fetchingToken(asking.login) }
        app.go(to: asking.login == .registration ? .registrationToken : .token)
        let loginNotBefore = authorization.maxAge.map { asking.requested.addingTimeInterval(-Double($0)) }
        return .signedIn(tokens, loginNotBefore: loginNotBefore)
      case .pending: return after(usualPause).rest(id)
      case .slowDown: return after(usualPause + DeviceCodeRequest.slowerBy).rest(id)
      }
    } catch let error where error.isWorthAnotherQuestion {
      // RFC 8628 §3.5: half as often after each time-out, and likewise after any other transient failure; but not before the time
      // that the server asks for.
      var waiting = self
      waiting.pause = max(
        usualPause, min(2 * pause, SigningInElsewhere.longestPause), min(asked, Renewal.longestRetryAfter))
      return waiting.rest(id)
    }
  }

  private func after(_ pause: TimeInterval) -> SigningInElsewhere.Waiting {
    var waiting = self
    (waiting.pause, waiting.usualPause) = (pause, pause)
    return waiting
  }
}

extension AppError {
  /// Whether to poll again: the network is away or the server is busy, which says nothing about the code. A rejected certificate does not pass.
  fileprivate var isWorthAnotherQuestion: Bool {
    switch cause {
    case .transport(let failure, _):
      [.connectionRefused, .hostNotFound, .connectTimeout, .timeout, .connectionLost, .proxyUnusable].contains(
        failure.code)
    case .server(let error): isTransient && error.code != .expiredToken
    default: false
    }
  }
}

extension AppState {
  public var signsInElsewhere: Bool { userAgent == .deviceCode }
}

extension Flow {
  /// The codes that the user needs for the login under way; `nil`: it needs none, or they have not arrived yet.
  public var deviceAuthorization: DeviceAuthorization? {
    switch task {
    case .registration(.signingInElsewhere(_, let stage)): stage.authorization
    case .authentication(.signingInElsewhere(_, let stage)): stage.authorization
    default: nil
    }
  }
}
