/// Decides which URLs the browser opens.
enum BrowserPolicy {
  static let maximumRedirects = 20

  /// https, and plain http on this machine alone: nothing can be intercepted there, and RFC 8252 §7.3 uses it.
  ///
  /// So there is no way down from https to http, neither by redirect nor by link or form.
  static func judge(_ url: WebURL) -> BrowserError? {
    guard url.isHTTP else { return BrowserError(.unsupportedScheme, ["received": url.scheme, "url": url.scheme]) }
    if !url.isSecure, !url.isLoopback { return BrowserError(.insecurePage, ["url": url.origin]) }
    return nil
  }

  /// What a redirect makes of a request (Fetch standard, "HTTP-redirect fetch").
  ///
  /// 303 always, and 301 and 302 after a POST, go on with GET and without the body. 307 and 308 send the body again,
  /// but only to the origin that it was meant for: a login form's password does not travel on to another (RFC 9700 §4.12).
  static func redirect(_ navigation: Navigation, status: Int, to target: WebURL) -> Result<Navigation, BrowserError> {
    var next = navigation
    next.url = target
    let becomesGET = status == 303 || ((status == 301 || status == 302) && navigation.method == "POST")
    if becomesGET {
      next.method = "GET"
      next.body = nil
    } else if navigation.body != nil, navigation.url.origin != target.origin {
      return .failure(BrowserError(.bodyNotResent, ["url": target.origin]))
    }
    return .success(next)
  }

  static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The Referer header, for a request to the same origin; `nil` for another origin, which learns nothing of this URL.
  static func referer(from initiator: WebURL?, to url: WebURL) -> String? {
    guard let initiator, initiator.origin == url.origin else { return nil }
    return initiator.text
  }
}
