import FoundationEssentials
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
  /// How the client's secret is sent, where the user chose it on the screen.
  var secretMethod: SecretMethod?
  /// Its keys, as far as they were needed in this run.
  var keys = InstanceKeys()
  /// The newest nonce of each origin.
  var nonces: [String: DPoPNonce] = [:]
  /// What of ``AppSettings/keys`` this server can do.
  package internal(set) var keyDemands = KeyDemands()
  /// A key waits for its user; `nil`: none does.
  public var presence: PresenceQuestion?
  /// The mark of the `state` that the browser was opened with last.
  var visit: String?
  /// Where the login stands, in the states of MMMothClient.
  public var auth: AuthState = .idle
  /// What is under way, or `nil`.
  public var flow: Flow?
  public var banner: Banner?
  /// A friendly note of what was just done, e.g. what a reset erased.
  public var notice: Notice?
  /// How many answers that this app did not ask for were dropped while the last login or sign-out waited for its own.
  public var droppedAnswers = 0
  /// A registration that the server confirmed but the keystore could not save: Retry saves it, and registers no second one.
  public var unsavedRegistration: ClientRegistration?
  var refusedPassphrases = 0
  /// An update was sent, and its answer was not waited for or got lost: until the registration has been read or updated
  /// again, nobody knows what the server has.
  public var isRegistrationInDoubt = false
  /// After a sign-out that ended here but not at the server: what it takes to end the session there too.
  var unendedSession: UnendedSession?
  /// Tokens that have ended stand in the keystore still, because they could not be cleared: the deed that ended them, at its last stage.
  var tokensLeftBehind: FlowTask?
  /// What is known of the protected API.
  public var api = APIState()
  /// Begins when the flow that brings tokens for it has ended.
  var followUp: CallingAPI?
  /// What somebody without an account is filling in.
  public var signUp: SignUpForm?
  /// When the tokens are renewed without anybody asking; `nil` when nothing is to be renewed.
  public var renewal: Renewal?
  /// What the user wants done as soon as the silent refresh that is under way has ended.
  var queued: Action?
  /// Whose end of life a wake has been asked for, and whose has been told.
  package var watchedExpiry: Date?
  package var reportedExpiry: Date?
  /// Number of the last wake that was asked for.
  package var lastWake = 0
  /// Whether the client is of this run and nobody has logged in with it yet. Such a login needs no force: no session of an
  /// earlier user of this client can be meant, and servers that ask for consent may take `prompt=login` for good.
  var isNewlyRegistered = false
  /// The client for which the server has refreshed in this run: so it does, whatever its metadata names.
  var refreshedClientID: String?
  /// Whether the browser should still hold the session of a login of this run, so that the next login is not forced.
  public var expectsSSO = false
  public var messages: MessageLog = MessageLog()
  /// What the server's answers had otherwise than the specifications write it, each once, oldest first.
  public internal(set) var leniencies: [Leniency] = []
  public var view: ViewState = ViewState()
  /// What stands around the phone.
  public var tools: Toolbox
  public var preferences = Preferences()
  /// Why the last choice holds for this run alone.
  public var preferenceProblem: PreferenceProblem?
  /// The other phones on this machine, as last listed.
  public var phones = Phones()
  /// Warnings about the configuration that nobody has put away yet.
  public var unreadWarnings: [String] = []
  /// Number of the last flow; answers that belong to an older one are ignored.
  public var lastFlow = 0
  /// Exchanges under way: number of the trace to number of the message.
  package var openTraces: [Int: Int] = [:]
  /// Number of the message of the exchange that was recorded last.
  package var lastRecorded = 0

  /// - Parameter tools: what stands around the phone; it works without any.
  public init(settings: AppSettings, now: Date, tools: [any Tool.Type] = []) {
    self.settings = settings
    self.tools = Toolbox(tools)
    userAgent = UserAgentKind(rawValue: settings.browser) ?? .inApp
    self.now = now
    view.tab = self.tools.tabs.first
  }
}
