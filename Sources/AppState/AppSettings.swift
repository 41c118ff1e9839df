import Catalogue
import OAuthClient

/// What does not change while the app runs.
public struct AppSettings: Hashable, Sendable {
  public enum Protection: String, Hashable, Sendable { case device, passphrase }

  public var issuer: Issuer
  public var registrationClientID: String
  /// The client of ``RegistrationMode/staticClient``, where it is another than the one of the first login, or proves itself.
  public var ownStaticClient: StaticClient?
  public var staticClient: StaticClient { ownStaticClient ?? StaticClient(id: registrationClientID) }
  /// The clients that are no phone's own: those of the ways to a registration.
  public var sharedClients: Set<String> { registration.registers ? [registrationClientID, deviceClientID] : [] }
  public var redirectURI: RedirectURI
  public var postLogoutRedirectURI: RedirectURI
  public var scope: String
  public var device: String
  /// What this instance is called at the server, e.g. `Curity DCR Demo App (phone-2)`: each phone registers a client of its own, and whoever
  /// looks at the server's list has to tell them apart. The same in every language.
  public var clientName: String { "\(appName) (\(device))" }
  /// The app's name, in every language.
  public var appName = Phrase.appTitle.english
  public var protection: Protection
  /// Name of the external user agent as Settings shows it, e.g. `in-app`.
  public var browser: String
  /// Those that can be taken here, in the order in which they are offered.
  public var userAgents: [UserAgentKind]
  /// The themes that this program has, by name.
  public var themes: [String] = ["curity"]
  /// The language that the environment asks for; a choice of the person's goes before it.
  public var language = Language.english
  /// Presenter mode: secrets stay masked, silent logins wait for a key.
  public var presenter: Bool
  /// Whether gallery, faults, clock and checks can be opened before an audience, too.
  public var showsBench = false
  /// The issuer is the embedded server's, which the app starts itself when nothing listens there.
  public var embeddedServer: Bool
  /// What this instance proves itself and its tokens with: keys of its own, where they are wanted.
  public var keys = KeyDemands()
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
  /// Address and identifier of the API that the tokens are for (RFC 8707 §2), without a slash at its end; `nil`: none.
  public var api: String?
  /// The API named the issuer, not the configuration.
  public var issuerIsOfAPI = false
  /// Where a registration may have its redirects in the place of ``redirectURI`` and ``postLogoutRedirectURI``: one that was made while
  /// another browser was chosen goes on working.
  public var otherRedirects: RedirectPair?
  /// How this instance gets the right to register.
  public var registration: RegistrationMode
  /// The template of a templatized registration (seeds/000); `nil` asks for everything by name.
  public var softwareID: String?
  /// The client of ``RegistrationMode/device`` and ``RegistrationMode/push``, which all devices share.
  public var deviceClientID: String
  /// For how many seconds the server is asked to hold its answer while nothing has been pushed.
  public var pushWait: Int

  public init(
    issuer: Issuer, registrationClientID: String, redirectURI: RedirectURI, postLogoutRedirectURI: RedirectURI,
    scope: String, device: String = "phone", protection: Protection = .device, browser: String = "in-app",
    userAgents: [UserAgentKind] = [.inApp, .system, .manual], presenter: Bool = false,
    embeddedServer: Bool = true, allowPlainHTTPLoopback: Bool = false, registration: RegistrationMode = .user,
    softwareID: String? = nil, deviceClientID: String = "mobile-dcr-device-client", pushWait: Int = 10
  ) {
    (self.issuer, self.registrationClientID, self.redirectURI) = (issuer, registrationClientID, redirectURI)
    (self.postLogoutRedirectURI, self.scope, self.device) = (postLogoutRedirectURI, scope, device)
    (self.protection, self.browser, self.userAgents, self.presenter) = (protection, browser, userAgents, presenter)
    (self.embeddedServer, self.allowPlainHTTPLoopback) = (embeddedServer, allowPlainHTTPLoopback)
    (self.registration, self.softwareID, self.deviceClientID) = (registration, softwareID, deviceClientID)
    self.pushWait = pushWait
  }
}

/// Where the answers to a login and to a sign-out arrive.
public struct RedirectPair: Hashable, Sendable {
  public var login: RedirectURI
  public var signOut: RedirectURI

  public init(login: RedirectURI, signOut: RedirectURI) { (self.login, self.signOut) = (login, signOut) }
}
