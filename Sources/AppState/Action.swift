import OAuthClient
import SharedValues

/// Everything that can happen to the app: the user's wishes and the answers from outside.
public indirect enum Action: Hashable, Sendable {
  // The user.
  case startRegistration
  case startAuthentication
  case refreshAccessToken
  case signOut
  case forgetDevice
  case revokeTokens
  case updateRegistration
  /// Reads the registration at the server, after an update whose outcome is unknown.
  case checkRegistration
  case clearBrowserData
  case registerAgain
  /// Saves a registration that the server confirmed but the keystore could not save.
  case saveAgain
  /// Registers again with the secret sent in the form; a registration that can be changed at the server is updated instead.
  case moveSecretIntoForm
  case createAccount
  case unlock
  case cancel
  case retry
  /// Retries after a user agent failed, with this user agent for this one time.
  case retryWith(UserAgentKind)
  /// Opens pages with this user agent from now on.
  case switchUserAgent(UserAgentKind)
  case dismissBanner
  case toggleBannerDetails
  case dismissNotice
  /// Warnings about the configuration from before the screen was there; shown until dismissed.
  case warned([String])
  case dismissWarnings
  /// The user's answer to Face ID: whether the key may sign.
  case confirmPresence(Bool)
  case view(ViewAction)
  case quit
  /// The phones on this machine: listing them, switching to one, and the results.
  case phones(PhonesAction)
  case api(APIAction)
  /// Appearance and language, and whether the choice could be saved.
  case prefer(PreferenceAction)
  case tool(AnyToolAction)

  // The outside.
  case started
  case tick
  /// The time that ``Effect/wake(_:at:spread:)`` named has come.
  case woke(Int)
  /// What ``ApplicationStateManager`` remembered; `nil` on a first run.
  case keystoreLoaded(StoredState?)
  case keystoreFailed(ApplicationStateError)
  /// What the flow with this number asked for is done.
  case answered(FlowID, FlowAnswer)
  case server(ServerCondition)
  /// The transport's trace: a request left, an answer came. `trace` numbers the exchange within this run.
  case exchanged(trace: Int, Exchange)
  /// A browser of the desktop has shown the page for some seconds, and its answer uses an app's scheme: it may be waiting for the user's click, or
  /// have no app to pass the answer to.
  case userAgentUnanswered(FlowID, UnansweredPage)
  /// A request that is no answer to ours reached the redirect URI and was dropped.
  case answerDropped(FlowID, url: String)
  /// The secure element made keys, or signed the proofs of the request that is leaving now.
  case usedKeys(FlowID, [KeyOperation])
  case presenceAsked(PresenceQuestion)
  case browserDataCleared([String])
  /// The embedded server reports a request that was not the app's.
  case observed(ObservedRequest)
}

/// Numbers flows, so that an answer that arrives after Cancel is ignored.
public typealias FlowID = Int

/// Which judge an HTTP answer goes to.
public enum Reply: Hashable, Sendable {
  case openIDMetadata, oauthMetadata, deviceToken, push, token, registration, registrationRead, registrationUpdate,
    jwks, userinfo, refresh, revocation, unregistration, application, signUp, pushedAuthorization, deviceAuthorization
  /// The API: a request without a token, its metadata, a call.
  case apiProbe, resourceMetadata, api
}

public enum UserAgentOutcome: Hashable, Sendable {
  /// The operating system delivered this URI to the app.
  case redirect(String)
  case closed
  /// The user agent could not be started, or it broke.
  case failed(UserAgentFailure)
}

/// View changes: they touch ``ViewState`` alone.
public enum ViewAction: Hashable, Sendable {
  case show(ViewState.Route)
  case toggleHelp
  case palette(PaletteAction)
  case switchFocus
  /// Opens this tab; a tool of the bench that is open already is closed.
  case tab(PanelTab)
  /// Goes from the bench back to where the user was.
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
