import AppState
import OAuthClient
import SharedValues

extension StateRegistry {
  static let helps: [Entry] = [
    state("help") { $0.view.showsHelp = true },
    state("help-authenticated", .signedIn) { ($0.view.showsHelp, $0.view.scroll) = (true, 6) },
    state("help-panel", .signedIn) { ($0.view.focus, $0.view.showsHelp) = (.panel, true) },
    state("palette") { $0.look(.palette(.open)) },
    palette("palette-found", "tok", .signedIn),
    palette("palette-in-panel", "", .signedIn) { $0.view.focus = .panel },
    palette("palette-off", "sign out"),
    palette("palette-other-panel", "revoke", .signedIn),
    palette("palette-question", "", .signedIn) { $0.view.confirmation = .quit },
    palette("palette-nothing", "teleport"),
  ]

  private static func palette(
    _ name: String, _ text: String, _ stage: Stage = .fresh, _ change: Setup = { _ in }
  ) -> Entry {
    state(name, stage) {
      change(&$0)
      $0.look(.palette(.open))
      $0.look(.palette(.edit(.insert(text))))
    }
  }
}

extension Sample {
  static func expiring(in seconds: Int) -> ClientRegistration {
    restored(registrationDocument.setting("client_secret_expires_at", .number(String(1_623_996_367 + seconds))))
  }

  static var publicClient: ClientRegistration { restored(withoutSecret("none")) }

  /// The server's answer to a client that authenticates in another way.
  static func withoutSecret(_ method: JSON) -> JSON {
    registrationDocument.setting("client_secret", nil).setting("client_secret_expires_at", nil)
      .setting("token_endpoint_auth_method", method)
  }

  static func session(of userinfoDocument: JSON) -> Session {
    Session(tokens: tokens, claims: claims, userinfo: userinfo(userinfoDocument))
  }

  /// A user of the Keycloak seed, who has a role (seeds/003).
  static let managerSession = session(of: document("userinfo-manager"))

  static let contributorSession = session(of: document("userinfo-contributor"))

  /// Claims that are nested, long or unknown, and one of the wrong type.
  static let talkativeSession = session(
    of: document("userinfo-talkative").setting("note", .string(String(repeating: "la ", count: 120))))

  /// A server that sends only what it must.
  static var bareSession: Session {
    Session(
      tokens: tokens(["access_token": .string(accessToken), "token_type": "bearer"]), claims: nil,
      userinfo: userinfo(["sub": "demouser"]))
  }
}
