/// Follows redirects itself, and stops at the app's. Each change of the jar is on disk before the next request is sent.
actor BrowsingSession {
  private let fetcher: any PageFetching
  private let store: any CookieStoring
  private let redirectURI: RedirectURI
  /// Decides whether an https redirect belongs to an app; `nil`: it is opened as a page.
  private let claims: (any ClaimJudging)?
  private let time: TimeSource
  private let language: String
  private let tested: TestedVisit?
  private(set) var jar: CookieJar
  private(set) var history: [Hop] = []
  var hasSentCookies: Bool { history.contains { !$0.cookiesSent.isEmpty } }
  /// The certificate of the shown page, or of the latest answer.
  private(set) var certificate: PeerCertificate?
  private var newest: (url: WebURL, sent: [Cookie])?
  private var observer: (@Sendable (Snapshot) -> Void)?

  struct Snapshot: Sendable {
    var url: WebURL
    var cookies: [Cookie]
    var sent: [Cookie.Identity]
    var history: [Hop]
    var certificate: PeerCertificate?
  }

  init(
    fetcher: any PageFetching, store: any CookieStoring, jar: CookieJar, redirectURI: RedirectURI,
    claims: (any ClaimJudging)? = nil, time: TimeSource = .system, language: String = "en",
    tested: TestedVisit? = nil
  ) {
    (self.fetcher, self.store, self.jar, self.redirectURI, self.claims) = (fetcher, store, jar, redirectURI, claims)
    (self.time, self.language, self.tested) = (time, language, tested)
  }

  func observe(_ observer: @escaping @Sendable (Snapshot) -> Void) { self.observer = observer }

  /// The link with which a page that asks for nothing ends: back to the app, as after a sign-out (Duende, Keycloak).
  nonisolated func wayBack(on page: WebPage) -> WebPage.Link? {
    guard page.status < 400, page.forms.isEmpty else { return nil }
    return page.links.first { redirectURI.matches($0.target) }
  }

  /// Follows a link on a page. If the target cannot be opened, it throws, and the page stays.
  func follow(_ link: WebPage.Link, on page: WebPage) async throws(BrowserError) -> Arrival {
    if await isTheApps(link.target) { return handOver(link.target) }
    guard let url = WebURL(link.target, relativeTo: page.url) else {
      throw BrowserError(.badLink, ["received": link.target])
    }
    // A link to a place on the page itself asks the server nothing: the page may be the answer to a POST.
    if url == page.url, link.target.contains(scalar: "#") { return .page(page) }
    return try await navigate(Navigation(url: url, initiator: page.url))
  }

  func navigate(_ first: Navigation) async throws(BrowserError) -> Arrival {
    var navigation = first
    for _ in 0...BrowserPolicy.maximumRedirects {
      if await isTheApps(navigation.url.text) { return handOver(navigation.url.text) }
      if let refusal = BrowserPolicy.judge(navigation.url) { throw refusal }
      let response = try await exchange(navigation)
      guard BrowserPolicy.isRedirect(response.status), let location = response.headers[first: "Location"] else {
        return .page(try PageReader.page(response, url: navigation.url))
      }
      if await isTheApps(location) { return handOver(location) }
      guard let target = WebURL(location, relativeTo: navigation.url) else {
        throw BrowserError(.badLink, ["received": location])
      }
      navigation = try BrowserPolicy.redirect(navigation, status: response.status, to: target)
    }
    throw BrowserError(
      .tooManyRedirects, ["expected": "\(BrowserPolicy.maximumRedirects)", "url": navigation.url.origin])
  }

  private func isTheApps(_ url: String) async -> Bool {
    if let tested { return redirectURI.matches(url) || !tested.mayAsk(url) }
    guard redirectURI.matches(url) else { return false }
    guard redirectURI.isClaimed else { return true }
    guard let claims, let parts = WebURL(url) else { return false }
    return await claims.claims(parts)
  }

  private func exchange(_ navigation: Navigation) async throws(BrowserError) -> HTTPResponse {
    if let tested { try? await Task.sleep(for: .milliseconds(tested.pauseMilliseconds)) }
    let cookies = jar.cookies(for: navigation, now: time.now)
    let index = begin(navigation, cookies)
    notify(navigation.url, cookies)
    let response: HTTPResponse
    do throws(TransportFailure) {
      (response, certificate) = try await fetcher.exchange(request(navigation, cookies))
    } catch {
      history[index].outcome = .failed(error.code.rawValue)
      certificate = nil
      // Before the connection is established and trusted, no part of the request is sent.
      if error.code.isBeforeTheRequest { history[index].cookiesSent = [] }
      notify(navigation.url, error.code.isBeforeTheRequest ? [] : cookies)
      throw BrowserError(error, url: navigation.url)
    }
    history[index].outcome = .status(response.status)
    history[index].cookieChanges = jar.store(response, from: navigation.url, now: time.now)
    if !history[index].cookieChanges.isEmpty { try store.save(jar) }
    notify(navigation.url, cookies)
    return response
  }

  private func request(_ navigation: Navigation, _ cookies: [Cookie]) -> HTTPRequest {
    var headers = [
      HTTPHeader("Accept", "text/html,application/xhtml+xml;q=0.9,text/plain;q=0.8,*/*;q=0.1"),
      HTTPHeader("Accept-Language", language),
      HTTPHeader("User-Agent", ProductAgent.browser),
    ]
    if !cookies.isEmpty {
      let pairs = cookies.map { "\($0.name)=\($0.value.revealed)" }
      headers.append(HTTPHeader("Cookie", pairs.joined(separator: "; ")))
    }
    if let referer = BrowserPolicy.referer(from: navigation.initiator, to: navigation.url) {
      headers.append(HTTPHeader("Referer", referer))
    }
    var body: [UInt8] = []
    if let form = navigation.body {
      headers.append(HTTPHeader("Content-Type", form.contentType))
      headers.append(HTTPHeader("Origin", (navigation.initiator ?? navigation.url).origin))
      body = form.bytes
    }
    return HTTPRequest(navigation.method, navigation.url.text, headers: headers, body: body, endpoint: .page)
  }

  private func begin(_ navigation: Navigation, _ cookies: [Cookie]) -> Int {
    let hop = Hop(
      method: navigation.method, authority: navigation.url.authority, path: navigation.url.path,
      cookiesSent: cookies.map(\.name), hasPassword: navigation.hasPassword && navigation.body != nil)
    // Repeated attempts to reach an unreachable server are merged into one line.
    if let last = history.last, case .failed = last.outcome,
      (last.method, last.authority, last.path) == (hop.method, hop.authority, hop.path)
    {
      history.removeLast()
    }
    append(hop)
    return history.count - 1
  }

  private func append(_ hop: Hop) {
    if history.count >= 200 { history.removeFirst() }
    history.append(hop)
  }

  private func handOver(_ uri: String) -> Arrival {
    let shown = uri.prefix(whileScalar: { $0 != "?" && $0 != "#" })
    append(Hop(method: "→", authority: "", path: String(shown), outcome: .handedOver, cookiesSent: []))
    if let newest { notify(newest.url, newest.sent) }
    return .redirectURI(Secret(uri))
  }

  private func notify(_ url: WebURL, _ sent: [Cookie]) {
    newest = (url, sent)
    observer?(
      Snapshot(
        url: url, cookies: jar.cookies, sent: sent.map(\.identity), history: history, certificate: certificate))
  }
}

extension TransportFailure.Code {
  fileprivate var isBeforeTheRequest: Bool {
    switch self {
    case .connectionRefused, .hostNotFound, .connectTimeout, .certificateUntrusted, .certificateExpired,
      .certificateWrongHost, .deviceCertificateMissing, .deviceCertificateUnusable, .deviceCertificateExpired,
      .tlsFailure, .invalidURL, .hostNotAllowed, .proxyUnusable:
      true
    case .timeout, .connectionLost, .bodyTooLarge, .malformedResponse, .contentUnreadable, .cancelled: false
    }
  }
}
