/// Where the browser fills in a login form by itself. What a page or a redirect says never decides that.
///
/// The password is typed on pages of the first address's origin (RFC 6454 §4), which the app has from its own server, and of
/// origins that the person has named; it is sent to such an origin alone, over https where the first address is https, and never
/// in an address, where logs and histories keep it.
struct LoginOrigins: Hashable, Sendable {
  private let first: WebURL
  private let named: Set<String>

  /// - Parameters:
  ///   - first: the address that the browser was opened with, before any redirect.
  ///   - named: origins as ``origin(_:)`` has them.
  init(first: WebURL, named: [String] = []) { (self.first, self.named) = (first, Set(named)) }

  /// An origin as a person writes it: https, or http on this machine, and nothing behind host and port.
  ///
  /// - Returns: `nil` for anything else.
  static func origin(_ text: String) -> String? {
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "#") }), let url = WebURL(text),
      BrowserPolicy.judge(url) == nil, url.path.utf8.elementsEqual("/".utf8), url.query == nil
    else { return nil }
    return url.origin
  }

  /// Why a filled-in login form is not sent, nor filled in; `nil`: it may be.
  ///
  /// - Parameter submission: what pressing the form's button would send, with the button's own `formaction` and `formmethod`.
  func refusal(of submission: FormSubmission.Submission, on page: Page) -> BrowserError? {
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
