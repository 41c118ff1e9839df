import SharedValues
import Testing

@testable import InAppBrowser

/// The HTML standard's form submission, byte by byte.
@Suite struct FormSubmissionTests {
  private func submission(
    _ html: String, button: Int? = nil, _ change: (inout FormValues, WebPage) -> Void = { _, _ in }
  ) -> Result<Navigation, FormSubmission.Refusal> {
    let page = page(html)
    var values = FormValues(page)
    change(&values, page)
    return FormSubmission.submission(
      of: 0, button: button.map { page.controls[$0] }, page: page, values: values)
  }

  @Test(arguments: [
    ("a b", "a+b"), ("é€", "%C3%A9%E2%82%AC"), ("a&b=c+d%", "a%26b%3Dc%2Bd%25"), ("*-._", "*-._"),
    ("~'()!", "%7E%27%28%29%21"),
    ("a\nb", "a%0D%0Ab"), ("a\r\nb\r", "a%0D%0Ab%0D%0A"), ("\u{1F600}", "%F0%9F%98%80"), ("", ""),
  ])
  func `urlencoding`(value: String, encoded: String) {
    #expect(URLEncodedForm.encode([("k", value)]) == "k=\(encoded)")
  }

  @Test func `only successful controls are sent, in tree order`() throws {
    let html = """
      <form method=post><input name=t value=1><input value=nameless><input name=off disabled value=2>
      <input type=checkbox name=c value=yes checked><input type=checkbox name=d><input type=checkbox name=e checked>
      <input type=radio name=r value=1><input type=radio name=r value=2 checked><select name=s><option value=x>X</select>
      <select name=m multiple><option selected>p<option selected>q</select><textarea name=a>t</textarea>
      <input type=file name=f><input type=reset name=z><input type=hidden name=h value=v><input type=submit name=b1 value=go>
      <button name=b2 value=stop>Stop</button></form>
      """
    let sent = try submission(html, button: 15).get()
    #expect(sent.body?.content.revealed == "t=1&c=yes&e=on&r=2&s=x&m=p&m=q&a=t&h=v&b2=stop")
  }

  @Test func `a password travels in the body alone`() throws {
    let result = submission("<form method=post action='/in?x=1'><input type=password name=p></form>") { values, _ in
      values.set(Secret("topsecret"), for: 0)
    }
    let sent = try result.get()
    #expect(sent.url.text == "https://example.com/in?x=1")
    #expect(sent.body?.content.revealed == "p=topsecret")
    #expect(!"\(sent)".contains("topsecret"))
  }

  @Test(arguments: [
    ("<form action='/s?old=1#f'><input name=q value='a b'></form>", "https://example.com/s?q=a+b"),
    ("<form><input name=q value=1></form>", "https://example.com/dir/page?q=1"),
    ("<form action=''><input name=q></form>", "https://example.com/dir/page?q="),
    ("<form method=GET action=../x><input name=q></form>", "https://example.com/x?q="),
    ("<form method=GET action=https://example.com/a/../../b//./x><input name=q></form>", "https://example.com/b//x?q="),
  ])
  func `GET replaces the query`(html: String, url: String) throws {
    let sent = try submission(html).get()
    #expect(sent.method == "GET" && sent.body == nil)
    #expect(sent.url.text == url)
  }

  @Test func `a button has the last word`() throws {
    let html =
      "<form action=/a><input name=x value=1><button name=b value=2 formaction=/c formmethod=post>B</button></form>"
    let sent = try submission(html, button: 1).get()
    #expect(sent.method == "POST")
    #expect(sent.url.path == "/c")
    #expect(sent.body?.content.revealed == "x=1&b=2")
  }

  /// HTML standard, "picking an encoding for the form": accept-charset, else the page's encoding; other characters become references.
  @Test(arguments: [
    ("iso-8859-1", "", "ren%E9e+%80+%26%239731%3B&_charset_=windows-1252"),
    ("utf-8", "", "ren%C3%A9e+%E2%82%AC+%E2%98%83&_charset_=UTF-8"),
    ("iso-8859-1", "accept-charset=utf-8", "ren%C3%A9e+%E2%82%AC+%E2%98%83&_charset_=UTF-8"),
    ("utf-8", "accept-charset='x-unknown latin1'", "ren%E9e+%80+%26%239731%3B&_charset_=windows-1252"),
  ])
  func `names and values are sent in the page's encoding`(charset: String, attribute: String, sent: String) throws {
    let html =
      "<form method=post \(attribute)><input name=n value='ren\u{E9}e \u{20AC} \u{2603}'><input type=hidden name=_charset_></form>"
    let bytes = charset == "utf-8" ? Array(html.utf8) : CharacterEncoding.windows1252.encode(html)
    let response = HTTPResponse(
      200, headers: [HTTPHeader("Content-Type", "text/html; charset=\(charset)")], body: bytes)
    let page = try PageReader.page(response, url: "https://example.com/".webURL)
    var values = FormValues(page)
    values.set(Secret("ren\u{E9}e \u{20AC} \u{2603}"), for: 0)
    for (encoding, wanted) in [("", sent), ("multipart", "")] {
      var page = page
      if encoding == "multipart" { page.forms[0].encoding = .multipart }
      let body = try #require(FormSubmission.submission(of: 0, button: nil, page: page, values: values).get().body)
      if wanted.isEmpty {
        #expect(body.bytes.contains(0xE9) == !sent.contains("%C3"))
      } else {
        #expect(String(decoding: body.bytes, as: UTF8.self) == "n=" + wanted)
      }
    }
  }

