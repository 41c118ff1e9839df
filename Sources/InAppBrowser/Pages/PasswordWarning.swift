import Catalogue

/// Warns a person before they type a password: where the form would send it, if not to the page's own server. The person
/// decides; without a person the browser refuses such a form (``LoginOrigins``).
enum PasswordWarning: Hashable, Sendable {
  /// The form is sent in an address, which logs and histories store.
  case inAddress
  case notEncrypted(String)
  case elsewhere(String)

  /// - Returns: `nil` for a form without a password, and for one that goes to the page's own origin in a body.
  init?(_ form: Int, on page: WebPage) {
    guard page.controls(of: form).contains(where: { $0.kind == .password && $0.isFocusable }) else { return nil }
    let button = FormSubmission.defaultButton(of: form, page: page)
    let action = button?.override.action ?? page.forms[form].action
    guard let url = WebURL(action, relativeTo: page.url) else { return nil }
    if (button?.override.method ?? page.forms[form].method) == .get {
      self = .inAddress
    } else if !url.isSecure, page.url.isSecure {
      self = .notEncrypted(url.authority)
    } else if url.origin != page.url.origin {
      self = .elsewhere(url.authority)
    } else {
      return nil
    }
  }

  func words(_ text: Catalogue) -> String {
    switch self {
    case .inAddress: text(.browserPasswordInAddress)
    case .notEncrypted(let host): text(.browserPasswordNotEncrypted, ["host": host])
    case .elsewhere(let host): text(.browserPasswordElsewhere, ["host": host])
    }
  }
}
