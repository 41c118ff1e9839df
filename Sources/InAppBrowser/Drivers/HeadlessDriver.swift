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
      guard case .page(let page) = arrival else { break }
      switch HeadlessDecision.decide(page, task, tried: tried, known: known) {
      case .submit(let form, let button, let values, let login):
        if let login { tried.append(login) }
        let submission = FormSubmission.submission(of: form, button: button, page: page, values: values)
        var navigation = try submission.mapError { HeadlessDecision.failure($0, page, task) }.get()
        navigation.hasPassword = login?.password != nil
        arrival = try await session.navigate(navigation)
      case .follow(let link): arrival = try await session.follow(link, on: page)
      case .refused(let words):
        throw BrowserError(.loginRefused, ["description": words, "detail": PageSummary.sight(page, task.text)])
      case .failed(let error):
        guard task.tested == nil, let link = session.wayBack(on: page) else { throw error }
        arrival = try await session.follow(link, on: page)
      }
      known.formUnion(page.alerts)
    }
    if case .redirectURI(let uri) = arrival { return try await delivery.deliver(uri.revealed) }
    let sight = task.text(.browserTooManyPages, ["count": "\(HeadlessDriver.maximumPages)"])
    throw HeadlessDecision.end(of: task, sight, at: url)
  }
}

/// What the browser does with a page by itself. Pure: a page in, a decision out.
enum HeadlessDecision {
  case submit(form: Int, button: FormControl?, values: FormValues, login: LoginForm?)
  case follow(WebPage.Link)
  /// The login form came back, with these words of the page.
  case refused(String)
  case failed(BrowserError)

  /// - Parameter known: the alerts of earlier pages, which do not answer the submission.
  static func decide(
    _ page: WebPage, _ task: HeadlessTask, tried: [LoginForm], known: Set<String> = []
  ) -> HeadlessDecision {
    if let tested = task.tested, !tested.presses { return .failed(noWayOn(page, task)) }
    if let login = LoginForm(page, afterLogin: !tried.isEmpty) {
      if let tested = task.tested, tried.count(where: { $0.password != nil }) >= tested.passwords {
        return .failed(refusal(page, task))
      }
      // After a sign-out the browser does not sign in again.
      if task.errand == .signOut { return .failed(stuck(page, task)) }
      let times = tried.count { $0.signature == login.signature }
      let isAnswered = page.status >= 400 || !known.isSuperset(of: page.alerts)
      if times > 0, isAnswered { return .refused(PageSummary.message(page, besides: known)) }
      // Without a message the form gets one more try: a server may ask twice. The third time counts as a refusal.
      if times > 1 {
        let needsScript = Consent.submitButton(of: login.form, on: page)?.standsForScript == true
        return .failed(needsScript ? BrowserError(.needsJavaScript, ["url": page.url.origin]) : refusal(page, task))
      }
      return fill(login, on: page, task)
    }
    if page.status >= 400 {
      let said = ["received": "\(page.status)", "description": PageSummary.message(page), "url": page.url.origin]
      return .failed(BrowserError(.pageFailed, said))
    }
    if let (form, button) = Consent.acceptance(on: page, for: task.errand) {
      return .submit(form: form, button: button, values: Consent.agreed(page, form, for: task.errand), login: nil)
    }
    if let link = Consent.link(on: page, for: task.errand) { return .follow(link) }
    // A page that loads itself again waits for something that happens elsewhere.
    if page.forms.isEmpty, let refresh = page.refresh, page.links[refresh].target != page.url.text {
      return .follow(page.links[refresh])
    }
    if page.needsJavaScript, task.errand != .signOut {
      return .failed(BrowserError(.needsJavaScript, ["url": page.url.origin]))
    }
    return .failed(stuck(page, task))
  }

  /// Judges the form as it would be sent, so that nothing is typed into a form that must not be sent.
  private static func fill(_ login: LoginForm, on page: WebPage, _ task: HeadlessTask) -> HeadlessDecision {
    let button = Consent.submitButton(of: login.form, on: page)
    let values = login.fill(page, task.credentials)
    switch FormSubmission.submission(of: login.form, button: button, page: page, values: values) {
    case .success(let submission):
      if let refusal = task.origins.refusal(of: submission, on: page) { return .failed(refusal) }
      return .submit(form: login.form, button: button, values: values, login: login)
    case .failure(let refusal): return .failed(failure(refusal, page, task))
    }
  }

  static func failure(_ refusal: FormSubmission.Refusal, _ page: WebPage, _ task: HeadlessTask) -> BrowserError {
    refusal == .encoding ? BrowserError(.unsupportedForm, ["url": page.url.origin]) : stuck(page, task)
  }

  /// A page without controls ends the visit, even if its text is not understood: it leaves nothing to do.
  static func stuck(_ page: WebPage, _ task: HeadlessTask) -> BrowserError {
    if task.errand != .signOut, !page.controls.contains(where: \.isFocusable) {
      return noWayOn(page, task)
    }
    return end(of: task, PageSummary.sight(page, task.text), at: page.url)
  }

  /// A refusal without words of the page.
  private static func refusal(_ page: WebPage, _ task: HeadlessTask) -> BrowserError {
    BrowserError(.loginRefused, ["detail": PageSummary.sight(page, task.text)])
  }

  private static func noWayOn(_ page: WebPage, _ task: HeadlessTask) -> BrowserError {
    let (words, sight) = (PageSummary.message(page), PageSummary.sight(page, task.text))
    return BrowserError(.noWayOn, ["description": words, "detail": sight, "url": page.url.origin])
  }

  /// The error for a visit that does not end at the app. At a sign-out, only the server's confirmation is missing.
  static func end(of task: HeadlessTask, _ sight: String, at url: WebURL) -> BrowserError {
    BrowserError(task.errand == .signOut ? .signOutUnconfirmed : .stuck, ["detail": sight, "url": url.origin])
  }
}

/// What a browser does by itself: for `--headless`, and for pages that are filled in before an audience.
struct HeadlessTask: Sendable {
  var credentials: Credentials
  var errand: Errand
  var origins: LoginOrigins
  var text = Catalogue()
  var tested: TestedVisit?
}
