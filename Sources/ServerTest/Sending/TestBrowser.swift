import Edge
import FoundationEssentials
import Glibc
import LocalSockets
import Programs
import SharedValues

/// `dcr-browser`, whose process alone reads the password and keeps the cookies. It asks only the origins of the test, at the judged addresses.
package struct TestBrowser: Sendable {
  package struct Login: Hashable, Sendable {
    package var username: String
    package var passwordFile: String

    package init(username: String, passwordFile: String) {
      (self.username, self.passwordFile) = (username, passwordFile)
    }
  }

  /// Its own folder, with the cookies of this run.
  package let folder: String
  package let trustedCertificates: [String]
  package let origins: [String]
  package let pins: [String: IPAddress]
  package let pauseMilliseconds: Int
  /// `nil`: a person logs in once, in the browser's window.
  package let login: Login?

  package init(
    folder: String, trustedCertificates: [String], origins: [String], pins: [String: IPAddress],
    pauseMilliseconds: Int, login: Login?
  ) {
    (self.folder, self.trustedCertificates, self.origins) = (folder, trustedCertificates, origins)
    (self.pins, self.pauseMilliseconds, self.login) = (pins, pauseMilliseconds, login)
  }

  /// Seconds for one visit.
  private static let limit = 120

  /// - Parameters:
  ///   - passwords: how often the password may be posted.
  ///   - presses: whether it presses buttons that agree; otherwise it ends at the first page.
  package func visit(
    _ url: String, redirectURI: String, scope: String, isSignOut: Bool = false, passwords: Int, presses: Bool = true
  ) async -> Visit {
    let time = TimeSource.system.now
    var visit = Visit(time: time)
    let page = page(url, redirectURI, scope, isSignOut, passwords: login == nil ? 0 : passwords, presses: presses)
    var words = arguments(from: 0) + ["--headless", "--username", login?.username ?? "-"]
    words += ["--password-file", login?.passwordFile ?? "/dev/null"]
    for origin in origins { words += ["--login-origin", origin] }
    do throws(CommandError) {
      let child = try ChildProcess(try OwnPrograms.browser(), words, input: .pipe, output: .pipe, errors: .pipe)
      child.write(page)
      child.closeInput()
      let errors = Task { await child.readErrors() }
      let limit = Task {
        try await Task.sleep(for: .seconds(TestBrowser.limit))
        child.kill()
      }
      let output = await child.readOutput()
      limit.cancel()
      _ = (await child.exit(), await errors.value)
      visit = Visit(String(output.firstLine), time: TimeSource.system.now) ?? visit
    } catch { visit.end = error.code.rawValue }
    return visit
  }

  /// Lets a person log in, so that later visits find the cookies. The browser ends when the run is interrupted.
  /// - Throws: `browserClosed`, `browserFailed`.
  package func logInByHand(
    _ url: String, redirectURI: String, scope: String, _ sender: TestSender
  ) async throws(TestStop) {
    let child: ChildProcess
    do throws(CommandError) {
      child = try ChildProcess(
        try OwnPrograms.browser(), arguments(from: ChildProcess.handedDescriptor), input: .inherited,
        output: .inherited, errors: .pipe,
        handing: page(url, redirectURI, scope, false, passwords: 0, presses: true))
    } catch { throw .browserFailed(error.explanation) }
    let errors = Task { await child.readErrors() }
    let watch = Task {
      while !(await sender.isInterrupted) { try await Task.sleep(for: .milliseconds(200)) }
      child.send(SIGTERM)
    }
    let exit = await child.exit()
    watch.cancel()
    let said = String(await errors.value.firstLine)
    if await sender.isInterrupted { throw .interrupted }
    switch exit {
    case .code(0): return
    case .code(TestBrowser.closed): throw .browserClosed
    // A signal to all programs of the terminal may end the browser first.
    case .code(TestBrowser.ended), .signal: throw .interrupted
    default: throw .browserFailed(said.isEmpty ? "it ended with \(exit.status)" : said)
    }
  }

  /// The exit status of `dcr-browser` after the person has closed it, and after a signal has ended it.
  private static let (closed, ended): (Int32, Int32) = (10, 130)

  var spentLogin: String {
    login == nil ? "a person logs in only once" : "the run has posted it as often as it may"
  }

  /// Erases the cookies of the run.
  package func forget() async {
    guard let program = try? OwnPrograms.browser(),
      let child = try? ChildProcess(program, ["--clear-data", "--data-dir", folder])
    else { return }
    _ = await child.exit()
  }

  private func arguments(from descriptor: Int32) -> [String] {
    var words = ["--url-fd", "\(descriptor)", "--data-dir", folder]
    // Needed by its name alone: nothing is delivered.
    words += ["--dispatch-socket", URIDispatchAddress(deviceDirectory: folder).path]
    for file in trustedCertificates { words += ["--trusted-certificates", file] }
    return words
  }

  private func page(
    _ url: String, _ redirectURI: String, _ scope: String, _ isSignOut: Bool, passwords: Int, presses: Bool
  ) -> String {
    let page: JSON = [
      "url": .string(url), "redirect_uri": .string(redirectURI),
      "errand": .string(isSignOut ? "sign-out" : "log-in"),
      "test": [
        "origins": .strings(origins), "pins": .object(pins.map { JSON.Member($0.key, .string($0.value.text)) }),
        "pause_ms": .number("\(pauseMilliseconds)"), "passwords": .number("\(passwords)"), "presses": .bool(presses),
      ],
    ]
    return page.setting("scope", scope.isEmpty ? nil : .string(scope)).line
  }
}
