import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Foreign names on pages: which may be registered, how they are shown, and how pages state where the answer goes.
@Suite struct PageTextTests {
  /// Invisible characters: controls, direction marks, line separators and the like.
  static let unseen: [String] = [
    "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
    "\u{200E}", "\u{200F}", "\u{61C}", "\u{200B}", "\u{FEFF}", "\u{AD}", "\u{2028}", "\u{2029}", "\u{85}", "\u{9B}",
    "\u{E0041}", "\u{2060}", "\u{180E}", "\u{3164}", "\u{34F}",
  ]

  @Test(arguments: unseen)
  func unseenCharactersAreNotRegistered(_ character: String) throws {
    for (name, value) in [
      ("client_name", JSON.string("Bank\(character)app")), ("client_name#de", .string(character)),
      ("software_version", .string("1\(character)")), ("software_id", .string("a\(character)")),
      ("contacts", .strings(["a\(character)@rp.example"])), ("default_acr_values", .strings(["urn:a\(character)"])),
    ] {
      #expect("\(name)") {
        _ = try ClientMetadataJudge(policy: .lenient).judge(TestServer.tutorialMetadata.setting(name, value))
      } throws: {
        ($0 as? OAuthError)?.code == .invalidClientMetadata
      }
    }
  }

  /// A page's space limits a name's length; joiners are allowed, because scripts and emoji need them.
  @Test func namesAreBounded() throws {
    let judge = ClientMetadataJudge(policy: .lenient)
    func judged(_ name: String) throws -> String? {
      try judge.judge(TestServer.tutorialMetadata.setting("client_name", .string(name))).clientName
    }
    for name in [String(repeating: "x", count: 100), "می\u{200C}خواهم", "👩\u{200D}💻", "❤\u{FE0F}", "Ĳsberg & Söhne"] {
      #expect(try judged(name) == name)
    }
    for name in [String(repeating: "x", count: 101), "a" + String(repeating: "\u{301}", count: 500)] {
      #expect(throws: OAuthError.self) { _ = try judged(name) }
    }
  }

  /// A stored name, from an earlier version or by SQL, is also shown without invisible characters.
  @Test func storedNamesAreShownPlainAndBounded() async throws {
    try await TestServer.withApp { server, app, browser in
      let name = "Bank\u{202E}evil\u{2066}" + String(repeating: "x", count: 3000)
      try await DatabaseQueue(path: server.databasePath).write {
        try $0.execute(
          sql: """
            UPDATE dynamically_registered_clients
            SET metadata = json_set(metadata, '$.description.client_name', ?)
            """, arguments: [name])
      }
      let login = try await browser.get(
        app.authorizationURL(["prompt": "login", "login_hint": "demo\u{202E}user"]))
      let consent = try await browser.get(app.authorizationURL(["prompt": "consent"]))
      let admin = try await Administrator(server)
      let pages = [
        login, consent, try await admin.get("/admin"), try await admin.get("/admin/clients/" + app.clientID),
      ]
      for page in pages {
        #expect(page.status == 200)
        #expect(page.text.contains("Bank"))
        #expect(!page.text.unicodeScalars.contains { PageTextTests.unseen.contains(String($0)) })
      }
      for page in pages.prefix(3) { #expect(!page.text.contains(String(repeating: "x", count: 101))) }
    }
  }

  /// The same for users' names, whoever enters them.
  @Test func usersNamesAreVisible() async throws {
    let user = UserAccount(
      name: "ada", password: Secret("correct horse"), givenName: "A\u{202E}da", familyName: "B\u{200B}", email: "",
      roles: ["Man\u{2067}ager"])
    try await TestServer.with(adjusting: { $0.users.append(user) }) { server in
      for profile in [
        UserProfile(givenName: "a\u{202E}"), UserProfile(familyName: "a\u{2028}b"), UserProfile(email: "a\u{200F}@b.c"),
        UserProfile(roles: ["r\u{61C}"]),
      ] {
        await #expect {
          try await server.server.administration.addUser("bob", password: Secret("correct horse"), profile)
        } throws: {
          ($0 as? IdentityServerError)?.code == .userProfileUnfit
        }
      }
      let admin = try await Administrator(server)
      for path in ["/admin/users", "/admin/users/ada"] {
        let page = try await admin.get(path)
        #expect(!page.text.unicodeScalars.contains { PageTextTests.unseen.contains(String($0)) })
      }
    }
  }

  /// Where the answer goes: the host of an https address, this computer, or the app with the scheme.
  static let destinations: [(JSON, String, String)] = [
    (["redirect_uris": ["https://rp.example/cb"]], "https://rp.example/cb", "rp.example"),
    (["redirect_uris": ["https://rp.example:8444/cb"]], "https://rp.example:8444/cb", "rp.example:8444"),
    (
      ["redirect_uris": ["http://127.0.0.1/cb"], "application_type": "native"], "http://127.0.0.1:4000/cb",
      "this computer"
    ),
    (["redirect_uris": ["http://[::1]/cb"], "application_type": "native"], "http://[::1]:4000/cb", "this computer"),
    (["redirect_uris": ["http://localhost:4000/cb"]], "http://localhost:4000/cb", "this computer"),
    (TestServer.tutorialMetadata, "io.curity.dcrclient:/callback", "io.curity.dcrclient:"),
  ]

  @Test(arguments: destinations)
  func pagesStateWhereTheAnswerGoes(_ metadata: JSON, _ uri: String, _ destination: String) async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(metadata)
      for prompt in ["consent", "login"] {
        let page = try await browser.get(app.authorizationURL(["redirect_uri": uri, "prompt": prompt]))
        #expect(page.status == 200)
        #expect(page.text.contains(destination), "\(prompt)")
      }
    }
  }

  /// The first login states its purpose: a registration, of which app, and where the code goes.
  @Test(arguments: [("en", "register this phone"), ("de", "dieses Telefon"), ("sv", "den här telefonen")])
  func theFirstLoginStatesItsPurpose(_ language: String, _ words: String) async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL(["prompt": "login", "ui_locales": language])
      let page = try await TestBrowser(server).get(url)
      #expect(page.text.contains(words))
      #expect(page.text.contains("mobile-dcr-client"))
      #expect(page.text.contains("io.curity.dcrclient:"))
      let (app, browser, _) = try await server.registeredApp()
      let second = try await browser.get(app.authorizationURL(["prompt": "login", "ui_locales": language]))
      #expect(second.status == 200)
      #expect(!second.text.contains(words))
    }
  }
}
