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
    case login, consent, endSession, administration, userCode, deviceLogin, deviceDecision
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
}
