import AppState
import FoundationEssentials
import SharedValues

/// Flows for pictures: each has really begun, and is then shown at the step that the picture is of.
extension StateRegistry {
  static func flow(_ kind: Flow.Kind, _ step: FlowStep, seconds: Double = 7) -> Flow {
    let (before, action) = beginning(of: kind)
    var state = before
    _ = update(&state, action, now: Sample.now.addingTimeInterval(-seconds))
    guard var flow = state.flow else { preconditionFailure("\(kind) does not begin with \(action)") }
    flow.step = step
    return flow
  }

  private static func beginning(of kind: Flow.Kind) -> (AppState, Action) {
    switch kind {
    case .registration: (state(), .startRegistration)
    case .authentication: (state(registered: true), .startAuthentication)
    case .refresh: (state(signedIn: true), .refreshAccessToken)
    case .signOut: (state(signedIn: true), .signOut)
    case .forgetDevice: (state(registered: true), .forgetDevice)
    case .revokeTokens: (state(signedIn: true), .revokeTokens)
    case .updateRegistration: (state(registered: true), .updateRegistration)
    case .checkRegistration: (state(registered: true), .checkRegistration)
    case .signUp: (application { _ in }, .createAccount)
    case .accounts: (banking(), .api(.readAccounts))
    case .payment: (banking { $0.api.form = Sample.paymentForm }, .api(.pay))
    case .stepUp: (banking { $0.api.demand = Sample.stepUpDemand }, .api(.stepUp))
    case .silentStart:
      (
        state { $0.settings.silentStart = true },
        .keystoreLoaded(
          StoredState(
            registration: Sample.registration, registeredAt: Sample.now, idToken: Secret(Sample.idToken),
            refreshToken: Sample.session.tokens.refreshToken))
      )
    }
  }
}
