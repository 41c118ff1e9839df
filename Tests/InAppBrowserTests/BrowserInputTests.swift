import SharedValues
import TerminalUI
import Testing

@testable import InAppBrowser

/// Keys and mouse: what they change, and which requests they cause.
@Suite struct BrowserInputTests {
  private static let form = """
    <form method=post><label for=u>User</label><input id=u name=u required><label for=p>Password</label>
    <input id=p type=password name=p><label><input type=checkbox name=c> Keep</label>
    <label><input type=radio name=r value=1 checked> One</label><label><input type=radio name=r value=2> Two</label>
    <select name=s><option>Apple<option>Banana<option>Cherry</select><textarea name=t></textarea><button>Go</button></form>
    <p><a href=/more>More</a></p>
    """

  /// A browser without terminal and network.
  private struct Bench {
    var state: BrowserState
    var size = Size(80, 24)
    var requests: [BrowserRequest] = []

    init(_ html: String = BrowserInputTests.form) {
      state = BrowserState(url: "https://example.com/".webURL, now: noon, clock: "1:00")
      state.show(page(html))
    }

    var frame: BrowserFrame { BrowserScreen.draw(state, size: size, glyphs: .unicode, text: .init()) }

    mutating func press(_ keys: Key...) {
      for key in keys { if let request = state.apply(.key(key), to: frame) { requests.append(request) } }
    }

    mutating func type(_ text: String) { for character in text { press(.character(character)) } }

    mutating func click(_ target: BrowserTarget) throws {
      let rect = try #require(frame.hits.targets.last { $0.id == target }?.rect, "\(target) is not on the screen")
      let event = MouseEvent(.press, at: Point(rect.x + rect.width / 2, rect.y))
      if let request = state.apply(.mouse(event), to: frame) { requests.append(request) }
    }
  }

  @Test func `the first empty field has the focus, and Tab goes round`() {
    var bench = Bench()
    var seen: [BrowserTarget?] = []
    for _ in 0..<11 {
      seen.append(bench.state.focus)
      bench.press(.tab)
    }
    #expect(seen == (0...7).map { .control($0) } + [.link(0), .done, .control(0)])
    bench.press(.backtab, .backtab)
    #expect(bench.state.focus == .done)
  }

  @Test func `typing, Enter to the next empty field, Enter to submit`() {
    var bench = Bench("<form><input name=u><input type=password name=p><button name=b>Go</button></form>")
    bench.type("demo")
    bench.press(.enter)
    #expect(bench.state.focus == .control(1))
    bench.type("pw q")
    bench.press(.enter)
    #expect(bench.requests == [.submit(form: 0, button: 2)])
    #expect(bench.state.values.text(0).revealed == "demo")
    #expect(bench.state.values.text(1).revealed == "pw q")
  }

  @Test func `what was typed stays when the focus moves`() {
    var bench = Bench()
    bench.type("demo")
    bench.press(.tab, .backtab)
    bench.type("x")
    bench.press(.backspace, .backspace)
    #expect(bench.state.values.text(0).revealed == "dem")
  }

  @Test func `boxes, radio buttons and buttons by Space and Enter`() {
    var bench = Bench()
    bench.press(.tab, .tab, .character(" "))
    #expect(bench.state.values.isChecked(2))
    bench.press(.character(" "), .tab, .tab, .character(" "))
    #expect(!bench.state.values.isChecked(2))
    #expect(bench.state.values.isChecked(4) && !bench.state.values.isChecked(3))
    bench.press(.tab, .tab, .tab, .enter)
    #expect(bench.requests == [.submit(form: 0, button: 7)])
  }

  @Test func `a list of options opens, moves, chooses and closes`() {
    var bench = Bench()
    bench.state.moveFocus(to: .control(5))
    bench.press(.enter, .down, .down, .down)
    #expect(bench.state.select == BrowserState.OpenSelect(control: 5, highlighted: 2))
    bench.press(.escape)
    #expect(bench.state.select == nil)
    #expect(bench.state.values.choices(5) == [0])
    bench.press(.enter, .character("b"), .enter)
    #expect(bench.state.values.choices(5) == [1])
    #expect(bench.requests.isEmpty)
  }

  @Test func `a text area keeps its lines`() {
    var bench = Bench()
    bench.state.moveFocus(to: .control(6))
    bench.type("one")
    bench.press(.enter)
    bench.type("two")
    #expect(bench.state.values.text(6).revealed == "one\ntwo")
    #expect(bench.requests.isEmpty)
  }

  @Test func `the length that a page allows is kept to`() {
    var bench = Bench("<form><input name=pin maxlength=4></form>")
    bench.type("123456")
    #expect(bench.state.values.text(0).revealed == "1234")
  }

