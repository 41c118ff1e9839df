import Catalogue

/// Goes through login and consent pages, or through a sign-out, without a person: `--headless`.
struct HeadlessDriver {
  static let maximumPages = 20

  let session: BrowsingSession
  let delivery: any RedirectDelivering
  let task: HeadlessTask

  /// Returns when the app has received the redirect.
  func run(from url: WebURL) async throws(BrowserError) {
    var arrival = try await session.navigate(Navigation(url: url))
    var tried: [LoginForm] = []
    var known: Set<String> = []
    for _ in 0..<HeadlessDriver.maximumPages {
      let page: WebPage
      switch arrival {
      case .redirectURI(let uri): return try await delivery.deliver(uri.revealed)
      case .page(let some): page = some
      }
      switch HeadlessDecision.decide(page, task, tried: tried, known: known) {
      case .submit(let form, let button, let values, let login):
        if let login { tried.append(login) }
        let submission = FormSubmission.submission(of: form, button: button, page: page, values: values)
        arrival = try await session.navigate(
          submission.mapError { HeadlessDecision.failure($0, page, task) }.get())
      case .follow(let link): arrival = try await session.follow(link, on: page)
      case .refused(let message): throw BrowserError(.loginRefused, ["description": message])
      case .failed(let error): throw error
      }
      known.formUnion(page.alerts)
    }
    if case .redirectURI(let uri) = arrival { return try await delivery.deliver(uri.revealed) }
    let sight = task.text(.browserTooManyPages, ["count": "\(HeadlessDriver.maximumPages)"])
    throw HeadlessDecision.end(of: task, sight, at: url)
  }
}
