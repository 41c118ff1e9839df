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
  /// What opens the login page, until the user takes another.
  public var userAgent: UserAgentKind
  /// A failure makes it likely that the metadata of this run is out of date: the next flow fetches it again.
  var doubtsMetadata = false
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
  var refusedPassphrases = 0
  /// An update was sent, and its answer was not waited for or got lost: until the registration has been read or updated
  /// again, nobody knows what the server has.
  public var isRegistrationInDoubt = false
  /// After a sign-out that ended here but not at the server: what it takes to end the session there too.
  var unendedSession: UnendedSession?
  /// What somebody without an account is filling in.
  public var signUp: SignUpForm?
  /// When the tokens are renewed without anybody asking; `nil` when nothing is to be renewed.
  public var renewal: Renewal?
  /// What the user wants done as soon as the silent refresh that is under way has ended.
  var queued: Action?
  /// Whose end of life a wake has been asked for, and whose has been told.
  var watchedExpiry: Date?
  var reportedExpiry: Date?
  /// Number of the last wake that was asked for.
  var lastWake = 0
  /// Whether the client is of this run and nobody has logged in with it yet. Such a login needs no force: no session of an
  /// earlier user of this client can be meant, and servers that ask for consent may take `prompt=login` for good.
  var isNewlyRegistered = false
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
    userAgent = UserAgentKind(rawValue: settings.browser) ?? .inApp
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
  /// Those that can be taken here, in the order in which they are offered.
  public var userAgents: [UserAgentKind]
  /// Presenter mode: secrets stay masked, silent logins wait for a key.
  public var presenter: Bool
  /// The issuer is the embedded server's, which the app starts itself when nothing listens there.
  public var embeddedServer: Bool
  /// Keep the refresh token in the keystore and sign in with it at the next start, without a browser.
  public var silentStart = false
  /// A script drives the app: nothing happens by itself, neither a silent start nor a silent refresh.
  public var isUnattended = false
  /// Whether the screen asks for the keystore's passphrase; otherwise it was given before the app began.
  public var unlocksOnScreen = false
  /// Whether an http issuer on a loopback address may name http endpoints: a loud opt-in of the configuration.
  public var allowPlainHTTPLoopback: Bool
  /// What the deployment adds to authorization requests.
  public var authorizationParameters: AuthorizationParameters = .none
  /// Base URL of the application server that keeps the client secret (seeds/004); `nil`: the app redeems its codes itself.
  public var applicationServer: String?
  /// How this instance gets the right to register.
  public var registration: RegistrationMode
  /// The template of a templatized registration (seeds/000); `nil` asks for everything by name.
  public var softwareID: String?
  /// The client of ``RegistrationMode/device`` and ``RegistrationMode/push``, which all devices share.
  public var deviceClientID: String
  /// For how many seconds the server is asked to hold its answer while nothing has been pushed.
  public var pushWait: Int

  public init(
    issuer: String, registrationClientID: String, redirectURI: String, postLogoutRedirectURI: String, scope: String,
    device: String = "phone", protection: Protection = .device, browser: String = "in-app",
    userAgents: [UserAgentKind] = [.inApp, .system, .manual], presenter: Bool = false,
    embeddedServer: Bool = true, allowPlainHTTPLoopback: Bool = false, registration: RegistrationMode = .user,
    softwareID: String? = nil, deviceClientID: String = "mobile-dcr-device-client", pushWait: Int = 10
  ) {
    self.issuer = issuer
    self.registrationClientID = registrationClientID
    self.redirectURI = redirectURI
    self.postLogoutRedirectURI = postLogoutRedirectURI
    self.scope = scope
    self.device = device
    self.protection = protection
    self.browser = browser
    self.userAgents = userAgents
    self.presenter = presenter
    self.embeddedServer = embeddedServer
    self.allowPlainHTTPLoopback = allowPlainHTTPLoopback
    self.registration = registration
    self.softwareID = softwareID
    self.deviceClientID = deviceClientID
    self.pushWait = pushWait
  }
}

public enum KeystoreCondition: Hashable, Sendable {
  case loading, empty, open
  /// It opens with a passphrase, which the user is asked for.
  case locked(Unlock)
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
  /// What the application server says of an account; `nil` where there is no such server.
  public var standing: Standing?

