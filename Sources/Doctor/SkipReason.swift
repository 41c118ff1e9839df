import AppState
import OAuthClient

/// Why the flow skips a step, in words.
package enum SkipReason: String, Hashable {
  case registered = "this device is registered already"
  case applicationServer = "the application server has a client of its own"
  case claimsCame = "the application server asked, and sent the claims with the token"
  case tokensStay = "the application server hands out no refresh token"
  case deviceToken = "the device's certificate takes the place of a login"
  case pushedToken = "the server pushes the token, so nobody logs in"
  case tokenFile = "the token comes from a file, so nobody logs in"
  case open = "the server lets anybody register"
  case staticClient = "a static client is used, so nothing is registered"
  case noRefreshToken = "the server issued no refresh token"
  case refreshNotGranted = "this server does not refresh for this client"
  case noUserinfo = "the server has no userinfo endpoint"
  case noAPI = "the configuration names no API that the app asks"
  case noEndSession = "the server has no end session endpoint"

  /// The steps that a registered device skips.
  package static let registrationSteps: [FlowStep] = [.registrationLogin, .registrationToken, .register]

  /// The registration's steps that are skipped, each with its reason: all of them on a registered device, with a static client or with an application
  /// server; otherwise those that the way to a token does not need.
  package static func leftOut(
    _ mode: RegistrationMode, isRegistered: Bool, usesApplicationServer: Bool
  ) -> [(FlowStep, SkipReason)] {
    if usesApplicationServer { return registrationSteps.map { ($0, .applicationServer) } }
    if !mode.registers { return registrationSteps.map { ($0, .staticClient) } }
    if isRegistered { return registrationSteps.map { ($0, .registered) } }
    let why: SkipReason
    switch mode {
    case .user, .staticClient: return []
    case .device: why = .deviceToken
    case .push: why = .pushedToken
    case .initialAccessToken: why = .tokenFile
    case .open: why = .open
    }
    return registrationSteps.filter { !mode.registrationSteps.contains($0) }.map { ($0, why) }
  }
}
