import AppState
import SharedValues

/// Every message that a flow of the app can send and step mode can hold. Lessons use the raw values, so they are
/// stable.
///
/// What the app does without sending anything (random values, checking an ID token) is no message.
package enum StepMessage: String, Hashable, Sendable, CaseIterable {
  case metadata
  case openRegistrationLogin = "open-registration-login"
  /// Exchanges the code of the first login for the dcr token.
  case registrationToken = "registration-token"
  case deviceToken = "device-token"
  case push
  case register
  case saveRegistration = "save-registration"
  /// Sends the parameters of an authorization request to the server first (RFC 9126).
  case pushAuthorization = "push-authorization"
  case openLogin = "open-login"
  /// Requests the codes of a login on another device (RFC 8628), and polls until it is done.
  case askForCodes = "ask-for-codes"
  case askWhetherDone = "ask-whether-done"
  case token
  case jwks
  case userinfo
  case saveTokens = "save-tokens"
  case refresh
  case revokeToken = "revoke-token"
  case openSignOut = "open-sign-out"
  case clearTokens = "clear-tokens"
  case readRegistration = "read-registration"
  case updateRegistration = "update-registration"
  case deleteRegistration = "delete-registration"
  case eraseKeystore = "erase-keystore"
  /// Sends the code to the application server, which redeems it.
  case application
  case signUp = "sign-up"
  /// A request without a token, whose refusal names the API's metadata (RFC 9728 §5.1).
  case probeAPI = "probe-api"
  case readResource = "read-resource"
  case askAPI = "ask-api"
}

/// A message of a flow that is ready to be sent.
package struct HeldMessage: Hashable, Sendable {
  package let name: StepMessage
  package let flow: FlowID
  let kind: Flow.Kind
  package let step: FlowStep
  /// How it is held while step mode is off.
  package var hold: Hold?
  /// The effect that sends it. Contains secrets: shown only through `Redaction`.
  package internal(set) var effect: Effect

  /// `nil`: the effect sends no message of `flow`.
  package init?(_ effect: Effect, of flow: Flow) {
    guard case (let id, var name)? = HeldMessage.identified(effect, flow.kind), id == flow.id else { return nil }
    if flow.deviceAuthorization != nil, case .send(_, _, .token) = effect { name = .askWhetherDone }
    (self.name, self.flow, self.effect) = (name, id, effect)
    (kind, step) = (flow.kind, flow.step)
  }

  package var to: Party {
    switch effect {
    case .openUserAgent: .browser
    case .saveRegistration, .saveTokens, .clearTokens, .eraseKeystore: .keystore
    case .send where [.probeAPI, .readResource, .askAPI].contains(name): .api
    case .send where name == .application || name == .signUp: .application
    default: .server
    }
  }

  /// Whether it writes to the disk. The server has done its part by then, so it cannot be cancelled.
  package var isWrite: Bool { to == .keystore }

  private static func identified(_ effect: Effect, _ kind: Flow.Kind) -> (FlowID, StepMessage)? {
    switch effect {
    case .send(let id, _, let reply): (id, StepMessage(reply, kind))
    case .openUserAgent(let id, _, _, _, _):
      (id, kind == .registration ? .openRegistrationLogin : kind == .signOut ? .openSignOut : .openLogin)
    case .saveRegistration(let id, _, _): (id, .saveRegistration)
    case .saveTokens(let id, _): (id, .saveTokens)
    case .clearTokens(let id): (id, .clearTokens)
    case .eraseKeystore(let id): (id, .eraseKeystore)
    default: nil
    }
  }
}

extension StepMessage {
  init(_ reply: Reply, _ kind: Flow.Kind) {
    self =
      switch reply {
      case .openIDMetadata, .oauthMetadata: .metadata
      case .deviceToken: .deviceToken
      case .push: .push
      case .pushedAuthorization: .pushAuthorization
      case .deviceAuthorization: .askForCodes
      case .token: kind == .registration ? .registrationToken : .token
      case .registration: .register
      case .registrationRead: .readRegistration
      case .registrationUpdate: .updateRegistration
      case .jwks: .jwks
      case .userinfo: .userinfo
      case .refresh: .refresh
      case .revocation: .revokeToken
      case .unregistration: .deleteRegistration
      case .application: .application
      case .signUp: .signUp
      case .apiProbe: .probeAPI
      case .resourceMetadata: .readResource
      case .api: .askAPI
      }
  }
}
