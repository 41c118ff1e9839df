import FoundationEssentials
import HTTPTransport
import SharedValues

/// Web pages and requests for ``BrowserRegistry``, parsed as the browser parses a server's answers.
enum SamplePages {
  static let noon = Date(timeIntervalSince1970: 1_800_000_000)
  static let start = url("/oauth/v2/oauth-authorize")

  static let origin = "https://localhost:8443"

  static func page(_ html: String, _ path: String, status: Int = 200, of origin: String = origin) -> WebPage {
    PageBuilder.page(html: html, url: url(path, of: origin), status: status)
  }

  private static func url(_ path: String, of origin: String = origin) -> WebURL {
    guard let url = WebURL(origin + path) else { preconditionFailure("\(origin)\(path) is no URL") }
    return url
  }

  static let refusal = "<div role=alert>Incorrect user name or password. Please try again.</div>"

  static func login(_ message: String, username: String = "", at origin: String = origin, form: String = "method=post")
    -> WebPage
  {
    page(
      """
      <title>Login</title><h1>Curity Identity Server</h1><h2>Login</h2>\(message)
      <form \(form)><input type=hidden name=csrf value=x><label for=u>Username</label>
      <input id=u name=u value="\(username)" required>
      <label for=p>Password</label><input id=p type=password name=p required>
      <label><input type=checkbox name=r> Remember me on this device</label><button>Login</button></form>
      <p><a href=/forgot>Forgot your password?</a> · <a href=/new>Create account</a></p>
      """, "/login", of: origin)
  }

  static let consent = page(
    """
    <title>Consent</title><h1>Demo app asks for access</h1><p>It will be able to:</p>
    <ul><li>read your <b>profile</b><li>know who you are</ul>
    <form method=post><p>Which account?</p><label><input type=radio name=a value=1 checked> demouser</label>
    <label><input type=radio name=a value=2> jd</label><label for=s>For how long</label>
    <select id=s name=d><option>One day<option selected>One week<option>One month<option>One year</select>
    <button name=d value=allow>Allow</button><button name=d value=deny>Deny</button></form>
    """, "/consent")

  static let terms = page(
    "<title>Terms</title><h1>Terms of use</h1>"
      + (1...12).map {
        "<h2>Section \($0)</h2><p>Be kind to the server, and the server will be kind to you. "
          + "It keeps no secrets that it need not keep.</p>"
      }.joined()
      + "<form><button>Accept</button></form>", "/terms")

  static let article = page(
    """
    <h1>Grüße aus 東京</h1><table><tr><th>Scope<th>Meaning<tr><td>openid<td>who you are<tr><td>profile<td>your name</table>
    <ol><li>First<li>Second <a href=/x>with a link that is long enough to be broken over two lines</a></ol>
    <pre>code {
      kept
    }</pre><hr><p>Last words.</p>
    """, "/article")

  static let account = page(
    """
    <title>Account</title><h1>Your account</h1><form method=post>
    <label for=n>Name</label><input id=n name=n placeholder="first and last" required>
    <label for=e>E-mail</label><input id=e type=email name=e value=me@example.com>
    <label for=t>Telephone</label><input id=t type=tel name=t>
    <label for=w>About you</label><textarea id=w name=w>a</textarea>
    <label for=k>Account number</label><input id=k name=k value=4711 readonly>
    <label for=l>Locked</label><input id=l name=l value="not to be changed" disabled>
    <label for=f>Picture</label><input id=f type=file name=f>
    <label for=s>Languages</label><select id=s name=s multiple><option selected>English<option selected>Svenska</select>
    <button>Save</button><input type=reset><button type=button onclick=x()>More</button></form>
    """, "/account")

  static let mistakes = page(
    """
    <title>Account</title><h1>Create account</h1><div role=alert>Two fields need your attention.</div><form method=post>
    <label for=n>Username</label><input id=n name=n value=demouser required>
    <p role=alert>This name is taken by somebody else.</p>
    <label for=p>Password</label><input id=p type=password name=p required>
    <p role=alert>Take 8 characters or more.</p><button>Create account</button></form>
    """, "/new", status: 400)

  static let plain = PageBuilder.page(
    html: "<h1>Local</h1><p>A page of this machine.</p>", url: url("/", of: "http://127.0.0.1:8080"), status: 200)

  static let application = page(
    "<script src=a.js></script><noscript>You need to enable JavaScript to run this app.</noscript><div id=root>", "/app"
  )

  static let endless = {
    var page = terms
    page.truncated = true
    return page
  }()

  static let snapshot = snapshot(
    ["__Host-sso_session=x; Secure; HttpOnly; Path=/; SameSite=Lax", "theme=dark; Max-Age=86400; Path=/"],
    history: [
      hop("GET", "/oauth/v2/oauth-authorize", .status(303), sent: ["__Host-sso_session"]),
      hop("GET", "/login", .status(200), sent: ["__Host-sso_session"], [CookieChange(name: "theme", kind: .set)]),
    ])

