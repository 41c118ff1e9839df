import ForeignText
import Foundation
import SharedValues

/// What a form carries from the page to its post, so that the server keeps nothing for pages that nobody sends off.
///
/// The seal (HMAC-SHA-256) covers purpose, content, time and the browser's own cookie: it is the CSRF token. A form made for
/// one browser, one purpose or another time is worthless elsewhere.
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

  /// The content; `nil` for everything that was not sealed for this purpose and browser, or too long ago.
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
  /// The cookie that forms are bound to, and whether the browser has to be given it.
  func browser(_ request: ServerRequest) -> (id: String, isNew: Bool) {
    if let id = request.cookie(Cookie.browser), id.utf8.count == 43, id.utf8.allSatisfy(Base64URL.contains) {
      return (id, false)
    }
    return (request.newBrowser ?? freshSecret(), true)
  }

  /// A page with a form that holds for this browser, which gets its cookie where it has none.
  ///
  /// - Parameter draw: makes the page, from what its form has to send back as `form`.
  func page(
    _ purpose: FormSeal.Purpose, holding content: String, _ request: ServerRequest,
    _ draw: (_ form: String) -> ServerResponse
  ) -> ServerResponse {
    let browser = browser(request)
    var response = draw(seal.seal(content, purpose, browser: browser.id, now: now))
    if browser.isNew { response.set(Cookie(name: Cookie.browser, value: browser.id)) }
    return response
  }

  /// The same, for this session alone.
  func page(
    _ purpose: FormSeal.Purpose, holding content: String, of session: SSOSession, _ request: ServerRequest,
    _ draw: (_ form: String) -> ServerResponse
  ) -> ServerResponse {
    page(purpose, holding: session.sealedHash + ":" + content, request, draw)
  }

  /// What such a page has sent off; `nil` when the form was made for another browser, or too long ago, or by somebody else.
  func sent(_ purpose: FormSeal.Purpose, _ request: ServerRequest) -> (content: String, form: FormParameters)? {
    guard let form = try? request.formWithoutRepetitions(), let sealed = form["form"],
      let content = seal.open(sealed, purpose, browser: request.cookie(Cookie.browser) ?? "", now: now)
    else { return nil }
    return (content, form)
  }

  /// The same for a form that holds for one session; `nil` also when that session is over, or another one has begun.
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
