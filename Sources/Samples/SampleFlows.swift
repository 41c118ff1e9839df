import AppState
import SharedValues

/// Flows for pictures: each really begins, and is then shown at the step that the picture needs.
extension StateRegistry {
  static func flow(_ kind: Flow.Kind, _ step: FlowStep, seconds: Double = 7) -> Flow {
    let (before, action) = beginning(of: kind)
    var state = before
    _ = update(&state, action, now: Sample.now.addingTimeInterval(-seconds))
    guard var flow = state.flow else { preconditionFailure("\(kind) does not begin with \(action)") }
    flow.step = step
    return flow
  }

  /// A phone whose user has the browser on another device (RFC 8628), before and after the server has issued a code.
  static func elsewhere(hasCode: Bool) -> AppState {
    var state = state()
    (state.userAgent, state.settings.browser) = (.deviceCode, UserAgentKind.deviceCode.rawValue)
    state.settings.userAgents = [.deviceCode]
    let began = Sample.now.addingTimeInterval(-83)
    _ = update(&state, .startRegistration, now: began)
    _ = update(&state, .server(.ready), now: began)
    let id = state.lastFlow
    let metadata = Sample.metadataDocument.setting(
      "device_authorization_endpoint", .string(Sample.base + "/oauth/v2/oauth-device-authorization"))
    let answers: [(Reply, JSON)] =
      [(.openIDMetadata, metadata)] + (hasCode ? [(.deviceAuthorization, Sample.codes)] : [])
    for (reply, body) in answers {
      _ = update(&state, .answered(id, .response(reply, .success(Sample.json(200, body)))), now: began)
    }
    state.now = Sample.now
    return state
  }

  private static func beginning(of kind: Flow.Kind) -> (AppState, Action) {
    switch kind {
    case .registration: (state(), .startRegistration)
    case .authentication: (state(.registered), .startAuthentication)
    case .refresh: (state(.signedIn), .refreshAccessToken)
    case .signOut: (state(.signedIn), .signOut)
    case .forgetDevice: (state(.registered), .forgetDevice)
    case .revokeTokens: (state(.signedIn), .revokeTokens)
    case .updateRegistration: (state(.registered), .updateRegistration)
    case .checkRegistration: (state(.registered), .checkRegistration)
    case .signUp: (application("sign-up").state, .createAccount)
    case .accounts: (banking("accounts").state, .api(.readAccounts))
    case .payment: (banking("payment") { $0.api.form = Sample.paymentForm }.state, .api(.pay))
    case .stepUp: (banking("step-up") { $0.api.demand = Sample.stepUpDemand }.state, .api(.stepUp))
    case .silentStart: (state { $0.settings.silentStart = true }, .keystoreLoaded(Sample.stored))
    }
  }
}

extension Sample {
  fileprivate static let stored = StoredState(
    registration: registration, registeredAt: now,
    tokens: KeptTokens(idToken: Secret(idToken), refreshToken: session.tokens.refreshToken))

  /// A server's response to a device (RFC 8628 §3.2).
  fileprivate static let codes = document("device-codes")
}
