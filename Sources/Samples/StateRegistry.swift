import AppState
import FoundationEssentials
import SharedValues
import TerminalUI
import Workshop

/// Every state that a screen can have, by name, at fixed times: the content of goldens and gallery.
package enum StateRegistry {
  package typealias Entry = (name: String, state: AppState)
  typealias Setup = (inout AppState) -> Void
  typealias Change<Part> = (inout Part) -> Void
  typealias Route = ViewState.Route

  /// In the order in which a user meets them.
  package static let all: [Entry] = [
    beginnings, progress, signedOut, signedIn, application, banking, settings, errors, keystores, notices, life, helps,
    messages, sequences, messagesViews, proofs, servers, lessons, modes, keys, stepping, phases, phones,
    serverWithPhones, serverMessages, shows, keystoreFiles, evidence, clocks, faultMenus, keyFaults, checks,
    clientTests, galleries,
  ].flatMap(\.self)

  static let names = all.map(\.name)
  private static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($0.element.name, $0.offset) })

  static func named(_ name: String) -> AppState? { places[name].map { all[$0].state } }

  package static let gallery = GalleryStates(names: { names }, named: named)

  enum Stage { case fresh, registered, signedIn }

  /// A basic state; `change` turns it into the wanted one.
  static func state(_ stage: Stage = .fresh, saying part: Sample.Part? = nil, _ change: Setup = { _ in }) -> AppState {
    var state = AppState(settings: Sample.settings, now: Sample.now, tools: Workshop.tools)
    state.tools[GalleryView.self].states = gallery
    state.keystore = stage == .fresh ? .empty : .open
    state.server = .ready
    if stage != .fresh {
      state.registration = Sample.registration
      state.registeredAt = Sample.now
      state.messages = Sample.messages(upTo: part ?? (stage == .signedIn ? .loggedIn : .registered))
    } else if let part {
      state.messages = Sample.messages(upTo: part)
    }
    if stage == .signedIn {
      state.auth = .authorized(Sample.session, refreshing: false)
      state.storedIDToken = Secret(Sample.idToken)
    }
    change(&state)
    return state
  }

  /// The same with a name.
  /// - Parameter tab: the panel's tab, which has the keys; `nil`: the phone has them.
  static func state(
    _ name: String, _ stage: Stage = .fresh, saying part: Sample.Part? = nil, on route: Route = .home,
    in tab: PanelTab? = nil, notice: Notice? = nil, asking question: ViewState.Confirmation? = nil,
    _ change: Setup = { _ in }
  ) -> Entry {
    let state = state(stage, saying: part) {
      ($0.view.route, $0.notice, $0.view.confirmation) = (route, notice, question)
      if let tab { ($0.view.focus, $0.view.tab) = (.panel, tab) }
      change(&$0)
    }
    return (name, state)
  }

  static func running(
    _ name: String, _ kind: Flow.Kind, _ step: FlowStep, _ stage: Stage = .fresh, seconds: Double = 7,
    saying part: Sample.Part? = nil, _ change: Setup = { _ in }
  ) -> Entry {
    state(name, stage, saying: part) {
      $0.flow = flow(kind, step, seconds: seconds)
      change(&$0)
    }
  }

  private static func user(_ name: String, _ session: Session, on route: Route = .home) -> Entry {
    state(name, .signedIn, on: route) { $0.auth = .authorized(session, refreshing: false) }
  }

  private static let beginnings: [Entry] = [
    state("loading") { $0.keystore = .loading },
    unlock("unlock"),
    unlock("unlock-typed") { $0.passphrase = Secret("correct horse") },
    unlock("unlock-wrong") { $0.refusals = 1 },
    unlock("unlock-wrong-again") { $0.refusals = 3 },
    unlock("unlock-button-focused", button: 1) { $0.passphrase = Secret("correct horse") },
    state("confirm-forgotten-passphrase", asking: .forgottenPassphrase) { $0.keystore = .locked(Unlock()) },
    state("registration"),
    state("registration-server-starting") { $0.server = .starting },
    state("registration-server-failed") { $0.server = .failed("port 8443 is taken by another program") },
    state("registration-settings-focused") { $0.view.button = 1 },
    state("registration-panel-focused") { $0.view.focus = .panel },
  ]

  private static func unlock(_ name: String, button: Int = 0, _ change: Change<Unlock> = { _ in }) -> Entry {
    state(name) {
      var unlock = Unlock()
      change(&unlock)
      $0.keystore = .locked(unlock)
      $0.settings.protection = .passphrase
      $0.view.button = button
    }
  }

  private static let progress: [Entry] = [
    running("progress-server-starting", .registration, .discovery, seconds: 1) { $0.server = .starting },
    running("progress-registration-discovery", .registration, .discovery, seconds: 1),
    running("progress-registration-login", .registration, .registrationLogin, seconds: 42, saying: .registrationLogin),
    running("progress-registration-token", .registration, .registrationToken, saying: .registrationLogin),
    running("progress-register", .registration, .register, saying: .registrationLogin),
    running("progress-login", .authentication, .login, .registered),
    running("progress-token", .authentication, .token, .registered),
    running("progress-userinfo", .authentication, .userinfo, .registered),
    running("progress-refresh", .refresh, .refresh, .signedIn, seconds: 2) {
      $0.auth = .authorized(Sample.session, refreshing: true)
    },
    running("progress-logout", .signOut, .logout, .signedIn, seconds: 3),
    running("progress-unregister", .forgetDevice, .unregister, .registered, seconds: 1),
    running("progress-by-hand", .registration, .registrationLogin, seconds: 65) {
      $0.userAgent = .manual
      $0.messages = Sample.openedByHand
    },
    running("progress-unanswered", .registration, .registrationLogin, seconds: 6) {
      $0.userAgent = .system
      $0.flow?.unanswered = UnansweredPage(
        address: Sample.base + "/oauth/v2/oauth-authorize?response_type=code&client_id=mobile-dcr-client&scope=dcr")
    },
    ("progress-device-codes", elsewhere(hasCode: false)),
    ("progress-device-code", elsewhere(hasCode: true)),
    running("progress-dropped-answers", .registration, .registrationLogin, seconds: 9) { $0.droppedAnswers = 2 },
    running("progress-quit", .registration, .registrationLogin, saying: .registrationLogin) {
      $0.view.confirmation = .quit
    },
  ]

  static let signedOut: [Entry] = [
    state("unauthenticated", .registered),
    state("unauthenticated-registered", .registered, notice: .registered),
    state("unauthenticated-dropped-answer", .registered, notice: .registered) { $0.droppedAnswers = 1 },
    state("unauthenticated-not-saved") { $0.unsavedRegistration = Sample.registration },
    state("unauthenticated-not-saved-quit", asking: .quit) { $0.unsavedRegistration = Sample.registration },
    state("unauthenticated-cancelled", .registered) { $0.auth = .cancelled },
    state("unauthenticated-secret-expires-soon", .registered) { $0.registration = Sample.expiring(in: 3723) },
    state("unauthenticated-secret-expires", .registered) { $0.registration = Sample.expiring(in: 31_536_000) },
    state("unauthenticated-secret-expired", .registered) { $0.registration = Sample.expiring(in: -60) },
    state("unauthenticated-public-client", .registered) { $0.registration = Sample.publicClient },
  ]

  static let signedIn: [Entry] = [
    state("authenticated", .signedIn),
    state("authenticated-revealed", .signedIn) { $0.view.revealsSecrets = true },
    state("authenticated-presenter", .signedIn) { ($0.settings.presenter, $0.view.revealsSecrets) = (true, true) },
    state("authenticated-refresh-not-granted", .signedIn, saying: .refreshed, notice: .refreshNotGranted),
    state("authenticated-refreshed", .signedIn, saying: .refreshed, notice: .tokenRefreshed),
    state("authenticated-expired", .signedIn) { $0.now += 600 },
    user("authenticated-roles", Sample.managerSession),
    user("authenticated-role", Sample.contributorSession),
    user("authenticated-roles-unreadable", Sample.talkativeSession),
    user("role-manager", Sample.managerSession, on: .role(.manager)),
    user("role-ic", Sample.contributorSession, on: .role(.ic)),
    user("profile-nested", Sample.talkativeSession, on: .profile),
    user("authenticated-bare", Sample.bareSession),
    state("authenticated-sign-out-focused", .signedIn) { $0.view.button = 2 },
    state("profile", .signedIn, on: .profile),
    state("profile-scrolled", .signedIn, on: .profile) { $0.view.scroll = 5 },
    user("profile-bare", Sample.bareSession, on: .profile),
  ]

  private static let settings: [Entry] = [
    state("appearance", .registered, on: .appearance) { $0.settings.themes = Theme.names },
    state("appearance-not-kept", .registered, on: .appearance) {
      $0.settings.themes = Theme.names
      ($0.preferences.theme, $0.preferences.motion, $0.view.button) = ("high-contrast", false, 1)
      $0.preferenceProblem = FileProblem(
        .preferencesNotSaved, path: "~/.local/share/dcr-terminal/preferences.json",
        detail: "no space left on device")
    },
    state("settings", .registered, on: .settings),
    // The server returned a management URL on another host.
    state("settings-unmanaged", .registered, on: .settings) {
      $0.registration?.setMember("registration_access_token", nil)
    },
    state("settings-other-server", .registered, on: .settings) {
      $0.settings.issuer = Sample.accepted(
        issuer: "https://login.example.com/realms/a-rather-long-name-of-a-realm/protocol/openid-connect")
      $0.settings.protection = .passphrase
      $0.userAgent = .system
      $0.settings.embeddedServer = false
      $0.server = .external
      $0.view.button = 2
    },
    state("confirm-forget-device", .registered, on: .settings, asking: .forgetDevice),
    state("confirm-clear-browser-data", .registered, on: .settings, asking: .clearBrowserData),
  ]
}

extension AppState {
  mutating func fail(_ error: AppError, retry: Flow.Kind?) {
    auth = .failed(error)
    banner = Banner(error: error, retry: retry)
  }
}
