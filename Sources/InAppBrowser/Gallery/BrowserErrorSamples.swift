import SharedValues

/// Every error that the browser's screen can show, with the values that it comes with. Both switches are exhaustive: a code
/// that is added has to say here what it looks like, or why nobody sees it.
enum BrowserErrorSamples {
  static let all: [BrowserError] =
    BrowserError.Code.allCases.compactMap(sample) + TransportFailure.Code.allCases.compactMap(sample)

  /// - Returns: `nil` for what ends the program, or a run without a screen, in a line of its own.
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
    // Before the first page, or after the last: the program says them and ends.
    case .cookieJarDamaged, .browserDataUnreadable, .browserBusy, .noTerminal, .outputUnwritable: nil
    // Errors of --headless, which writes them and ends: there is no screen.
    case .passwordFile, .loginRefused, .loginElsewhere, .loginNotEncrypted, .loginInAddress, .signOutUnconfirmed,
      .pageFailed, .needsJavaScript, .stuck, .noWayOn:
      nil
    }
  }

  /// - Returns: `nil` for what the browser never meets: it has no certificate of its own, and who cancels knows it.
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
