import AppState
import Catalogue
import Foundation
import LocalSockets
import Logging
import OAuthClient
import SharedValues
import Synchronization
import TestSupport
import TestValues
import Testing

@testable import DCRTerminal
@testable import Edge
@testable import UserAgents
@testable import Workshop

/// Browsers that are separate programs: how they are started, and what their exit means.
@Suite(.timeLimit(.minutes(5)))
struct UserAgentTests {
  private static let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  private let folder = TemporaryFolder()

  static let lines: [(String, [String])] = [
    ("w3m", ["w3m", "URL"]), ("w3m -o x=y %u", ["w3m", "-o", "x=y", "URL"]),
    ("a 'b c' \"d e\" f\\ g", ["a", "b c", "d e", "f g", "URL"]), ("a --url=%u", ["a", "--url=URL"]),
    ("a '%u' %u", ["a", "URL", "URL"]), ("a ''", ["a", "", "URL"]), ("a \"\\\"\\$x\\y\"", ["a", "\"$x\\y", "URL"]),
    ("  a\t b  ", ["a", "b", "URL"]),
    ("a $HOME `id` ; rm * > x", ["a", "$HOME", "`id`", ";", "rm", "*", ">", "x", "URL"]),
  ]

  @Test(arguments: lines) func aCommandLineIsSplitAndNothingIsExpanded(_ line: String, _ words: [String]) throws {
    #expect(try CommandLineWords(line).filled("%u", with: "URL") == words)
  }

  @Test(arguments: ["", "   ", "'", "a \"b", "a \\", "\"\" a"]) func aBrokenCommandLineIsRefused(_ line: String) {
    #expect(throws: WrongValue.self) { try CommandLineWords(line) }
  }

  private func reception() throws -> RedirectReception {
    try RedirectReception(for: RedirectURI("http://127.0.0.1/callback"), awaiting: nil, in: folder.path)
  }

  private func script(_ text: String) -> String {
    let file = folder.write("browser", "#!/bin/sh\n" + text + "\n")
    chmod(file, 0o700)
    return file
  }

  /// A browser that hands the page to another process and ends; the redirect arrives later through the port.
  @Test func theRedirectOfAProgramThatEndedComesIn() async throws {
    let reception = try reception()
    let file = script(
      "printf '%s' \"$2\" > '\(folder.path)/url'\n"
        + "(exec 3<>/dev/null; python3 -c \"import urllib.request,sys; urllib.request.urlopen(sys.argv[1]).read()\" "
        + "'\(reception.redirectURI)?code=c&state=s') &\nexit 0")
    let agent = CommandBrowser(
      try CommandLineWords("'\(file)' --at %u"), takesTerminal: false, handover: .nothing, log: Self.log)
    let outcome = await agent.open("https://a.example/?x='y'&z=$HOME", reception)
    #expect(outcome == .redirect(reception.redirectURI + "?code=c&state=s"))
    // No shell touched the address.
    let url = FileManager.default.contents(atPath: folder.path + "/url") ?? Data()
    #expect(String(decoding: url, as: UTF8.self) == "https://a.example/?x='y'&z=$HOME")
  }

  @Test func aProgramThatCannotStartIsNamed() async throws {
    let reception = try reception()
    let agent = CommandBrowser(
      try CommandLineWords("no-such-browser-anywhere %u"), takesTerminal: false, handover: .nothing, log: Self.log)
    guard case .failed(let failure) = await agent.open("https://a.example", reception) else {
      throw Unexpected("a missing browser started")
    }
    #expect(failure.code.rawValue == "browser_not_started")
    #expect(failure.values["path"] == .value("no-such-browser-anywhere"))
  }

  @Test func aProgramThatFailsIsNamedWithItsExitCode() async throws {
    let reception = try reception()
    let file = script("exit 3")
    for takesTerminal in [false, true] {
      let agent = CommandBrowser(
        try CommandLineWords("'\(file)'"), takesTerminal: takesTerminal, handover: .nothing, log: Self.log)
      guard case .failed(let failure) = await agent.open("https://a.example", reception) else {
        throw Unexpected("the browser did not fail")
      }
      #expect(failure.code.rawValue == "browser_not_started")
      #expect(CommandError(failure)["detail"]?.contains("3") == true)
    }
  }

