import SharedValues
import Testing

@testable import InAppBrowser

/// Whether a login form is filled in, by the page's address, the form and its button.
@Suite struct LoginOriginsTests {
  private static let fields = "<input name=user><input type=password name=p>"

  private static func form(_ attributes: String, _ button: String = "<button>Log in</button>") -> String {
    "<form \(attributes)>\(fields)\(button)</form>"
  }

  /// The code of the refusal; `nil`: the form is filled in.
  private func code(
    _ html: String, at url: String = "https://login.example/a", from first: String = "https://login.example/authorize",
    named: [String] = []
  ) -> String? {
    let task = HeadlessTask.sample(from: first.webURL, named: named)
    switch HeadlessDecision.decide(page(html, url: url), task, tried: []) {
    case .submit(_, _, _, let login): return login == nil ? "no login" : nil
    case .failed(let error): return error.code.rawValue
    case .follow, .refused: return "?"
    }
  }

  @Test(
    arguments: [
      (form("method=post"), nil), (form("method=POST action=/login"), nil),
      (form("method=post action=https://LOGIN.example:443/x"), nil),
      (form("method=post action=//login.example/x"), nil),
      (form("method=post enctype=multipart/form-data"), nil),
      (form("action=https://evil.example method=post", "<button formaction=/login>Log in</button>"), nil),
      (form("method=get", "<button formmethod=post>Log in</button>"), nil),
      (form("method=post action=https://evil.example/login"), "login_elsewhere"),
      (form("method=post action=//evil.example"), "login_elsewhere"),
      (form("method=post action=https://login.example:8443/"), "login_elsewhere"),
      (form("method=post action=https://login.example.evil.example/"), "login_elsewhere"),
      (form("method=post action=https://login.example@evil.example/"), "login_elsewhere"),
      (form("method=post", "<button formaction=https://evil.example>Log in</button>"), "login_elsewhere"),
      (form("id=f method=post", "") + "<input type=submit form=f formaction=//evil.example>", "login_elsewhere"),
      ("<base href=https://evil.example/>" + form("method=post action=login"), "login_elsewhere"),
      (form("method=post action=http://login.example/"), "login_not_encrypted"),
      (form("method=post action=http://localhost/"), "login_not_encrypted"),
      (form(""), "login_in_address"), (form("method=get"), "login_in_address"),
      (form("method=nonsense"), "login_in_address"),
      (form("method=post", "<button formmethod=get>Log in</button>"), "login_in_address"),
      ("<form><input name=user><button>Next</button></form>", "login_in_address"),
      (form("method=post enctype=text/plain"), "unsupported_form"), (form("method=dialog"), "browser_stuck"),
      (form("method=post action=javascript:x()"), "unsupported_scheme"),
    ] as [(String, String?)])
  func `the form and its button decide where the password would go`(html: String, expected: String?) {
    #expect(code(html) == expected)
  }

  @Test(
    arguments: [
      ("https://login.example/authorize", "https://login.example/other", nil),
      ("https://login.example/authorize", "https://LOGIN.EXAMPLE:443/other", nil),
      ("https://login.example/authorize", "https://www.login.example/", "login_elsewhere"),
      ("https://login.example/authorize", "https://login.example.:443/", "login_elsewhere"),
      ("https://localhost:8443/authorize", "https://localhost:8444/", "login_elsewhere"),
      ("https://localhost:8443/authorize", "https://127.0.0.1:8443/", "login_elsewhere"),
      ("https://localhost:8443/authorize", "http://localhost:8443/", "login_not_encrypted"),
      ("http://127.0.0.1:8080/authorize", "http://127.0.0.1:8080/", nil),
      ("http://127.0.0.1:8080/authorize", "http://127.0.0.1:8081/", "login_elsewhere"),
      ("http://127.0.0.1:8080/authorize", "https://127.0.0.1:8080/", "login_elsewhere"),
    ] as [(String, String, String?)])
  func `the page has to be of the first address's origin`(first: String, url: String, expected: String?) {
    #expect(code(LoginOriginsTests.form("method=post"), at: url, from: first) == expected)
  }

  @Test func `an origin that is named counts as the first one does`() {
    let post = LoginOriginsTests.form("method=post")
    #expect(code(post, at: "https://idp.example/", named: ["https://idp.example"]) == nil)
    #expect(code(post, at: "https://idp.example:444/", named: ["https://idp.example"]) == "login_elsewhere")
    let away = LoginOriginsTests.form("method=post action=https://idp.example/")
    #expect(code(away, named: ["https://idp.example"]) == nil)
    #expect(code(away, at: "https://evil.example/", named: ["https://idp.example"]) == "login_elsewhere")
    #expect(code(post, at: "http://localhost/", named: ["http://localhost"]) == "login_not_encrypted")
    #expect(
      code(LoginOriginsTests.form(""), at: "https://idp.example/", named: ["https://idp.example"]) == "login_in_address"
    )
  }

  @Test(
    arguments: [
      ("https://login.example", "https://login.example"), ("https://Login.Example:443/", "https://login.example"),
      ("https://[::1]:8443", "https://[::1]:8443"), ("http://127.0.0.1:80", "http://127.0.0.1"),
      ("http://login.example", nil), ("login.example", nil), ("https://login.example/x", nil),
      ("https://login.example?", nil), ("https://login.example#x", nil), ("https://a@login.example", nil), ("", nil),
      ("ftp://localhost", nil), ("https://", nil),
    ] as [(String, String?)])
  func `an origin is scheme, host and port`(text: String, origin: String?) {
    #expect(LoginOrigins.origin(text) == origin)
  }

  @Test(arguments: [
    ("https://a/x?response_type=code&scope=openid%20profile", Errand.logIn(scopes: ["openid", "profile"])),
    ("https://a/x?response_type=code&scope=a+b&id_token_hint=t", .logIn(scopes: ["a", "b"])),
    ("https://a/x?client_id=c&request_uri=urn:x", .logIn(scopes: [])), ("https://a/x", .logIn(scopes: [])),
    ("https://a/x?id_token_hint=t&client_id=c", .signOut), ("https://a/x?post_logout_redirect_uri=a:/b", .signOut),
  ])
  func `an unspecified errand is read from the address`(url: String, errand: Errand) {
    #expect(Errand(at: url.webURL) == errand)
    #expect(Errand(.signOut, at: url.webURL) == .signOut)
    #expect(Errand(.logIn, scope: "x y", at: url.webURL) == .logIn(scopes: ["x", "y"]))
  }
}
