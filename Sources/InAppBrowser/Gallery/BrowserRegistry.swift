import ArgumentParser
import ScreenMirror

/// Every state of the browser's screen, for its goldens and the gallery. Times are fixed, so that each is the same everywhere.
enum BrowserRegistry {
  static let all: [Entry] = loading + pages + addresses + controls + ends + panels + errors

  /// A state, and the keys to press in it before it is drawn.
  struct Entry: Sendable {
    var name: String
    /// Their effect may depend on the size of the screen.
    var keys: [Key] = []
    /// Makes the state from the one after two requests.
    var change: @Sendable (inout BrowserState, Catalogue) -> Void

    func state(size: Size, glyphs: Glyphs = .unicode, text: Catalogue = Catalogue()) -> BrowserState {
      var state = BrowserState(url: SamplePages.start, now: SamplePages.noon, clock: "6:06")
      state.update(SamplePages.snapshot)
      change(&state, text)
      for key in keys {
        _ = state.apply(.key(key), to: BrowserScreen.draw(state, size: size, glyphs: glyphs, text: text))
      }
      return state
    }

    func frame(size: Size, glyphs: Glyphs = .unicode, text: Catalogue = Catalogue()) -> BrowserFrame {
      BrowserScreen.draw(state(size: size, glyphs: glyphs, text: text), size: size, glyphs: glyphs, text: text)
    }
  }

  private static func page(_ name: String, _ page: WebPage, keys: [Key] = []) -> Entry {
    Entry(name: name, keys: keys) { state, _ in state.show(page) }
  }

  private static func state(_ name: String, _ change: @escaping @Sendable (inout BrowserState) -> Void) -> Entry {
    Entry(name: name) { state, _ in change(&state) }
  }

  private static func login(_ name: String, notice: @escaping @Sendable (Catalogue) -> String) -> Entry {
    Entry(name: name) { state, text in
      state.show(SamplePages.login(""))
      state.notice = notice(text)
    }
  }

  private static let loading: [Entry] = [
    state("connecting") { $0.startLoading(0) },
    state("loading") { $0.startLoading(2.4) },
    state("sending") { $0.startLoading(2.4, sending: true) },
    state("loading-over-page") {
      $0.show(SamplePages.login(""))
      $0.loading = BrowserState.Loading(started: SamplePages.noon - 0.1, sending: true)
    },
  ]

  private static let pages: [Entry] = [
    page("login-form", SamplePages.login("")),
    page("login-typed", SamplePages.login("", username: "demouser"), keys: "not-to-be-seen".map(Key.character)),
    page("login-refused", SamplePages.login(SamplePages.refusal)),
    login("login-field-missing") { text in text(.browserFieldMissing, ["label": "Username"]) },
    login("login-cancelled") { text in text(.browserCancelled) },
    login("login-link-not-opened") { text in
      BrowserError(.unsupportedScheme, ["received": "mailto", "url": "mailto"]).explanation(text)
    },
    page("consent", SamplePages.consent),
    page("select-open", SamplePages.consent, keys: [.tab, .tab, .enter, .down]),
    page("long-page", SamplePages.terms),
    page("long-page-scrolled", SamplePages.terms, keys: [.pageDown, .pageDown]),
    page("table-and-text", SamplePages.article),
    page("page-empty", SamplePages.page("", "/empty", status: 503)),
    page("page-cut", SamplePages.endless, keys: [.end]),
    state("plain-http") {
      $0.certificate = nil
      $0.show(SamplePages.plain)
    },
    page("needs-javascript", SamplePages.application),
  ]

  private static let addresses: [Entry] = [
    address("address-long", "https://login.accounts.customers.north.identity-server.example.com:8443"),
    address("address-torn", "https://www.a-name-that-\(String(repeating: "never-", count: 6))ends-bank.com:8443"),
    address("address-international", "https://b\u{FC}cher.example"),
    address("address-look-alike", "https://l\u{43E}c\u{430}lh\u{43E}st:8443"),
  ]

  private static func address(_ name: String, _ origin: String) -> Entry {
    page(name, SamplePages.login("", at: origin))
  }