  /// `$BROWSER` is a list: the first browser that works is used.
  @Test func theSystemsBrowsersAreTriedInOrder() async throws {
    let reception = try reception()
    let good = script(
      "python3 -c \"import urllib.request,sys; urllib.request.urlopen(sys.argv[1]).read()\" "
        + "'\(reception.redirectURI)?code=c'")
    let agent = SystemBrowser(
      environment: ["BROWSER": "no-such-browser:/bin/false:'\(good)' --x=%s"], log: Self.log)
    #expect(await agent.open("https://a.example", reception) == .redirect(reception.redirectURI + "?code=c"))
    let none = SystemBrowser(environment: ["BROWSER": "no-such-browser:/bin/false"], log: Self.log)
    guard case .failed(let failure) = await none.open("https://a.example", try self.reception()) else {
      throw Unexpected("the browser did not fail")
    }
    #expect(failure.code.rawValue == "browser_not_started")
    #expect(failure.values["path"] == .value("/bin/false"))
    #expect(SystemBrowser(environment: [:], log: Self.log).commands.map(\.words) == [["xdg-open", "%s"]])
  }

  @Test func aCancelledVisitEnds() async throws {
    let reception = try reception()
    let agent = CommandBrowser(
      try CommandLineWords("/bin/true"), takesTerminal: false, handover: .nothing, log: Self.log)
    let visit = Task { await agent.open("https://a.example", reception) }
    visit.cancel()
    #expect(await visit.value == .closed)
  }

  /// A text browser in a script fetches the page and ends at once: redirect and exit arrive in the same moment.
  @Test(arguments: ["exit 0", "exit 3"])
  func theRedirectCountsAlsoWhenTheEndOfTheProgramIsHeardFirst(_ end: String) async throws {
    let reception = try RedirectReception(
      for: RedirectURI("io.curity.dcrclient:/callback"), awaiting: nil, in: folder.path)
    let child = try ChildProcess(script(end), [])
    let visit = BrowserVisit(reception)
    visit.watch(child)
    _ = await child.exit()
    // The visit learns of the exit before the redirect.
    for _ in 0..<1000 { await Task.yield() }
    #expect(reception.offer("io.curity.dcrclient:/callback?code=c&state=s") == .accepted)
    let outcome = await visit.outcome { _ in .over(.closed) }
    #expect(outcome == .redirect("io.curity.dcrclient:/callback?code=c&state=s"))
  }

  @Test func aVisitEndsWithItsLimit() async throws {
    let outcome = await BrowserVisit(try reception()).outcome(limit: .milliseconds(20)) { _ in .goesOn }
    guard case .failed(let failure) = outcome else { throw Unexpected("it did not end: \(outcome)") }
    #expect(failure.code.rawValue == "user_agent_timeout")
  }

  @Test func aURIThatOnlyResemblesTheRedirectIsRefused() throws {
    let plain = try RedirectReception(for: RedirectURI("io.curity.dcrclient:/callback"), awaiting: nil, in: folder.path)
    for stray in ["&code=c&state=s", "/?code=c", "2?code=c", "%3Fcode=c"] {
      #expect(plain.offer("io.curity.dcrclient:/callback" + stray) == .otherURI)
    }
    #expect(!plain.hasArrived)
    plain.close()
    let own = try RedirectReception(
      for: RedirectURI("io.curity.dcrclient:/callback?app=1"), awaiting: nil, in: folder.path)
    #expect(own.offer("io.curity.dcrclient:/callback?app=1?code=c") == .otherURI)
    #expect(own.offer("io.curity.dcrclient:/callback?app=12&code=c") == .otherURI)
    #expect(own.offer("io.curity.dcrclient:/callback?app=1&code=c") == .accepted)
    own.close()
  }

  // MARK: Answers that nobody asked for

