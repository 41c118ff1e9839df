import FoundationEssentials
import Keystore
import OAuthClient
import SharedValues

/// Everything that can happen to the app: what the user wants, and what the outside answers.
public enum Action: Hashable, Sendable {
  // The user.
  case startRegistration
  case startAuthentication
  case refreshAccessToken
  case signOut
  case forgetDevice
  case revokeTokens
  case updateRegistration
  /// Reads the registration at the server, after an update of which nobody knows whether it was done.
  case checkRegistration
  case clearBrowserData
  case registerAgain
  /// Saves a registration that the server has confirmed and that could not be saved.
  case saveAgain
  /// The same with the secret in the form from now on; where the server lets the registration be changed, that is what is done.
  case moveSecretIntoForm
  case createAccount
  /// Try the passphrase that was typed.
  case unlock
  case cancel
  case retry
  /// After a user agent that did not do: once more, with this one for this time alone.
  case retryWith(UserAgentKind)
  /// This one opens pages from now on.
  case takeUserAgent(UserAgentKind)
  case dismissBanner
  case toggleBannerDetails
  case dismissNotice
  /// What the configuration was warned of before the screen was there; shown until it was read.
  case warned([String])
  case dismissWarnings
  /// The user lets a key sign, or does not: Face ID, or its sheet put away.
  case confirmPresence(Bool)
  case view(ViewAction)
  case quit
  /// The phones of this machine: the list of them, taking another one, and what came of it.
  case phones(PhonesAction)
  /// The protected API.
  case api(APIAction)
  /// How things look, and whether that could be kept.
  case prefer(PreferenceAction)
  /// What happens to a tool of the workshop.
  case tool(ToolEvent)

  // The outside.
  case started
  case tick
  /// The time has come that ``Effect/wake(_:at:spread:)`` named.
  case woke(Int)
  /// What ``ApplicationStateManager`` remembered; `nil` on a first run.
  case keystoreLoaded(StoredState?)
  case keystoreFailed(ApplicationStateError)
  case keystoreSaved(FlowID)
  case keystoreSaveFailed(FlowID, KeystoreError)
  case keystoreErased(FlowID, files: [String])
  case keystoreEraseFailed(FlowID, KeystoreError)
  case server(ServerCondition)
  /// The transport's trace: a request left, an answer came. `trace` numbers the exchange within this run.
  case exchanged(trace: Int, Exchange)
  case responded(FlowID, Reply, Result<HTTPResponse, TransportFailure>)
  case initialAccessTokenRead(FlowID, Result<Secret, AppError>)
  case paused(FlowID)
  /// Random values are drawn, and the app can receive a redirect to `redirectURI`: the configured one, with its real port.
  case authorizationPrepared(FlowID, AuthorizationSecrets, redirectURI: RedirectURI)
  /// Nothing can be received, e.g. because the port of the redirect URI is taken.
  case authorizationNotPrepared(FlowID, UserAgentFailure)
  case userAgentReturned(FlowID, UserAgentOutcome)
  /// A browser of the desktop has had the page for some seconds, and its answer takes an app's scheme: it may wait for a person's
  /// press, or have nobody to hand the answer to.
  case userAgentUnanswered(FlowID, UnansweredPage)
  /// Something reached the redirect URI that is no answer to the request, and was dropped.
  case answerDropped(FlowID, url: String)
  case keysPrepared(FlowID, Result<InstanceKeys, KeyFailure>)
  /// The secure element made keys, or signed what the request that leaves now carries.
  case usedKeys(FlowID, [KeyDeed])
  /// It has not, and nothing was sent.
  case notSigned(FlowID, Reply, KeyFailure)
  case presenceAsked(PresenceQuestion)
  case idTokenJudged(FlowID, Result<IDTokenClaims, ProtocolError>)
  case browserDataCleared([String])
  /// The embedded server's own view of a request that was not the app's.
  case observed(ObservedRequest)
}

/// Numbers flows, so that an answer that comes after Cancel finds nobody.
public typealias FlowID = Int

/// Which judge an HTTP answer goes to.
public enum Reply: Hashable, Sendable {
  case openIDMetadata, oauthMetadata, deviceToken, push, token, registration, registrationRead, registrationUpdate,
    jwks,
    userinfo, refresh, revocation, unregistration, application, signUp, pushedAuthorization,
    deviceAuthorization
  /// The API: a request without a token, its metadata, a call.
  case apiProbe, resourceMetadata, api
}

/// How the external user agent ended.
public enum UserAgentOutcome: Hashable, Sendable {
  /// The operating system delivered this URI to the app.
  case redirect(String)
  /// The user closed it.
  case closed
  /// The user agent could not be started, or it broke.
  case failed(UserAgentFailure)
}

/// Moves of the eye: they change ``ViewState`` alone.
public enum ViewAction: Hashable, Sendable {
  case show(ViewState.Route)
  case toggleHelp
  case palette(PaletteAction)
  case switchFocus
  /// A tool of the bench that is open already is closed.
  case tab(PanelTab)
  /// Back from the bench to where the user was.
  case closeBench
  case focusButton(Int)
  case moveSelection(Int)
  case scroll(Int)
  case toggleSecrets
  case ask(ViewState.Confirmation)
  case dropQuestion
  case edit(SignUpForm.Field, TextChange)
  case editPassphrase(TextChange)
}
