import AppState
import Foundation
import SharedValues
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Exports for other programs: curl, HAR, SVG and Mermaid can read them, and a server's text stays text.
struct ExportTests {
  private static let nasty = "'; touch /tmp/owned; $(id) `id` \\ \"&<>#;%%{init}%%\u{1B}[2J\u{202E}\r\nX: y -o@f ]]>é💥"
  private let look = Look()

  private func message(_ request: HTTPRequest, _ response: HTTPResponse? = nil) -> Message {
    Message(
      id: 7, from: .app, to: .server,
      content: .exchange(Exchange(request, outcome: response.map { .success($0) }, started: Sample.now)),
      time: Sample.now, step: .token)
  }

  private var hostileLog: MessageLog {
    var log = MessageLog()
    let request = HTTPRequest(
      "GET", "https://idp.example/\(Self.nasty)?a=\(Self.nasty)", headers: [HTTPHeader("X-A", Self.nasty)],
      body: Array(Self.nasty.utf8))
    let answers: [HTTPResponse] = [
      HTTPResponse(200, headers: [HTTPHeader("Location", Self.nasty)], body: Array(Self.nasty.utf8)),
      Sample.json(400, ["error": .string(Self.nasty), "client_id": .string(Self.nasty)]),
    ]
    for answer in answers {
      log.append(
        Message(
          from: .app, to: .server, .exchange(Exchange(request, outcome: .success(answer), started: Sample.now)),
          at: Sample.now, step: .register))
    }
    log.append(Message(from: .app, to: .browser, .userAgentOpened(url: Self.nasty), at: Sample.now, step: .login))
    log.append(
      Message(
        from: .browser, to: .app, .redirect(url: "a:/b?code=\(Self.nasty)&error=\(Self.nasty)"), at: Sample.now,
        step: .login))
    log.append(
      Message(
        from: .browser, to: .server,
        .observed(ObservedRequest(method: Self.nasty, path: Self.nasty, status: 200, note: Self.nasty)),
        at: Sample.now, step: .login))
    log.append(Message(from: .app, to: .keystore, .keystoreSaved(file: Self.nasty), at: Sample.now, step: .token))
    return log
  }

  /// Expects no character that a terminal, a shell or a reader could misinterpret.
  private func expectHarmless(_ text: String) {
    let harmful = text.unicodeScalars.filter { $0.isHarmful && $0 != "\n" }
    #expect(harmful.isEmpty, "\(harmful.map(\.value))")
  }

  // MARK: Secrets

