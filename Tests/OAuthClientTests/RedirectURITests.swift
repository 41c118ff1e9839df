import OAuthClient
import OAuthLiterals
import SharedValues
import Testing

/// Which redirect URIs a native app may have (RFC 8252 §7), and how a loopback one gets its port.
@Suite struct RedirectURITests {
  static let good: [(String, RedirectURI.Kind, String)] = [
    ("io.curity.dcrclient:/callback", .privateUse(scheme: "io.curity.dcrclient"), "io.curity.dcrclient:/callback"),
    ("com.example.app:x", .privateUse(scheme: "com.example.app"), "com.example.app:x"),
    ("COM.Example.App:/X?y=Z", .privateUse(scheme: "com.example.app"), "com.example.app:/X?y=Z"),
    ("com.example.App://Host/X", .privateUse(scheme: "com.example.app"), "com.example.app://Host/X"),
    ("HTTPS://App.Example:8443/Cb", .claimedHTTPS(host: "app.example"), "https://app.example:8443/Cb"),
    ("com.example.app://host/x", .privateUse(scheme: "com.example.app"), "com.example.app://host/x"),
    ("http://127.0.0.1/callback", .loopback(host: "127.0.0.1", port: nil), "http://127.0.0.1/callback"),
    ("http://127.0.0.1:0/callback", .loopback(host: "127.0.0.1", port: nil), "http://127.0.0.1/callback"),
    ("http://127.0.0.1:4321/", .loopback(host: "127.0.0.1", port: 4321), "http://127.0.0.1:4321/"),
    ("http://[::1]:0/a?b=c", .loopback(host: "[::1]", port: nil), "http://[::1]/a?b=c"),
    ("http://[::1]:80/a", .loopback(host: "[::1]", port: 80), "http://[::1]:80/a"),
    ("https://app.example/callback", .claimedHTTPS(host: "app.example"), "https://app.example/callback"),
    ("https://localhost:8443/app/cb", .claimedHTTPS(host: "localhost"), "https://localhost:8443/app/cb"),
  ]

  @Test(arguments: good) func isTaken(_ text: String, _ kind: RedirectURI.Kind, _ registered: String) throws {
    let uri = try RedirectURI(text)
    #expect(uri.kind == kind)
    #expect(uri.text == registered)
  }

  @Test(arguments: [
    "", "callback", "/callback", "nodot:/callback", "app:/x", "http:/callback", "com.:/x", ".com:/x", "a..b:/x",
    "-a.b:/x", "a.b-:/x", "a.-b:/x", "a-.b:/x", "a.-.b:/x", "a+b:/x", "1.2:/x", "io.curity.dcrclient:",
    "io.curity.dcrclient:/a#b",
    "io.curity.dcrclient:/a b", "io.curity.dcrclient:/\u{7}", "io.curity.dcrclient:/%zz",
    "http://localhost/callback", "http://localhost:1234/callback", "http://127.0.0.2/callback", "http://127.1/callback",
    "http://0.0.0.0/callback", "http://[::]/callback", "http://[::ffff:127.0.0.1]/callback", "http://127.0.0.1",
    "http://127.0.0.1.example/callback", "http://u@127.0.0.1/callback", "http://127.0.0.1:99999/callback",
    "http://app.example/callback", "https://app.example", "https://app.example/", "https:///callback",
    "https://u@app.example/callback", "https://app.example/callback#x", "https://app.example:0/x",
    "ftp://127.0.0.1/callback", "javascript:alert(1)", "com.example.app:/{issuer}",
  ])
  func isRefused(_ text: String) {
    let error = #expect(throws: ProtocolError.self) { try RedirectURI(text) }
    #expect(error?.code.rawValue == "redirect_uri_invalid")
    #expect(error?.code.consequence == .configuration)
  }

  @Test func theRequestHasTheActualPort() {
    let any: RedirectURI = "http://127.0.0.1:0/callback?a=b"
    #expect(any.kind == .loopback(host: "127.0.0.1", port: nil))
    #expect(any.listening(at: 49152) == "http://127.0.0.1:49152/callback?a=b")
    #expect(RedirectURI(of: "http://[::1]/c").listening(at: 5) == "http://[::1]:5/c")
    let fixed: RedirectURI = "http://127.0.0.1:4321/c"
    #expect(fixed.kind == .loopback(host: "127.0.0.1", port: 4321))
    #expect(fixed.listening(at: 4321).text == "http://127.0.0.1:4321/c")
    #expect(RedirectURI(of: "a.b:/c").listening(at: 1) == "a.b:/c")
  }

