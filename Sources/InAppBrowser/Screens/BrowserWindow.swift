import ScreenMirror

/// The interactive browser: connects terminal, state and session. It runs on the main actor and never blocks it.
@MainActor final class BrowserWindow {
  /// Opened when there is something to show; on a slow line perhaps never.
  private(set) var display: (any BrowserDisplay)?
  private let open: () throws(BrowserError) -> any BrowserDisplay
  private var failure: BrowserError?
  private let isOnSlowLine: Bool
  let session: BrowsingSession
  private let delivery: any RedirectDelivering
  let text: Catalogue
  let time: TimeSource
  private let firstURL: WebURL
  let errand: Errand
  private let startSystemBrowser: StartSystemBrowser
  var state: BrowserState
  var frame: BrowserFrame
  var work: Task<Void, Never>?
  var ticking: Task<Void, Never>?
  private var finished: CheckedContinuation<BrowserExit, Never>?
  var lastStep: Step
  var pageWasShown = false
  var redirect: Secret?
  var pageBefore: (WebPage, FormValues)?
  let autoplay: Autoplay?
  var playing: Task<Void, Never>?
  var tried: [LoginForm] = []
  var mirror: ScreenMirror?
  private var rise: Int
  /// Whether the first drawing is still waiting. Without animation it waits a moment for the first page, so that no empty browser flickers.
  private var awaitsPage: Bool

  let retryPause: @Sendable () async throws -> Void
  typealias StartSystemBrowser = (WebURL, _ failed: @escaping @Sendable () -> Void) -> Bool

  /// How long a silent answer is shown. A presenter gets longer, but less than a code's lifetime (60 s).
  private static let silentPause = Duration.milliseconds(1200)
  private static let presenterPause = Duration.seconds(45)

  init(
    open: @escaping () throws(BrowserError) -> any BrowserDisplay, session: BrowsingSession,
    delivery: any RedirectDelivering, url: WebURL, errand: Errand? = nil, text: Catalogue, presenter: Bool,
    stop: String? = nil, phoneName: String? = nil,
    autoplay: Autoplay? = nil, moves: Bool = false, onSlowLine: Bool = false, time: TimeSource = .system,
    openSystemBrowser: @escaping StartSystemBrowser = DesktopBrowser.open,
    retryPause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
  ) {
    (self.open, self.session, self.delivery, self.text, self.time) = (open, session, delivery, text, time)
    startSystemBrowser = openSystemBrowser
    self.retryPause = retryPause
    firstURL = url
    self.errand = errand ?? Errand(at: url)
    self.autoplay = autoplay
    isOnSlowLine = onSlowLine
    rise = moves && !onSlowLine ? 0 : Motion.steps
    awaitsPage = !moves || onSlowLine
    lastStep = .open(Navigation(url: url))
    state = BrowserState(
      url: url, presenter: presenter, stop: stop, phoneName: phoneName, now: time.now,
      clock: BrowserWindow.clock(time.now))
    frame = BrowserScreen.draw(state, size: Size(80, 24), glyphs: .unicode, text: text)
  }

  /// Runs until the redirect is delivered (0) or the person leaves (10).
  func run() async throws(BrowserError) -> BrowserExit {
    if !isOnSlowLine { try openDisplay() }
    await session.observe { [weak self] snapshot in
      Task { @MainActor in
        self?.state.update(snapshot)
        self?.draw()
      }
    }
    let code = await withCheckedContinuation { continuation in
      finished = continuation
      riseUp()
      perform(lastStep)
    }
    if let failure { throw failure }
    return code
  }

  @discardableResult private func openDisplay() throws(BrowserError) -> any BrowserDisplay {
    if let display { return display }
    let opened = try open()
    opened.onEvent = { [weak self] event in self?.received(event) }
    display = opened
    return opened
  }

  private func received(_ event: TerminalEvent) {
    if event.isInput { playing?.cancel() }
    receive(event)
  }

