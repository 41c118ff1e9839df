/// Why the browser cannot go on. The catalogue has the texts of each code.
struct BrowserError: Error, Hashable, Sendable {
  enum Cause: Hashable, Sendable {
    case own(Code)
    case transport(TransportFailure.Code)

    var rawValue: String {
      switch self {
      case .own(let code): code.rawValue
      case .transport(let code): code.rawValue
      }
    }
  }

  var code: Cause
  /// Values for the placeholders in the code's texts; never a secret.
  var values: [String: String]

  init(_ code: Code, _ values: [String: String] = [:]) {
    self.code = .own(code)
    self.values = values
  }

  init(_ failure: TransportFailure, url: WebURL) {
    code = .transport(failure.code)
    values = ["url": url.origin, "host": url.authority, "detail": failure.detail]
  }

  enum Code: String, Hashable, Sendable, CaseIterable {
    case tooManyRedirects = "too_many_redirects"
    case insecurePage = "insecure_page"
    case unsupportedScheme = "unsupported_scheme"
    case unsupportedContent = "unsupported_content"
    case unsupportedForm = "unsupported_form"
    case unsupportedLogin = "unsupported_login"
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
    case loginElsewhere = "login_elsewhere"
    case loginNotEncrypted = "login_not_encrypted"
    case loginInAddress = "login_in_address"
    case signOutUnconfirmed = "sign_out_unconfirmed"
    case pageFailed = "page_failed"
    case needsJavaScript = "needs_javascript"
    case stuck = "browser_stuck"
    case noWayOn = "browser_no_way_on"
    case noTerminal = "browser_needs_terminal"
    case outputUnwritable = "output_unwritable"
  }

  var exitCode: Int32 { exit.rawValue }

  var exit: BrowserExit {
    switch code {
    case .own(.cookieJarDamaged), .own(.passwordFile): .data
    case .own(.browserDataNotSaved), .own(.browserDataUnreadable), .own(.outputUnwritable): .cannotWrite
    case .own(.browserBusy): .busy
    case .own(.loginRefused): .refused
    case .own(.signOutUnconfirmed): .signOutUnconfirmed
    case .own(.loginElsewhere), .own(.loginNotEncrypted), .own(.loginInAddress): .loginNotFilledIn
    case .own(.noWayOn): .noWayOn
    case .own(.stuck): .stuck
    case .own(.noTerminal): .usage
    case .transport(.cancelled): .interrupted
    default: .unavailable
    }
  }

  var isCertificateFailure: Bool {
    guard case .transport(let code) = code else { return false }
    return [.certificateUntrusted, .certificateExpired, .certificateWrongHost, .tlsFailure].contains(code)
  }

  var isRetryable: Bool {
    guard case .transport(let code) = code else { return false }
    return [
      .connectionRefused, .hostNotFound, .connectTimeout, .timeout, .connectionLost, .malformedResponse,
      .contentUnreadable, .proxyUnusable,
    ].contains(code)
  }

  /// Whether another browser may do what this one cannot.
  var isForOtherBrowsers: Bool {
    [.own(.unsupportedContent), .own(.unsupportedForm), .own(.unsupportedLogin)].contains(code)
  }

  /// Whether only this step failed, so that the previous page can stay.
  var leavesThePage: Bool { [.own(.unsupportedScheme), .own(.badLink), .own(.insecurePage)].contains(code) }

  func title(_ text: Catalogue) -> String { words(text).title }
  func explanation(_ text: Catalogue) -> String { words(text).explanation }
  func hint(_ text: Catalogue) -> String { words(text).hint }

  private func words(_ text: Catalogue) -> ErrorWords {
    var known = values.mapValues(Term.value)
    switch code {
    // The page's own words in quotation marks, or else the browser's, with only names of the page in such marks.
    case .own(.loginRefused), .own(.noWayOn):
      let (said, seen) = (values["description"] ?? "", values["detail"] ?? "")
      known["detail"] = .value(
        said.isEmpty
          ? text(.browserSaw, ["sight": seen]) : text(.browserPageSays, ["words": Quoted.words(said)]))
    case .own(.badLink), .own(.unsupportedContent), .own(.unsupportedLogin), .own(.unsupportedScheme):
      known["received"] = values["received"].map(Term.quoted)
    default: break
    }
    return text.words(code.rawValue, ["host": ""].merging(known) { $1 }, for: .lines)
  }
}