  @Test func `a page in Shift_JIS gets its answer in it`() throws {
    let response = HTTPResponse(
      200, headers: [HTTPHeader("Content-Type", "text/html; charset=shift_jis")],
      body: Array("<form method=post><input name=n><input type=hidden name=_charset_></form>".utf8))
    let page = try PageReader.page(response, url: "https://example.com/".webURL)
    var values = FormValues(page)
    values.set(Secret("ログ é"), for: 0)
    let body = try FormSubmission.submission(of: 0, button: nil, page: page, values: values).get().body
    #expect(body?.content.revealed == "n=%83%8D%83O+%26%23233%3B&_charset_=Shift_JIS")
  }

  @Test func `text plain is refused when posted`() throws {
    #expect(throws: FormSubmission.Refusal.encoding) {
      try submission("<form method=post enctype='text/plain'><input name=a></form>").get()
    }
    _ = try submission("<form enctype='text/plain'><input name=a></form>").get()
  }

  /// For example, Canaille's login form.
  @Test func `multipart is sent when a form or its button asks for it`() throws {
    let ofForm = "<form method=post enctype='multipart/form-data'><input name=a value=1><button name=b value=2></form>"
    let ofButton =
      "<form method=post><input name=a value=1><button name=b value=2 formenctype='multipart/form-data'></form>"
    for html in [ofForm, ofButton] {
      let body = try #require(try submission(html, button: 1).get().body)
      let boundary = try #require(body.contentType.split(separator: "=").last)
      #expect(body.contentType == "multipart/form-data; boundary=\(boundary)")
      #expect(
        body.content.revealed == """
          --\(boundary)\r
          Content-Disposition: form-data; name="a"\r
          \r
          1\r
          --\(boundary)\r
          Content-Disposition: form-data; name="b"\r
          \r
          2\r
          --\(boundary)--\r

          """)
      #expect(!"\(body)".contains("name="))
    }
    #expect(try submission("<form enctype='multipart/form-data'><input name=a></form>").get().url.text.hasSuffix("?a="))
  }

  @Test(arguments: [
    ("a", "x\ny", "name=\"a\"\r\n\r\nx\r\ny\r\n"), ("é", "€", "name=\"é\"\r\n\r\n€\r\n"),
    ("a\"; x=\"", "1", "name=\"a%22; x=%22\"\r\n\r\n1\r\n"), ("a\r\nb", "1", "name=\"a%0D%0Ab\"\r\n\r\n1\r\n"),
    ("a", "&=+%", "name=\"a\"\r\n\r\n&=+%\r\n"),
  ])
  func `a name of a multipart form cannot end early`(name: String, value: String, part: String) {
    let text = MultipartForm.encode([(name, value)], boundary: "b")
    #expect(text == "--b\r\nContent-Disposition: form-data; \(part)--b--\r\n")
  }

  @Test func `no two multipart forms share a boundary`() {
    #expect(Set((0..<50).map { _ in MultipartForm.freshBoundary() }).count == 50)
  }

  @Test(arguments: [
    "<form><input name=a required></form>", "<form><input type=password name=a required></form>",
    "<form><input type=checkbox name=a required></form>",
    "<form><select name=a required><option value=''>Choose</select></form>",
    "<form><input type=radio name=a value=1 required></form>", "<form><textarea name=a required></textarea></form>",
  ])
  func `required fields are demanded`(html: String) {
    #expect(throws: FormSubmission.Refusal.missing(0)) { try submission(html).get() }
  }

  @Test func `a required field that is filled, disabled or read-only is fine`() throws {
    _ = try submission(
      "<form><input name=a required value=1><input name=b required disabled><input name=c required readonly></form>"
    ).get()
  }

  /// Such as a Cancel button beside a required password.
  @Test func `required fields may be empty where the form or its button says so`() throws {
    let cancel = "<input name=a required><button name=cancel value=1 formnovalidate>Cancel</button></form>"
    #expect(try submission("<form>" + cancel, button: 1).get().url.query == "a=&cancel=1")
    #expect(throws: FormSubmission.Refusal.missing(0)) { try submission("<form>" + cancel).get() }
    _ = try submission("<form novalidate><input name=a required></form>").get()
  }

  @Test(arguments: [("name=go value=v", "a=1&go.x=0&go.y=0"), ("value=v", "a=1&x=0&y=0")])
  func `an image button sends where it was pressed`(attributes: String, sent: String) throws {
    let html = "<form method=post><input name=a value=1><input type=image \(attributes)></form>"
    #expect(try submission(html, button: 1).get().body?.content.revealed == sent)
    #expect(try submission(html).get().body?.content.revealed == "a=1")
  }

  @Test func `method dialog does nothing`() {
    #expect(throws: FormSubmission.Refusal.nothingToDo) {
      try submission("<form method=dialog><input name=a></form>").get()
    }
  }

  @Test func `radio buttons exclude each other within their form`() {
    let page = page(
      "<form><input type=radio name=r value=1 checked><input type=radio name=r value=2></form><form><input type=radio name=r value=3 checked></form>"
    )
    var values = FormValues(page)
    values.check(page.controls[1], in: page)
    #expect([0, 1, 2].map(values.isChecked) == [false, true, true])
  }

  @Test func `typed values are not printed`() {
    var values = FormValues()
    values.set(Secret("topsecret"), for: 1)
    var dumped = "\(values)"
    dump(values, to: &dumped)
    #expect(!dumped.contains("topsecret"))
  }
}
