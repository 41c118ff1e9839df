/// The origins where the browser fills in a login form by itself. Pages and redirects cannot extend them.
///
/// The password is typed only on pages of the first address's origin (RFC 6454 §4), which the app has from its own server, and of
/// origins that the person has named. It is sent only to such an origin, over https if the first address is https, and never
/// in an address, because logs and histories store those.
struct LoginOrigins: Hashable, Sendable {
  private let first: WebURL
  private let named: Set<String>

  /// - Parameters:
  ///   - first: the address that the browser was opened with, before any redirect.
  ///   - named: origins in the form of ``origin(_:)``.
  init(first: WebURL, named: [String] = []) { (self.first, self.named) = (first, Set(named)) }

  /// An origin as written by a person: https, or http on this machine, with nothing after host and port.
  ///
  /// - Returns: `nil` for anything else.
  static func origin(_ text: String) -> String? {
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "#") }), let url = WebURL(text),
      BrowserPolicy.judge(url) == nil, url.path.utf8.elementsEqual("/".utf8), url.query == nil
    else { return nil }
    return url.origin
  }

  /// Why a login form must be neither filled in nor sent; `nil`: it may be.
  ///
  /// - Parameter submission: the request that the form's button would send, including its own `formaction` and `formmethod`.
  func refusal(of submission: Navigation, on page: WebPage) -> BrowserError? {
    for url in [page.url, submission.url] {
      guard url.isHTTP else { return BrowserPolicy.judge(url) }
      if first.isSecure, !url.isSecure { return BrowserError(.loginNotEncrypted, ["url": url.origin]) }
      guard url.origin == first.origin || named.contains(url.origin) else {
        return BrowserError(.loginElsewhere, ["url": url.origin, "expected": first.origin])
      }
    }
    guard submission.body != nil else { return BrowserError(.loginInAddress, ["url": submission.url.origin]) }
    return nil
  }
}
