import AppState
import Catalogue
import Foundation
import Logging
import SharedValues
import Synchronization
import URIDispatch

/// The external user agent that comes with the product: `dcr-browser`, a process of its own with its own cookies.
///
/// This process passes on paths and never opens what is behind them: neither the password file nor the cookie jar.
/// The redirect comes back through the socket that stands for the operating system's dispatch of private-use schemes.
final class InAppBrowser: ExternalUserAgent {
  struct Options: Sendable {
    var program: String
    var dispatchFolder: String
    var dataFolder: String
    /// PEM files, asked for at each start: the embedded server's authority is made at its first.
    var trusted: @Sendable () -> [String]
    /// User name and password file of an unattended login.
    var unattended: Unattended?
    var isEphemeral = false
    var isPresenter = false
    /// Passed on as they are: `--plain`, `--ascii`, `--no-color`, `--lang de`.
    var look: [String] = []
    /// A person's time in the browser.
    var limit: Duration = .seconds(300)
  }

  struct Unattended: Hashable, Sendable {
    var username: String
    var passwordFile: String
  }

  /// What happens to this program's terminal while the browser has it.
  struct Handover: Sendable {
    var leave: @MainActor @Sendable () -> Void
    var reenter: @MainActor @Sendable () -> Void

    static let nothing = Handover(leave: {}, reenter: {})
  }

  private let options: Options
  private let handover: Handover
  private let log: Logger
  private let latest = Mutex<Latest>(Latest())

  private struct Latest {
    var failure: CommandError?
    var child: ChildProcess?
  }

  init(_ options: Options, handover: Handover = .nothing, log: Logger) {
    self.options = options
    self.handover = handover
    self.log = log
  }

  /// Why the last visit failed, in the terms of commands.
  var failure: CommandError? { latest.withLock { $0.failure } }

  func open(_ url: String, redirectURI: String) async -> UserAgentOutcome {
    latest.withLock { $0.failure = nil }
    let (events, feed) = AsyncStream.makeStream(of: Event.self)
    let address = URIDispatchAddress(deviceDirectory: options.dispatchFolder)
    let listener: URIDispatchListener
    do {
      listener = try URIDispatchListener(at: address) { uri in InAppBrowser.answer(uri, redirectURI, feed) }
    } catch {
      let code = error.code == .inUse ? "socket_in_use" : "socket_unusable"
      return failed(CommandError(code, ["path": address.path, "detail": error.detail]))
    }
    defer { listener.close() }
    let isInteractive = options.unattended == nil
    if isInteractive { await handover.leave() }
    let outcome = await visit(arguments(url, redirectURI, address.path), events, feed)
    if isInteractive { await handover.reenter() }
    return outcome
  }

  func clearData() async -> [String] {
    let arguments = ["--clear-data", "--data-dir", options.dataFolder]
    guard let child = try? ChildProcess(options.program, arguments, output: .pipe) else { return [] }
    let names = Mutex<[String]>([])
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    child.readLines { line in
      guard let line else { return end.finish() }
      if let erased = (try? JSON.parse(line))?.stringArray { names.withLock { $0 += erased } }
    }
    for await _ in ends {}
    _ = await child.exit()
    return names.withLock { $0 }
  }

  /// For a program that ends: the browser ends with it.
  ///
  /// Returns when it has ended, after a second at the latest: until then the terminal is not this program's to restore.
  func kill(_ signal: Int32 = SIGTERM) {
    guard let child = latest.withLock({ $0.child }) else { return }
    child.send(signal)
    for _ in 0..<200 where child.isRunning { usleep(5000) }
    child.send(SIGKILL)
  }

  // MARK: One visit

  private enum Event: Sendable {
    case redirect(String)
    case exit(ChildProcess.Exit)
    case limit
    /// It said that it delivered, but nothing came.
    case lost
  }

  /// Takes what begins with the redirect URI, and nothing else: the rest is no answer to what was asked. Whether its query
  /// is one is for the judges of the protocol.
  private static func answer(
    _ uri: String, _ redirectURI: String, _ feed: AsyncStream<Event>.Continuation
  ) -> URIDispatchAnswer {
    guard uri == redirectURI || uri.hasPrefix(redirectURI + "?") || uri.hasPrefix(redirectURI + "#") else {
      return .refused(Phrase.reasonNotThisRedirect.english)
    }
    feed.yield(.redirect(uri))
    return .accepted
  }

