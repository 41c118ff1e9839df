import Catalogue
import OAuthClient

/// The settings that do not change while the app runs.
public struct AppSettings: Hashable, Sendable {
  public enum Protection: String, Hashable, Sendable { case device, passphrase }

  public var issuer: Issuer
  public var registrationClientID: String
  /// The client of ``RegistrationMode/staticClient``, where it differs from the client of the first login or authenticates itself.
  public var ownStaticClient: StaticClient?
  public var staticClient: StaticClient { ownStaticClient ?? StaticClient(id: registrationClientID) }
  /// The clients that several phones share: those that lead to a registration.
  public var sharedClients: Set<String> { registration.registers ? [registrationClientID, deviceClientID] : [] }
  public var redirectURI: RedirectURI
  var postLogoutRedirectURI: RedirectURI
  public var scope: String
  public var device: String
  /// This instance's client name at the server, e.g. `Curity DCR Demo App (phone-2)`: each phone registers its own client, and the name tells them
  /// apart in the server's list. The same in every language.
  public var clientName: String { "\(appName) (\(device))" }
  public var appName = Phrase.appTitle.english
  public var protection: Protection
  /// Name of the external user agent as Settings shows it, e.g. `in-app`.
  public var browser: String
  /// The user agents that can be used here, in the order in which they are offered.
  public var userAgents: [UserAgentKind]
  public var themes: [String] = ["curity"]
  /// The language of the environment; the user's choice overrides it.
  public var language = Language.english
  /// Presenter mode: secrets stay masked, silent logins wait for a key.
  public var presenter: Bool
  /// Whether gallery, faults, clock and checks can also be opened in presenter mode.
  public var showsBench = false
  /// The issuer is the embedded server, which the app starts when nothing listens there.
  public var embeddedServer: Bool
  /// How this instance authenticates itself and binds its tokens: with keys of its own, where they are wanted.
  public var keys = KeyRequirements()
  /// Keep the refresh token in the keystore and sign in with it at the next start, without a browser.
  public var silentStart = false
  /// A script drives the app: no silent start and no silent refresh.
  public var isUnattended = false
  /// Whether the screen asks for the keystore's passphrase; otherwise it was given before the app started.
  public var unlocksOnScreen = false
  /// Whether an http issuer on a loopback address may name http endpoints: a loud opt-in of the configuration.
  var allowPlainHTTPLoopback: Bool
  public var authorizationParameters: AuthorizationParameters = .none
  /// Base URL of the application server that keeps the client secret (seeds/004); `nil`: the app redeems its codes itself.
  public var applicationServer: String?
  /// Address and identifier of the API that the tokens are for (RFC 8707 §2), without a trailing slash; `nil`: no API.
  public var api: String?
  /// The API's metadata named the issuer; the configuration did not.
  public var issuerIsOfAPI = false
  /// Redirects that a registration may have instead of ``redirectURI`` and ``postLogoutRedirectURI``: a registration made while another browser was
  /// chosen keeps working.
  public var otherRedirects: RedirectPair?
  public var registration: RegistrationMode
  /// The template of a templatized registration (seeds/000); `nil` asks for everything by name.
  public var softwareID: String?
  /// The client of ``RegistrationMode/device`` and ``RegistrationMode/push``, which all devices share.
  var deviceClientID: String
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

public struct RedirectPair: Hashable, Sendable {
  public var login: RedirectURI
  public var signOut: RedirectURI

  public init(login: RedirectURI, signOut: RedirectURI) { (self.login, self.signOut) = (login, signOut) }
}