  /// RFC 9700 §4.4.2.2: one redirect URI for each issuer, the same at each start.
  @Test func eachIssuerCanHaveItsOwnURI() throws {
    let one = try RedirectURI("a.b:/cb/{issuer}", issuer: "https://one.example")
    let other = try RedirectURI("a.b:/cb/{issuer}", issuer: "https://other.example")
    // BASE64URL(SHA-256("https://one.example")[0..<12])
    #expect(one.text == "a.b:/cb/" + RedirectURI.tag(for: "https://one.example"))
    #expect(one != other)
    #expect(one.text.utf8.count == "a.b:/cb/".utf8.count + 16)
    #expect(try RedirectURI("http://127.0.0.1/{issuer}/{issuer}", issuer: "x").text.split(separator: "/").count == 4)
  }

  private func judge(_ echoed: [String], asked: String) -> String? {
    let document = Fixture.registrationDocument.setting("redirect_uris", .strings(echoed))
    do {
      _ = try RegistrationRequest.judge(
        Fixture.json(document, status: 201), redirectURI: RedirectURI(of: asked), now: Fixture.now)
      return nil
    } catch { return error.code.rawValue }
  }

  /// RFC 8252 §7.3: the server must allow any port, so an echo with or without a port is the same redirect.
  @Test(arguments: [
    ("http://127.0.0.1/cb", "http://127.0.0.1/cb", true), ("http://127.0.0.1:0/cb", "http://127.0.0.1/cb", true),
    ("http://127.0.0.1/cb", "http://127.0.0.1:0/cb", true), ("http://127.0.0.1:77/cb", "http://127.0.0.1/cb", true),
    ("http://127.0.0.1/cb", "http://127.0.0.1:77/cb", true), ("http://127.0.0.1:77/cb", "http://127.0.0.1:77/cb", true),
    ("http://127.0.0.1:77/cb", "http://127.0.0.1:78/cb", false),
    ("http://127.0.0.1/cb", "http://127.0.0.1/other", false),
    ("http://127.0.0.1/cb", "http://[::1]/cb", false), ("http://127.0.0.1/cb", "http://localhost/cb", false),
    ("http://127.0.0.1/cb", "nonsense", false), ("a.b:/cb", "A.B:/cb", false), ("A.B:/cb", "a.b:/cb", true),
    ("https://a.b/cb", "https://a.b:1/cb", false),
  ])
  func theRegistrationMayEchoAnotherPort(_ asked: String, _ echoed: String, _ isGood: Bool) {
    #expect(judge(["x.y:/z", echoed], asked: asked) == (isGood ? nil : "registration_redirect_uri_missing"))
  }

  @Test func anEphemeralRedirectIsRegisteredWithoutPort() throws {
    let request = try RegistrationRequest.build(
      metadata: Fixture.metadata(), initialAccessToken: nil, redirectURI: "http://127.0.0.1:0/cb",
      postLogoutRedirectURI: "http://127.0.0.1:4321/out", scope: "openid", softwareID: nil)
    let body = try JSON.parse(request.body)
    #expect(body["redirect_uris"] == ["http://127.0.0.1/cb"])
    #expect(body["post_logout_redirect_uris"] == ["http://127.0.0.1:4321/out"])
  }

  // MARK: localhost, by a named opt-in

  @Test(arguments: [("http://localhost:1234/cb", Optional(1234)), ("http://localhost/cb", nil)])
  func localhostIsALoopbackURIWhereItIsAllowed(_ text: String, _ port: Int?) throws {
    let uri = try RedirectURI(text, allowsLocalhost: true)
    #expect(uri.kind == .loopback(host: "localhost", port: port))
    #expect(uri.namesLocalhost)
    #expect(!RedirectURI(of: "http://127.0.0.1/cb").namesLocalhost)
    #expect(uri.listening(at: 5000).text == (port == nil ? "http://localhost:5000/cb" : text))
  }

  @Test(arguments: ["http://localhost.example/cb", "http://LOCALHOST.:1/cb", "http://localhost@evil.example/cb"])
  func onlyTheNameItselfIsAllowed(_ text: String) {
    #expect(throws: ProtocolError.self) { try RedirectURI(text, allowsLocalhost: true) }
  }

  /// The hint for a refused redirect URI never recommends the kind that was refused.
  @Test(arguments: [
    ("com.example.app:/cb", CheckTerm.loopbackOrLocalhost), ("http://127.0.0.1/cb", .privateSchemeOrLocalhost),
    ("http://localhost:1234/cb", .loopbackOrPrivateScheme), ("https://a.example/cb", .privateSchemeOrLoopback),
  ]) func aRefusedURIIsNotRecommended(_ sent: String, _ others: CheckTerm) {
    let answer = Fixture.json(["error": "invalid_redirect_uri"], status: 400)
    let error = #expect(throws: ProtocolError.self) {
      try RegistrationRequest.judge(answer, redirectURI: RedirectURI(of: sent), now: Fixture.now)
    }
    #expect(error?.code.rawValue == "invalid_redirect_uri")
    #expect(error?.expected == .check(others))
  }
}
