import FoundationEssentials
import OAuthClient
import SharedValues

/// One thing that is under way: what was asked for, how far it has come, and what it waits for.
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
    /// Asking the API for the accounts, or for a payment.
    case accounts, payment
    /// A login in the middle of a session that the API demands (RFC 9470 §4).
    case stepUp
  }

  public let id: FlowID
  /// The stage that it is at, with what that stage needs.
  var task: FlowTask
  public var step: FlowStep
  public var started: Date
  public var stepStarted: Date
  /// The one answer that it waits for; any other is stale, doubled or somebody else's.
  var awaits: AwaitedAnswer?
  /// The page that a browser has had for some seconds without an answer; `nil`: it is early, or nobody has to do anything about it.
  public package(set) var unanswered: UnansweredPage?
  /// What it waits for has not been asked for yet: a tool holds the request back.
  public var isHeldBack = false
  /// The request whose answer it waits for, or the last one that had an answer.
  var sent: HTTPRequest?
  /// Whether that one was sent a second time for want of a nonce.
  var hasRetriedWithNonce = false
  /// Opens its pages; `nil`: the one of ``AppState/userAgent``.
  var userAgent: UserAgentKind?
  /// What the API demands of the login; `nil`: it is no step-up.
  var stepUp: StepUp?
  /// The call of the API that the tokens are for.
  var continuation: CallingAPI?
  /// What a server was sent or has sent in this flow, and may quote in an error.
  var quotable: [Secret] = []

  init(id: FlowID, _ task: FlowTask, started: Date) {
    (self.id, self.task) = (id, task)
    step = task.kind.firstStep
    self.started = started
    stepStarted = started
  }

  public var kind: Kind { stepUp == nil ? task.kind : .stepUp }

  /// What was held back leaves now: limits of time begin.
  package mutating func letGo(opensUserAgent: Bool, now: Date) {
    stepStarted = now
    if opensUserAgent { task.opensUserAgent(now: now) }
  }

  /// Nobody asked for it: the screen stays as it is, and a failure that may pass by itself is no error.
  public var isSilent: Bool {
    get {
      switch task {
      case .refresh(let refreshing): refreshing.isSilent
      case .refused(let refusal): refusal.isSilent
      default: false
      }
    }
    set {
      switch task {
      case .refresh(var refreshing):
        refreshing.isSilent = newValue
        task = .refresh(refreshing)
      case .refused(var refusal):
        refusal.isSilent = newValue
        task = .refused(refusal)
      default: break
      }
    }
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
  /// Asking the API for the accounts; of `flow` where the configuration names an API.
  case accounts
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
  /// Asking the API for a payment.
  case payment

  /// Whether the command `flow` comes by here; the other steps belong to buttons that it does not press.
  public var isPartOfFlow: Bool {
    ![.unregister, .signUp, .revoke, .update, .check, .payment].contains(self)
  }

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
  /// What is under way and takes over the screen; a silent refresh does not.
  public var visibleFlow: Flow? { flow.flatMap { $0.isSilent ? nil : $0 } }
}
