import Catalogue
import SharedValues

/// Why the browser cannot go on. Codes are stable; their texts stand in the catalogue.
struct BrowserError: Error, Hashable, Sendable {
  var code: String
  /// Values for the placeholders of the code's texts. Never a secret.
  var values: [String: String]

  init(_ code: Code, _ values: [String: String] = [:]) {
    self.code = code.rawValue
    self.values = values
  }

  init(_ failure: TransportFailure, url: WebURL) {
    code = failure.code.rawValue
    values = ["url": url.origin, "host": url.authority, "detail": failure.detail]
  }

  enum Code: String, Hashable, Sendable, CaseIterable {
    case tooManyRedirects = "too_many_redirects"
    case insecurePage = "insecure_page"
    case unsupportedScheme = "unsupported_scheme"
    case unsupportedContent = "unsupported_content"
    case unsupportedForm = "unsupported_form"
    case bodyNotResent = "body_not_resent"
    case badLink = "bad_link"
    case cookieJarDamaged = "cookie_jar_damaged"
    case browserDataNotSaved = "browser_data_not_saved"
    case browserDataUnreadable = "browser_data_unreadable"
    case browserBusy = "browser_busy"
    case redirectRefused = "redirect_refused"
    case appNotListening = "app_not_listening"
    case passwordFile = "password_file_unreadable"
    case loginRefused = "login_refused"
    case pageFailed = "page_failed"
    case needsJavaScript = "needs_javascript"
    case stuck = "browser_stuck"
    case noTerminal = "browser_needs_terminal"
  }

  /// The process's exit code (DESIGN, exit codes).
  var exitCode: Int32 {
    switch Code(rawValue: code) {
    case .cookieJarDamaged, .passwordFile: 65
    case .browserDataNotSaved, .browserDataUnreadable: 73
    case .browserBusy: 75
    case .loginRefused: 77
    case .stuck: 70
    case .noTerminal: 64
    default: code == TransportFailure.Code.cancelled.rawValue ? 130 : 69
    }
  }

  /// Whether the certificate was the problem: such a page offers no way on.
  var isCertificateFailure: Bool {
    code.hasPrefix("certificate_") || code == TransportFailure.Code.tlsFailure.rawValue
  }

  /// Whether trying again may help.
  var isRetryable: Bool {
    switch TransportFailure.Code(rawValue: code) {
    case .connectionRefused, .hostNotFound, .connectTimeout, .timeout, .connectionLost, .malformedResponse: true
    default: false
    }
  }

  /// Only the step failed: the page before it can stay.
  var leavesThePage: Bool {
    [Code.unsupportedScheme, .badLink, .insecurePage].contains { $0.rawValue == code }
  }

  func title(_ text: Catalogue) -> String { text(ErrorText.of(code).title, filled) }
  func explanation(_ text: Catalogue) -> String { text(ErrorText.of(code).explanation, filled) }
  func hint(_ text: Catalogue) -> String { text(ErrorText.of(code).hint, filled) }

  /// Absent placeholders are left empty, as the catalogue promises.
  private var filled: [String: String] {
    var all = Dictionary(
      uniqueKeysWithValues: ["field", "expected", "received", "description", "url", "path", "detail", "source", "host"]
        .map { ($0, "") })
    all.merge(values) { $1 }
    return all
  }
}
