import FoundationEssentials
import OAuthClient
import SharedValues

/// One flow under way: its kind, its stage, and the answer it waits for.
public struct Flow: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case registration, authentication, refresh, signOut, forgetDevice, signUp
    /// Signing in with the refresh token of the last run, without a browser.
    case silentStart
    /// Revoking the tokens at the server (RFC 7009).
    case revokeTokens
    /// Changing the registration at the server (RFC 7592 §2.2).
    case updateRegistration
    /// Reading the registration at the server (RFC 7592 §2.1).
    case checkRegistration
    case accounts, payment
    /// A login that the API demands during a session (RFC 9470 §4).
    case stepUp
  }

  public let id: FlowID
  /// The current stage, with the data that it needs.
  var task: FlowTask
  public var step: FlowStep
  public var started: Date
  var stepStarted: Date
  /// The user did not ask for this flow: the screen stays as it is, and a failure that may pass by itself is not shown as an error.
  public var isSilent = false
  /// The one answer that the flow waits for; any other is stale, a duplicate, or not meant for it.
  var awaits: AwaitedAnswer?
  /// The page that a browser has had for some seconds without an answer; `nil`: it is too early, or the user need not act.
  public package(set) var unanswered: UnansweredPage?
  /// The request whose answer the flow waits for has not left yet: a tool holds it back.
  public var isHeldBack = false
  /// The request whose answer the flow waits for, or the last one that was answered.
  var sent: HTTPRequest?
  /// Whether that request was sent again because it lacked a nonce.
  var hasRetriedWithNonce = false
  /// The user agent that opens this flow's pages; `nil`: the one of ``AppState/userAgent``.
  var userAgent: UserAgentKind?
  /// What the API demands of the login; `nil`: this is no step-up.
  var stepUp: StepUp?
  /// The API call that needs the tokens.
  var continuation: CallingAPI?
  /// Secrets sent or received in this flow that a server may quote in an error.
  var quotable: [Secret] = []

  init(id: FlowID, _ task: FlowTask, started: Date) {
    (self.id, self.task) = (id, task)
    step = task.kind.firstStep
    self.started = started
    stepStarted = started
  }

  public var kind: Kind { stepUp == nil ? task.kind : .stepUp }
}

/// The steps of `flow`, in order; the raw values are a stable interface.
public enum FlowStep: String, Hashable, Sendable, CaseIterable {
  case discovery
  case registrationLogin = "registration-login"
  case registrationToken = "registration-token"
  case register
  case login
  case token
  case userinfo
  case refresh
  /// Asking the API for the accounts; part of `flow` where the configuration names an API.
  case accounts
  case logout
  /// Deleting the registration at the server (RFC 7592); only for Forget This Device.
  case unregister
  /// Creating an account at the application server; only for Create Account.
  case signUp = "sign-up"
  /// Revoking tokens (RFC 7009); only for Revoke Tokens.
  case revoke
  /// Changing the registration (RFC 7592); only for Update Registration.
  case update
  /// Reading the registration (RFC 7592); only for Check Registration.
  case check
  case payment

  /// Whether the command `flow` takes this step; the other steps belong to buttons that it does not press.
  public var isPartOfFlow: Bool { ![.unregister, .signUp, .revoke, .update, .check, .payment].contains(self) }

  /// The steps of `flow`, in order.
  /// - Parameter usesAPI: whether the configuration names an API that the app asks.
  public static func ofFlow(usesAPI: Bool) -> [FlowStep] {
    allCases.filter { $0.isPartOfFlow && ($0 != .accounts || usesAPI) }
  }
}

extension Flow.Kind {
  fileprivate var firstStep: FlowStep {
    switch self {
    case .forgetDevice: .unregister
    case .signUp: .signUp
    case .updateRegistration: .update
    case .checkRegistration: .check
    case .accounts: .accounts
    case .payment: .payment
    case .registration, .authentication, .stepUp, .refresh, .silentStart, .signOut, .revokeTokens: .discovery
    }
  }
}

extension AppState {
  /// The flow that takes over the screen; a silent refresh does not.
  public var visibleFlow: Flow? { flow.flatMap { $0.isSilent ? nil : $0 } }
}
