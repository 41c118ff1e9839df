import FoundationEssentials
import OAuthClient
import SharedValues

/// Everything that the app is at one moment, as one value. Screens are drawn from it and from nothing else.
public struct AppState: Hashable, Sendable {
  public var settings: AppSettings
  /// The time of the last action, from the injected clock.
  public var now: Date
  /// The state of the keystore; until it has been read, the first screen says so.
  public var keystore: KeystoreCondition = .loading
  public var server: ServerCondition = .unknown
  public var metadata: AuthorizationServerMetadata?
  /// Opens the login page; the user may choose another.
  public var userAgent: UserAgentKind
  /// A failure suggests that this run's metadata is out of date: the next flow fetches it again.
  var doubtsMetadata = false
  /// This instance's own client. `nil`: the app shows the Registration screen.
  public var registration: ClientRegistration?
  public var registeredAt: Date?
  public var storedIDToken: Secret?
  /// How the client's secret is sent, where the user chose it on the screen.
  var secretMethod: SecretMethod?
  /// The instance's public keys, as far as this run has needed them.
  var keys = InstanceKeys()
  var nonces: [String: DPoPNonce] = [:]
  /// The part of ``AppSettings/keys`` that this server supports.
  package internal(set) var keyRequirements = KeyRequirements()
  /// A key that waits for the user's confirmation; `nil`: none does.
  public var presence: PresenceQuestion?
  /// The recognition mark of the `state` that the browser was last opened with.
  var visit: String?
  public var auth: AuthState = .idle
  public var flow: Flow?
  public var banner: Banner?
  /// A friendly note of what was just done, e.g. what a reset erased.
  public var notice: Notice?
  /// How many answers that this app did not ask for were dropped while the last login or sign-out waited for its own.
  public var droppedAnswers = 0
  /// A registration that the server confirmed but the keystore could not save: Retry saves it, and registers no second one.
  public var unsavedRegistration: ClientRegistration?
  var refusedPassphrases = 0
  /// An update was sent, and its answer was not awaited or got lost: until the registration has been read or updated again, it is not
  /// known what the server has.
  public var isRegistrationInDoubt = false
  /// After a sign-out that ended here but not at the server: the ID token to end the session there too.
  var unendedSession: UnendedSession?
  /// The keystore could not be cleared of ended tokens: the flow that ended them, at its last stage.
  var tokensLeftBehind: FlowTask?
  public var api = APIState()
  /// The API call that begins when the flow that fetches its tokens has ended.
  var followUp: CallingAPI?
  public var signUp: SignUpForm?
  /// When the tokens are silently renewed; `nil`: nothing is to be renewed.
  public var renewal: Renewal?
  /// What the user wants done as soon as the silent refresh under way has ended.
  var queued: Action?
  /// The secret's expiry for which a wake was requested, and the one that was reported.
  var watchedExpiry: Date?
  var reportedExpiry: Date?
  var lastWake = 0
  /// Whether the client was registered in this run and has not been used for a login yet. Such a login is not forced: no session of an earlier user
  /// of this client can exist, and some servers that ask for consent never get past `prompt=login`.
  var isNewlyRegistered = false
  /// The client that the server has refreshed for in this run: it does refresh, whatever its metadata says.
  var refreshedClientID: String?
  /// Whether the browser should still hold the session of a login of this run; then the next login is not forced.
  public var expectsSSO = false
  /// The last few messages, oldest first: what the phone itself reads of them.
  public package(set) var recentMessages: [Message] = []
  /// Number of the last message. No number is used twice.
  package var lastMessage = 0
  /// Number of the message that opened a browser last.
  var lastStart: Int?
  /// Where the server's answers deviate from the specifications, each once, oldest first.
  public internal(set) var leniencies: [Leniency] = []
  public var view: ViewState = ViewState()
  public var tools: Toolbox
  public var preferences = Preferences()
  /// Why the last choice holds for this run only.
  public var preferenceProblem: FileProblem?
  public var phones = Phones()
  /// Warnings about the configuration that have not been dismissed yet.
  public var unreadWarnings: [String] = []
  /// Number of the last flow; answers to older flows are ignored.
  public var lastFlow = 0
  /// Exchanges under way: trace number to message number.
  package internal(set) var openTraces: [Int: Int] = [:]

  /// - Parameter tools: the tools around the phone; the phone works without any.
  public init(settings: AppSettings, now: Date, tools: [any Tool.Type] = []) {
    self.settings = settings
    self.tools = Toolbox(tools)
    userAgent = UserAgentKind(rawValue: settings.browser) ?? .inApp
    self.now = now
    view.tab = self.tools.tabs.first
  }
}