  func receive(_ event: TerminalEvent) {
    state.now = time.now
    switch state.apply(event, to: frame) {
    case nil: break
    case .leave: return finish(.closedByUser)
    case .cancelLoading: cancelLoading()
    case .retry: perform(lastStep)
    case .finish: deliver()
    case .openSystemBrowser: openSystemBrowser()
    case .follow(let link): if let page = state.page { perform(.follow(page.links[link], page)) }
    case .submit(let form, let button): submit(form, button)
    }
    draw()
  }

  private func openSystemBrowser() {
    let started = startSystemBrowser(firstURL) { [weak self] in
      Task { @MainActor in
        self?.state.show(.systemBrowser(started: false))
        self?.draw()
      }
    }
    state.show(.systemBrowser(started: started))
  }

  func show(_ answer: SilentAnswer) {
    // On a slow line two screens are too much for an event without a question: the app says what happened.
    if display == nil, !state.presenter { return deliver() }
    state.show(.silent(answer))
    let pause =
      autoplay?.pause ?? (state.presenter ? BrowserWindow.presenterPause : BrowserWindow.silentPause)
    work = Task { [weak self] in
      try? await Task.sleep(for: pause)
      if !Task.isCancelled { self?.deliver() }
    }
  }

  func deliver() {
    guard let redirect else { return }
    work?.cancel()
    // The screen stays for a moment, because the app usually returns sooner.
    state.loading = state.loading ?? BrowserState.Loading(started: time.now, sending: false)
    work = Task { [weak self, delivery] in
      let returning = Task { [weak self] in
        try await Task.sleep(for: .seconds(self?.patience ?? 0))
        self?.state.show(.returning)
        self?.draw()
      }
      defer { returning.cancel() }
      do throws(BrowserError) {
        try await delivery.deliver(redirect.revealed)
        self?.finish(.done)
      } catch { self?.show(error) }
    }
  }

  func finish(_ code: BrowserExit) {
    work?.cancel()
    ticking?.cancel()
    let continuation = finished
    finished = nil
    continuation?.resume(returning: code)
  }

  func draw() {
    guard finished != nil else { return }
    state.now = time.now
    state.clock = BrowserWindow.clock(state.now)
    awaitsPage = awaitsPage && state.isOpening(within: patience)
    guard !awaitsPage else { return }
    let display: any BrowserDisplay
    do { display = try openDisplay() } catch {
      failure = error
      return finish(.usage)
    }
    frame = BrowserScreen.draw(state, size: display.size, glyphs: display.glyphs, text: text)
    mirror?.facts = state.facts(text)
    let rows = frame.sheet.map { Int((Double($0.height) * Motion.left(after: rise)).rounded()) } ?? 0
    display.present(frame.sheet.map { frame.canvas.sliding($0, down: rows, over: Style(.phone)) } ?? frame.canvas)
  }

  private var patience: Double { isOnSlowLine && display == nil ? LoadingPage.slowPatience : LoadingPage.patience }

  /// Slides the browser over the app like a sheet, to show that it is separate; at once where the animation would not be seen.
  private func riseUp() {
    guard rise < Motion.steps else { return }
    Task { [weak self] in
      while let self, self.rise < Motion.steps, self.finished != nil {
        self.draw()
        try? await Task.sleep(for: Motion.interval)
        self.rise = self.display?.isFast == true ? self.rise + 1 : Motion.steps
      }
      self?.draw()
    }
  }

  private static func clock(_ date: Date) -> String {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + LocalZone.seconds(at: date)
    let minute = seconds.quotientAndRemainder(dividingBy: 60).quotient % 1440
    return "\(minute / 60):" + FixedPoint.padded(minute % 60, to: 2)
  }
}

extension TerminalEvent {
  fileprivate var isInput: Bool {
    switch self {
    case .key, .paste: true
    case .mouse(let mouse): mouse.kind == .press
    case .resize, .report: false
    }
  }
}
