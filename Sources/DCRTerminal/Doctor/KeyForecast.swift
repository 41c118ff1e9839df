import AppState
import OAuthClient
import SharedValues

/// What becomes of the flow for the keys that it takes, as far as this machine can tell beforehand.
struct KeyForecast {
  /// What the configuration wants, as far as this server does it.
  let demands: KeyDemands
  let scope: String
  let isRegistered: Bool
  /// `nil`: there is none, or it cannot be read without a passphrase.
  let registration: ClientRegistration?
  /// The keys of this device; `nil`: its secure element could not be asked.
  let held: [ElementKey]?

  /// Whether the flow takes a key at all.
  var takesKeys: Bool {
    demands.privateKey || demands.dpop || registration?.usesKey == true || registration?.bindsTokens == true
  }

  /// Where the flow will fail, and what the app will say.
  var failure: (step: FlowStep, error: CommandError)? {
    if let registration, let error = defect(of: registration) { return (.discovery, error) }
    guard asksForUser else { return nil }
    // The first request that the client's key signs.
    let pushes = demands.pushedAuthorization || registration?.pushes == true
    return (pushes ? .login : .token, KeyForecast.error(.element(.presenceRefused)))
  }

  /// What was registered before the configuration, or for a key that is gone.
  private func defect(of registration: ClientRegistration) -> CommandError? {
    if demands.privateKey, !registration.usesKey, !demands.allowsDowngrade {
      return KeyForecast.error(.clientWithoutKey)
    }
    do throws(ProtocolError) {
      try registration.judgeIDTokens(isFAPI: demands.isFAPI && AuthorizationRequest.asksForIDToken(scope: scope))
    } catch { return CommandError(error) }
    guard let thumbprint = registration.keyThumbprint, let held, !held.contains(where: { $0.thumbprint == thumbprint })
    else { return nil }
    return KeyForecast.error(.clientKeyLost)
  }

  /// `flow` has nobody to ask.
  private var asksForUser: Bool {
    guard isRegistered else { return demands.privateKey && demands.userPresence }
    guard let thumbprint = registration?.keyThumbprint else { return false }
    return held?.first { $0.thumbprint == thumbprint }?.demandsUser == true
  }

  private static func error(_ failure: KeyFailure) -> CommandError {
    CommandError(AppError(code: failure.code, step: nil, cause: .key(failure)))
  }
}
