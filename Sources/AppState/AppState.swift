import Foundation
import Keystore
import OAuthClient
import SharedValues

/// Everything that the app is at one moment, as one value. Screens are drawn from it and from nothing else.
public struct AppState: Hashable, Sendable {
  public var settings: AppSettings
  /// The time of the last action, from the injected clock.
  public var now: Date
  /// Whether the keystore has been read yet; until then the first screen waits for nothing but says so.
  public var keystore: KeystoreCondition = .loading
  public var server: ServerCondition = .unknown
  public var metadata: AuthorizationServerMetadata?
  /// This instance's own client. `nil`: the Registration screen.
  public var registration: ClientRegistration?
  public var registeredAt: Date?
  public var storedIDToken: Secret?
  /// Where the login stands, in the states of MMMothClient.
  public var auth: AuthState = .idle
  /// What is under way, or `nil`.
  public var flow: Flow?
  public var banner: Banner?
  /// A friendly note of what was just done, e.g. what a reset erased.
  public var notice: Notice?
  /// A registration that the server confirmed but the keystore could not save: Retry saves it, and registers no second one.
  public var unsavedRegistration: ClientRegistration?
  /// Whether the browser should still hold the session of a login of this run, so that the next login is not forced.
  public var expectsSSO = false
  public var messages: MessageLog = MessageLog()
  public var view: ViewState = ViewState()
  /// Number of the last flow; answers that belong to an older one are ignored.
  public var lastFlow = 0
  /// Exchanges under way: number of the trace to number of the message.
  var openTraces: [Int: Int] = [:]

  public init(settings: AppSettings, now: Date) {
    self.settings = settings
    self.now = now
  }
}

/// What does not change while the app runs.
public struct AppSettings: Hashable, Sendable {
  public enum Protection: String, Hashable, Sendable { case device, passphrase }

  public var issuer: String
  public var registrationClientID: String
  public var redirectURI: String
  public var postLogoutRedirectURI: String
  public var scope: String
  public var device: String
  public var protection: Protection
  /// Name of the external user agent as Settings shows it, e.g. `in-app`.
  public var browser: String
  /// Presenter mode: secrets stay masked, silent logins wait for a key.
  public var presenter: Bool
  /// The issuer is the embedded server's, which the app starts itself when nothing listens there.
  public var embeddedServer: Bool
  /// Whether an http issuer on a loopback address may name http endpoints: a loud opt-in of the configuration.
  public var allowPlainHTTPLoopback: Bool
  /// What the deployment adds to authorization requests.
  public var authorizationParameters: AuthorizationParameters = .none

  public init(
    issuer: String, registrationClientID: String, redirectURI: String, postLogoutRedirectURI: String, scope: String,
    device: String = "phone", protection: Protection = .device, browser: String = "in-app", presenter: Bool = false,
    embeddedServer: Bool = true, allowPlainHTTPLoopback: Bool = false
  ) {
    self.issuer = issuer
    self.registrationClientID = registrationClientID
    self.redirectURI = redirectURI
    self.postLogoutRedirectURI = postLogoutRedirectURI
    self.scope = scope
    self.device = device
    self.protection = protection
    self.browser = browser
    self.presenter = presenter
    self.embeddedServer = embeddedServer
    self.allowPlainHTTPLoopback = allowPlainHTTPLoopback
  }
}

public enum KeystoreCondition: Hashable, Sendable {
  case loading, empty, open
  /// Damaged, of another issuer, or not to be opened; nothing is overwritten until the user decides.
  case failed(ApplicationStateError)
}

public enum ServerCondition: Hashable, Sendable {
  case unknown, starting, ready
  /// Somebody else's, or one that was running already.
  case external
  case failed(String)
}

/// MMMothClient's states (seeds/002): idle, authorizing, fetching token, authorized (refreshing or not), failed, cancelled.
public enum AuthState: Hashable, Sendable {
  case idle
  case authorizing(Login)
  case fetchingToken(Login)
  case authorized(Session, refreshing: Bool)
  case failed(AppError)
  case cancelled

  /// Which of the two logins.
  public enum Login: String, Hashable, Sendable { case registration, authentication }
}

/// What a signed-in user has.
public struct Session: Hashable, Sendable {
  public var tokens: TokenSet
  public var claims: IDTokenClaims?
  public var userinfo: UserInfo?

  public init(tokens: TokenSet, claims: IDTokenClaims?, userinfo: UserInfo?) {
    self.tokens = tokens
    self.claims = claims
    self.userinfo = userinfo
  }

  public var subject: String? { claims?.subject ?? userinfo?.subject }
}

/// One thing that is under way: what was asked for, and the step it is at.
public struct Flow: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case registration, authentication, refresh, signOut, forgetDevice }

  public var id: Int
  public var kind: Kind
  public var step: FlowStep
  public var started: Date
  public var stepStarted: Date
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
}

/// An error as the app shows it. The sentences come from the catalogue by `code`.
public struct AppError: Error, Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    case server(ProtocolError)
    case transport(TransportFailure, url: String)
    case keystore(KeystoreError)
    case userAgent(String)
    case embeddedServer(String)
    /// What is stored does not fit what is configured.
    case storedState(ApplicationStateError)
    /// The app itself had to stop, e.g. because the secret has expired.
    case app(detail: String)
  }

  /// The codes that the app itself raises; the others are the judges', the transport's and the keystore's.
  public enum OwnCode: String, Hashable, Sendable, CaseIterable {
    case clientSecretExpired = "client_secret_expired"
    case noRefreshToken = "no_refresh_token"
    case userAgentFailed = "user_agent_failed"
    case embeddedServerFailed = "embedded_server_failed"
  }

  public var code: String
  public var step: FlowStep?
  public var cause: Cause

  init(_ code: OwnCode, step: FlowStep?, cause: Cause) { self.init(code: code.rawValue, step: step, cause: cause) }

  public init(code: String, step: FlowStep?, cause: Cause) {
    self.code = code
    self.step = step
    self.cause = cause
  }
}

public struct Banner: Hashable, Sendable {
  public var error: AppError
  /// What Retry does; `nil` hides it.
  public var retry: Flow.Kind?
  public var showsDetails = false
  /// The registration is of no use any more: offer Register Again.
  public var registrationIsDead = false

  public init(error: AppError, retry: Flow.Kind?) {
    self.error = error
    self.retry = retry
  }
}

public enum Notice: Hashable, Sendable {
  case signedOut
  case signedOutLocally
  case forgotDevice(erased: [String], serverDeleted: Bool)
  case clearedBrowserData(erased: [String])
  case tokenRefreshed
  case registered
}
