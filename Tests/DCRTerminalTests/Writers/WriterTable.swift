import AppState
import Foundation
import Labs
import Logging
import Screens
import SharedValues
import TerminalUI
import TestSupport
import Testing

@testable import Automation
@testable import DCRTerminal
@testable import Gallery
@testable import IdentityServer
@testable import InAppBrowser
@testable import Programs
@testable import Samples
@testable import TestRuns
@testable import UserAgents
@testable import Workshop

/// A place in this product that writes strangers' text into a foreign format: how it writes, which function of `read_back.py`
/// reads it, and the expected result.
struct Writer: CustomTestStringConvertible, Sendable {
  let name: String
  let reader: String
  /// The expected result, where the writer leaves out or changes text on purpose.
  var expected: @Sendable (String) -> String = { $0 }
  let write: @Sendable (String) throws -> String

  var testDescription: String { name }

  static let all = shell + files + markup + pages + web

  /// Text between fixed words, so that a reader can find it.
  static func marked(_ text: String) -> String { "note:\(text):end" }

  /// Without invisible characters and without those that move the cursor.
  static func plain(_ text: String) -> String { SafeText.plain(text) }

  /// Without characters that move the cursor; invisible ones are shown by a picture.
  static func shown(_ text: String) -> String { PlainText.shown(text) }

  static func oneLine(_ text: String) -> String { CommandError.line(text) }

  // MARK: Commands

  private static let shell = [
    Writer(name: "curl: JSON", reader: "curl_json") { text in
      try curl(HTTPRequest("POST", "https://idp.example/", headers: [json], body: body(text)))
    },
    Writer(name: "curl: header", reader: "curl_header", expected: plain) { text in
      try curl(HTTPRequest("GET", "https://idp.example/", headers: [HTTPHeader("X-Text", text)]))
    },
    Writer(name: "shell word", reader: "shell_word") { Escape.shellWord($0) },
    Writer(name: "desktop entry", reader: "desktop_entry") { text in
      try DesktopEntry(scheme: "io.example.app", command: [text, "open-uri"]).text
    },
  ]

  private static let json = HTTPHeader("Content-Type", "application/json")

  private static func body(_ text: String) -> [UInt8] {
    Array(JSON.object([.init("client_name", .string(text))]).compact.utf8)
  }

  private static func message(_ request: HTTPRequest) -> Message {
    Message(
      id: 1, from: .app, to: .server, content: .exchange(Exchange(request, outcome: nil, started: Sample.now)),
      time: Sample.now, step: .register)
  }

  private static func curl(_ request: HTTPRequest) throws -> String {
    try #require(CurlCommand().text(for: message(request)))
  }

  // MARK: Files

  private static let files = [
    Writer(name: "log file", reader: "log_line", expected: withoutJoiners) { text in
      let folder = TemporaryFolder()
      let file = try LogFile(path: folder.path + "/log")
      Logger(label: "app") { FileLogHandler(label: $0, file: file, logLevel: .info) }
        .info("request", metadata: ["text": "\(text)", "last": "1"])
      return String(decoding: try Data(contentsOf: URL(filePath: folder.path + "/log")), as: UTF8.self)
    },
    Writer(name: "OpenMetrics", reader: "open_metrics") { text in
      var metrics = OpenMetrics()
      metrics.family("idsvr_text", .gauge, "A text.")
      metrics.sample("idsvr_text", [("text", text)], 1)
      metrics.end()
      return metrics.text
    },
    Writer(name: "SQL LIKE", reader: "like_pattern") { text in
      JSON.strings([
        text, try #require(ClientQuery(text: text).conditions().arguments.first.map(String.fromDatabaseValue) ?? nil),
      ])
      .compact
    },
    Writer(name: "CSV", reader: "csv_field") { text in
      [text, "last"].map(Escape.csvField).joined(separator: ",")
    },
    Writer(name: "JSON", reader: "json_text") { JSON.object([.init("text", .string($0))]).compact },
    Writer(name: "JSON for people", reader: "json_text") { JSON.object([.init("text", .string($0))]).pretty },
    Writer(name: "HAR", reader: "archive") { text in
      HTTPArchive(version: "1", issuer: "https://idp.example").text([
        message(HTTPRequest("POST", "https://idp.example/", headers: [json], body: body(text)))
      ])
    },
  ]

  /// Without joiners and selectors, because a terminal may show the file.
  private static func withoutJoiners(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{200D}" && $0 != "\u{FE0F}" }))
  }

