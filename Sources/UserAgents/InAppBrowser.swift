import Glibc
import HTTPTransport
import LocalSockets
import Logging
import Synchronization

/// The external user agent that comes with the product: `dcr-browser`, another process. This one never opens its cookies and password file.
package final class InAppBrowser: ExternalUserAgent {
  package struct Options: Sendable {
    package var dataFolder: String
    package var appID: String
    /// PEM files, listed anew at each start, because the embedded server's authority exists only after the server's first start.
    package var trusted: @Sendable () -> [String]
    /// As `--proxy` takes it; `nil`: the environment decides.
    package var proxy: String?
    /// The user that the browser logs in by itself; `nil`: a person logs in.
    package var unattended: Unattended?
    package var isEphemeral = false
    package var settings = BrowserSettings()
    /// Options passed on to the browser: `--plain`, `--ascii`, `--no-color`, `--lang de`. Read at each visit.
    package var look: @Sendable () -> [String] = { [] }
    package var limit = BrowserVisit.limit
    package var confinement = Confinement.ofThisProgram

    package init(dataFolder: String, appID: String, trusted: @escaping @Sendable () -> [String]) {
      (self.dataFolder, self.appID, self.trusted) = (dataFolder, appID, trusted)
    }
  }

  package struct Unattended: Hashable, Sendable {
    package var username: String
    package var passwordFile: String
    /// Origins that may get the password, besides that of the page which the app opens.
    package var loginOrigins: [String] = []

    package init(username: String, passwordFile: String, loginOrigins: [String] = []) {
      (self.username, self.passwordFile, self.loginOrigins) = (username, passwordFile, loginOrigins)
    }
  }

  private let options: Options
  private let handover: TerminalHandover
  private let log: Logger
  private let running = Mutex<ChildProcess?>(nil)
  /// A browser without a person that was started before its visit and waits at its standard input for the page.
  private let ahead = Mutex<Ahead?>(nil)
  private typealias Ahead = (child: ChildProcess, arguments: [String])

  package init(_ options: Options, handover: TerminalHandover = .nothing, log: Logger) {
    (self.options, self.handover, self.log) = (options, handover, log)
  }

  package func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    await open(url, reception, for: .logIn(scope: ""), meeting: nil)
  }

  package func open(
    _ url: String, _ reception: RedirectReception, for errand: UserAgentErrand, meeting trouble: PageFault?
  ) async -> UserAgentOutcome {
    let isInteractive = options.unattended == nil
    if isInteractive { await handover.leave(options.settings.values.isFast ? .fullScreen : .fullScreenIfNeeded) }
    let (outcome, tookScreen) = await visit(url, reception, errand, trouble)
    if isInteractive { await handover.reenter(tookScreen) }
    if case .failed(let failure) = outcome {
      log.notice("browser failed", metadata: ["code": "\(failure.code.rawValue)"])
    }
    return outcome
  }

  package func clearData() async -> [String] {
    let arguments = ["--clear-data", "--data-dir", options.dataFolder]
    guard let program = try? OwnPrograms.browser(), let child = try? ChildProcess(program, arguments, output: .pipe)
    else { return [] }
    let output = await child.readOutput()
    _ = await child.exit()
    return output.lines.flatMap { (try? JSON.parse(String($0)))?.stringArray ?? [] }
  }

  /// Returns when the browser has ended, after a second at most: before, this program must not restore the terminal.
  package func kill() {
    for child in [running.withLock { $0 }, replaceAhead()?.child] { child?.kill() }
  }

  package func prepare(in folder: String) {
    startAhead(arguments(dispatchingTo: URIDispatchAddress(deviceDirectory: folder).path))
  }

  private func visit(
    _ url: String, _ reception: RedirectReception, _ errand: UserAgentErrand, _ trouble: PageFault?
  ) async -> (UserAgentOutcome, tookScreen: Bool) {
    let child: ChildProcess
    do { child = try start(url, reception, errand, trouble) } catch {
      let code = UserAgentFailure.Code(rawValue: error.code.rawValue) ?? .failed
      return (.failed(UserAgentFailure(code, error.values)), tookScreen: false)
    }
    let errors = Task { await child.readErrors() }
    let visit = BrowserVisit(reception)
    visit.watch(child)
    let outcome = await visit.outcome(limit: options.limit) { [self] exit in await verdict(exit, errors) }
    // A browser that has delivered the redirect gets time to end by itself; in a presentation, as long as it needs.
    if case .redirect = outcome {
      if !options.settings.values.isPresenter { after(.seconds(3)) { child.send(SIGTERM) } }
      _ = await child.exit()
    }
    await child.end()
    running.withLock { $0 = nil }
    if case .redirect = outcome, errand != .signOut { startAhead(arguments(dispatchingTo: reception.socketPath)) }
    logWarnings(errors)
    return (InAppBrowser.judge(outcome, reception.lastDropped), tookScreen: child.result != InAppBrowser.doneUnseen)
  }

  /// The outcome of a visit whose last redirect was dropped. No right answer can come any more, so the protocol's judges say what is wrong with it.
  package static func judge(_ outcome: UserAgentOutcome, _ dropped: String?) -> UserAgentOutcome {
    guard let dropped else { return outcome }
    switch outcome {
    // `dcr-browser` ends with 69 when its delivery was refused; a person's browser is closed then.
    case .closed: return .redirect(dropped)
    case .failed(let failure) where failure.exitCode == ExitStatus.unavailable.rawValue: return .redirect(dropped)
    case .failed, .redirect: return outcome
    }
  }

  /// Logs the browser's warnings without waiting for them: a program that the browser left behind may keep its standard error open.
  private func logWarnings(_ errors: Task<String, Never>) {
    Task { [log] in
      for said in await errors.value.lines.compactMap({
        $0.without(prefix: "dcr-browser: ").flatMap { Phrase.warningLine.words(in: $0) }
      }) { log.warning("browser", metadata: ["said": "\(said)"]) }
    }
  }

  /// The page is not passed as an argument, which every user of the machine may read: it contains `state` and `nonce`, at a sign-out an ID token.
  private func start(
    _ url: String, _ reception: RedirectReception, _ errand: UserAgentErrand, _ trouble: PageFault?
  ) throws(CommandError) -> ChildProcess {
    let words = arguments(dispatchingTo: reception.socketPath, meeting: trouble)
    let page = InAppBrowser.handed(url, errand, reception.redirectURI)
    let child: ChildProcess
    if options.unattended == nil {
      child = try ChildProcess(
        try OwnPrograms.browser(), words + ["--redirect-uri", reception.redirectURI], input: .inherited,
        output: .inherited, errors: .pipe, handing: page,
        environment: options.confinement.environment)
    } else {
      let waiting = replaceAhead()
      if let waiting, waiting.arguments == words, waiting.child.isRunning {
        child = waiting.child
      } else {
        waiting?.child.send(SIGTERM)
        child = try spawnWaiting(words)
      }
      child.write(page)
      child.closeInput()
    }
    running.withLock { $0 = child }
    log.info("browser started", metadata: ["pid": "\(child.pid)"])
    return child
  }

  /// Starts the browser of the next visit, so that the visit does not wait for a program to start. If the visit turns out to need other arguments, this
  /// browser ends unused.
  private func startAhead(_ arguments: [String]) {
    guard options.unattended != nil, let child = try? spawnWaiting(arguments) else { return }
    replaceAhead(by: (child, arguments))?.child.send(SIGTERM)
  }

  private func replaceAhead(by next: Ahead? = nil) -> Ahead? {
    ahead.withLock { ahead in
      defer { ahead = next }
      return ahead
    }
  }

  private func spawnWaiting(_ arguments: [String]) throws(CommandError) -> ChildProcess {
    try ChildProcess(
      try OwnPrograms.browser(), arguments, input: .pipe, errors: .pipe, environment: options.confinement.environment)
  }

  private static func handed(_ url: String, _ errand: UserAgentErrand, _ redirectURI: String) -> String {
    let page: JSON = ["url": .string(url), "redirect_uri": .string(redirectURI)]
    return switch errand {
    case .signOut: page.setting("errand", "sign-out").line
    case .logIn(let scope):
      page.setting("errand", "log-in").setting("scope", scope.isEmpty ? nil : .string(scope)).line
    }
  }

  private func arguments(dispatchingTo socketPath: String?, meeting trouble: PageFault? = nil) -> [String] {
    let descriptor = options.unattended == nil ? ChildProcess.handedDescriptor : STDIN_FILENO
    var words = ["--url-fd", "\(descriptor)", "--data-dir", options.dataFolder]
    if let socketPath { words += ["--dispatch-socket", socketPath] }
    words += ["--app-id", options.appID]
    for file in options.trusted() { words += ["--trusted-certificates", file] }
    if let unattended = options.unattended {
      words += ["--headless", "--username", unattended.username, "--password-file", unattended.passwordFile]
      for origin in unattended.loginOrigins { words += ["--login-origin", origin] }
    }
    if options.isEphemeral { words.append("--ephemeral") }
    let settings = options.settings.values
    if settings.clock != .real { words += ["--clock", settings.clock.json.line] }
    if settings.isPresenter { words.append("--presenter") }
    let named = [
      ("--proxy", options.proxy), ("--stop", settings.stop), ("--phone-name", settings.phoneName),
      ("--autoplay", settings.autoplay.map { "\($0)" }), ("--page-fault", trouble?.text),
    ]
    for case (let option, let value?) in named { words += [option, value] }
    return words + options.look() + (settings.isFast ? [] : ["--slow-line"])
  }

  /// The browser delivered the redirect without showing anything.
  private static let doneUnseen = ChildProcess.Exit.code(14)

  private func verdict(_ exit: ChildProcess.Exit, _ errors: Task<String, Never>) async -> BrowserVisit.Verdict {
    // The redirect was accepted before the browser ended.
    if exit == .code(0) || exit == InAppBrowser.doneUnseen { return .redirectIsComing }
    let report = ProgramFailure(await errors.value)
    var values = ["detail": report?.why ?? Catalogue()(.reasonBrowserEnded, ["code": "\(exit.status)"])]
    values["expected"] = report?.hint ?? Phrase.hintBrowserEnded.english
    switch exit {
    case .code(10), .code(130): return .over(.closed)
    // No page led back from the sign-out: the browser closes, as a person would do, and the session's end is uncertain.
    case .code(11):
      log.warning("browser", metadata: ["said": "\(report?.why ?? "")"])
      return .over(.closed)
    case .code(12): return .over(.failed(UserAgentFailure(.passwordNotTyped, values)))
    case .code(77): return .over(.failed(UserAgentFailure(.loginRefused, values)))
    case .code(let code): return .over(.failed(UserAgentFailure(.browserFailed, values, exitCode: code)))
    case .signal(let number):
      values["detail"] = Catalogue()(.reasonBrowserKilled, ["signal": "\(number)"])
      return .over(.failed(UserAgentFailure(.browserFailed, values)))
    }
  }
}