  /// Sign-up or sign-in (seeds/004).
  public enum Standing: Hashable, Sendable {
    case noAccount
    case account(ApplicationAccount)
  }

  public init(tokens: TokenSet, claims: IDTokenClaims?, userinfo: UserInfo?, standing: Standing? = nil) {
    self.standing = standing
    self.tokens = tokens
    self.claims = claims
    self.userinfo = userinfo
  }

  public var subject: String? { claims?.subject ?? userinfo?.subject }
}

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

/// An error as the app shows it. The sentences come from the catalogue by `code`.
public struct AppError: Error, Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    case server(ProtocolError)
    case transport(TransportFailure, url: String)
    case keystore(KeystoreError)
    case userAgent(UserAgentFailure)
    case embeddedServer(String)
    /// What is stored does not fit what is configured.
    case storedState(ApplicationStateError)
    /// A file of the user's cannot be used.
    case file(path: String, detail: String)
    /// The app itself had to stop, e.g. because the secret has expired.
    case app(detail: String)
  }

  /// The codes that the app itself raises; the others are the judges', the transport's and the keystore's.
  public enum OwnCode: String, Hashable, Sendable, CaseIterable {
    case clientSecretExpired = "client_secret_expired"
    case noRefreshToken = "no_refresh_token"
    case userAgentFailed = "user_agent_failed"
    case embeddedServerFailed = "embedded_server_failed"
    case pushTimedOut = "push_timed_out"
    case tokenFileMissing = "initial_access_token_file_missing"
    case tokenFileUnreadable = "initial_access_token_file_unreadable"
    case tokenFileEmpty = "initial_access_token_file_empty"
    case tokenFileTooLarge = "initial_access_token_file_too_large"
    case registrationAnswerLost = "registration_answer_lost"
    case updateAnswerLost = "registration_update_answer_lost"
  }

  public var code: String
  public var step: FlowStep?
  public var cause: Cause

  public init(_ code: OwnCode, step: FlowStep?, cause: Cause) {
    self.init(code: code.rawValue, step: step, cause: cause)
  }

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
  /// The user agent to try instead, after one that did not do.
  public var nextUserAgent: UserAgentKind?
  public var showsDetails = false
  /// The registration is of no use any more: offer Register Again.
  public var registrationIsDead = false
  /// Signed out here, while the session at the server may go on.
  public var sessionMayGoOn = false

  public init(error: AppError, retry: Flow.Kind?) {
    self.error = error
    self.retry = retry
  }
}

public enum Notice: Hashable, Sendable {
  case signedOut
  case signedOutLocally
  case forgotDevice(erased: [String], serverDeleted: Bool)
  /// The same where there never was a registration.
  case forgotSession(erased: [String])
  case clearedBrowserData(erased: [String])
  case tokenRefreshed
  case registered
  case accountCreated
  case revokedTokens(RevocationReport)
  case registrationUpdated(newSecret: Bool)
  /// The same, but the server keeps something else than it was asked for.
  case registrationUpdatedInPart([RegistrationDifference])
  /// Cancelled while the server may have changed the registration.
  case updateCancelled
  /// Read at the server: it is as it was known, or what it is now has been saved.
  case registrationChecked(changed: Bool)
  /// The server no longer takes the refresh token. Nothing is wrong; somebody has to log in again.
  case sessionEnded
  /// A silent start was not possible, for a reason that may pass.
  case notSignedInSilently(AppError)
  /// Cancelled while the server may have made a client.
  case registrationCancelled
}

/// What became of the tokens that Revoke Tokens took back. Here they are gone in any case.
public struct RevocationReport: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// The server says that it does not count any more.
    case revoked
    /// There was none.
    case absent
    /// The server has no way to take tokens back.
    case notOffered
    /// The server did not do it or did not say so: it may count until it expires.
    case unconfirmed(AppError)
  }

  public var refreshToken: Outcome
  public var accessToken: Outcome

  public init(refreshToken: Outcome = .absent, accessToken: Outcome = .absent) {
    self.refreshToken = refreshToken
    self.accessToken = accessToken
  }
}
