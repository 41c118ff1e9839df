import Testing

@testable import InAppBrowser

/// HTML becomes a page that a person can read and fill in.
@Suite struct PageBuilderTests {
  private func texts(_ page: WebPage) -> [String] {
    page.blocks.compactMap { block in
      switch block {
      case .heading(let level, let inlines): "h\(level):" + page.text(of: inlines)
      case .paragraph(let inlines): page.text(of: inlines)
      case .alert(let inlines): "alert:" + page.text(of: inlines)
      case .item(let marker, let depth, let inlines): "\(depth)\(marker)" + page.text(of: inlines)
      case .preformatted(let text): "pre:" + text
      case .table(let rows): "table:" + rows.map { $0.joined(separator: "|") }.joined(separator: "/")
      case .rule: "rule"
      case .control(let id): "\(page.controls[id].kind.rawValue):" + page.controls[id].label
      case .systemBrowser: nil
      }
    }
  }

  @Test(arguments: [
    ("<title> A  title </title><h1>One</h1><p>two <b>three</b>\n four</p>", ["h1:One", "two three four"]),
    ("<p>a<br>b<p>c", ["a\nb", "c"]), ("text only", ["text only"]), ("<div>a<div>b</div>c</div>", ["a", "b", "c"]),
    ("<p>  &lt;tag&gt; &amp; &#8364; &nbsp;x </p>", ["<tag> & € \u{A0}x"]),
    ("<ul><li>a<li>b<ol><li>c<li>d</ol></ul>", ["1•a", "1•b", "21.c", "22.d"]),
    ("<ol start=5><li>a<li>b</ol>", ["15.a", "16.b"]),
    ("<pre>a\n  b</pre>", ["pre:a\n  b"]), ("a<hr>b", ["a", "rule", "b"]),
    ("<table><tr><th>k<th>v<tr><td>1<td>2</table>", ["table:k|v/1|2"]),
    ("<script>var x='<p>no</p>'</script><style>p{}</style><p>yes</p>", ["yes"]),
    ("<noscript><p>Scripts are off</p></noscript><p>body</p>", ["Scripts are off", "body"]),
    ("<p>see <img src=x alt='the logo'> here<img src=y></p>", ["see the logo here"]),
    ("<p hidden>no</p><p style='display: none'>no</p><template><p>no</p></template><dialog>no</dialog><p>yes", ["yes"]),
    ("<div class='ui overlay nag network-error'><p>no</p></div><p class=nag>yes", ["yes"]),
    ("<div role=alert>Wrong</div><span class='kc-feedback-error'>Bad</span>", ["alert:Wrong", "alert:Bad"]),
    ("<form class='show-field-errors'><p>fine<div class=has-error><p>Bad</div></form>", ["fine", "alert:Bad"]),
    (
      "<p>Press <button type=button>the <b>blue</b> one</button> or <input type=button value=this> now.",
      ["Press the blue one or this now."]
    ), ("<p><button type=button>Show</button> word", ["word"]),
    ("<a href=x>One</a><a href=y>Two</a>", ["One Two"]), ("<p class=terror>fine</p>", ["fine"]),
    ("<!-- no --><p>yes<!-- no --></p>", ["yes"]),
    ("<details><summary>More</summary>text</details>", ["More", "text"]),
  ])
  func `what is shown`(html: String, shown: [String]) {
    #expect(texts(page(html)) == shown)
  }

  @Test func `title and name`() {
    #expect(page("<title>A\n title</title>").name == "A title")
    #expect(page("<h2>Heading</h2>").name == "Heading")
    #expect(page("<p>x").name == "example.com")
  }