  // MARK: Documents

  private static let markup = [
    Writer(name: "report: Markdown", reader: "markdown", expected: spaced) { try report($0).markdown },
    Writer(name: "report: JUnit", reader: "junit", expected: TestRun.readable) { try report($0).junit },
    Writer(name: "report: JUnit, an attribute", reader: "junit_attribute", expected: oneLine) {
      try report("", title: marked($0)).junit
    },
    Writer(name: "report: HTML", reader: "html_text", expected: TestRun.readable) { try report($0).html },
    Writer(name: "picture", reader: "xml_text") { text in
      CanvasPicture(Canvas(Size(10, 2))).svg(PictureStyle.all[0], title: marked(text))
    },
    Writer(name: "diagram: SVG", reader: "xml_text", expected: plain) { SVGText(look: Look()).text(diagram($0)) },
    Writer(name: "diagram: Mermaid", reader: "mermaid", expected: plain) {
      MermaidText(look: Look()).text(diagram($0))
    },
    Writer(name: "gallery", reader: "html_script") { text in
      GalleryPage(catalogue: .init(), isComparison: false, style: PictureStyle.all[0]).html(variants: [text])
    },
    Writer(name: "lessons", reader: "html_text", expected: withoutReturns) { text in
      LessonPrint.certificate(
        try JSONDecoder().decode(
          LessonCertificate.self,
          from: Data(
            JSON.object([
              .init("name", .string(marked(text))), .init("device", "phone"), .init("of", 1), .init("lessons", []),
              .init("iat", 0),
            ]).compact.utf8)), document: "")
    },
  ]

  /// A renderer shows a line break as a space.
  private static func spaced(_ text: String) -> String {
    TestRun.readable(text).replacingBytes(of: "\u{FE0F}", with: "").replacingBytes(of: "\n", with: " ")
  }

  private static func withoutReturns(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\r" }))
  }

  private static func report(_ note: String, title: String = "A title") throws -> TestReport {
    let plan = TestPlan(
      title: "Plan",
      cases: [
        TestCase(
          id: "A-1", title: title, area: "one", precondition: TestPrecondition(device: .fresh),
          steps: ["Press Enter"], expected: ["It works"], source: "UX")
      ])
    var run = TestRun(id: "1", plan: plan, started: Sample.now, tester: "tess", facts: [])
    run.mark(plan.cases[0], .fail, note: marked(note), now: Sample.now)
    return TestReport(run, plan)
  }

  private static func diagram(_ text: String) -> MessageLog {
    MessageLog(about: .init(id: "a", name: "a", title: marked(text)))
  }

  // MARK: Pages of the server

  private static let pages = [
    Writer(name: "login page", reader: "html_text", expected: shown) { text in
      page(
        try Pages().login(
          action: "/login", form: "f", userName: marked(text), lead: nil, message: nil, status: 200))
    },
    Writer(name: "login page, what it is for", reader: "html_text", expected: shown) { text in
      page(
        try Pages().login(
          action: "/login", form: "f", userName: "", lead: marked(text), destination: "here", message: nil, status: 200)
      )
    },
    Writer(name: "consent page", reader: "html_text", expected: shown) { text in
      page(
        try Pages().consent(
          action: "/consent", form: "f", userName: "demouser", clientName: marked(text), destination: nil,
          scope: ["openid"]))
    },
    Writer(name: "message page", reader: "html_text", expected: shown) { text in
      page(try Pages().message(.logoutTitle, "text", detail: marked(text)))
    },
    Writer(name: "administration", reader: "html_text", expected: shown) { text in
      page(
        try Pages().administration(
          nil, marked(text), "refusal", ["text": marked(text)], signOutForm: "f", status: 200, note: ""))
    },
  ]

  private static func page(_ response: ServerResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  // MARK: What the browser sends

  private static let web = [
    Writer(name: "form", reader: "urlencoded", expected: FormText.withCRLF) {
      URLEncodedForm.encode([("text", $0), ("last", "1")])
    },
    Writer(name: "multipart, a name", reader: "multipart", expected: FormText.withCRLF) { text in
      parts([(text, "1"), ("last", "2")])
    },
    Writer(name: "multipart, a value", reader: "multipart_value", expected: FormText.withCRLF) { text in
      parts([("text", text), ("last", "2")])
    },
  ]

  private static func parts(_ entries: [(String, String)]) -> String {
    let body = FormBody.multipart(entries)
    return JSON.strings([body.content.revealed, body.contentType]).compact
  }
}
