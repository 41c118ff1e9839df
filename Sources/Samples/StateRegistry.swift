import AppState
import FoundationEssentials
import SharedValues
import TerminalUI
import Workshop

/// Every state that a screen can have, by name: the content of goldens and gallery.
///
/// Times are fixed, so that a state always has the same canvas.
package enum StateRegistry {
  /// In the order in which a user meets them.
  package static let all: [Entry] = [
    beginnings, progress, signedOut, signedIn, application, banking, settings, errors, keystores, notices, life, helps,
    messages, sequences, messagesViews, proofs, servers, lessons, modes, keys, stepping, keyStepping, phases, phones,
    serverWithPhones, shows, keystoreFiles, evidence, clocks, faultMenus, keyFaults, checks, galleries,
  ].flatMap(\.self)

  static let names = all.map(\.name)
  private static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($0.element.name, $0.offset) })

  static func named(_ name: String) -> AppState? { places[name].map { all[$0].state } }

  /// What the gallery in the app shows.
  package static let gallery = GalleryStates(names: { names }, named: named)

  package typealias Entry = (name: String, state: AppState)

  // MARK: Building blocks

  /// A basic state; `change` turns it into the wanted one.
  static func state(
    registered: Bool = false, signedIn: Bool = false, saying part: Sample.Part? = nil,
    _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    var state = AppState(settings: Sample.settings, now: Sample.now, tools: Workshop.tools)
    state.tools[GalleryView.self].states = gallery
    state.keystore = registered || signedIn ? .open : .empty
    state.server = .ready
    if registered || signedIn {
      state.registration = Sample.registration
      state.registeredAt = Sample.now
    }
    if signedIn {
      state.auth = .authorized(Sample.session, refreshing: false)
      state.storedIDToken = Secret(Sample.idToken)
    }
    if let part = part ?? (signedIn ? .loggedIn : registered ? .registered : nil) {
      state.messages = Sample.messages(upTo: part)
    }
    change(&state)
    return state
  }

  private static func unlock(button: Int = 0, _ change: (inout Unlock) -> Void = { _ in }) -> AppState {
    state {
      var unlock = Unlock()
      change(&unlock)
      $0.keystore = .locked(unlock)
      $0.settings.protection = .passphrase
      $0.view.button = button
    }
  }

  // MARK: Screens

  private static let beginnings: [Entry] = [
    ("loading", state { $0.keystore = .loading }),
    ("unlock", unlock()),
    ("unlock-typed", unlock { $0.passphrase = Secret("correct horse") }),
    ("unlock-wrong", unlock { $0.refusals = 1 }),
    ("unlock-wrong-again", unlock { $0.refusals = 3 }),
    ("unlock-button-focused", unlock(button: 1) { $0.passphrase = Secret("correct horse") }),
    (
      "confirm-forgotten-passphrase",
      state {
        $0.keystore = .locked(Unlock())
        $0.view.confirmation = .forgottenPassphrase
      }
    ),
    ("registration", state()),
    ("registration-server-starting", state { $0.server = .starting }),
    ("registration-server-failed", state { $0.server = .failed("port 8443 is taken by another program") }),
    ("registration-settings-focused", state { $0.view.button = 1 }),
    ("registration-panel-focused", state { $0.view.focus = .panel }),
  ]

  private static let progress: [Entry] = [
    (
      "progress-server-starting",
      state { ($0.flow, $0.server) = (flow(.registration, .discovery, seconds: 1), .starting) }
    ),
    ("progress-registration-discovery", state { $0.flow = flow(.registration, .discovery, seconds: 1) }),
    (
      "progress-registration-login",
      state(saying: .registrationLogin) { $0.flow = flow(.registration, .registrationLogin, seconds: 42) }
    ),
    (
      "progress-registration-token",
      state(saying: .registrationLogin) { $0.flow = flow(.registration, .registrationToken) }
    ),
    ("progress-register", state(saying: .registrationLogin) { $0.flow = flow(.registration, .register) }),
    ("progress-login", state(registered: true) { $0.flow = flow(.authentication, .login) }),
    ("progress-token", state(registered: true) { $0.flow = flow(.authentication, .token) }),
    ("progress-userinfo", state(registered: true) { $0.flow = flow(.authentication, .userinfo) }),
    (
      "progress-refresh",
      state(signedIn: true) {
        $0.auth = .authorized(Sample.session, refreshing: true)
        $0.flow = flow(.refresh, .refresh, seconds: 2)
      }
    ),
    ("progress-logout", state(signedIn: true) { $0.flow = flow(.signOut, .logout, seconds: 3) }),
    ("progress-unregister", state(registered: true) { $0.flow = flow(.forgetDevice, .unregister, seconds: 1) }),
    (
      "progress-by-hand",
      state {
        $0.userAgent = .manual
        $0.flow = flow(.registration, .registrationLogin, seconds: 65)
        $0.messages = Sample.openedByHand
      }
    ),
    (
      "progress-unanswered",
      state {
        $0.userAgent = .system
        $0.flow = flow(.registration, .registrationLogin, seconds: 6)
        $0.flow?.unanswered = UnansweredPage(
          address: Sample.base + "/oauth/v2/oauth-authorize?response_type=code&client_id=mobile-dcr-client&scope=dcr")
      }
    ),
    ("progress-device-codes", elsewhere(hasCode: false)),
    ("progress-device-code", elsewhere(hasCode: true)),
    (
      "progress-dropped-answers",
      state {
        $0.flow = flow(.registration, .registrationLogin, seconds: 9)
        $0.droppedAnswers = 2
      }
    ),
    (
      "progress-quit",
      state(saying: .registrationLogin) {
        $0.flow = flow(.registration, .registrationLogin)
        $0.view.confirmation = .quit
      }
    ),
  ]

  private static func appearance(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    state(registered: true) {
      $0.view.route = .appearance
      $0.settings.themes = Theme.all.map(\.name)
      change(&$0)
    }
  }

  static let signedOut: [Entry] = [
    ("unauthenticated", state(registered: true)),
    ("unauthenticated-registered", state(registered: true) { $0.notice = .registered }),
    (
      "unauthenticated-dropped-answer",
      state(registered: true) {
        $0.notice = .registered
        $0.droppedAnswers = 1
      }
    ),
    ("unauthenticated-not-saved", state { $0.unsavedRegistration = Sample.registration }),
    (
      "unauthenticated-not-saved-quit",
      state {
        $0.unsavedRegistration = Sample.registration
        $0.view.confirmation = .quit
      }
    ),
    ("unauthenticated-cancelled", state(registered: true) { $0.auth = .cancelled }),
    ("unauthenticated-secret-expires-soon", state(registered: true) { $0.registration = Sample.expiring(in: 3723) }),
    ("unauthenticated-secret-expires", state(registered: true) { $0.registration = Sample.expiring(in: 31_536_000) }),
    ("unauthenticated-secret-expired", state(registered: true) { $0.registration = Sample.expiring(in: -60) }),
    ("unauthenticated-public-client", state(registered: true) { $0.registration = Sample.publicClient }),
  ]

  static let signedIn: [Entry] = [
    ("authenticated", state(signedIn: true)),
    ("authenticated-revealed", state(signedIn: true) { $0.view.revealsSecrets = true }),
    (
      "authenticated-presenter",
      state(signedIn: true) { ($0.settings.presenter, $0.view.revealsSecrets) = (true, true) }
    ),
    (
      "authenticated-refresh-not-granted",
      state(signedIn: true, saying: .refreshed) { $0.notice = .refreshNotGranted }
    ),
    ("authenticated-refreshed", state(signedIn: true, saying: .refreshed) { $0.notice = .tokenRefreshed }),
    ("authenticated-expired", state(signedIn: true) { $0.now += 600 }),
    ("authenticated-roles", state(signedIn: true) { $0.auth = .authorized(Sample.managerSession, refreshing: false) }),
    (
      "authenticated-role",
      state(signedIn: true) { $0.auth = .authorized(Sample.contributorSession, refreshing: false) }
    ),
    (
      "authenticated-roles-unreadable",
      state(signedIn: true) { $0.auth = .authorized(Sample.talkativeSession, refreshing: false) }
    ),
    ("role-manager", role(.manager, Sample.managerSession)),
    ("role-ic", role(.ic, Sample.contributorSession)),
    (
      "profile-nested",
      state(signedIn: true) {
        $0.auth = .authorized(Sample.talkativeSession, refreshing: false)
        $0.view.route = .profile
      }
    ),
    ("authenticated-bare", state(signedIn: true) { $0.auth = .authorized(Sample.bareSession, refreshing: false) }),
    ("authenticated-sign-out-focused", state(signedIn: true) { $0.view.button = 2 }),
    ("profile", state(signedIn: true) { $0.view.route = .profile }),
    ("profile-scrolled", state(signedIn: true) { ($0.view.route, $0.view.scroll) = (.profile, 5) }),
    (
      "profile-bare",
      state(signedIn: true) {
        $0.auth = .authorized(Sample.bareSession, refreshing: false)
        $0.view.route = .profile
      }
    ),
  ]

  private static func role(_ screen: RoleScreen, _ session: Session) -> AppState {
    state(signedIn: true) {
      $0.auth = .authorized(session, refreshing: false)
      $0.view.route = .role(screen)
    }
  }

  private static let settings: [Entry] = [
    ("appearance", appearance()),
    (
      "appearance-not-kept",
      appearance {
        ($0.preferences.theme, $0.preferences.motion, $0.view.button) = ("high-contrast", false, 1)
        $0.preferenceProblem = FileProblem(
          .preferencesNotSaved, path: "~/.local/share/dcr-terminal/preferences.json",
          detail: "No space left on device")
      }
    ),
    ("settings", state(registered: true) { $0.view.route = .settings }),
    // The server returned a management URL on another host.
    (
      "settings-unmanaged",
      state(registered: true) {
        $0.view.route = .settings
        $0.registration?.setMember("registration_access_token", nil)
      }
    ),
    (
      "settings-other-server",
      state(registered: true) {
        $0.view.route = .settings
        $0.settings.issuer = Sample.accepted(
          issuer:
            "https://login.example.com/realms/a-rather-long-name-of-a-realm/protocol/openid-connect")
        $0.settings.protection = .passphrase
        $0.userAgent = .system
        $0.settings.embeddedServer = false
        $0.server = .external
        $0.view.button = 2
      }
    ),
    (
      "confirm-forget-device",
      state(registered: true) { ($0.view.route, $0.view.confirmation) = (.settings, .forgetDevice) }
    ),
    (
      "confirm-clear-browser-data",
      state(registered: true) { ($0.view.route, $0.view.confirmation) = (.settings, .clearBrowserData) }
    ),
  ]
}
