import Catalogue

/// Goes through login and consent pages without a person: `--headless`.
struct HeadlessDriver {
  static let maximumPages = 20

  let session: BrowsingSession
  let delivery: any RedirectDelivering
  let credentials: Credentials
  var text = Catalogue()

  /// Returns when the app has taken the redirect.
  func run(from url: WebURL) async throws(BrowserError) {
    var arrival = try await session.navigate(Navigation(url: url))
    var tried: [LoginForm] = []
    var known: Set<String> = []
    for _ in 0..<HeadlessDriver.maximumPages {
      let page: Page
      switch arrival {
      case .redirectURI(let uri): return try await delivery.deliver(uri.revealed)
      case .page(let some): page = some
      }
      switch HeadlessDecision.decide(page, credentials: credentials, tried: tried, known: known, text: text) {
      case .submit(let form, let button, let values, let login):
        if let login { tried.append(login) }
        arrival = try await submit(form, button, values, page)
      case .follow(let link): arrival = try await session.follow(link, on: page)
      case .refused(let message): throw BrowserError(.loginRefused, ["description": message])
      case .failed(let error): throw error
      }
      known.formUnion(page.alerts)
    }
    if case .redirectURI(let uri) = arrival { return try await delivery.deliver(uri.revealed) }
    throw BrowserError(
      .stuck,
      ["description": text(.browserTooManyPages, ["count": "\(HeadlessDriver.maximumPages)"]), "url": url.origin])
  }

  private func submit(
    _ form: Int, _ button: Control?, _ values: FormValues, _ page: Page
  ) async throws(BrowserError) -> Arrival {
    switch FormSubmission.submission(of: form, button: button, page: page, values: values) {
    case .success(let submission): return try await session.submit(submission, on: page)
    case .failure(.encoding): throw BrowserError(.unsupportedForm, ["url": page.url.origin])
    case .failure: throw HeadlessDecision.stuck(page, text)
    }
  }
}
