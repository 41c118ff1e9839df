/// The state that a form carries from its page to its post, so that the server stores nothing for abandoned pages.
///
/// The seal (HMAC-SHA-256) covers purpose, content, time and the browser's own cookie: it is the CSRF token. A form is
/// refused in another browser, for another purpose, and after its lifetime.
struct FormSeal: Sendable {
  var key: [UInt8]
  var lifetime: TimeInterval

  enum Purpose: String, Sendable {
    case login, consent, endSession, administratorLogin, administration, userCode, deviceLogin, deviceDecision
  }

  func seal(_ content: String, _ purpose: Purpose, browser: String, now: Date) -> String {
    let payload = "\(seconds(now)).\(content)"
    return Base64URL.encode(Array(payload.utf8)) + "." + Base64URL.encode(mac(payload, purpose, browser))
  }

  /// The content; `nil` for text that was not sealed for this purpose and browser, or has expired.
  func open(_ sealed: String, _ purpose: Purpose, browser: String, now: Date) -> String? {
    let parts = sealed.split(scalar: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let payload = Base64URL.decode(parts[0]), let mac = Base64URL.decode(parts[1]) else {
      return nil
    }
    let text = String(decoding: payload, as: UTF8.self)
    guard Primitives.equal(mac, self.mac(text, purpose, browser)), let dot = text.firstIndex(ofScalar: "."),
      let made = Int(text[..<dot])
    else { return nil }
    let age = seconds(now) - made
    return age >= 0 && age <= Int(lifetime) ? String(text.after(dot)) : nil
  }

  private func mac(_ payload: String, _ purpose: Purpose, _ browser: String) -> [UInt8] {
    Primitives.hmac(Array("\(purpose.rawValue)\u{0}\(browser)\u{0}\(payload)".utf8), key: key)
  }
}

extension Provider {
  /// The cookie that forms are bound to, and whether the browser still needs to receive it.
  func browser(_ request: ServerRequest) -> (id: String, isNew: Bool) {
    if let id = request.cookie(Cookie.browser), id.utf8.count == 43, id.utf8.allSatisfy(Base64URL.contains) {
      return (id, false)
    }
    return (request.newBrowser ?? freshSecret(), true)
  }

  /// The form is valid in this browser and, if given, in this session only; it must send `form` back.
  func page(
    _ purpose: FormSeal.Purpose, holding content: String, of session: SSOSession? = nil, _ request: ServerRequest,
    _ draw: (_ form: String) -> ServerResponse
  ) -> ServerResponse {
    let browser = browser(request)
    let content = (session.map { Base64URL.encode($0.hash) + ":" } ?? "") + content
    var response = draw(seal.seal(content, purpose, browser: browser.id, now: now))
    if browser.isNew { response.set(Cookie(name: Cookie.browser, value: browser.id)) }
    return response
  }

  /// The content and fields of a sent form; `nil` when it was not sealed by this server for this browser, or has expired.
  func sent(_ purpose: FormSeal.Purpose, _ request: ServerRequest) -> (content: String, form: FormParameters)? {
    guard let form = try? request.formWithoutRepetitions(), let sealed = form["form"],
      let content = seal.open(sealed, purpose, browser: request.cookie(Cookie.browser) ?? "", now: now)
    else { return nil }
    return (content, form)
  }

  /// The same for a form of a session; `nil` also when that session has ended or another one has begun.
  func sentInSession(
    _ purpose: FormSeal.Purpose, _ request: ServerRequest
  ) async throws -> (content: String, form: FormParameters, session: SSOSession)? {
    guard let (content, form) = sent(purpose, request), let session = try await currentSession(request),
      let rest = content.without(prefix: Base64URL.encode(session.hash) + ":")
    else { return nil }
    return (String(rest), form, session)
  }

  func expiredForm() -> ServerResponse {
    pages.message(.formExpiredTitle, pages.say(.formExpiredText), status: 400, note: "form refused")
  }
}

/// Protects forms that only the server's own pages may send, in addition to the seal in each of them (``FormSeal``).
///
/// Other sites may make authorization requests (OpenID Connect Core §3.1.2.1: GET and POST) and sign-outs.
extension Provider {
  /// Answers 403 when the browser says that another site, or an embedded page, has sent the form.
  /// - Throws: `invalid_request`: the body cannot be read as a form, so that its seal cannot be looked for.
  func fromOwnPage(_ handler: @escaping RoutingTable.Handler) -> RoutingTable.Handler {
    { request in
      guard !request.isFromForeignPage(published(request)) else {
        return pages.message(
          .requestRefusedTitle, pages.say(.foreignFormText), status: 403,
          note: "form of another site refused")
      }
      _ = try request.formWithoutRepetitions()
      return try await handler(request)
    }
  }

  /// Sends the browser to a client's address: by a redirect, or by ``Pages/goOn(to:note:)`` if the `form-action` of an own page would block
  /// the redirect, or if the browser opens the client's app only after a press.
  func sendBack(to url: String, _ request: ServerRequest, note: String) -> ServerResponse {
    request.mayNotRedirectElsewhere(published(request)) || (Pages.opensAnApp(url) && request.comesWithoutAPress)
      ? pages.goOn(to: url, note: note) : .redirect(to: url, after: request.method, note: note)
  }

  /// The origin of the pages on the protocol's port where a proxy publishes them and writes `Host` anew; `nil`: they have that of `Host` alone.
  private func published(_ request: ServerRequest) -> String? {
    addresses.isOwn(host: request.host, on: .server) ? addresses.reach.publicOrigin?.text : nil
  }
}

extension ServerRequest {
  /// Whether the request's headers say that it comes from another site. Absent headers prove nothing: curl, w3m and older browsers send none.
  fileprivate func isFromForeignPage(_ published: String?) -> Bool {
    // The Origin header (RFC 6454 §7); `null` is an opaque origin.
    headers[all: "Origin"].contains { ![ownOrigin, published].contains($0.lowercased()) }
      // Fetch Metadata Request Headers (W3C); `none`: the person caused the request without a page, for example by reloading.
      || headers[all: "Sec-Fetch-Site"].contains { $0 != "same-origin" && $0 != "none" }
      // The same; a form's answer must be a whole page, not a frame or a script's request.
      || headers[all: "Sec-Fetch-Dest"].contains { $0 != "document" }
  }

  /// Whether an own page's form was sent by a browser that may apply `form-action` to redirects: all such browsers send Fetch
  /// Metadata. Others (curl, w3m, this product's own) get the redirect; a browser that applies the policy without Fetch
  /// Metadata blocks it, which fails safely.
  fileprivate func mayNotRedirectElsewhere(_ published: String?) -> Bool {
    method == "POST" && !headers[all: "Sec-Fetch-Site"].isEmpty && !isFromForeignPage(published)
  }

  /// Whether the browser navigates to a page without a press by the person: a silent login, or a sign-out. Chromium then opens another
  /// program at most once and leaves an empty tab after that (Fetch Metadata Request Headers, W3C). Browsers also report an address
  /// from another program as the person's own (`?1`); only `none` distinguishes it from a followed link.
  fileprivate var comesWithoutAPress: Bool {
    headers[first: "Sec-Fetch-Mode"] == "navigate" && headers[first: "Sec-Fetch-Dest"] == "document"
      && (headers[first: "Sec-Fetch-User"] != "?1" || headers[first: "Sec-Fetch-Site"] == "none")
  }

  /// The origin of the address that this request was sent to, already checked to be this server's.
  private var ownOrigin: String {
    let host = host.lowercased()
    return "https://" + (host.without(suffix: ":443") ?? host[...])
  }
}
