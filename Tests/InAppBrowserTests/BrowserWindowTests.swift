import Foundation
import HTTPTransport
import SharedValues
import Synchronization
import TerminalUI
import TestSupport
import TestTime
import TestValues
import Testing

@testable import InAppBrowser

/// The interactive browser from the first request to its exit code, on a canvas instead of a terminal.
@Suite(.timeLimit(.minutes(5))) @MainActor struct BrowserWindowTests {
  private let display = CanvasDisplay()

  /// Opens a window and returns its run.
  private func open(
    _ fetcher: any PageFetching, app: FakeApp, jar: CookieJar = CookieJar(), presenter: Bool = false,
    at url: String = "https://login.example/start", moves: Bool = false, onSlowLine: Bool = false,
    time: TimeSource = .system,
    systemBrowser: @escaping BrowserWindow.StartSystemBrowser = { _, _ in false },
    retryPause: @escaping @Sendable () async throws -> Void = { try await hangUntilCancelled() }
  ) -> RunningWindow {
    let session = BrowsingSession(
      fetcher: fetcher, store: ForgetfulCookieStore(), jar: jar, redirectURI: redirectURI,
      time: ManualClock(noon).source)
    let window = BrowserWindow(
      open: { display }, session: session, delivery: app, url: url.webURL, text: .init(),
      presenter: presenter, moves: moves, onSlowLine: onSlowLine, time: time, openSystemBrowser: systemBrowser,
      retryPause: retryPause)
    return RunningWindow(window)
  }

  nonisolated private static let form =
    """
    <title>Login</title><h1>Welcome</h1><form method=post><input name=user><input type=password name=pw>
    <button>Login</button></form><a href=mailto:help@example.com>Help</a>
    """

  nonisolated private static let site = FakeSite { request in
    guard request.method == "POST" else { return .html(form) }
    return request.body == Array("user=demo&pw=right".utf8)
      ? .redirect(to: "com.example.app:/callback?code=1")
      : .html("<p role=alert>Wrong password</p>" + form)
  }

  private var ssoJar: CookieJar {
    var jar = CookieJar()
    jar.store(
      HTTPResponse(200, headers: [HTTPHeader("Set-Cookie", "__Host-sso=1; Secure; HttpOnly; Path=/")]),
      from: "https://login.example/".webURL, now: noon)
    return jar
  }

  @Test func `a login, mistyped first`() async throws {
    let app = FakeApp()
    let end = open(BrowserWindowTests.site, app: app)
    try await display.wait(for: "Welcome")
    display.type("demo")
    display.press(.enter)
    display.type("wrong")
    display.press(.enter)
    try await display.wait(for: "Wrong password")
    #expect(!display.text.contains("demo"), "the fields are empty again")
    display.type("demo")
    display.press(.tab)
    display.type("right")
    display.press(.enter)
    #expect(try await end.value == 0)
    #expect(app.redirects == ["com.example.app:/callback?code=1"])
    #expect(!display.everything.contains("code=1"))
  }

  /// An empty browser before the page would be a second picture, which takes seconds on a slow line.
  @Test(arguments: [false, true]) func `without motion the browser comes with its page`(moves: Bool) async throws {
    let end = open(BrowserWindowTests.site, app: FakeApp(), moves: moves, time: ManualClock(noon).source)
    try await display.wait(for: "Welcome")
    #expect(display.first?.contains("Welcome") == !moves)
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  /// A short text above the first field scrolls, so that the field is visible on a small screen; a long text is shown from its top.
  @Test(arguments: [(2, true), (4, true), (40, false)])
  func `the field that is typed into is in sight on a small screen`(lines: Int, isInSight: Bool) async throws {
    display.size = Size(40, 15)
    let text = (0..<lines).map { "<p>line \($0)</p>" }.joined()
    let site = FakeSite { _ in
      .html(text + "<form method=post><label>Name<input name=user></label><button>Go</button></form>")
    }
    let end = open(site, app: FakeApp())
    try await display.wait(for: "line \(isInSight ? lines - 1 : 0)")
    #expect(display.text.contains("Name") == isInSight)
    let cursor = display.canvas?.cursor
    #expect((cursor != nil) == isInSight)
    if let cursor { #expect(cursor.y < 13) }
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  @Test(arguments: [Key.escape, .control("c")])
  func `leaving ends with 10 and delivers nothing`(key: Key) async throws {
    let app = FakeApp()
    let end = open(BrowserWindowTests.site, app: app)
    try await display.wait(for: "Welcome")
    display.press(key)
    #expect(try await end.value == 10)
    #expect(app.redirects.isEmpty)
  }

  @Test func `a silent login says what happened, and any key goes on`() async throws {
    let app = FakeApp()
    let site = FakeSite { _ in .redirect(to: "com.example.app:/callback?code=2") }
    let end = open(site, app: app, jar: ssoJar, presenter: true)
    try await display.wait(for: "Signed in automatically")
    #expect(display.text.contains("Press any key"))
    #expect(app.redirects.isEmpty)
    display.press(.character(" "))
    #expect(try await end.value == 0)
    #expect(app.redirects == ["com.example.app:/callback?code=2"])
  }

  @Test func `a silent login continues by itself without an audience`() async throws {
    let app = FakeApp()
    let site = FakeSite { _ in .redirect(to: "com.example.app:/callback?code=2") }
    let end = open(site, app: app, jar: ssoJar)
    try await display.wait(for: "Signed in automatically")
    #expect(try await end.value == 0)
    #expect(app.redirects.count == 1)
  }

  /// The two screens of a silent login would take seconds and ask nothing.
  @Test(arguments: [false, true])
  func `a slow line shows a silent login to an audience alone`(presenter: Bool) async throws {
    let app = FakeApp()
    let site = FakeSite { _ in .redirect(to: "com.example.app:/callback?code=2") }
    let end = open(site, app: app, jar: ssoJar, presenter: presenter, onSlowLine: true, time: ManualClock(noon).source)
    if presenter {
      try await display.wait(for: "Signed in automatically")
      display.press(.enter)
    }
    #expect(try await end.value == 0)
    #expect((display.canvas == nil) == !presenter)
    #expect(app.redirects.count == 1)
  }

  @Test func `a slow line shows the page that asks for something`() async throws {
    let end = open(BrowserWindowTests.site, app: FakeApp(), onSlowLine: true, time: ManualClock(noon).source)
    try await display.wait(for: "Welcome")
    #expect(display.first?.contains("Welcome") == true)
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  nonisolated private static let signOut =
    "https://login.example/logout?id_token_hint=a.b.c&post_logout_redirect_uri=com.example.app%3A%2Fcallback&state=1"

  @Test func `a sign-out says that the session has ended, and nothing of a login`() async throws {
    let app = FakeApp()
    let site = FakeSite { _ in .redirect(to: "com.example.app:/callback?state=1") }
    let end = open(site, app: app, jar: ssoJar, presenter: true, at: BrowserWindowTests.signOut)
    try await display.wait(for: "Signed out")
    #expect(display.text.contains("The server has ended") && display.text.contains("Press any key"))
    display.press(.character(" "))
    #expect(try await end.value == 0)
    #expect(!display.everything.contains("Signed in automatically"))
    #expect(!display.everything.contains("a.b.c"))
  }

  @Test(arguments: ["https://login.example/start?response_type=code", signOut])
  func `a refusal is left to the app, whatever was asked`(_ url: String) async throws {
    let app = FakeApp()
    let site = FakeSite { _ in .redirect(to: "com.example.app:/callback?state=1&error=login_required") }
    #expect(try await open(site, app: app, jar: ssoJar, presenter: true, at: url).value == 0)
    #expect(!display.everything.contains("Signed in") && !display.everything.contains("Signed out"))
  }

  @Test func `a redirect without a cookie was no silent login`() async throws {
    let app = FakeApp()
    let site = FakeSite { _ in .redirect(to: "com.example.app:/callback?error=login_required") }
    #expect(try await open(site, app: app, presenter: true).value == 0)
    #expect(!display.everything.contains("Signed in automatically"))
  }

  @Test func `a required field that is empty is asked for`() async throws {
    let site = FakeSite { _ in
      .html("<form method=post><label>Name <input name=a required></label><button>Go</button></form>")
    }
    let end = open(site, app: FakeApp())
    try await display.wait(for: "Go")
    display.press(.tab, .enter)
    try await display.wait(for: "Please fill in: Name")
    #expect(site.requests.count == 1)
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  @Test func `a link to another program is not followed, and what was typed stays`() async throws {
    let end = open(BrowserWindowTests.site, app: FakeApp())
    try await display.wait(for: "Welcome")
    display.type("demo")
    display.press(.tab, .tab, .tab, .enter)
    try await display.wait(for: "\"mailto\" belongs to another program, not to this browser")
    #expect(display.text.contains("demo"))
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  @Test func `an error without a page can be tried again`() async throws {
    let count = Counter()
    let site = FakeSite { _ in count.next() == 1 ? .html("", status: 503) : .html("<p>Welcome") }
    let end = open(site, app: FakeApp())
    try await display.wait(for: "The server answered 503 without a page.")
    display.press(.enter)
    try await display.wait(for: "Welcome")
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  @Test func `a network error can be tried again`() async throws {
    let count = Counter()
    let flaky = FailingFetcher { count.next() == 1 ? TransportFailure(.connectionRefused) : nil }
    let end = open(flaky, app: FakeApp())
    try await display.wait(for: "Nothing listens at https://login.example")
    display.press(.enter)
    try await display.wait(for: "Reached")
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  @Test func `while the server is away the browser waits, and goes on by itself`() async throws {
    let attempts = Counter()
    let away = FailingFetcher { attempts.next() <= 3 ? TransportFailure(.connectionRefused) : nil }
    let (pauses, over) = AsyncStream<Void>.makeStream()
    let end = open(away, app: FakeApp(), retryPause: { for await _ in pauses { break } })
    try await display.wait(for: "the page opens by itself")
    #expect(display.text.contains("Try Again"))
    for _ in 0..<3 { over.yield() }
    try await display.wait(for: "Reached")
    display.press(.escape)
    #expect(try await end.value == 10)
    #expect(attempts.next() == 5)
  }

  /// When the connection breaks, the server may have acted on the form, so only the user may send it again.
  @Test(arguments: [(TransportFailure.Code.connectionLost, false), (.connectionRefused, true)])
  func `a form is sent again by itself only where it cannot have arrived`(
    code: TransportFailure.Code, isRepeated: Bool
  ) async throws {
    let fetcher = FailingPost(BrowserWindowTests.form, code)
    let end = open(fetcher, app: FakeApp())
    try await display.wait(for: "Welcome")
    display.press(.tab, .tab, .enter)
    try await display.wait(for: "Try Again")
    #expect(display.text.contains("by itself") == isRepeated)
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  @Test func `a certificate error can only be left`() async throws {
    let fetcher = FailingFetcher { TransportFailure(.certificateUntrusted) }
    let app = FakeApp()
    let end = open(fetcher, app: app, jar: ssoJar)
    try await display.wait(for: "not private")
    #expect(!display.text.contains("Try Again"))
    #expect(!display.text.contains("sent with this request"), "nothing was sent to that server")
    display.press(.enter)
    #expect(try await end.value == 10)
  }

  @Test func `loading can be cancelled, back to the page`() async throws {
    let fetcher = HangingFetcher(BrowserWindowTests.form)
    let end = open(fetcher, app: FakeApp())
    try await display.wait(for: "Welcome")
    display.type("demo")
    display.press(.enter, .enter)
    try await display.wait(for: "Esc Cancel")
    display.press(.escape)
    try await display.wait(for: "Cancelled. Nothing more was sent.")
    #expect(display.text.contains("demo"))
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  @Test func `loading the first page can be cancelled, back to the app`() async throws {
    let end = open(HangingFetcher(nil), app: FakeApp())
    try await display.wait(for: "Esc Cancel")
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  @Test func `a page of scripts is handed to the system's browser from the start of the login`() async throws {
    let opened = Opened()
    let site = FakeSite { request in
      request.url.hasSuffix("/start") ? .redirect(to: "/app") : .html("<script>x</script><div id=root></div>")
    }
    let end = open(
      site, app: FakeApp(),
      systemBrowser: {
        (opened.url, opened.failed) = ($0, $1)
        return true
      })
    try await display.wait(for: "needs JavaScript")
    display.press(.enter)
    try await display.wait(for: "Go on in the system browser")
    #expect(opened.url?.text == "https://login.example/start" && display.text.contains("opened there"))
    opened.failed?()
    try await display.wait(for: "No system browser")
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  @Test func `a refusal of the app is shown with a hint`() async throws {
    let site = FakeSite { _ in .redirect(to: "com.example.app:/callback?code=1") }
    let end = open(site, app: FakeApp(refusing: BrowserError(.redirectRefused, ["detail": "it is too late"])))
    try await display.wait(for: "It said: it is too late.")
    display.press(.escape)
    #expect(try await end.value == 10)
  }

  @Test func `a new size is drawn at once, and nothing is lost`() async throws {
    let end = open(BrowserWindowTests.site, app: FakeApp())
    try await display.wait(for: "Welcome")
    display.type("demo")
    for size in [Size(110, 30), Size(40, 15), Size(20, 5), Size(80, 24)] {
      display.resize(size)
      #expect(display.canvas?.size == size)
      if size.width >= 40 { #expect(display.text.contains("demo")) }
    }
    display.resize(Size(20, 5))
    display.type("x")
    display.resize(Size(80, 24))
    #expect(!display.text.contains("demox"), "keys other than leaving are ignored while it is too small")
    display.press(.escape)
    #expect(try await end.value == 10)
  }
}

/// A running window and its exit code. The test's time limit ends a wait in vain.
@MainActor final class RunningWindow {
  private let codes: AsyncStream<Int32>

  init(_ window: BrowserWindow) {
    let (codes, end) = AsyncStream.makeStream(of: Int32.self)
    self.codes = codes
    Task { end.yield((try? await window.run())?.rawValue ?? -1) }
  }

  var value: Int32 {
    get async throws {
      for await code in codes { return code }
      throw CancellationError()
    }
  }
}

/// A display without a terminal: keeps every canvas and accepts keys.
@MainActor final class CanvasDisplay: BrowserDisplay {
  var size = Size(80, 24)
  let glyphs = Glyphs.unicode
  let isFast = true
  var onEvent: (TerminalEvent) -> Void = { _ in }
  private(set) var canvas: Canvas?
  private(set) var everything = ""
  private(set) var first: String?
  private var onPicture: () -> Void = {}

  func present(_ canvas: Canvas) {
    self.canvas = canvas
    everything += canvas.text + "\n"
    first = first ?? canvas.text
    onPicture()
  }

  var text: String { canvas?.text ?? "" }

  func close() {}

  func press(_ keys: Key...) { for key in keys { onEvent(.key(key)) } }
  func type(_ text: String) { for character in text { press(.character(character)) } }

  func resize(_ size: Size) {
    self.size = size
    onEvent(.resize(size))
  }

  /// Returns when the words are shown, across line breaks as well. The suite's time limit ends a wait in vain.
  func wait(for words: String) async throws {
    let (pictures, drawn) = AsyncStream.makeStream(of: Void.self)
    onPicture = { drawn.yield() }
    drawn.yield()
    for await _ in pictures where unbroken.contains(words) { return }
    throw CancellationError()
  }

  private var unbroken: String {
    text.split { $0.isWhitespace || "│┃╭╮╰╯".contains($0) }.joined(separator: " ")
  }
}

/// Fails while `failure` returns a failure, then answers.
struct FailingFetcher: PageFetching {
  let failure: @Sendable () -> TransportFailure?

  func exchange(
    _ request: HTTPRequest
  ) async throws(TransportFailure) -> (response: HTTPResponse, certificate: PeerCertificate?) {
    if let failure = failure() { throw failure }
    return (.html("<p>Reached"), nil)
  }
}

/// Shows a form, and fails when it is sent.
struct FailingPost: PageFetching {
  let (html, code): (String, TransportFailure.Code)

  init(_ html: String, _ code: TransportFailure.Code) { (self.html, self.code) = (html, code) }

  func exchange(
    _ request: HTTPRequest
  ) async throws(TransportFailure) -> (response: HTTPResponse, certificate: PeerCertificate?) {
    guard request.method == "POST" else { return (.html(html), nil) }
    throw TransportFailure(code)
  }
}

/// Answers the first request if there is a page for it, and no other request.
final class HangingFetcher: PageFetching {
  private let first: Mutex<String?>

  init(_ html: String?) { first = Mutex(html) }

  func exchange(
    _ request: HTTPRequest
  ) async throws(TransportFailure) -> (response: HTTPResponse, certificate: PeerCertificate?) {
    let html = first.withLock { first in
      defer { first = nil }
      return first
    }
    if let html { return (.html(html), nil) }
    do { try await hangUntilCancelled() } catch { throw TransportFailure(.cancelled) }
  }
}

@MainActor final class Opened {
  var url: WebURL?
  var failed: (@Sendable () -> Void)?
}
