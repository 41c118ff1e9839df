struct Navigation: Sendable {
  var method = "GET"
  var url: WebURL
  var body: FormBody?
  var initiator: WebURL?
  var hasPassword = false
}

enum Arrival: Hashable, Sendable {
  case page(WebPage)
  /// The app's complete redirect URI. It contains a code: never log it.
  case redirectURI(Secret)
}

/// One request of a navigation, for the panel: without query, body and cookie values.
struct Hop: Hashable, Sendable {
  var method: String
  var authority: String
  var path: String
  /// `nil` while the request is under way; a code of ``TransportFailure`` when it failed.
  var outcome: Outcome?
  var cookiesSent: [String]
  var cookieChanges: [CookieChange] = []
  /// Whether the request posted a password that the browser had typed.
  var hasPassword = false

  enum Outcome: Hashable, Sendable {
    case status(Int)
    case failed(String)
    case handedOver
  }
}

protocol PageFetching: Sendable {
  func exchange(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPClientTransport.Answer
}

extension HTTPClientTransport: PageFetching {}

enum BrowserPolicy {
  static let maximumRedirects = 20

  /// https anywhere, plain http only on this machine (RFC 8252 §7.3): no redirect, link or form downgrades to http elsewhere.
  static func judge(_ url: WebURL) -> BrowserError? {
    guard url.isHTTP else { return BrowserError(.unsupportedScheme, ["received": url.scheme, "url": url.scheme]) }
    if !url.isSecure, !url.isLoopback { return BrowserError(.insecurePage, ["url": url.origin]) }
    return nil
  }

  /// The request that follows a redirect (Fetch standard, "HTTP-redirect fetch").
  ///
  /// 303 always, and 301 and 302 after a POST, continue with GET and without the body. 307 and 308 repeat the body, but only
  /// to the same origin: a login form's password is not sent on to another one (RFC 9700 §4.12).
  static func redirect(_ navigation: Navigation, status: Int, to target: WebURL) throws(BrowserError) -> Navigation {
    var next = navigation
    next.url = target
    let becomesGET = status == 303 || ((status == 301 || status == 302) && navigation.method == "POST")
    if becomesGET {
      next.method = "GET"
      next.body = nil
    } else if navigation.body != nil, navigation.url.origin != target.origin {
      throw BrowserError(.bodyNotResent, ["url": target.origin])
    }
    return next
  }

  static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The Referer header of a request to the same origin; `nil` for another origin, which must not learn this URL.
  static func referer(from initiator: WebURL?, to url: WebURL) -> String? {
    guard let initiator, initiator.origin == url.origin else { return nil }
    return initiator.text
  }
}
