import ForeignText
import Catalogue
import FoundationEssentials
import SharedValues
import TerminalUI

/// Every state of the browser's screen, with a name, for its goldens and the gallery.
///
/// Times are fixed, so that drawing a state gives the same canvas everywhere. ``Autoplay`` has no screens of its own: it
/// presses keys.
enum BrowserRegistry {
  /// All states, in the order in which people meet them.
  static let all: [Entry] = loading + pages + addresses + controls + ends + panels + errors

  /// A state in one language, and the keys to press in it before it is drawn.
  struct Entry: Sendable {
    var name: String
    private let state: @Sendable (Catalogue) -> BrowserState
    private let keys: [Key]

    /// - Parameter keys: their effect may depend on the size of the screen.
    init(_ name: String, keys: [Key] = [], _ state: @escaping @Sendable (Catalogue) -> BrowserState) {
      (self.name, self.keys, self.state) = (name, keys, state)
    }

    func state(size: Size, glyphs: Glyphs = .unicode, text: Catalogue = Catalogue()) -> BrowserState {
      var state = self.state(text)
      for key in keys {
        let frame = BrowserScreen.draw(state, size: size, glyphs: glyphs, text: text)
        _ = state.apply(.key(key), to: frame)
      }
      return state
    }

    func frame(size: Size, glyphs: Glyphs = .unicode, text: Catalogue = Catalogue()) -> BrowserFrame {
      BrowserScreen.draw(state(size: size, glyphs: glyphs, text: text), size: size, glyphs: glyphs, text: text)
    }
  }

  /// A base state after two requests; `change` turns it into the wanted one.
  static func state(_ change: (inout BrowserState) -> Void) -> BrowserState {
    var state = BrowserState(url: SamplePages.start, now: SamplePages.noon, clock: "6:06")
    state.update(SamplePages.snapshot)
    change(&state)
    return state
  }

  /// The state before any answer, without data from the server.
  private static func beginning(_ seconds: TimeInterval, sending: Bool = false) -> BrowserState {
    state {
      ($0.certificate, $0.cookies, $0.sent, $0.history) = (nil, [], [], [])
      $0.loading = BrowserState.Loading(started: SamplePages.noon - seconds, sending: sending)
    }
  }

  private static func page(_ name: String, _ page: WebPage, keys: [Key] = []) -> Entry {
    Entry(name, keys: keys) { _ in state { $0.show(page) } }
  }

  /// The login page with a notice.
  private static func login(_ name: String, notice: @escaping @Sendable (Catalogue) -> String) -> Entry {
    Entry(name) { text in
      state {
        $0.show(SamplePages.login(""))
        $0.notice = notice(text)
      }
    }
  }

  private static let loading: [Entry] = [
    Entry("connecting") { _ in beginning(0) },
    Entry("loading") { _ in beginning(2.4) },
    Entry("sending") { _ in beginning(2.4, sending: true) },
    Entry("loading-over-page") { _ in
      state {
        $0.show(SamplePages.login(""))
        $0.loading = BrowserState.Loading(started: SamplePages.noon - 0.1, sending: true)
      }
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
    Entry("plain-http") { _ in
      state {
        $0.certificate = nil
        $0.show(SamplePages.plain)
      }
    },
    page("needs-javascript", SamplePages.application),
  ]

  /// Hosts that are too long, or that could be mistaken for others.
  private static let addresses: [Entry] = [
    address("address-long", "https://login.accounts.customers.north.identity-server.example.com:8443"),
    address("address-torn", "https://www.a-name-that-\(String(repeating: "never-", count: 6))ends-bank.com:8443"),
    address("address-international", "https://b\u{FC}cher.example"),
    address("address-look-alike", "https://l\u{43E}c\u{430}lh\u{43E}st:8443"),
  ]

  private static func address(_ name: String, _ origin: String) -> Entry {
    Entry(name) { _ in state { $0.show(SamplePages.login("", at: origin)) } }
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
    Entry("server-awaited") { _ in
      state {
        $0.show(.failure(BrowserError(TransportFailure(.connectionRefused), url: $0.url)))
        $0.awaitsServer = true
      }
    },
    Entry("phone-named") { _ in
      state {
        $0.phoneName = "phone-2"
        $0.show(SamplePages.login(""))
      }
    },
    Entry("text-of-several-lines", keys: [.tab, .tab, .tab] + "b\nc".map { $0 == "\n" ? .enter : .character($0) }) {
      _ in state { $0.show(SamplePages.account) }
    },
  ]

  private static let ends: [Entry] = [
    Entry("silent-login") { _ in state { $0.show(.silent(.login)) } },
    Entry("silent-login-presenter") { _ in presenting { $0.show(.silent(.login)) } },
    Entry("signed-out") { _ in state { $0.show(.silent(.signOut)) } },
    Entry("signed-out-presenter") { _ in presenting { $0.show(.silent(.signOut)) } },
    Entry("login-presenter") { _ in presenting { $0.show(SamplePages.login("")) } },
    Entry("returning-presenter") { _ in presenting { $0.show(.returning) } },
    Entry("returning") { _ in state { $0.show(.returning) } },
    Entry("system-browser") { _ in state { $0.show(.systemBrowser(started: true)) } },
    Entry("system-browser-missing") { _ in state { $0.show(.systemBrowser(started: false)) } },
  ]

  private static func presenting(_ change: (inout BrowserState) -> Void) -> BrowserState {
    state {
      $0.presenter = true
      change(&$0)
    }
  }

  /// Beside the page if there is room, otherwise in its place.
  private static let panels: [Entry] = [
    Entry("panel") { _ in
      state {
        $0.show(SamplePages.login(""))
        $0.showsPanel = true
      }
    },
    Entry("panel-nothing-yet") { _ in
      var state = beginning(0.5)
      state.showsPanel = true
      return state
    },
    Entry("panel-many-cookies") { _ in
      state {
        $0.show(SamplePages.login(""))
        $0.update(SamplePages.busySnapshot)
        $0.showsPanel = true
      }
    },
  ]

  private static let errors: [Entry] = BrowserErrorSamples.all.map { error in
    Entry("error-" + error.code.rawValue.replacingBytes(of: "_", with: "-")) { _ in
      state {
        // No certificate was accepted, or no answer came.
        if error.isCertificateFailure || error.isRetryable { $0.certificate = nil }
        $0.show(.failure(error))
      }
    }
  }
}
