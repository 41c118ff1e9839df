/// Web pages and requests for ``BrowserRegistry``, parsed as the browser parses a server's answers.
enum SamplePages {
  static let noon = Date(timeIntervalSince1970: 1_800_000_000)
  static let start = url("/oauth/v2/oauth-authorize")

  static let origin = "https://localhost:8443"

  static func page(_ html: String, _ path: String, status: Int = 200, of origin: String = origin) -> WebPage {
    PageBuilder.page(html: html, url: url(path, of: origin), status: status)
  }

  /// The page of a file of the folder `SamplePages`, at the path of its name.
  private static func page(
    file: String, status: Int = 200, of origin: String = origin, _ values: [String: String] = [:]
  ) -> WebPage {
    let html = String((Embedded.samplePages[file + ".html"] ?? "").dropLast())
    return page(html.filled(values), "/" + file, status: status, of: origin)
  }

  private static func url(_ path: String, of origin: String = origin) -> WebURL {
    guard let url = WebURL(origin + path) else { preconditionFailure("\(origin)\(path) is no URL") }
    return url
  }

  static let refusal = "<div role=alert>Incorrect user name or password. Please try again.</div>"

  static func login(_ message: String, username: String = "", at origin: String = origin, form: String = "method=post")
    -> WebPage
  {
    page(file: "login", of: origin, ["message": message, "username": username, "form": form])
  }

  static let consent = page(file: "consent")
  static let article = page(file: "article")
  static let account = page(file: "account")
  static let mistakes = page(file: "new", status: 400)
  static let application = page(file: "app")

  static let terms = page(
    "<title>Terms</title><h1>Terms of use</h1>"
      + (1...12).map {
        "<h2>Section \($0)</h2><p>Be kind to the server, and the server will be kind to you. "
          + "It keeps no secrets that it need not keep.</p>"
      }.joined()
      + "<form><button>Accept</button></form>", "/terms")

  static let plain = PageBuilder.page(
    html: "<h1>Local</h1><p>A page of this machine.</p>", url: url("/", of: "http://127.0.0.1:8080"), status: 200)

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
    case .unsupportedLogin: BrowserError(code, ["received": "Negotiate", "url": origin])
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
