/// Predicts how the flow's keys and the client's secret affect it, as far as this machine can tell.
struct KeyForecast {
  /// The configuration's demands, as far as this server supports them.
  let demands: KeyRequirements
  let scope: String
  let isRegistered: Bool
  /// `nil`: the device is not registered, or the keystore needs a passphrase.
  let registration: ClientRegistration?
  /// The keys of this device; `nil`: its secure element could not be asked.
  let held: [ElementKey]?
  var now = TimeSource.system.now

  var takesKeys: Bool {
    demands.privateKey || demands.dpop || registration?.usesKey == true || registration?.bindsTokens == true
  }

  var failure: (step: FlowStep, error: CommandError)? {
    if let registration {
      if let error = defect(of: registration) { return (.discovery, error) }
      do throws(ProtocolError) { try RegistrationResponse.judgeSecretLives(registration, now: now) } catch {
        return (.login, CommandError(error))
      }
    }
    guard asksForUser else { return nil }
    // The first request that the client's key signs.
    let pushes = demands.pushedAuthorization || registration?.pushes == true
    return (pushes ? .login : .token, KeyForecast.error(.element(.presenceRefused)))
  }

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

  /// Whether a key asks its user, whom `flow` cannot ask.
  private var asksForUser: Bool {
    guard isRegistered else { return demands.privateKey && demands.userPresence }
    guard let thumbprint = registration?.keyThumbprint else { return false }
    return held?.first { $0.thumbprint == thumbprint }?.demandsUser == true
  }

  private static func error(_ failure: KeyFailure) -> CommandError {
    CommandError(AppError(code: failure.code, step: nil, cause: .key(failure)))
  }
}
