import TerminalUI
import TestValues
import Testing

@testable import InAppBrowser

/// Pages made to break a browser: reading them ends, memory stays small, and no raw control character reaches the terminal.
@Suite(.timeLimit(.minutes(5))) struct HostileHTMLTests {
  private func draw(_ page: WebPage) -> Canvas {
    var state = BrowserState(url: page.url, now: noon, clock: "12:00")
    state.show(page)
    return BrowserScreen.draw(state, size: Size(80, 24), glyphs: .unicode, text: .init()).canvas
  }

  @Test(arguments: [
    "<b>", "<div>", "<ul><li>", "<table><tr><td>", "<form>", "<a href=x>", "<p", "<select>", "<", "</", "<!--", "&",
    "<b a=1>",
  ])
  func `the same thing without end`(piece: String) {
    let page = page(String(repeating: piece, count: 200_000 / piece.count))
    #expect(page.blocks.count <= PageBuilder.maximumBlocks)
    #expect(page.controls.count <= PageBuilder.maximumControls)
    #expect(draw(page).size == Size(80, 24))
  }

  @Test func `too many tags are cut, and the page says so`() {
    let page = page("<p>first</p>" + String(repeating: "<i>x</i>", count: 20000))
    #expect(page.truncated)
    #expect(page.blocks.first == .paragraph([.text("first", strong: false)]))
  }

  @Test func `scripts do not count, but what only looks like one does`() {
    let script = "<script>" + String(repeating: "if(a<b){c<d};", count: 20000) + "</SCRIPT>"
    let page = page(script + "<p>first</p>" + script + "<p>last</p>")
    #expect(!page.truncated && page.blocks.count == 3)
    let unclosed = InAppBrowserTests.page("<p>first</p><script>" + String(repeating: "<b>", count: 60000))
    #expect(unclosed.truncated)
    let quoted = InAppBrowserTests.page("<a title='<script>'>" + String(repeating: "<b>", count: 60000) + "</script>")
    #expect(quoted.blocks.count < 10)
  }

  /// libxml2 compares each attribute of a tag with all before it. The content before the tag is shown.
  @Test(arguments: [" a#", " a#=1", " a#=\">\"", " a#='<b'", "\na#=\"1\""])
  func `a tag with attributes without end`(piece: String) {
    let attributes = (0..<150_000).map { piece.replacing("#", with: "\($0)") }.joined()
    for start in ["<a", "<!-- <a x=\" --><p"] {
      let page = page("<p>first</p>\(start)\(attributes)>second")
      #expect(page.truncated)
      #expect(page.blocks.first == .paragraph([.text("first", strong: false)]))
    }
  }

  @Test func `what is nested too deeply is cut, and the page says so`() {
    for element in ["div", "b", "table><tr><td", "ul><li", "fieldset"] {
      let page = page("<p>first</p>" + String(repeating: "<\(element)>", count: 5000) + "last")
      #expect(page.truncated, "\(element)")
      #expect(page.blocks.first == .paragraph([.text("first", strong: false)]))
    }
  }

  @Test func `too many controls and options are cut`() {
    let page = page("<form>" + String(repeating: "<input name=a>", count: 3000) + "</form>")
    #expect(page.controls.count == PageBuilder.maximumControls)
    #expect(page.truncated)
    let select = InAppBrowserTests.page("<select>" + String(repeating: "<option>a", count: 3000) + "</select>")
    #expect(select.controls.first?.options.count == ControlReader.maximumOptions)
  }

  @Test func `names that refer to the whole page again and again are cut`() {
    let field = "<input name=u aria-labelledby='" + String(repeating: "a ", count: 8000) + "'>"
    let fields = String(repeating: field, count: 20)
    let page = page("<p id=a>" + String(repeating: "word ", count: 20_000) + "</p><form>\(fields)</form>")
    let named = page.controls.filter { $0.name == "u" }
    #expect(named.count == 20 && named.allSatisfy { $0.label.utf8.count < 5000 })
  }

  @Test func `one enormous word, attribute or text`() {
    let long = String(repeating: "x", count: 500_000)
    for html in [
      "<p>\(long)", "<a href='\(long)'>a</a>", "<input name='\(long)' value='\(long)'>", "<title>\(long)</title>",
    ] {
      #expect(draw(page(html)).size == Size(80, 24))
    }
  }

  @Test func `of a page that is too long, fields and buttons are shown, and that its end is not`() throws {
    let text = String(repeating: "<p>Text with <a href=x>links</a>", count: 2000)
    var state = BrowserState(url: "https://example.com/".webURL, now: noon, clock: "12:00")
    let form = "<form><label><input type=checkbox name=ok>Agree</label><button>Accept</button></form>"
    state.show(page(text + form + text))
    var frame = BrowserScreen.draw(state, size: Size(80, 24), glyphs: .unicode, text: .init())
    #expect(frame.rows[.control(1)] != nil && frame.contentHeight < PageLayout.maximumHeight + 50)
    _ = state.apply(.key(.end), to: frame)
    frame = BrowserScreen.draw(state, size: Size(80, 24), glyphs: .unicode, text: .init())
    #expect(frame.canvas.text.contains("Accept") && frame.canvas.text.contains("too large"))
    state.moveFocus(to: .control(1))
    _ = state.apply(.key(.tab), to: frame)
    #expect(state.focus == .done, "links that are not drawn are passed over")
    #expect(draw(page("<pre>" + String(repeating: "x\n", count: 5000))).size == Size(80, 24))
  }

  @Test func `entities do not explode, and files are not read`() {
    let html = """
      <!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      <p>&b;</p><p>&x;</p>
      """
    let page = page(html)
    #expect(!"\(page)".contains("aaaaaaaaaaaaaaaaaaaa"))
    #expect(!"\(page)".contains("root:"))
  }

  @Test func `no control character reaches the screen`() {
    let page = page(
      "<title>\u{1B}]0;owned\u{7}</title><h1>\u{1B}[2J&#27;[31m&#x9b;31m\u{202E}evil\u{0}</h1><input value='\u{1B}[1m' name=a><select><option>\u{1B}[5m</select><button>\u{8}\u{8}</button>"
    )
    let text = draw(page).text
    #expect(
      !text.unicodeScalars.contains {
        ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E
      })
  }

  /// Pages that were cut, doubled and mixed at random, the same in every run.
  @Test(arguments: 0..<60)
  func `mutated pages`(seed: UInt64) {
    var random = SplitMix(state: seed)
    let pieces = [
      "<form method=post action=/a>", "</form>", "<input name=a type=", "password>", "<label for=x>", "</label>",
      "<select>",
      "<option value=1>", "</select>", "<table>", "<tr><td>", "</table>", "<ul>", "<li>", "<h1>", "</h1>", "<noscript>",
      "<script>", "</script>", "<!--", "-->", "<a href='", "'>", "\"", "&amp", "&#x0;", "&#1114112;", "\u{0}", "é",
      "<br/>",
      "<base href=//x>", "<meta http-equiv=refresh content='0;url=", "<textarea>", "</textarea>", "<button form=q>",
      "<p>", "x",
      "<fieldset disabled>", "<pre>\n", "<template>", "<img alt='", "<![CDATA[", "]]>", "<?php", "<svg>", "</svg>",
    ]
    var html = ""
    for _ in 0..<400 { html += pieces[Int(random.next() % UInt64(pieces.count))] }
    let page = page(html)
    _ = draw(page)
    for form in page.forms.indices {
      _ = FormSubmission.submission(of: form, button: nil, page: page, values: FormValues(page))
    }
    for errand in [Errand.logIn(scopes: ["s"]), .signOut] {
      _ = HeadlessDecision.decide(page, .sample(errand, from: page.url), tried: [])
    }
    // For any bytes, decoding and reading end.
    let bytes = (0..<2000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    _ = InAppBrowserTests.page(CharacterEncoding.detect(bytes, contentType: "").decode(bytes))
  }
}
