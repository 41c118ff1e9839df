import SharedValues

/// Every error that the browser's screen can show, with sample values. Both switches are exhaustive: a new code needs a
/// sample, or a reason why it never appears on the screen.
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