  private func visit(
    _ arguments: [String], _ events: AsyncStream<Event>, _ feed: AsyncStream<Event>.Continuation
  ) async -> UserAgentOutcome {
    let child: ChildProcess
    do {
      child = try start(arguments)
    } catch {
      return failed(error)
    }
    let errors = Task { await child.readErrors() }
    let sources = [
      Task { _ = feed.yield(.exit(await child.exit())) },
      Task { [limit = options.limit] in
        try? await Task.sleep(for: limit)
        if !Task.isCancelled { feed.yield(.limit) }
      },
    ]
    let outcome = await withTaskCancellationHandler {
      await judge(events, feed, child, errors)
    } onCancel: {
      feed.finish()
    }
    for source in sources { source.cancel() }
    await child.end()
    latest.withLock { $0.child = nil }
    return outcome
  }

  private func start(_ arguments: [String]) throws(CommandError) -> ChildProcess {
    let isInteractive = options.unattended == nil
    let child = try ChildProcess(
      options.program, arguments, input: isInteractive ? .inherited : .nothing,
      output: isInteractive ? .inherited : .nothing, errors: .pipe)
    latest.withLock { $0.child = child }
    log.info("browser started", metadata: ["pid": "\(child.pid)"])
    return child
  }

  func arguments(_ url: String, _ redirectURI: String, _ socket: String) -> [String] {
    var words = [url, "--redirect-uri", redirectURI, "--dispatch-socket", socket, "--data-dir", options.dataFolder]
    for file in options.trusted() { words += ["--trusted-certificates", file] }
    if let unattended = options.unattended {
      words += ["--headless", "--username", unattended.username, "--password-file", unattended.passwordFile]
    }
    if options.isEphemeral { words.append("--ephemeral") }
    if options.isPresenter { words.append("--presenter") }
    return words + options.look
  }

  /// Whichever comes first decides. A browser that has delivered is given time to say goodbye; a presenter takes it.
  private func judge(
    _ events: AsyncStream<Event>, _ feed: AsyncStream<Event>.Continuation, _ child: ChildProcess,
    _ errors: Task<String, Never>
  ) async -> UserAgentOutcome {
    for await event in events {
      switch event {
      case .redirect(let uri):
        if !options.isPresenter { endSoon(child) }
        _ = await child.exit()
        return .redirect(uri)
      case .limit:
        return failed(
          CommandError("user_agent_timeout", ["detail": text(.reasonBrowserTimeout, "minutes", "5")]))
      case .exit(.code(0)):
        // The redirect is on its way: it was accepted before the browser left.
        Task {
          try? await Task.sleep(for: .seconds(2))
          feed.yield(.lost)
        }
      case .lost:
        return failed(CommandError("browser_failed", ["detail": text(.reasonBrowserEnded, "code", "0")]))
      case .exit(let exit):
        let said = await errors.value
        return judge(exit, said)
      }
    }
    return .closed
  }

  private func endSoon(_ child: ChildProcess) {
    Task {
      try? await Task.sleep(for: .seconds(3))
      child.send(SIGTERM)
    }
  }

  /// The exit codes of `dcr-browser`.
  private func judge(_ exit: ChildProcess.Exit, _ said: String) -> UserAgentOutcome {
    let report = ProgramFailure(said)
    var values = ["detail": report?.why ?? text(.reasonBrowserEnded, "code", "\(exit.status)")]
    values["expected"] = report?.hint
    values["description"] = values["detail"]
    switch exit {
    case .code(10): return .closed
    case .code(77): return failed(CommandError("login_refused", values))
    case .code(130): return .closed
    case .code(let code):
      return failed(CommandError("browser_failed", values, status: ExitStatus(rawValue: code) ?? .unavailable))
    case .signal(let number):
      values["detail"] = text(.reasonBrowserKilled, "signal", "\(number)")
      return failed(CommandError("browser_failed", values, status: .unavailable))
    }
  }

  private func failed(_ error: CommandError) -> UserAgentOutcome {
    latest.withLock { $0.failure = error }
    log.notice("browser failed", metadata: ["code": "\(error.code)"])
    return .failed(error.values["detail"] ?? error.code)
  }

  private func text(_ phrase: Phrase, _ name: String, _ value: String) -> String { Catalogue()(phrase, [name: value]) }
}
