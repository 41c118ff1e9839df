import Foundation
import LocalSockets
import SharedValues
import Testing
import TestSupport

@testable import InAppBrowser

/// The program itself: exit codes, standard output and error, and what it leaves on disk.
@Suite struct ProcessTests {
  private let folder: TemporaryFolder
  private let authority: TestAuthority
  private let trusted: String

  init() throws {
    folder = TemporaryFolder()
    authority = try TestAuthority()
    trusted = try authority.writePEM(in: folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
  }

  private struct Ended {
    var code: Int32
    var output: String
    var errors: String
  }

  /// The built program beside the test bundle.
  private static var program: URL? {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    return ["dcr-browser", "InAppBrowser"].map { folder.appendingPathComponent($0) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  private func run(_ arguments: [String], input: String = "", path: String? = nil) async throws -> Ended {
    let process = Process()
    guard let program = ProcessTests.program else {
      Issue.record("the program has not been built")
      throw CancellationError()
    }
    process.executableURL = program
    process.arguments = arguments
    if let path { process.environment = ["PATH": path] }
    let (output, errors, standardInput) = (folder.path + "/out", folder.path + "/err", folder.path + "/in")
    for file in [output, errors] { try Data().write(to: URL(fileURLWithPath: file)) }
    try Data(input.utf8).write(to: URL(fileURLWithPath: standardInput))
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    process.standardInput = FileHandle(forReadingAtPath: standardInput)
    await withCheckedContinuation { continuation in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch {
        Issue.record(error)
        continuation.resume()
      }
    }
    return Ended(
      code: process.terminationStatus, output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }

  private var data: String { folder.path + "/browser" }

  private func common(_ server: LoopbackServer) -> [String] {
    [
      "https://localhost:\(server.port)/start", "--redirect-uri", redirectURI.text, "--dispatch-socket",
      folder.path + "/uri.sock", "--data-dir", data, "--trusted-certificates", trusted,
    ]
  }

  private func headless(_ password: String, mode: Int = 0o600) throws -> [String] {
    let file = folder.path + "/password"
    try (password + "\nsecond line\n").write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return ["--headless", "--username", "demo", "--password-file", file]
  }

  @Test func `a login from start to end leaves the session and nothing typed`() async throws {
    let server = try await LoopbackServer(tls: authority.server(), answer: LoginSite.onePage)
    let listener = try URIDispatchListener(at: URIDispatchAddress(deviceDirectory: folder.path)) { _ in .accepted }
    defer { listener.close() }
    let ended = try await run(common(server) + headless("right"))
    #expect(ended.code == 0)
    #expect(ended.output == "" && ended.errors == "")
    let jar = try String(contentsOfFile: data + "/cookies.json", encoding: .utf8)
    #expect(jar.contains("__Host-sso"))
    #expect(!jar.contains("right") && !jar.contains("demo"))
    let again = try await run(common(server) + headless("right"))
    #expect(again.code == 0)
    #expect(server.requests.count { $0.method == "POST" } == 1)

    let cleared = try await run(["--clear-data", "--data-dir", data])
    #expect(cleared.code == 0)
    #expect(cleared.output == "[\"cookies.json\"]\n")
    let nothing = try await run(["--clear-data", "--data-dir", data])
    #expect(nothing.output == "[]\n")
  }

  @Test(arguments: ["", "\n"]) func `the page can come through a descriptor`(end: String) async throws {
    let server = try await LoopbackServer(tls: authority.server(), answer: LoginSite.onePage)
    let listener = try URIDispatchListener(at: URIDispatchAddress(deviceDirectory: folder.path)) { _ in .accepted }
    defer { listener.close() }
    let words = common(server)
    let ended = try await run(["--url-fd", "0"] + words.dropFirst() + headless("right"), input: words[0] + end)
    #expect(ended.code == 0)
    #expect(ended.errors == "")
  }

  @Test func `page, redirect and errand can come as JSON`() async throws {
    let server = try await LoopbackServer(tls: authority.server(), answer: LoginSite.onePage)
    let listener = try URIDispatchListener(at: URIDispatchAddress(deviceDirectory: folder.path)) { _ in .accepted }
    defer { listener.close() }
    let words = common(server)
    let visit = JSON.object([
      .init("url", .string(words[0])), .init("redirect_uri", .string(words[2])), .init("errand", "log-in"),
    ])
    let ended = try await run(["--url-fd", "0"] + words.dropFirst(3) + headless("right"), input: visit.compact)
    #expect(ended.code == 0)
    #expect(ended.errors == "")
    let signOut = visit.setting("errand", "sign-out").compact
    try FileManager.default.removeItem(atPath: data)
    // At a sign-out nothing is typed.
    let stuck = try await run(["--url-fd", "0"] + words.dropFirst(3) + headless("right"), input: signOut)
    #expect(stuck.code == 11)
    #expect(server.requests.count { $0.method == "POST" } == 1)
  }

  @Test(arguments: [
    "{", "{}", #"{"url":"https://localhost/"}"#, #"{"url":"https://localhost/","redirect_uri":"none"}"#,
    #"{"url":"ftp://localhost/","redirect_uri":"http://127.0.0.1/"}"#,
  ])
  func `JSON without page and redirect is wrong usage`(text: String) async throws {
    let server = try await LoopbackServer(tls: authority.server(), answer: LoginSite.onePage)
    let ended = try await run(["--url-fd", "0"] + common(server).dropFirst(3) + headless("right"), input: text)
    #expect(ended.code == 64)
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["", "nonsense", "ftp://localhost/", String(repeating: "a", count: 1_100_000)])
  func `a descriptor that brings no page is wrong usage`(text: String) async throws {
    let server = try await LoopbackServer(tls: authority.server(), answer: LoginSite.onePage)
    let ended = try await run(
      ["--url-fd", "0"] + common(server).dropFirst() + headless("right"), input: text)
    #expect(ended.code == 64)
    #expect(server.requests.isEmpty)
  }

  @Test func `a refused login ends with 77, two lines, and without the password`() async throws {
    let server = try await LoopbackServer(tls: authority.server(), answer: LoginSite.onePage)
    let ended = try await run(common(server) + headless("topsecret"))
    #expect(ended.code == 77)
    let lines = ended.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("dcr-browser: ") == true)
    #expect(lines.first?.contains("Incorrect credentials") == true)
    #expect(lines.last?.hasPrefix("hint: ") == true)
    #expect(!(ended.errors + ended.output).contains("topsecret"))
  }

  @Test func `a password file that others can read is warned about`() async throws {
    let server = try await LoopbackServer(tls: authority.server(), answer: LoginSite.onePage)
    let ended = try await run(common(server) + headless("wrong", mode: 0o644))
    #expect(ended.errors.hasPrefix("dcr-browser: warning: "))
  }

  @Test func `ephemeral keeps nothing`() async throws {
    let server = try await LoopbackServer(tls: authority.server(), answer: LoginSite.onePage)
    let listener = try URIDispatchListener(at: URIDispatchAddress(deviceDirectory: folder.path)) { _ in .accepted }
    defer { listener.close() }
    let ended = try await run(common(server) + headless("right") + ["--ephemeral"])
    #expect(ended.code == 0)
    #expect(!FileManager.default.fileExists(atPath: data + "/cookies.json"))
  }

  @Test func `a damaged jar ends with 65 and is left as it is`() async throws {
    let server = try await LoopbackServer(tls: authority.server(), answer: LoginSite.onePage)
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try "{".write(toFile: data + "/cookies.json", atomically: true, encoding: .utf8)
    let ended = try await run(common(server) + headless("right"))
    #expect(ended.code == 65)
    #expect(ended.errors.contains("hint: "))
    #expect(try String(contentsOfFile: data + "/cookies.json", encoding: .utf8) == "{")
    #expect(server.requests.isEmpty)
  }

  @Test func `an untrusted server ends with 69`() async throws {
    let server = try await LoopbackServer(tls: TestAuthority(name: "Other").server(), answer: LoginSite.onePage)
    let ended = try await run(common(server) + headless("right"))
    #expect(ended.code == 69)
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    ["--data-dir", "x"], ["not-a-url", "--data-dir", "x"], ["https://a/", "--redirect-uri", "a:/b", "--data-dir", "x"],
    ["https://a/", "--redirect-uri", "a:/b", "--dispatch-socket", "/tmp/uri.sock", "--data-dir", "x", "--headless"],
    ["--password", "x"],
    ["https://a/", "--redirect-uri", "http://127.0.0.1/b", "--data-dir", "x", "--login-origin", "https://b/path"],
    ["https://a/", "--redirect-uri", "http://127.0.0.1/b", "--data-dir", "x", "--errand", "steal"],
    ["https://a/", "--redirect-uri", "a:/b", "--dispatch-socket", "/tmp/other", "--data-dir", "x"],
    ["https://a/", "--url-fd", "0", "--redirect-uri", "http://127.0.0.1/b", "--data-dir", "x"],
    ["--url-fd", "0", "--redirect-uri", "http://127.0.0.1/b", "--data-dir", "x"],
    ["--url-fd", "99", "--redirect-uri", "http://127.0.0.1/b", "--data-dir", "x"],
    ["--url-fd", "-1", "--redirect-uri", "http://127.0.0.1/b", "--data-dir", "x"],
  ])
  func `wrong usage ends with 64 and a hint`(arguments: [String]) async throws {
    let ended = try await run(arguments)
    #expect(ended.code == 64)
    #expect(ended.errors.split(separator: "\n").count == 2)
    #expect(ended.errors.contains("\nhint: "))
  }

  @Test func `without a terminal the full screen is refused`() async throws {
    let server = try await LoopbackServer(tls: authority.server(), answer: LoginSite.onePage)
    let ended = try await run(common(server))
    #expect(ended.code == 64)
    #expect(ended.errors.contains("--plain"))
  }

  @Test func `a login by lines`() async throws {
    let server = try await LoopbackServer(tls: authority.server(), answer: LoginSite.onePage)
    let listener = try URIDispatchListener(at: URIDispatchAddress(deviceDirectory: folder.path)) { _ in .accepted }
    defer { listener.close() }
    let ended = try await run(common(server) + ["--plain"], input: "demo\nright\n1\n")
    #expect(ended.code == 0)
    #expect(ended.output.contains("You have left the app"))
    #expect(!ended.output.contains("right"))
    #expect(server.requests.map(\.body) == ["", "username=demo&password=right"])
    let left = try await run(
      ["https://localhost:\(server.port)/login"] + common(server).dropFirst() + ["--plain"], input: "")
    #expect(left.code == 10)
  }

  @Test func `lines keep what was typed when a field is missing, and take several choices`() async throws {
    let server = try await LoopbackServer(tls: authority.server()) { request in
      request.method == "POST"
        ? .http("303 See Other", headers: ["Location: com.example.app:/callback?code=1"])
        : .html(
          """
          <form method=post action=/in><input name=a><input type=password name=p>
          <select name=m multiple><option>x<option disabled>y<option>z</select><input type=file name=f>
          <input type=radio name=r value=1>One<input type=radio name=r value=2>Two<input name=b required></form>
          """)
    }
    let listener = try URIDispatchListener(at: URIDispatchAddress(deviceDirectory: folder.path)) { _ in .accepted }
    defer { listener.close() }
    // The first time `b` stays empty; 3 and 0 are no choices.
    let lines = ["demo", "right", "3", "1, 2", "0", "2", "", "1", "", "", "", "", "yes", "1"]
    let ended = try await run(common(server) + ["--plain"], input: lines.joined(separator: "\n") + "\n")
    #expect(ended.code == 0, "\(ended.output)")
    #expect(server.requests.last?.body == "a=demo&p=right&m=x&m=z&r=2&b=yes")
    #expect(ended.output.contains("1-2, several") && ended.output.contains("f: files cannot be sent"))
  }

  @Test func `lines keep what was typed when a link cannot be opened`() async throws {
    let server = try await LoopbackServer(tls: authority.server()) { request in
      request.method == "POST"
        ? .http("303 See Other", headers: ["Location: com.example.app:/callback?code=1"])
        : .html(
          """
          <form method=post action=/in><input name=a><input name=user value=anna readonly>
          <input type=checkbox checked disabled name=s aria-label=Profile></form><a href='mailto:help@example.com'>Help</a>
          """)
    }
    let listener = try URIDispatchListener(at: URIDispatchAddress(deviceDirectory: folder.path)) { _ in .accepted }
    defer { listener.close() }
    let ended = try await run(common(server) + ["--plain"], input: "demo\n2\n\n1\n")
    #expect(ended.code == 0, "\(ended.output)")
    #expect(server.requests.last?.body == "a=demo&user=anna")
    #expect(ended.output.contains("user: anna\nProfile: Y\n"), "what cannot be changed is told")
  }

  @Test func `lines offer the system's browser for a page of scripts`() async throws {
    let server = try await LoopbackServer(tls: authority.server()) { _ in
      .html("<script>x</script><a href=/>Powered by Example</a>")
    }
    let ended = try await run(common(server) + ["--plain"], input: "2\n0\n", path: folder.path)
    #expect(ended.code == 10)
    #expect(ended.output.contains("2. button: Open in the System Browser"))
    #expect(ended.output.contains("No system browser could be started"))
    let document = try await LoopbackServer(tls: authority.server()) { _ in
      .http("200 OK", headers: ["Content-Type: application/pdf"], body: Array("%PDF".utf8))
    }
    let refused = try await run(common(document) + ["--plain"], input: "y\n\n", path: folder.path)
    #expect(refused.code == 10)
    #expect(refused.output.contains("Open in the System Browser (y or n, [N]):"))
    #expect(refused.output.contains("No system browser could be started"))
  }
}
