import Catalogue
import Dispatch
import FoundationEssentials
import ScreenMirror
import SharedValues
import TerminalUI

/// The interactive browser: connects terminal, state and session. Everything runs on the main actor; nothing blocks it.
@MainActor final class BrowserWindow {
  /// Opened when something is to be shown: on a slow line that may be never.
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
  private let startSystemBrowser: (WebURL) -> Bool
  var state: BrowserState
  var frame: BrowserFrame
  var work: Task<Void, Never>?
  var ticking: Task<Void, Never>?
  private var finished: CheckedContinuation<BrowserExit, Never>?
  /// The step that Try Again repeats.
  var lastStep: Step
  /// A page has been shown: from then on a redirect is no silent login.
  var pageWasShown = false
  /// The redirect that waits to be handed over.
  var redirect: Secret?
  /// The page to come back to when loading is cancelled.
  var pageBefore: (Page, FormValues)?
  /// Fills in pages by itself in front of an audience; `nil`: a person uses the browser.
  let autoplay: Autoplay?
  var playing: Task<Void, Never>?
  var tried: [LoginForm] = []
  /// Told what each picture is called, when a script watches.
  var mirror: ScreenMirror?
  /// The sheet's way up: step of ``Motion``.
  private var rise: Int
  /// Nothing has been drawn yet. Without motion, the first picture waits a moment for the first page, so that no empty browser flickers.
  private var awaitsPage: Bool

  /// What passes between two attempts to reach a server that is away.
  let retryPause: @Sendable () async throws -> Void

  /// How long is shown what happened without a question. A presenter gets longer, but less than a code lives (60 s).
  private static let silentPause = Duration.milliseconds(1200)
  private static let presenterPause = Duration.seconds(45)

  init(
    open: @escaping () throws(BrowserError) -> any BrowserDisplay, session: BrowsingSession,
    delivery: any RedirectDelivering, url: WebURL, errand: Errand? = nil, text: Catalogue, presenter: Bool,
    stop: String? = nil, phoneName: String? = nil,
    autoplay: Autoplay? = nil, moves: Bool = false, onSlowLine: Bool = false, time: TimeSource = .system,
    openSystemBrowser: @escaping (WebURL) -> Bool = SystemBrowser.open,
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
    lastStep = .open(url)
    state = BrowserState(url: url, now: time.now, clock: BrowserWindow.clock(time.now), presenter: presenter)
    (state.stop, state.phoneName) = (stop, phoneName)
    frame = BrowserScreen.draw(state, size: Size(80, 24), glyphs: .unicode, text: text)
  }

  /// Runs until the redirect is delivered (0) or the person leaves (10).
  func run() async throws(BrowserError) -> BrowserExit {
    if !isOnSlowLine { try openDisplay() }
    await session.observe { [weak self] snapshot in
      Task { @MainActor in self?.observed(snapshot) }
    }
    let code = await withCheckedContinuation { continuation in
      finished = continuation
      riseUp()
      perform(.open(firstURL))
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

  // MARK: What comes in

  private func received(_ event: TerminalEvent) {
    // A person takes over.
    if event.isInput { playing?.cancel() }
    receive(event)
  }

  /// A key of a person's, or one that autoplay presses.
  private func receive(_ event: TerminalEvent) {
    state.now = time.now
    let request = state.apply(event, to: frame)
    switch request {
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

  private func observed(_ snapshot: BrowsingSession.Snapshot) {
    state.update(snapshot)
    draw()
  }

  // MARK: The end

  func show(_ answer: SilentAnswer) {
    // On a slow line two screens are too much for an event that needs no answer: the app says what happened.
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
    // What is seen stays for a moment: most are back in the app sooner.
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
      } catch {
        self?.show(error)
      }
    }
  }

  private func openSystemBrowser() { state.show(.systemBrowser(started: startSystemBrowser(firstURL))) }

  func finish(_ code: BrowserExit) {
    work?.cancel()
    ticking?.cancel()
    let continuation = finished
    finished = nil
    continuation?.resume(returning: code)
  }

  // MARK: Drawing

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

  /// The browser comes up over the app like a sheet, so that it is seen to be something else; at once where nobody would see it come.
  private func riseUp() {
    guard rise < Motion.steps else { return }
    Task { [weak self] in
      while let self, self.rise < Motion.steps, self.finished != nil {
        self.draw()
        try? await Task.sleep(for: Motion.interval)
        self.rise = self.display?.isSwift == true ? self.rise + 1 : Motion.steps
      }
      self?.draw()
    }
  }

  // MARK: Autoplay

  func focus(_ control: Int) {
    state.moveFocus(to: .control(control))
    receive(.key(.control("u")))
  }

  func press(_ key: Key) { receive(.key(key)) }

  func replaceValues(_ values: FormValues) {
    state.values = values
    draw()
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