  @Test func `a read-only field is not edited`() {
    var bench = Bench("<form><input name=u value=me readonly><button>Go</button></form>")
    bench.state.moveFocus(to: .control(0))
    bench.type("x")
    #expect(bench.state.values.text(0).revealed == "me")
  }

  @Test func `pasting goes into the field, without line breaks`() {
    var bench = Bench()
    _ = bench.state.apply(.paste("de\nmo\u{1B}"), to: bench.frame)
    #expect(bench.state.values.text(0).revealed == "demo")
  }

  @Test func `the mouse does the same`() throws {
    var bench = Bench()
    bench.size = Size(110, 60)
    try bench.click(.control(1))
    #expect(bench.state.focus == .control(1))
    try bench.click(.control(2))
    #expect(bench.state.values.isChecked(2))
    try bench.click(.control(5))
    try bench.click(.option(2))
    #expect(bench.state.values.choices(5) == [2])
    #expect(bench.state.select == nil)
    try bench.click(.control(7))
    try bench.click(.link(0))
    try bench.click(.done)
    #expect(bench.requests == [.submit(form: 0, button: 7), .follow(link: 0), .leave])
  }

  @Test(arguments: [Key.escape, .control("c")])
  func `leaving`(key: Key) {
    var bench = Bench()
    bench.press(key)
    #expect(bench.requests == [.leave])
  }

  @Test func `Done can be reached by keys`() {
    var bench = Bench("<p>nothing to do")
    #expect(bench.state.focus == nil)
    bench.press(.tab, .enter)
    #expect(bench.requests == [.leave])
  }

  @Test func `while a page loads only cancelling works`() throws {
    var bench = Bench()
    bench.state.loading = BrowserState.Loading(started: noon, sending: true)
    bench.type("x")
    bench.press(.tab)
    #expect(bench.state.values.text(0).revealed == "")
    #expect(bench.state.focus == .control(0))
    bench.press(.escape)
    #expect(bench.requests == [.cancelLoading])
  }

  @Test func `a second Enter does not cancel what the first has sent`() {
    var bench = Bench()
    bench.state.loading = BrowserState.Loading(started: noon, sending: true)
    bench.state.now = noon.addingTimeInterval(0.3)
    bench.press(.enter)
    #expect(bench.requests == [])
    bench.state.now = noon.addingTimeInterval(0.6)
    bench.press(.enter)
    #expect(bench.requests == [.cancelLoading])
  }

  @Test func `a long page scrolls, and the focus stays in sight`() throws {
    var bench = Bench("<p>" + String(repeating: "word ", count: 400) + "</p><form><button>Accept</button></form>")
    let first = bench.state.scroll
    bench.press(.pageDown)
    #expect(bench.state.scroll > first)
    bench.press(.home)
    #expect(bench.state.scroll == 0)
    bench.state.moveFocus(to: .done)
    bench.press(.tab)
    #expect(bench.frame.hits.targets.contains { $0.id == .control(0) })
    _ = bench.state.apply(.mouse(MouseEvent(.scrollUp, at: Point(5, 5))), to: bench.frame)
    #expect(bench.state.scroll < bench.frame.contentHeight - bench.frame.pageRows)
  }

  @Test func `any key ends the silent login`() {
    var bench = Bench()
    bench.state.show(.silent(.login))
    bench.press(.character("x"))
    #expect(bench.requests == [.finish])
  }

  @Test func `a certificate error has no way on`() {
    var bench = Bench()
    bench.state.show(.failure(BrowserError(TransportFailure(.certificateUntrusted), url: bench.state.url)))
    bench.press(.tab, .enter, .character("r"), .character(" "), .down, .enter)
    #expect(bench.requests.allSatisfy { $0 == .leave })
    #expect(bench.frame.hits.targets.allSatisfy { [.leave, .done, .togglePanel].contains($0.id) })
  }

  @Test func `a network error can be tried again`() {
    var bench = Bench()
    bench.state.show(.failure(BrowserError(TransportFailure(.timeout), url: bench.state.url)))
    bench.press(.enter)
    #expect(bench.requests == [.retry])
  }

  @Test func `nothing that was typed outlives the page`() {
    var bench = Bench()
    bench.type("topsecret")
    bench.state.show(.silent(.login))
    #expect(bench.state.editor.text == "")
    #expect(bench.state.values.text(0).revealed == "")
  }

  @Test func `the panel takes the phone's place where there is no room for both`() {
    var bench = Bench()
    bench.press(.function(2))
    #expect(bench.state.showsPanel)
    bench.press(.escape)
    #expect(!bench.state.showsPanel && bench.requests.isEmpty)
  }
}