  static let busySnapshot = snapshot(
    ["__Host-sso_session=x; Secure; HttpOnly; Path=/; SameSite=Lax"]
      + (1...9).map { "preference-\($0)=\($0); Max-Age=\($0 * 86_400); Path=/" },
    history: [
      hop("GET", "/login", .status(200)),
      hop(
        "POST", "/login", .status(302), sent: ["__Host-sso_session"],
        [
          CookieChange(name: "__Host-sso_session", kind: .set), CookieChange(name: "attempt", kind: .removed),
          CookieChange(name: "tracker", kind: .refused(.foreignDomain)),
        ]),
      hop("GET", "/pixel", .failed("connection_refused"), at: "tracker.example.com"),
      hop("GET", "com.example.app:/callback", .handedOver, at: ""),
      hop("GET", "/terms", nil),
    ])

  private static func hop(
    _ method: String, _ path: String, _ outcome: Hop.Outcome?, at authority: String = "localhost:8443",
    sent: [String] = [], _ changes: [CookieChange] = []
  ) -> Hop {
    Hop(method: method, authority: authority, path: path, outcome: outcome, cookiesSent: sent, cookieChanges: changes)
  }

  private static func snapshot(_ setCookies: [String], history: [Hop]) -> BrowsingSession.Snapshot {
    var jar = CookieJar()
    let root = url("/")
    jar.store(HTTPResponse(200, headers: setCookies.map { HTTPHeader("Set-Cookie", $0) }), from: root, now: noon)
    return BrowsingSession.Snapshot(
      url: root, cookies: jar.cookies, sent: jar.cookies.prefix(1).map(\.identity), history: history,
      certificate: certificate)
  }

  private static let certificate = PeerCertificate(
    subject: "CN=localhost", issuer: "CN=DCR Terminal CA,O=DCR Terminal", notBefore: noon - 86_400,
    notAfter: noon + 86_400 * 365, subjectAlternativeNames: ["localhost", "127.0.0.1", "::1"],
    sha256: String(repeating: "0123456789abcdef", count: 4))
}

/// Both switches are exhaustive: a new code needs a sample, or a reason why it never appears on the screen.
enum BrowserErrorSamples {
  static let all: [BrowserError] =
    BrowserError.Code.allCases.compactMap(sample) + TransportFailure.Code.allCases.compactMap(sample)

  /// - Returns: `nil` for errors that end the program or a run without a screen, and are printed as a line.
  static func sample(_ code: BrowserError.Code) -> BrowserError? {
    let origin = SamplePages.start.origin
    return switch code {
    case .tooManyRedirects: BrowserError(code, ["expected": "\(BrowserPolicy.maximumRedirects)", "url": origin])
    case .insecurePage: BrowserError(code, ["url": "http://login.example.com"])
    case .unsupportedScheme: BrowserError(code, ["received": "intent", "url": "intent"])
    case .unsupportedContent: BrowserError(code, ["received": "application/pdf", "url": origin])
    case .unsupportedForm: BrowserError(code, ["url": origin])
    case .bodyNotResent: BrowserError(code, ["url": "https://other.example.com"])
    case .badLink: BrowserError(code, ["received": "https://[::1/consent"])
    case .browserDataNotSaved: BrowserError(code, ["path": "/home/me/browser/cookies.json", "detail": "no space left"])
    case .redirectRefused: BrowserError(code, ["detail": "it is not waiting for a redirect"])
    case .appNotListening: BrowserError(code, ["path": "/home/me/devices/phone/uri.sock"])
    // Before the first page or after the last: the program prints them and ends.
    case .cookieJarDamaged, .browserDataUnreadable, .browserBusy, .noTerminal, .outputUnwritable: nil
    // Errors of --headless, which has no screen: it prints them and ends.
    case .passwordFile, .loginRefused, .loginElsewhere, .loginNotEncrypted, .loginInAddress, .signOutUnconfirmed,
      .pageFailed, .needsJavaScript, .stuck, .noWayOn:
      nil
    }
  }

  /// - Returns: `nil` for errors that the browser never meets: it has no client certificate, and a cancellation is not shown.
  static func sample(_ code: TransportFailure.Code) -> BrowserError? {
    let detail: String? =
      switch code {
      case .connectionRefused, .hostNotFound, .connectTimeout, .timeout, .bodyTooLarge, .hostNotAllowed: ""
      case .certificateUntrusted, .certificateExpired, .certificateWrongHost: ""
      case .connectionLost: "the connection was closed in the middle of the answer"
      case .tlsFailure: "handshake failed"
      case .malformedResponse: "not an HTTP response: invalid version"
      case .contentUnreadable: "Content-Encoding: br"
      case .proxyUnusable: "proxy.example:3128 refuses the connection"
      case .invalidURL: "no host"
      case .deviceCertificateMissing, .deviceCertificateUnusable, .deviceCertificateExpired, .cancelled: nil
      }
    return detail.map { BrowserError(TransportFailure(code, $0), url: SamplePages.start) }
  }
}