  /// No list of secrets has these names; the builder of the request declares them secret.
  @Test(arguments: [
    ("application/x-www-form-urlencoded", "unheard_member=SECRETSECRET&a=b"),
    ("application/json", "{\"deep\":{\"unheard_member\":\"SECRETSECRET\"}}"),
    ("text/plain", "unheard_member=SECRETSECRET"),
  ])
  func aSecretPartIsMaskedEverywhere(_ type: String, _ body: String) throws {
    var request = HTTPRequest(
      "POST", "https://idp.example/p?unheard_parameter=SECRETSECRET&shown=1",
      headers: [HTTPHeader("X-Unheard", "SECRETSECRET"), HTTPHeader("Content-Type", type)], body: Array(body.utf8),
      secretParts: SecretParts(headers: ["X-Unheard"], body: ["unheard_parameter", "Unheard_Member"]))
    for isMarked in [true, false] {
      if !isMarked { request.secretParts = .none }
      let message = message(request, HTTPResponse(204))
      let shown = [
        MessageText.of(message, reveal: false), try #require(CurlCommand().text(for: message)),
        HTTPArchive(version: "1", issuer: "https://idp.example").text([message]),
        MessageDetail(message, reveal: false, width: 100, look: look).lines.flatMap(\.spans).map(\.text).joined(),
      ]
      for text in shown { #expect(text.contains("SECRETSECRET") != isMarked, "\(text)") }
      #expect("\(request)".contains("SECRETSECRET") != isMarked)
    }
    #expect(MessageText.of(message(request), reveal: true).contains("SECRETSECRET"))
  }

  // MARK: curl

  /// Runs a command in a shell where curl prints its arguments, separated by zero bytes.
  private func arguments(of command: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-euc", "curl() { printf '%s\\0' \"$@\"; }\n" + command]
    process.environment = ["PATH": "/nowhere"]
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(said)")
    #expect(said.isEmpty, "\(said)")
    return printed.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func value(after name: String, in arguments: [String]) -> String? {
    arguments.firstIndex(of: name).map { arguments[$0 + 1] }
  }

  @Test func aRequestIsTheSameInCurl() throws {
    let body =
      "grant_type=authorization_code&code=Cg85vgCfElPckCgzPYDcZUrMekzA1iv5&redirect_uri=io.curity.dcrclient%3A%2Fcallback"
    let request = HTTPRequest(
      "POST", "https://localhost:8443/oauth/v2/oauth-token?a=b%20c",
      headers: [
        HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
        HTTPHeader("Authorization", "Bearer secret-of-the-test-12345"),
        HTTPHeader("X-Empty", ""),
      ], body: Array(body.utf8), endpoint: .token)
    let files = CurlCommand.Files(authority: "/home/o'neill/ca.pem")
    let text = try #require(CurlCommand().text(for: message(request), files: files))
    let arguments = try arguments(of: text)
    #expect(value(after: "--request", in: arguments) == "POST")
    #expect(value(after: "--url", in: arguments) == "https://localhost:8443/oauth/v2/oauth-token?a=b%20c")
    #expect(value(after: "--cacert", in: arguments) == "/home/o'neill/ca.pem")
    #expect(value(after: "--proto", in: arguments) == "=https,http")
    #expect(
      value(after: "--data-raw", in: arguments)
        == "grant_type=authorization_code&code=Cg85vgCf••••&redirect_uri=io.curity.dcrclient%3A%2Fcallback")
    #expect(arguments.contains("Authorization: Bearer secret-o••••"))
    #expect(arguments.contains("X-Empty;"))
    #expect(!text.contains("--cert"))
  }

  @Test func aBodyOfJSONStaysJSON() throws {
    let document: JSON = ["client_secret": "tfs9nad3dweFAa1CqpUj5p6NC4", "name": "it's \u{1B}[2J \"me\"\n"]
    let request = HTTPRequest(
      "PUT", "https://idp.example/r", headers: [HTTPHeader("Content-Type", "application/json")],
      body: Array(document.compact.utf8), endpoint: .registration)
    let text = try #require(CurlCommand().text(for: message(request)))
    expectHarmless(text)
    let sent = try #require(value(after: "--data-raw", in: try arguments(of: text)))
    let json = try JSON.parse(Array(sent.utf8))
    #expect(json["name"] == document["name"])
    #expect(json["client_secret"] == "tfs9nad3••••")
  }

  /// Values that a server chooses (an endpoint, a client id, a template's name) return in requests.
  @Test func noValueEscapesItsQuotes() throws {
    for type in ["application/x-www-form-urlencoded", "application/json", "text/plain"] {
      let request = HTTPRequest(
        Self.nasty, "-o/etc/passwd \(Self.nasty)",
        headers: [
          HTTPHeader("X-A", Self.nasty), HTTPHeader("@/etc/passwd", "x"), HTTPHeader(Self.nasty, "x"),
          HTTPHeader("Content-Type", type),
        ], body: Array("@/etc/passwd \(Self.nasty)".utf8))
      let text = try #require(CurlCommand().text(for: message(request)))
      expectHarmless(text)
      let arguments = try arguments(of: text)
      // Only the app's own options occur, each with one value.
      let options = arguments.enumerated().filter { $0.offset == 0 || $0.offset % 2 == 1 }.map(\.element)
      #expect(Set(options).isSubset(of: ["--globoff", "--proto", "--request", "--header", "--data-raw", "--url"]))
      #expect(!arguments.contains { $0.hasPrefix("@/etc/passwd:") })
      #expect(arguments.contains { $0.hasPrefix("X-A: '; touch /tmp/owned; $(id) `id` \\ \"&<>") })
    }
    #expect(!FileManager.default.fileExists(atPath: "/tmp/owned"))
  }

  @Test func onlyRequestsCanBeCopied() throws {
    let log = Sample.messages(upTo: .signedOut)
    for message in log {
      #expect((CurlCommand().text(for: message) != nil) == message.canBeSent, "\(message.id)")
    }
    let login = try #require(log.first { if case .userAgentOpened = $0.content { true } else { false } })
    let text = try #require(CurlCommand().text(for: login))
    #expect(text.contains("scope=dcr") && text.contains("state=q7PvYhT••••"))
  }

  // MARK: HAR

  /// Expects every member that HAR 1.2 requires, with its type.
  private func expectArchive(_ json: JSON) throws {
    let log = try #require(json["log"])
    #expect(log["version"] == "1.2")
    #expect(log["creator"]?["name"] == "DCR Terminal")
    #expect(log["creator"]?["version"]?.stringValue?.isEmpty == false)
    let time = try Regex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z")
    for entry in try #require(log["entries"]?.arrayValue) {
      #expect(try time.wholeMatch(in: entry["startedDateTime"]?.stringValue ?? "") != nil)
      #expect(entry["cache"] == [:])
      let request = try #require(entry["request"])
      for name in ["method", "url", "httpVersion"] { #expect(request[name]?.stringValue != nil, "\(name)") }
      for name in ["headersSize", "bodySize"] { #expect(request[name]?.intValue != nil, "\(name)") }
      expectPairs(request["headers"])
      expectPairs(request["queryString"])
      #expect(request["cookies"]?.arrayValue != nil)
      if let posted = request["postData"] {
        #expect(posted["mimeType"]?.stringValue != nil)
        #expect((posted["text"] == nil) != (posted["params"] == nil), "posted data has either text or params")
      }
      let response = try #require(entry["response"])
      for name in ["status", "headersSize", "bodySize"] { #expect(response[name]?.intValue != nil, "\(name)") }
      for name in ["statusText", "httpVersion", "redirectURL"] {
        #expect(response[name]?.stringValue != nil, "\(name)")
      }
      expectPairs(response["headers"])
      #expect(response["cookies"]?.arrayValue != nil)
      #expect(response["content"]?["size"]?.intValue != nil)
      #expect(response["content"]?["mimeType"]?.stringValue != nil)
      let timings = try #require(entry["timings"])
      for name in ["send", "wait", "receive"] { #expect((timings[name]?.doubleValue ?? -1) >= 0, "\(name)") }
      for name in ["blocked", "dns", "connect", "ssl"] { #expect(timings[name]?.intValue == -1, "\(name)") }
      #expect(entry["time"]?.doubleValue == timings["wait"]?.doubleValue)
    }
  }

  private func expectPairs(_ json: JSON?) {
    guard let pairs = json?.arrayValue else {
      Issue.record("the archive has no list of entries")
      return
    }
    for pair in pairs { #expect(pair["name"]?.stringValue != nil && pair["value"]?.stringValue != nil) }
  }

  private func archive(_ log: MessageLog) throws -> JSON {
    let text = HTTPArchive(version: "1.0.0", issuer: Sample.issuer).text(log)
    expectHarmless(text)
    return try JSON.parse(Array(text.utf8))
  }

  @Test func anArchiveHasEveryRequiredMember() throws {
    let log = Sample.messages(upTo: .signedOut)
    let json = try archive(log)
    try expectArchive(json)
    let entries = try #require(json["log"]?["entries"]?.arrayValue)
    let events = try #require(json["log"]?["_events"]?.arrayValue)
    #expect(entries.count + events.count == log.count)
    let numbers = (entries.compactMap { $0["_number"]?.intValue } + events.compactMap { $0["number"]?.intValue })
      .sorted()
    #expect(numbers == log.map(\.id))
    let token = try #require(entries.first { $0["_step"] == "registration-token" })
    #expect(
      token["request"]?["postData"]?["params"]?.arrayValue?.contains(["name": "code", "value": "Cg85vgCf••••"]) == true)
    #expect(token["time"]?.doubleValue == 14)
    let seen = try #require(entries.first { $0["_from"] == "browser" })
    #expect(seen["request"]?["url"] == .string(Sample.base + "/oauth/v2/oauth-authorize"))
    #expect(seen["comment"] == "seen by the embedded server: login form")
  }

  @Test func failedPendingAndDroppedMessagesMakeAValidArchive() throws {
    try expectArchive(try archive(Sample.failing))
    try expectArchive(try archive(Sample.underWay))
    try expectArchive(try archive(MessageLog()))
    let heavy = try archive(Sample.heavy)
    try expectArchive(heavy)
    let first = try #require(heavy["log"]?["entries"]?.arrayValue?.first)
    #expect(first["response"]?["bodySize"]?.intValue == 1 << 20)
    #expect(first["comment"] == "headers and bodies were let go")
    let failed = try #require(try archive(Sample.failing)["log"]?["entries"]?.arrayValue?.last)
    #expect(failed["_error"] == "connection_lost")
    #expect(failed["response"]?["status"] == 0)
  }

  @Test func hostileMessagesMakeAValidArchive() throws { try expectArchive(try archive(hostileLog)) }

  // MARK: The diagram

  /// Element names and all text of a well-formed document.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var text = ""
    var attributes = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes values: [String: String] = [:]
    ) {
      elements[name, default: 0] += 1
      attributes += values.values.joined(separator: " ")
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  private func read(_ svg: String) throws -> Reader {
    let reader = Reader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return reader
  }

  @Test func aPictureHasEveryArrow() throws {
    let log = Sample.messages(upTo: .signedOut)
    let svg = SVGText(look: look).text(log)
    expectHarmless(svg)
    let reader = try read(svg)
    #expect(reader.elements["path"] == log.count, "each arrow has a head")
    for word in ["1 · Registration", "2 · Login", "4 · Sign out", "Keystore", "Identity server", "POST register"] {
      #expect(reader.text.contains(word), "\(word)")
    }
    // The two logins are drawn differently, and nothing is loaded from elsewhere.
    #expect(svg.contains("<line class=\"a\"") && svg.contains("<line class=\"b\""))
    #expect(!svg.contains("href") && !svg.contains("url(") && !svg.contains("<script"))
    #expect(svg.contains("prefers-color-scheme: dark"))
  }

  @Test func aPictureOfHostileMessagesHasTheSameElements() throws {
    let reader = try read(SVGText(look: look).text(hostileLog))
    #expect(Set(reader.elements.keys) == ["svg", "title", "style", "rect", "text", "line", "g", "path"])
    #expect(reader.text.contains("touch /tmp/owned"))
    #expect(!reader.attributes.contains("owned"))
  }

  /// The statements of a sequence diagram that the app writes, one in each line.
  private let statements = [
    "sequenceDiagram", "  %% [^#;\\n{}]*", "  participant (PARTY) as [A-Za-z0-9 ()-]+",
    "  rect rgba\\([0-9, .]+\\)", "  Note over (keystore|attacker),(server|rogue): TEXT", "  end",
    "  (PARTY)(->>|-->>|--x)(PARTY): TEXT",
  ].map { $0.replacing("PARTY", with: "(?:attacker|app|browser|server|keystore|rogue)(?:_[a-z0-9_]+)?") }.map {
    $0.replacing("TEXT", with: "(?:[^#;\\n<>{}%&\"']|#[0-9]+;)+")
  }

  private func expectMermaid(_ text: String) throws -> [String] {
    expectHarmless(text)
    let lines = text.split(separator: "\n").map(String.init)
    let patterns = try statements.map { try Regex($0) }
    for line in lines {
      #expect(try patterns.contains { try $0.wholeMatch(in: line) != nil }, "\(line)")
    }
    #expect(lines.filter { $0.hasPrefix("  rect") }.count == lines.filter { $0 == "  end" }.count)
    return lines
  }

  @Test func aDiagramIsMermaid() throws {
    let log = Sample.messages(upTo: .signedOut)
    let lines = try expectMermaid(MermaidText(look: look).text(log))
    #expect(lines.first == "sequenceDiagram")
    #expect(lines.filter { $0.contains("->>") && !$0.contains("-->>") }.count == log.count)
    #expect(lines.contains("  app->>server: 8 · POST register"))
    #expect(lines.contains { $0.hasPrefix("  server-->>app: 201 client") })
  }

  @Test func aDiagramOfHostileMessagesIsMermaidToo() throws {
    _ = try expectMermaid(MermaidText(look: look).text(hostileLog))
  }

  /// Two phones, a malicious app and a hostile server each have their own line.
  @Test func everyPartyHasItsOwnLine() throws {
    let lines = try expectMermaid(MermaidText(look: look).text(Sample.crowd))
    let declared = lines.compactMap { $0.wholeMatch(of: #/  participant (\w+) as .*/#).map { String($0.1) } }
    #expect(
      declared == [
        "attacker", "keystore_phone_1", "app_phone_1", "browser_phone_1", "keystore_thief_phone", "app_thief_phone",
        "browser_thief_phone", "server", "rogue",
      ])
    #expect(lines.filter { $0.hasPrefix("  Note over attacker,rogue: ") }.count == 3, "each step has a note")
    let svg = SVGText(look: look).text(Sample.crowd)
    #expect(svg.contains("<title>A malicious app takes the redirect</title>"))
    let lanes = svg.matches(of: #/<line class="life"[^>]* x1="(\d+)"/#).map { String($0.1) }
    #expect(lanes.count == 9 && Set(lanes).count == 9, "\(lanes)")
    // Heads of arrows end at the line of their party.
    let heads = svg.matches(of: #/<path class="[ab]h" d="M(\d+) /#).map { String($0.1) }
    #expect(Set(heads).isSubset(of: lanes), "\(heads)")
    #expect(heads.filter { $0 == lanes[8] }.count == 3, "two browsers and a code reached the hostile server")
  }

  @Test func anArchiveNamesTheStepAndPhoneOfEachMessage() throws {
    let log = Sample.crowd
    let archive = HTTPArchive(version: "1", issuer: "https://localhost:8443", parts: log.flows).json(log)
    let entries = try #require(archive["log"]?["entries"]?.arrayValue)
    #expect(entries.first?["_part"] == "1 · The redirect is stolen" && entries.first?["_phone"] == "phone-1")
    #expect(entries.last?["_part"] == "3 · Everybody at once" && entries.last?["_to"] == "rogue")
    let urls = entries.filter { $0["_from"] == "browser" }.compactMap { $0["request"]?["url"]?.stringValue }
    #expect(
      urls.contains("http://127.0.0.1:9/authorize") && urls.contains("https://localhost:8443/oauth/v2/oauth-authorize"))
    let own = HTTPArchive(version: "1", issuer: "https://localhost:8443").json(Sample.messages(upTo: .loggedIn))
    #expect(own["log"]?["entries"]?.arrayValue?.first?["_part"] == nil)
  }

  @Test func aRefusalIsACross() throws {
    let lines = try expectMermaid(MermaidText(look: look).text(Sample.failing))
    #expect(lines.contains { $0.hasPrefix("  server--xapp: 400") })
  }
}
