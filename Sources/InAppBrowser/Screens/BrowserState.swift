/// Everything that the browser's screen shows. ``BrowserWindow`` performs the effects.
struct BrowserState: Sendable {
  enum Content: Sendable {
    case blank
    case page(WebPage)
    case failure(BrowserError)
    case silent(SilentAnswer)
    case returning
    /// The login was passed to the system's browser; `false`: no browser could be started.
    case systemBrowser(started: Bool)
  }

  struct Loading: Hashable, Sendable {
    var started: Date
    var sending: Bool
  }

  struct OpenSelect: Hashable, Sendable {
    var control: Int
    var highlighted: Int
  }

  var content: Content = .blank
  var url: WebURL
  var certificate: PeerCertificate?
  var cookies: [Cookie] = []
  var sent: Set<Cookie.Identity> = []
  var history: [Hop] = []
  var values = FormValues()
  var editor = TextEditor()
  var focus: BrowserTarget?
  var scroll = 0
  var select: OpenSelect?
  var loading: Loading?
  var awaitsServer = false
  /// One line about the latest key, for example a missing field.
  var notice: String?
  /// Whether the panel replaces the phone on screens with less than 100 columns.
  var showsPanel = false
  var presenter = false
  var stop: String?
  /// The text on the phone's case; `nil`: there is only one phone.
  var phoneName: String?
  var now: Date
  var clock: String

  var page: WebPage? { if case .page(let page) = content { page } else { nil } }

  /// Whether the first page has been loading for less than `patience` seconds.
  func isOpening(within patience: Double) -> Bool {
    guard case .blank = content, let loading else { return false }
    return abs(now.timeIntervalSince(loading.started)) < patience
  }

  mutating func show(_ page: WebPage) {
    begin(.page(page), FormValues(page))
    url = page.url
    let order = page.focusOrder
    let firstEmpty = order.first { target in
      guard case .control(let id) = target else { return false }
      return page.controls[id].isTextEntry && !page.controls[id].readOnly && values.text(id).revealed.isEmpty
    }
    let firstControl = order.first { if case .control = $0 { true } else { false } }
    moveFocus(to: firstEmpty ?? firstControl ?? order.first ?? BuiltInPage.buttons(self)?.first?.target)
  }

  /// Shows other content in place of the page and discards what was typed.
  mutating func show(_ other: Content) {
    begin(other, FormValues())
    editor = TextEditor()
    focus = BuiltInPage.buttons(self)?.first?.target
  }

  private mutating func begin(_ content: Content, _ values: FormValues) {
    (self.content, self.values) = (content, values)
    (loading, awaitsServer, notice, select, scroll) = (nil, false, nil, nil, 0)
  }

  mutating func update(_ snapshot: BrowsingSession.Snapshot) {
    if loading != nil { url = snapshot.url }
    certificate = snapshot.certificate
    cookies = snapshot.cookies
    sent = Set(snapshot.sent)
    history = snapshot.history
  }

  mutating func moveFocus(to target: BrowserTarget?) {
    focus = target
    editor = TextEditor()
    if case .control(let id) = target, let page, page.controls[id].isTextEntry {
      editor = TextEditor(LineBreakSign.shown(values.text(id).revealed))
    }
  }
}

enum BrowserTarget: Hashable, Sendable {
  /// Index in ``WebPage/controls``.
  case control(Int)
  /// Index in ``WebPage/links``.
  case link(Int)
  case option(Int)
  case done, retry, leave, cancelLoading, openSystemBrowser, finish, togglePanel
}

extension WebPage {
  var focusOrder: [BrowserTarget] {
    blocks.flatMap { block -> [BrowserTarget] in
      switch block {
      case .heading(_, let inlines), .paragraph(let inlines), .alert(let inlines), .item(_, _, let inlines):
        inlines.compactMap { if case .link(let id) = $0 { .link(id) } else { nil } }
      case .control(let id) where controls[id].isFocusable && controls[id].kind != .file: [.control(id)]
      case .systemBrowser: [.openSystemBrowser]
      default: []
      }
    }
  }
}

enum LineBreakSign {
  static let sign: Character = "\u{23CE}"

  static func shown(_ text: String) -> String {
    text.replacingBytes(of: "\r\n", with: "\n").replacingBytes(of: "\n", with: String(sign))
  }

  static func original(_ text: String) -> String { text.replacingBytes(of: String(sign), with: "\n") }
}

/// The facts about a screen of the browser: stable names for scripts, in addition to the text on the screen.
extension BrowserState {
  func facts(_ text: Catalogue) -> [String: String] {
    var facts: [String: String] = ["page": pageName]
    if case .failure(let error) = content { facts["error"] = error.code.rawValue }
    if case .control(let id) = focus, let page {
      let control = page.controls[id]
      facts["focus"] = control.isTextEntry ? control.label : control.caption(text)
    }
    if case .page(let page) = content, let login = LoginForm(page, afterLogin: false) {
      let entries = [("username", login.username), ("password", login.password)].filter { $0.1 != nil }
      facts["entries"] = entries.map(\.0).joined(separator: " ")
      facts["entry"] = entries.first { focus == .control($0.1!) }?.0
    }
    return facts
  }

  private var pageName: String {
    if loading != nil { return "loading" }
    switch content {
    case .blank: return "blank"
    case .page(let page): return page.controls.contains { $0.kind == .password && $0.isFocusable } ? "login" : "page"
    case .failure: return "failure"
    case .silent: return "silent"
    case .returning: return "returning"
    case .systemBrowser: return "system-browser"
    }
  }
}

enum BrowserKey {
  case next, previous, press, tick, pageDown, pageUp, top, bottom, facts, back, leave

  private static let rows: [(names: String, keys: [Key], meaning: BrowserKey, does: String)] = [
    ("Tab ↓ →", [.tab, .down, .right], .next, "goes to the next field, link or button; Done is one of them"),
    ("Shift-Tab ↑ ←", [.backtab, .up, .left], .previous, "goes to the one before"),
    ("Enter", [.enter], .press, "presses it; in a field: goes to the next empty field, or submits"),
    ("Space", [.character(" ")], .tick, "ticks; opens a list"),
    ("PgDn", [.pageDown], .pageDown, "scrolls down"),
    ("PgUp", [.pageUp], .pageUp, "scrolls up"),
    ("Home", [.home], .top, "scrolls to the top"),
    ("End", [.end], .bottom, "scrolls to the end"),
    ("F2", [.function(2)], .facts, "shows cookies, certificate and history, if they do not fit beside the phone"),
    ("Esc", [.escape], .back, "closes a list, cancels loading, leaves"),
    ("Ctrl-C", [.control("c")], .leave, "cancels loading, leaves"),
  ]

  init?(_ key: Key) {
    guard let row = BrowserKey.rows.first(where: { $0.keys.contains(key) }) else { return nil }
    self = row.meaning
  }

  static var help: String {
    let lines = rows.map { "  \($0.names)\(String(repeating: " ", count: 15 - $0.names.count))\($0.does)\n" }
    return "KEYS:\n\(lines.joined())\n"
  }
}
