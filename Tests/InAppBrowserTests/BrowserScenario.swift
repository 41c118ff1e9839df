import Foundation
import HTTPTransport
import SharedValues
import TerminalUI

@testable import InAppBrowser

/// The states of the browser's screen that the goldens show.
enum BrowserScenario: String, CaseIterable, Sendable {
  case loginForm = "login-form"
  case loginRefused = "login-refused"
  case loading, sending
  case untrusted = "tls-error"
  case unreachable = "network-error"
  case scripts = "needs-javascript"
  case silentLogin = "silent-login"
  case silentLoginPresenter = "silent-login-presenter"
  case signedOutPresenter = "signed-out-presenter"
  case consent
  case selectOpen = "select-open"
  case longPage = "long-page-scrolled"
  case table = "table-and-text"
  case panel
  case plainHTTP = "plain-http"
  case systemBrowser = "system-browser"
  case appGone = "app-not-listening"
  case damagedJar = "cookie-jar-damaged"

  func frame(size: Size, glyphs: Glyphs) -> BrowserFrame {
    var state = self.state
    if case .longPage = self {
      for _ in 0..<2 {
        let frame = BrowserScreen.draw(state, size: size, glyphs: glyphs, text: .init())
        _ = state.apply(.key(.pageDown), to: frame)
      }
    }
    return BrowserScreen.draw(state, size: size, glyphs: glyphs, text: .init())
  }

  var state: BrowserState {
    var state = BrowserState(url: "https://localhost:8443/oauth/v2/oauth-authorize".webURL, now: noon, clock: "6:06")
    state.update(BrowserScenario.snapshot(sent: true))
    switch self {
    case .loginForm: state.show(BrowserScenario.login(""))
    case .loginRefused:
      state.show(BrowserScenario.login("<div role=alert>Incorrect user name or password. Please try again.</div>"))
    case .loading, .sending:
      state.certificate = nil
      state.cookies = []
      state.sent = []
      state.history = []
      state.loading = BrowserState.Loading(started: noon - 2.4, sending: self == .sending)
    case .untrusted:
      state.certificate = nil
      state.show(.failure(BrowserError(TransportFailure(.certificateUntrusted), url: state.url)))
    case .unreachable:
      state.certificate = nil
      state.show(.failure(BrowserError(TransportFailure(.connectionRefused), url: state.url)))
    case .scripts:
      state.show(
        page(
          "<script src=a.js></script><noscript>You need to enable JavaScript to run this app.</noscript><div id=root>",
          url: "https://localhost:8443/app"))
    case .silentLogin: state.show(.silent(.login))
    case .silentLoginPresenter:
      state.presenter = true
      state.show(.silent(.login))
    case .signedOutPresenter:
      state.presenter = true
      state.show(.silent(.signOut))
    case .consent: state.show(BrowserScenario.consentPage)
    case .selectOpen:
      state.show(BrowserScenario.consentPage)
      if let select = state.page?.controls.first(where: { $0.kind == .select }) {
        state.moveFocus(to: .control(select.id))
        let frame = BrowserScreen.draw(state, size: Size(40, 15), glyphs: .unicode, text: .init())
        state.scroll = (frame.rows[.control(select.id)]?.lowerBound ?? 0)
        _ = state.apply(.key(.enter), to: frame)
        _ = state.apply(.key(.down), to: frame)
      }
    case .longPage: state.show(BrowserScenario.terms)
    case .table: state.show(BrowserScenario.article)
    case .panel:
      state.show(BrowserScenario.login(""))
      state.showsPanel = true
    case .plainHTTP:
      state.certificate = nil
      state.show(page("<h1>Local</h1><p>A page of this machine.</p>", url: "http://127.0.0.1:8080/"))
    case .systemBrowser: state.show(.systemBrowser(started: true))
    case .appGone: state.show(.failure(BrowserError(.appNotListening, ["path": "/home/me/devices/phone/uri.sock"])))
    case .damagedJar:
      state.show(
        .failure(BrowserError(.cookieJarDamaged, ["path": "/home/me/cookies.json", "detail": "syntax at byte 3"])))
    }
    return state
  }

  private static func login(_ message: String) -> Page {
    page(
      """
      <title>Login</title><h1>Curity Identity Server</h1><h2>Login</h2>\(message)
      <form method=post><input type=hidden name=csrf value=x><label for=u>Username</label><input id=u name=u required>
      <label for=p>Password</label><input id=p type=password name=p required>
      <label><input type=checkbox name=r> Remember me on this device</label><button>Login</button></form>
      <p><a href=/forgot>Forgot your password?</a> · <a href=/new>Create account</a></p>
      """, url: "https://localhost:8443/login")
  }

  private static let consentPage = page(
    """
    <title>Consent</title><h1>Demo app asks for access</h1><p>It will be able to:</p>
    <ul><li>read your <b>profile</b><li>know who you are</ul>
    <form method=post><p>Which account?</p><label><input type=radio name=a value=1 checked> demouser</label>
    <label><input type=radio name=a value=2> jd</label><label for=s>For how long</label>
    <select id=s name=d><option>One day<option selected>One week<option>One month<option>One year</select>
    <button name=d value=allow>Allow</button><button name=d value=deny>Deny</button></form>
    """, url: "https://localhost:8443/consent")

  private static let terms = page(
    "<title>Terms</title><h1>Terms of use</h1>"
      + (1...12).map {
        "<h2>Section \($0)</h2><p>Be kind to the server, and the server will be kind to you. "
          + "It keeps no secrets that it need not keep.</p>"
      }.joined()
      + "<form><button>Accept</button></form>", url: "https://localhost:8443/terms")

  private static let article = page(
    """
    <h1>Grüße aus 東京</h1><table><tr><th>Scope<th>Meaning<tr><td>openid<td>who you are<tr><td>profile<td>your name</table>
    <ol><li>First<li>Second <a href=/x>with a link that is long enough to be broken over two lines</a></ol>
    <pre>code {
      kept
    }</pre><hr><p>Last words.</p>
    """, url: "https://localhost:8443/article")

  private static func snapshot(sent: Bool) -> BrowsingSession.Snapshot {
    var jar = CookieJar()
    let lines = ["__Host-sso_session=x; Secure; HttpOnly; Path=/; SameSite=Lax", "theme=dark; Max-Age=86400; Path=/"]
    let url = "https://localhost:8443/".webURL
    jar.store(HTTPResponse(200, headers: lines.map { HTTPHeader("Set-Cookie", $0) }), from: url, now: noon)
    let certificate = PeerCertificate(
      subject: "CN=localhost", issuer: "CN=DCR Terminal CA,O=DCR Terminal", notBefore: noon - 86400,
      notAfter: noon + 86400 * 365, subjectAlternativeNames: ["localhost", "127.0.0.1", "::1"],
      sha256: String(repeating: "0123456789abcdef", count: 4))
    let history = [
      Hop(
        method: "GET", authority: "localhost:8443", path: "/oauth/v2/oauth-authorize", outcome: .status(303),
        cookiesSent: ["__Host-sso_session"]),
      Hop(
        method: "GET", authority: "localhost:8443", path: "/login", outcome: .status(200),
        cookiesSent: ["__Host-sso_session"], cookieChanges: [CookieChange(name: "theme", kind: .set)]),
    ]
    return BrowsingSession.Snapshot(
      url: url, cookies: jar.cookies, sent: jar.cookies.prefix(1).map(\.identity), history: history,
      certificate: certificate)
  }
}
