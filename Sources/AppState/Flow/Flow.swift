import Foundation

/// One thing that is under way: what was asked for, and the step it is at.
public struct Flow: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case registration, authentication, refresh, signOut, forgetDevice, signUp
    /// Signing in with the refresh token of the last run, without a browser.
    case silentStart
    /// Taking the tokens back at the server (RFC 7009).
    case revokeTokens
    /// Changing the registration at the server (RFC 7592 §2.2).
    case updateRegistration
    /// Asking the server what it has (RFC 7592 §2.1).
    case checkRegistration
  }

  public var id: Int
  public var kind: Kind
  public var step: FlowStep
  public var started: Date
  public var stepStarted: Date
  /// Nobody asked for it: the screen stays as it is, and a failure that may pass by itself is no error.
  public var isSilent = false
  /// What the next answer is judged by. Private to `update`.
  var context = FlowContext()

  public init(id: Int, kind: Kind, step: FlowStep, started: Date) {
    self.id = id
    self.kind = kind
    self.step = step
    self.started = started
    self.stepStarted = started
  }
}

/// The steps of `flow`, in order; the raw values are the outside contract.
public enum FlowStep: String, Hashable, Sendable, CaseIterable {
  case discovery
  case registrationLogin = "registration-login"
  case registrationToken = "registration-token"
  case register
  case login
  case token
  case userinfo
  case refresh
  case logout
  /// Deleting the registration at the server (RFC 7592); only Forget This Device.
  case unregister
  /// Making an account at the application server; only Create Account.
  case signUp = "sign-up"
  /// Taking tokens back (RFC 7009); only Revoke Tokens.
  case revoke
  /// Changing the registration (RFC 7592); only Update Registration.
  case update
  /// Reading the registration (RFC 7592); only Check Registration.
  case check

  /// Whether the command `flow` comes by here; the other steps belong to buttons that it does not press.
  public var isPartOfFlow: Bool { ![.unregister, .signUp, .revoke, .update, .check].contains(self) }
}

extension AppState {
  /// What is under way and takes over the screen; a silent refresh does not.
  public var visibleFlow: Flow? { flow.flatMap { $0.isSilent ? nil : $0 } }
}