  @Test func `links keep text and target`() {
    let page = page(
      "<p>Go <a href='/there?a=1&amp;b=2'>over <b>there</b></a>, <a href=x><img alt=Logo></a>, <a>none</a>")
    #expect(
      page.links == [
        WebPage.Link(text: "over there", target: "/there?a=1&b=2"), WebPage.Link(text: "Logo", target: "x"),
      ])
    #expect(texts(page) == ["Go over there, Logo, none"])
  }

  @Test func `references are resolved against base`() {
    let page = page("<base href='https://other.example/x/'><a href=y>y</a><form action=z><input name=a></form>")
    #expect(page.links.first?.target == "https://other.example/x/y")
    #expect(page.forms.first?.action == "https://other.example/x/z")
  }

  @Test func `an empty action is the page's own address, whatever base says`() throws {
    let page = page(
      "<base href='https://cdn.example/x/'><form method=post action=''><input type=password name=p><button>In</button>"
        + "<button formaction=''>Again</button><button formaction=y>Out</button></form>")
    let targets = try page.controls(of: 0).filter { $0.kind == .submit }.map { button in
      try FormSubmission.submission(of: 0, button: button, page: page, values: FormValues(page)).get().url.text
    }
    #expect(
      targets == ["https://example.com/dir/page", "https://example.com/dir/page", "https://cdn.example/x/y"])
  }

  @Test(arguments: [
    "<head><meta http-equiv=Refresh content='0; URL=/next'></head><p>wait",
    "<head><meta http-equiv=refresh content=\"0;url = '/next' \"></head><p>wait",
    "<p>wait<noscript><meta http-equiv=refresh content='0; url=/next'></noscript>",
    "<meta http-equiv=refresh content='0.5 /next'><p>wait",
  ])
  func `meta refresh is a link, not a redirect`(html: String) {
    let page = page(html)
    #expect(page.refresh == 0)
    #expect(page.links.first?.target == "/next")
    #expect(texts(page) == ["wait", "/next"])
  }

  /// Such as a page that waits for a telephone.
  @Test(arguments: ["3", " 3; ", "3;url="])
  func `a refresh without an address loads the page again`(content: String) {
    let page = page("<meta http-equiv=refresh content='\(content)'><p>wait")
    #expect(page.refresh == 0 && page.links.first?.target == "https://example.com/dir/page")
    #expect(texts(page) == ["wait", "/dir/page"])
  }

  @Test func `fields with their labels`() {
    let page = page(
      """
      <form method=POST action=/login><label for=u>User <b>name</b></label><input id=u name=username value=me required>
      <label>Password <input type=password name=pw value=preset></label><input type=email name=mail placeholder="Your mail">
      <input name=x aria-label="Aria"><input name=bare><input type=hidden name=csrf value=t0k>
      <label><input type=checkbox name=remember checked> Remember me</label>
      <textarea name=note>
      one
      two</textarea><button>Go <i>on</i></button><input type=submit name=b value=Other></form>
      """)
    #expect(
      texts(page) == [
        "text:User name", "password:Password", "email:Your mail", "text:Aria", "text:bare", "checkbox:Remember me",
        "textarea:note", "submit:Go on", "submit:Other",
      ])
    #expect(page.forms == [Form(action: "/login", method: .post, encoding: .urlencoded)])
    #expect(page.controls.map(\.form).allSatisfy { $0 == 0 })
    #expect(page.controls[0].value == "me" && page.controls[0].required)
    #expect(page.controls[1].value == "", "a page must not fill a password in")
    #expect(page.controls[6].checked)
    #expect(page.controls[7].value == "one\ntwo")
  }

  /// As Ory Kratos and others name fields and the buttons of other providers.
  @Test func `names for screen readers`() {
    let page = page(
      """
      <form><span id=e1>E-mail or</span> <b id=e2>user name</b><input name=identifier aria-labelledby='e1 e2 e3'>
      <button name=p value=1 aria-label='Sign in with G'><svg><title>G</title></svg></button>
      <button name=p value=2 title=Lab><i></i></button><button name=p value=3><svg><title>Hub</title></svg></button>
      <button name=p value=4 aria-labelledby=e2></button><button name=p value=5></button></form>
      """)
    #expect(
      page.controls.map(\.label) == ["E-mail or user name", "Sign in with G", "Lab", "Hub", "user name", "5"])
  }

  @Test func `options, groups and what is chosen`() {
    let page = page(
      """
      <select name=a><option>One<option value=2 selected>Two<optgroup disabled><option>Three</optgroup></select>
      <select name=b><option disabled>Choose<option>First</select><select name=c multiple><option selected>x<option>y</select>
      """)
    #expect(page.controls[0].options.map(\.label) == ["One", "Two", "Three"])
    #expect(page.controls[0].options.map(\.value) == ["One", "2", "Three"])
    #expect(page.controls[0].options.map(\.selected) == [false, true, false])
    #expect(page.controls[0].options[2].disabled)
    #expect(page.controls[1].options.map(\.selected) == [false, true])
    #expect(page.controls[2].allowsMultiple && page.controls[2].options.map(\.selected) == [true, false])
  }

  @Test func `buttons of every kind`() {
    let page = page(
      """
      <form><button name=a value=1>One</button><input type=image alt=Two name=b><button type=button>Three</button>
      <button type=reset>Four</button><input type=submit><button formaction=/x formmethod=post disabled>Six</button></form>
      """)
    #expect(
      texts(page) == ["submit:One", "submit:Two", "reset:Four", "submit:", "submit:Six"], "no button is for a script")
    #expect(page.controls[4].override == FormControl.Override(action: "/x", method: .post))
    #expect(page.controls[4].disabled)
  }

  @Test func `a button without a form is for scripts`() {
    let page = page(
      "<script>x</script><form id=f></form><button>Sign in</button><input type=reset><button form=f>Go</button>")
    #expect(texts(page) == ["submit:Go"])
    #expect(page.focusOrder.count == 1)
    let app = PageBuilder.page(html: "<script>x</script><button>Sign in</button>", url: page.url, status: 200)
    #expect(app.needsJavaScript)
  }

  @Test(arguments: ["<label>", "<label for=ok>"])
  func `a link in a label can be followed`(label: String) {
    let page = page(
      "<form>\(label)<input type=checkbox id=ok name=ok> I accept the <a href=/terms>terms</a></label></form>")
    #expect(page.controls[0].label == "I accept the terms")
    #expect(page.links == [WebPage.Link(text: "terms", target: "/terms")])
    #expect(page.focusOrder.count == 2)
  }

  @Test func `a button in a link names it`() {
    let page = page(
      "<a href=/local><button><i></i><span>Log in with Email</span></button></a><form><a href=/x><button>Go</button></a></form>"
    )
    #expect(page.links.first?.text.withoutEdgeSpaces == "Log in with Email")
    #expect(texts(page).contains("submit:Go"))
  }

  @Test func `the value of a field is one line`() {
    let page = page("<form><input name=a value='a&#13;&#10;b&#10;'><input type=hidden name=h value='a&#10;b'></form>")
    #expect(page.controls.prefix(2).map(\.value) == ["ab", "a\nb"])
  }

  @Test func `controls outside of their form belong to it by its id`() {
    let page = page(
      "<input name=early form=f><form id=f action=/a><input name=in></form><input name=late form=f><input name=none form=g>"
    )
    #expect(page.controls.prefix(4).map(\.form) == [0, 0, 0, nil])
  }

  @Test func `a disabled fieldset disables what is in it`() {
    let page = page("<form><fieldset disabled><input name=a></fieldset><input name=b></form>")
    #expect(page.controls.prefix(2).map(\.disabled) == [true, false])
  }

  @Test func `a table that lays out a form is read, not tabulated`() {
    let page = page(
      "<form><table><tr><td>User<td><input name=u><tr><td>Pass<td><input type=password name=p></table></form>")
    #expect(texts(page) == ["User", "text:u", "Pass", "password:p", "submit:"])
  }

  @Test func `a form posted by script gets a button`() {
    let page = page(
      "<body onload='document.forms[0].submit()'><form method=post action=/cb><input type=hidden name=code value=x></form>"
    )
    #expect(texts(page) == ["submit:"])
    #expect(page.controls.last?.caption(.init()) == "Continue")
    #expect(!page.needsJavaScript)
  }

  /// Such as Auth0's, which made two passwords of a login: nothing was filled in.
  @Test func `fields for robots and scripts are not shown`() {
    let page = page(
      "<form><input name=u><input name=pw type=password><input type=password><input name=trap aria-hidden=true value=1>"
        + "<select><option>en</select><button>Go</button></form>")
    #expect(texts(page) == ["text:u", "password:pw", "submit:Go"])
    #expect(LoginForm(page, afterLogin: false)?.password == 1)
    let entries = FormSubmission.entries(of: 0, button: nil, page: page, values: FormValues(page))
    #expect(entries.map { "\($0.0)=\($0.1)" } == ["u=", "pw=", "trap=1"])
  }

  /// For password managers, and for robots.
  @Test(arguments: [
    "<input name=d style='position:absolute; left: -9999px'><input type=password name=e style='position: absolute;LEFT:-5000em'>",
    "<div style='opacity:0;height:0;overflow:hidden'><input type=password name=d></div>",
    "<input name=d style='opacity: 0 !important'>", "<input type=password name=d tabindex=-1>",
  ])
  func `fields out of sight are sent but not shown`(decoy: String) {
    let page = page("<form>\(decoy)<input name=u><input name=pw type=password><button>Go</button></form>")
    #expect(texts(page) == ["text:u", "password:pw", "submit:Go"])
    #expect(page.controls.first?.name == "d" && page.controls.first?.disabled == false)
  }

  @Test func `what is only shifted, faint or flat is shown`() {
    let page = page(
      "<form style='opacity:0'><div style='margin-left:-33.3333%;line-height:0;overflow:hidden'><input name=u style='opacity:0.5'>"
        + "<input type=checkbox name=c style='opacity:0;position:absolute'></div><button>Go</button></form>")
    #expect(texts(page) == ["text:u", "checkbox:c", "submit:Go"])
  }

  /// Such as AD FS, whose button is a `<span>` with a script.
  @Test func `a form with fields and no button gets one, behind its last field`() throws {
    let page = page("<form method=post action=/in><input name=u><span role=button>Sign in</span></form><p>Help</p>")
    #expect(texts(page) == ["text:u", "submit:", "Sign in", "Help"])
    #expect(page.controls.last?.caption(.init()) == "Continue")
    #expect(FormSubmission.entries(of: 0, button: page.controls[1], page: page, values: FormValues(page)).count == 1)
    #expect(texts(InAppBrowserTests.page("<form><select name=l><option>en</select></form>")) == ["select:l"])
  }

  /// Such as Keycloak's form for a passkey, which a script fills in, and the one for its choice.
  @Test(arguments: [
    "<form method=post action=/in><input type=hidden name=signature><input type=hidden name=userHandle></form>",
    "<form><input type=hidden name=authn_use_chk value=x></form>",
  ])
  func `a form that only a script can fill in or use gets no button`(form: String) {
    #expect(page("<script>x</script>" + form).needsJavaScript)
    #expect(texts(page(form + "<form><input name=u><button>Go</button></form>")) == ["text:u", "submit:Go"])
  }

  @Test(arguments: [
    "<div><form method=post action=/in></div><input name=u><input type=submit></form>",
    "<table><tr><td><form method=post action=/in></td></tr><tr><td><input name=u></td></tr><tr><td><input type=submit></form></table>",
    "<div><form method=post action=/in><input type=hidden name=csrf value=1></div><input name=u><button>Go</button></form>",
  ])
  func `a form that ends early in the tree keeps its fields`(html: String) throws {
    let page = page(html)
    let button = try #require(page.controls.last)
    #expect(button.kind == .submit && page.controls.allSatisfy { $0.form == 0 })
    let sent = try FormSubmission.submission(of: 0, button: button, page: page, values: FormValues(page)).get()
    #expect(sent.url.path == "/in")
  }

  @Test(arguments: [
    "<form action=/in><input name=u><button>Go</button></form><input name=x><button>Menu</button>",
    "<form method=post><input type=hidden name=signature></form><button>Passkey</button>",
    "<form hidden><input name=u></form><button>Menu</button>", "<button>Menu</button><form><input name=u></form>",
  ])
  func `what stands beside a whole form is not in it`(html: String) {
    let page = page(html)
    #expect(!page.controls.contains { $0.label == "Menu" && $0.isFocusable })
    #expect(!page.controls.contains { $0.name == "x" && $0.form != nil })
    #expect(!page.controls.contains { $0.label == "Passkey" && $0.isFocusable })
  }

  @Test func `words of neighbouring blocks stay apart, and hidden ones are not read`() {
    let page = page(
      "<a href=x><div>Anna</div><div>anna@example.com</div></a><a href=y>Bert<br>Berg</a><form><label>One<div>two</div><input name=a>"
        + "<img alt=three></label><button><div>Sign</div><div>in</div><i hidden>Wait</i></button></form>")
    #expect(page.links.map(\.text) == ["Anna anna@example.com", "Bert Berg"])
    #expect(page.controls.map(\.label) == ["One two three", "Sign in"])
  }

  @Test(arguments: ["javascript:void(0)", " JavaScript:go()", "#", "#content"])
  func `what only a script or this page can follow is text`(target: String) {
    let page = page("<script>x</script><p><a href='\(target)'>Skip</a></p>")
    #expect(page.links.isEmpty && texts(page) == ["Skip"])
    #expect(page.needsJavaScript)
  }

  /// Such as Microsoft's answer to `response_mode=form_post`.
  @Test(arguments: ["<form hidden method=post action=/cb>", "<div style='display: none'><form method=post action=/cb>"])
  func `a form in a hidden part gets a button if the page has nothing else`(start: String) throws {
    let html = "<script>document.forms[0].submit()</script>\(start)<input type=hidden name=code value=x>"
    let alone = page(html)
    #expect(texts(alone) == ["submit:"] && !alone.needsJavaScript)
    let sent = try FormSubmission.submission(of: 0, button: nil, page: alone, values: FormValues(alone)).get()
    #expect(sent.url.path == "/cb" && sent.body?.content.revealed == "code=x")
    #expect(texts(page("<a href=/>Home</a>" + html)) == ["Home"])
    #expect(texts(page(html + "<input name=user>")).isEmpty, "a script shows this form later")
  }

  @Test(arguments: [
    ("<script src=app.js></script><div id=root></div><noscript>You need to enable JavaScript.</noscript>", true),
    ("<head><script>x</script></head><body></body>", true),
    ("<script>x</script><form><button>Go</button></form>", false),
    ("<div></div>", false), ("<script>x</script><p>" + String(repeating: "Readable text. ", count: 20), false),
    ("<script>x</script><a href=/login>Login</a>", false),
  ])
  func `a page that is nothing without scripts`(html: String, needs: Bool) {
    #expect(page(html).needsJavaScript == needs)
  }

  /// Okta's and authentik's pages have links at their end, and Microsoft's has one for those who have no scripts.
  @Test(arguments: [
    "<a href=/>Powered by Example</a>", "<noscript><meta http-equiv=refresh content='0;url=/off'></noscript>",
    "<h1>Scan the code</h1><p>" + String(repeating: "Readable text. ", count: 20),
  ])
  func `a page of scripts that asks for nothing can be opened in the system's browser`(html: String) {
    #expect(page("<script>x</script>" + html).focusOrder.last == .openSystemBrowser)
    for without in [html, "<script>x</script><form><button>Go</button></form>" + html] {
      #expect(!page(without).focusOrder.contains(.openSystemBrowser))
    }
  }

  /// Such as WSO2's consent page, whose button is one for scripts, and GitHub's, whose button a script switches on.
  @Test(arguments: [
    "<form method=post><input type=radio name=a checked><input type=hidden name=consent value=deny><input type=button value=Continue></form>",
    "<form method=post><button name=a value=0>Cancel</button><button name=a value=1 disabled>Authorize</button></form>",
  ])
  func `a form that only a script can send can be opened in the system's browser`(html: String) {
    #expect(page("<script>x</script>" + html).focusOrder.last == .openSystemBrowser)
    #expect(!page("<script>x</script>" + html).needsJavaScript)
    #expect(!page(html).focusOrder.contains(.openSystemBrowser))
  }

  /// The tags of head and body may be left out (HTML standard, "optional tags").
  @Test(arguments: ["main", "section", "header", "article"])
  func `a page without a body tag is read`(name: String) {
    let page = page(
      "<!doctype html><title>T</title><\(name)><h1>H</h1><form><input name=u><button>Go</button></form></\(name)><p>P")
    #expect(page.title == "T" && texts(page) == ["h1:H", "text:u", "submit:Go", "P"])
  }

  @Test func `hidden parts are sent but not shown`() {
    let page = page(
      "<form><div hidden><input name=a value=1><input type=checkbox name=b><select name=c><option>x</select></div><button>Go</button></form>"
    )
    #expect(texts(page) == ["submit:Go"])
    let entries = FormSubmission.entries(of: 0, button: nil, page: page, values: FormValues(page))
    #expect(entries.map { "\($0.0)=\($0.1)" } == ["a=1", "c=x"])
  }

  @Test func `hidden parts are sent as browsers send them`() {
    let page = page(
      """
      <form><select name=s multiple style='display:none'><option selected>p<option selected>q<option>r</select>
      <select name=none hidden></select><fieldset disabled hidden><input name=off value=1></fieldset>
      <div hidden><input name=other form=f value=2></div><button>Go</button></form><form id=f><button>Go</button></form>
      """)
    let entries = page.forms.indices.map { form in
      FormSubmission.entries(of: form, button: nil, page: page, values: FormValues(page)).map { "\($0.0)=\($0.1)" }
    }
    #expect(entries == [["s=p", "s=q"], ["other=2"]])
  }

  @Test(
    arguments: [
      ([0xC3, 0xA9], "text/html; charset=utf-8", "é"), ([0xE9], "text/html; charset=ISO-8859-1", "é"),
      ([0xE9], "text/html", "é"), ([0xC3, 0xA9], "text/html", "é"), ([0x80], "text/html; charset=latin1", "€"),
      ([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "text/html; charset=latin1", "é"), ([0xFE, 0xFF, 0x00, 0xE9], "text/html", "é"),
      ([0xE9, 0x41], "text/html; charset=utf-8", "\u{FFFD}A"), ([0xFF, 0xFE, 0xE9, 0x00], "text/html", "é"),
      ([0xE9, 0x00, 0x3D, 0xD8, 0x00, 0xDE], "text/html; charset=UTF-16LE", "é\u{1F600}"),
      ([0x00, 0xE9, 0x41], "text/html; charset=utf-16be", "é"), ([0xE9, 0x00], "text/html; charset=utf-16", "é"),
      ([0xD8, 0x3D, 0x00, 0x41], "text/html; charset=utf-16be", "\u{FFFD}A"),
      ([0x83, 0x8D, 0x83, 0x4F, 0x5C], "text/html; charset=Shift_JIS", "ログ\\"),
      ([0x83, 0x8D, 0xFF, 0x41, 0x83], "text/html; charset=Shift_JIS", "ロ\u{FFFD}A"),
      ([0xB5, 0xC7, 0xC2, 0xBC], "text/html; charset=gbk", "登录"),
      ([0xC2, 0xF5, 0xEE, 0xE4], "text/html; charset=windows-1251", "Вход"),
      ([0xA4], "text/html; charset=iso-8859-15", "€"), ([0xE9], "text/html; charset=ebcdic-int", "é"),
      ([0xE0], "text/html; charset=windows-1255", "א"),
    ] as [([UInt8], String, String)])
  func `encodings`(bytes: [UInt8], contentType: String, text: String) {
    #expect(CharacterEncoding.detect(bytes, contentType: contentType).decode(bytes) == text)
  }

  @Test func `the page's own meta names the encoding where the header does not`() {
    let bytes = Array("<meta charset='iso-8859-1'><p>".utf8) + [0xC3, 0xA9]
    #expect(CharacterEncoding.detect(bytes, contentType: "text/html") == .windows1252)
    let wrong = Array("<meta charset='utf-16'><p>".utf8)
    #expect(CharacterEncoding.detect(wrong, contentType: "text/html") == .utf8)
  }
}