  private func awaiting(_ dropped: @escaping @Sendable (String) -> Void = { _ in }) throws -> RedirectReception {
    try RedirectReception(
      for: RedirectURI("io.curity.dcrclient:/callback"), awaiting: AwaitedRedirect(state: Secret("right")),
      in: folder.path, dropped: dropped)
  }

  /// Any program of this user can open a URI with the app's scheme.
  @Test func aForgedURIIsRefusedAndTheVisitWaitsOn() async throws {
    let dropped = Mutex(0)
    let reception = try awaiting { _ in dropped.withLock { $0 += 1 } }
    let address = try #require(reception.socketPath.flatMap(URIDispatchAddress.init(socketPath:)))
    let visit = BrowserVisit(reception)
    let outcome = Task { await visit.outcome { _ in .goesOn } }
    for forged in ["?code=evil&state=wrong", "?code=evil", "?error=access_denied", ""] {
      let refusal = #expect(throws: LocalSocketError.self) {
        try URIDispatchClient.deliver("io.curity.dcrclient:/callback" + forged, to: address)
      }
      #expect(refusal?.code == .refused)
    }
    #expect(dropped.withLock { $0 } == 4)
    try URIDispatchClient.deliver("io.curity.dcrclient:/callback?code=c&state=right", to: address)
    #expect(await outcome.value == .redirect("io.curity.dcrclient:/callback?code=c&state=right"))
  }

  /// A wrong answer that the user pastes is a mistake, not an attack.
  @Test func aPastedAnswerToAnotherLoginIsNotCounted() throws {
    let reception = try awaiting { _ in Issue.record("counted as somebody else's") }
    #expect(reception.offer("io.curity.dcrclient:/callback?code=c&state=old") == .otherAnswer)
    #expect(reception.lastDropped == nil)
    #expect(reception.offer("io.curity.dcrclient:/callback?code=c&state=right") == .accepted)
  }

  /// When the browser that brought the wrong answer has ended, no other can bring the right one.
  @Test func theEndOfTheInAppBrowserAfterADroppedAnswerIsJudged() {
    let (wrong, closed) = ("io.curity.dcrclient:/callback?code=c&state=wrong", UserAgentOutcome.closed)
    let refused = UserAgentOutcome.failed(UserAgentFailure(.browserFailed, exitCode: 69))
    let crashed = UserAgentOutcome.failed(UserAgentFailure(.browserFailed, exitCode: 70))
    let wrongPassword = UserAgentOutcome.failed(UserAgentFailure(.loginRefused))
    for outcome in [closed, refused] { #expect(InAppBrowser.judge(outcome, wrong) == .redirect(wrong)) }
    for outcome in [crashed, wrongPassword, .redirect("right")] {
      #expect(InAppBrowser.judge(outcome, wrong) == outcome)
    }
    for outcome in [closed, refused] { #expect(InAppBrowser.judge(outcome, nil) == outcome) }
  }

  // MARK: By hand

  @Test func theInstructionsHoldTheAddressInOneLine() {
    let url = "https://a.example/?" + String(repeating: "x", count: 3000)
    let agent = ManualUserAgent(language: { .english }, environment: [:], handover: .nothing, write: { _ in })
    let lines = agent.instructions(url, "http://127.0.0.1:5000/callback").split(separator: "\n").map(String.init)
    #expect(lines.contains(url))
    #expect(!lines.contains { $0.contains("ssh") })
  }

  static let tunnels: [(String, [String: String], String?)] = [
    (
      "http://127.0.0.1:5000/cb", ["SSH_CONNECTION": "10.0.0.1 50000 10.0.0.2 22", "USER": "me"],
      "ssh -L 5000:127.0.0.1:5000 me@10.0.0.2"
    ),
    ("http://[::1]:5000/cb", ["SSH_CONNECTION": "fe80::1 50000 fe80::2 22"], "ssh -L 5000:[::1]:5000 fe80::2"),
    ("http://127.0.0.1:5000/cb", [:], nil), ("http://127.0.0.1:5000/cb", ["SSH_CONNECTION": "nonsense"], nil),
    ("a.b:/cb", ["SSH_CONNECTION": "10.0.0.1 50000 10.0.0.2 22"], nil),
    ("http://127.0.0.1:5000/cb", ["SSH_CONNECTION": "a b c;rm d", "USER": "me"], nil),
    (
      "http://127.0.0.1:5000/cb", ["SSH_CONNECTION": "1 2 10.0.0.2 22", "USER": "$(id)"],
      "ssh -L 5000:127.0.0.1:5000 10.0.0.2"
    ),
  ]

  @Test(arguments: tunnels) func aTunnelIsOfferedOverSSH(
    _ uri: String, _ environment: [String: String], _ expected: String?
  ) {
    #expect(ManualUserAgent.tunnel(uri, environment) == expected)
  }

  // MARK: The desktop entry

  /// Without a desktop, Debian's `xdg-open` takes a quote for part of a word, even around the program's path.
  @Test(arguments: ["/usr/bin/dcr-terminal", "/home/jörg/.local/share/a_b-c.d/x@1:2,3+4=5"])
  func aPlainWordOfADesktopEntryIsNotQuoted(_ path: String) throws {
    let entry = try DesktopEntry(scheme: "com.example.app", command: [path, "open-uri", "--data-dir", path])
    #expect(entry.text.contains("\nExec=\(path) open-uri --data-dir \(path) %u\n"))
    #expect(entry.isPlain)
  }

  /// Characters with a meaning for shells or in the specification; and the empty word.
  @Test(arguments: " \t\n'\"\\><~|&;$*?#()`!{}[]^".unicodeScalars.map { "a\($0)b" } + [""])
  func aWordWithSpecialCharactersIsQuoted(_ word: String) throws {
    let entry = try DesktopEntry(scheme: "com.example.app", command: ["/x", word])
    #expect(entry.text.contains("\nExec=/x \"") && entry.text.contains("\" %u\n"))
    #expect(!entry.isPlain)
  }

  @Test func aDesktopEntryQuotesItsCommand() throws {
    let entry = try DesktopEntry(
      scheme: "com.example.app", command: ["/opt/a b/dcr$`\"\\100%", "open-uri"])
    let exec = try #require(entry.text.split(separator: "\n").first { $0.hasPrefix("Exec=") })
    // First the quoting of Exec, then the escaping of every string value.
    #expect(exec == #"Exec="/opt/a b/dcr\\$\\`\\"\\\\100%%" open-uri %u"#)
    #expect(entry.text.contains("\nMimeType=x-scheme-handler/com.example.app;\n"))
  }

  @Test(arguments: [
    "app", "http", "https", "mailto", "a/b.c", "a b.c", "a.b;text/html", "a.b\nExec=x", "", ".", "a..b",
  ])
  func aSchemeWithoutADomainIsRefused(_ scheme: String) {
    let error = #expect(throws: CommandError.self) { try DesktopEntry(scheme: scheme, command: ["x"]) }
    #expect(error?.code.rawValue == "uri_scheme_not_own")
    #expect(error?.status == .usage)
  }

  @Test func installingIsIdempotentAndRemovingSparesOthers() throws {
    let entries = DesktopEntries(environment: ["XDG_DATA_HOME": folder.path])
    let entry = try DesktopEntry(scheme: "com.example.app", command: ["/x"])
    #expect(entries.path(entry) == folder.path + "/applications/dcr-terminal-com.example.app.desktop")
    #expect(try entries.remove(entry) == .nothing)
    #expect(try entries.install(entry) == .written)
    #expect(try entries.install(entry) == .unchanged)
    #expect(try entries.install(DesktopEntry(scheme: "com.example.app", command: ["/y"])) == .written)
    #expect(try entries.remove(entry) == .removed)
    folder.write("applications/" + entry.fileName, "[Desktop Entry]\nExec=mine\n")
    for change in [entries.install, entries.remove] {
      #expect(throws: CommandError.self) { try change(entry) }
    }
    let kept = FileManager.default.contents(atPath: entries.path(entry)) ?? Data()
    #expect(String(decoding: kept, as: UTF8.self).contains("mine"))
  }
}