  private static let controls: [Entry] = [
    page("form-controls", SamplePages.account),
    page("form-controls-end", SamplePages.account, keys: [.pageDown, .pageDown, .pageDown, .pageDown]),
    page("form-box-focused", SamplePages.login(""), keys: [.tab, .tab, .character(" ")]),
    page("link-focused", SamplePages.login(""), keys: [.tab, .tab, .tab, .tab]),
    page("form-in-address", SamplePages.login("", form: "method=get")),
    page("form-not-encrypted", SamplePages.login("", form: "method=post action=http://localhost:8080/login")),
    page("form-elsewhere", SamplePages.login("", form: "method=post action=https://login.example.com/")),
    page("form-errors", SamplePages.mistakes),
    state("server-awaited") {
      $0.show(.failure(BrowserError(TransportFailure(.connectionRefused), url: $0.url)))
      $0.awaitsServer = true
    },
    state("phone-named") {
      $0.phoneName = "phone-2"
      $0.show(SamplePages.login(""))
    },
    page(
      "text-of-several-lines", SamplePages.account,
      keys: [.tab, .tab, .tab, .character("b"), .enter, .character("c")]),
  ]

  private static let ends: [Entry] = [
    state("silent-login") { $0.show(.silent(.login)) },
    presenting("silent-login-presenter") { $0.show(.silent(.login)) },
    state("signed-out") { $0.show(.silent(.signOut)) },
    presenting("signed-out-presenter") { $0.show(.silent(.signOut)) },
    presenting("login-presenter") { $0.show(SamplePages.login("")) },
    presenting("returning-presenter") { $0.show(.returning) },
    state("returning") { $0.show(.returning) },
    state("system-browser") { $0.show(.systemBrowser(started: true)) },
    state("system-browser-missing") { $0.show(.systemBrowser(started: false)) },
  ]

  private static func presenting(_ name: String, _ change: @escaping @Sendable (inout BrowserState) -> Void) -> Entry {
    state(name) {
      $0.presenter = true
      change(&$0)
    }
  }

  private static let panels: [Entry] = [
    state("panel") {
      $0.show(SamplePages.login(""))
      $0.showsPanel = true
    },
    state("panel-nothing-yet") {
      $0.startLoading(0.5)
      $0.showsPanel = true
    },
    state("panel-many-cookies") {
      $0.show(SamplePages.login(""))
      $0.update(SamplePages.busySnapshot)
      $0.showsPanel = true
    },
  ]

  private static let errors: [Entry] = BrowserErrorSamples.all.map { error in
    state("error-" + error.code.rawValue.replacingBytes(of: "_", with: "-")) {
      // No certificate was accepted, or no answer came.
      if error.isCertificateFailure || error.isRetryable { $0.certificate = nil }
      $0.show(.failure(error))
    }
  }
}

extension BrowserState {
  fileprivate mutating func startLoading(_ seconds: TimeInterval, sending: Bool = false) {
    (certificate, cookies, sent, history) = (nil, [], [], [])
    loading = Loading(started: SamplePages.noon - seconds, sending: sending)
  }
}

/// `dcr-browser --gallery 80x24`: every screen of ``BrowserRegistry`` as a line of JSON (``ScreenMirror/MirrorFrame``), for
/// the gallery of `dcr-terminal`. It opens no page and reads and stores no data.
struct GalleryFrames: ParsableArguments {
  static let option = "--gallery"

  @Option var gallery: String
  @Flag var ascii = false
  @Option var lang = Language.english.rawValue

  init?(asked arguments: [String]) throws {
    guard arguments.contains(GalleryFrames.option) else { return nil }
    self = try GalleryFrames.parse(arguments)
  }

  init() {}

  func lines() throws -> [String] {
    let numbers = gallery.split(scalar: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy((1...500).contains) else {
      throw ValidationError("--gallery must be a size such as 80x24")
    }
    guard let language = Language(rawValue: lang) else { throw ValidationError(BrowserOptions.noLanguage) }
    return GalleryFrames.frames(
      size: Size(numbers[0], numbers[1]), glyphs: ascii ? .ascii : .unicode, text: Catalogue(language)
    ).map(\.json.compact)
  }

  static func frames(size: Size, glyphs: Glyphs, text: Catalogue) -> [MirrorFrame] {
    BrowserRegistry.all.map { entry in
      let state = entry.state(size: size, glyphs: glyphs, text: text)
      let canvas = BrowserScreen.draw(state, size: size, glyphs: glyphs, text: text).canvas
      var facts = state.facts(text)
      facts["name"] = entry.name
      return MirrorFrame(.browser, process: 0, .picture(canvas, facts: facts))
    }
  }
}
