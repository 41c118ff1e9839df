import Foundation
import SharedValues

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

  /// A page with a form that is valid in this browser, which gets its cookie if it has none.
  ///
  /// - Parameter draw: makes the page; the form must send `form` back.
  func page(
    _ purpose: FormSeal.Purpose, holding content: String, _ request: ServerRequest,
    _ draw: (_ form: String) -> ServerResponse
  ) -> ServerResponse {
    let browser = browser(request)
    var response = draw(seal.seal(content, purpose, browser: browser.id, now: now))
    if browser.isNew { response.set(Cookie(name: Cookie.browser, value: browser.id)) }
    return response
  }

  func page(
    _ purpose: FormSeal.Purpose, holding content: String, of session: SSOSession, _ request: ServerRequest,
    _ draw: (_ form: String) -> ServerResponse
  ) -> ServerResponse {
    page(purpose, holding: session.sealedHash + ":" + content, request, draw)
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
      let rest = content.without(prefix: session.sealedHash + ":")
    else { return nil }
    return (String(rest), form, session)
  }

  func expiredForm() -> ServerResponse {
    pages.message(.formExpiredTitle, pages.say(.formExpiredText), status: 400, note: "form refused")
  }
}

extension SSOSession {
  fileprivate var sealedHash: String { Base64URL.encode(Array(hash)) }
}
