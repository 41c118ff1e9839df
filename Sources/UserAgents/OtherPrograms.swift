import Glibc
import Logging
import Synchronization

/// `--browser command`: any program that the user names. One that takes the terminal, such as w3m, keeps it until the redirect has come or the user
/// leaves it. Any other runs on in its own session and is never ended, because it may be the browser that the user works with.
final class CommandBrowser: ExternalUserAgent {
  private let command: CommandLineWords
  private let takesTerminal: Bool
  private let handover: TerminalHandover
  private let log: Logger
  private let running = Mutex<ChildProcess?>(nil)

  init(_ command: CommandLineWords, takesTerminal: Bool, handover: TerminalHandover, log: Logger) {
    (self.command, self.takesTerminal, self.handover, self.log) = (command, takesTerminal, handover, log)
  }

  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    let words = command.filled("%u", with: url)
    guard takesTerminal else { return await SystemBrowser.open([words], reception, log) }
    await handover.leave(.fullScreen)
    var modes = termios()
    let isTerminal = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &modes) == 0
    let outcome = await visit(words, reception)
    // The program was perhaps killed.
    if isTerminal { tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) }
    await handover.reenter(true)
    return outcome
  }

  func kill() { running.withLock { $0 }?.kill() }

  private func visit(_ words: [String], _ reception: RedirectReception) async -> UserAgentOutcome {
    let child: ChildProcess
    do throws(CommandError) {
      child = try ChildProcess(
        try ProgramSearch.path(of: words[0]), Array(words.dropFirst()), input: .inherited, output: .inherited,
        errors: .inherited)
    } catch { return .failed(UserAgentFailure(.browserNotStarted, error.values)) }
    running.withLock { $0 = child }
    log.info("browser started", metadata: ["pid": "\(child.pid)"])
    let visit = BrowserVisit(reception)
    visit.watch(child)
    let outcome = await visit.outcome { exit in
      guard exit != .code(0) else { return .over(.closed) }
      let detail = Catalogue()(.reasonBrowserEnded, ["code": "\(exit.status)"])
      return .over(.failed(UserAgentFailure(.browserNotStarted, ["path": words[0], "detail": detail])))
    }
    await child.end()
    running.withLock { $0 = nil }
    return outcome
  }
}

/// `--browser system`: the programs in `$BROWSER`, tried in turn until one starts; without the variable, `xdg-open`.
package struct SystemBrowser: ExternalUserAgent {
  /// The commands to try, each with `%s` for the address.
  package let commands: [CommandLineWords]
  package let log: Logger

  package init(environment: [String: String], log: Logger) {
    (commands, self.log) = (SystemBrowser.commands(environment), log)
  }

  /// - Parameter environment: `BROWSER` is a list separated by colons, by convention.
  package static func commands(_ environment: [String: String]) -> [CommandLineWords] {
    let named = (environment["BROWSER"] ?? "").split(scalar: ":").compactMap { try? CommandLineWords(String($0)) }
    return named.isEmpty ? ["xdg-open %s"].compactMap { try? CommandLineWords($0) } : named
  }

  package func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    await SystemBrowser.open(commands.map { $0.filled("%s", with: url) }, reception, log)
  }

  /// Starts the first of these commands that does not fail, beside this program. A program that succeeds has opened the page or handed it on.
  static func open(_ candidates: [[String]], _ reception: RedirectReception, _ log: Logger) async -> UserAgentOutcome {
    let visit = BrowserVisit(reception)
    let rest = Mutex(candidates[...])
    let last = Mutex(UserAgentFailure(.browserNotStarted, ["path": "", "detail": ""]))
    let next: @Sendable () -> Bool = {
      while let words = rest.withLock({ $0.popFirst() }) {
        do throws(CommandError) {
          let child = try ChildProcess(try ProgramSearch.path(of: words[0]), Array(words.dropFirst()), isDetached: true)
          log.info("browser started", metadata: ["pid": "\(child.pid)"])
          let detail = Phrase.reasonBrowserEnded.term(["code": "1"])
          last.withLock { $0.values = ["path": .value(words[0]), "detail": detail] }
          visit.watch(child)
          return true
        } catch { last.withLock { $0.values = error.values } }
      }
      return false
    }
    guard next() else { return .failed(last.withLock { $0 }) }
    return await visit.outcome { exit in
      guard exit != .code(0) else { return .goesOn }
      last.withLock { $0.values["detail"] = Phrase.reasonBrowserEnded.term(["code": "\(exit.status)"]) }
      return next() ? .goesOn : .over(.failed(last.withLock { $0 }))
    }
  }
}

package enum ProgramSearch {
  /// - Throws: `browser_not_started` if the program is missing or ``Confinement`` forbids other programs.
  package static func path(of name: String) throws(CommandError) -> String {
    guard Confinement.ofThisProgram.allowsPrograms else {
      let detail = Catalogue()(.reasonConfined)
      throw CommandError(UserAgentFailure.Code.browserNotStarted, ["path": name, "detail": detail])
    }
    if name.contains(scalar: "/") { return AbsolutePath.of(name) }
    let path = ProcessEnvironment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    if let file = OwnPrograms.folders(path).map({ "\($0)/\(name)" }).first(where: OwnPrograms.isProgram) { return file }
    throw CommandError(UserAgentFailure.Code.browserNotStarted, ["path": name, "detail": Phrase.reasonNotInPath])
  }
}

/// A command line of the configuration, split as a shell would split it. No shell gets it, and nothing in it is expanded.
package struct CommandLineWords: Hashable, Sendable {
  package let words: [String]

  /// Single quotes keep everything; double quotes keep everything but `\"`, `\\`, `\$` and `` \` ``; outside of quotes, a backslash keeps the next
  /// character.
  /// - Throws: `expectedCommandLine` for an open quote or an empty command line.
  package init(_ text: String) throws(WrongValue) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch (quote, character) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("\"", "\\"):
        guard let next = rest.popFirst() else { throw WrongValue(.expectedCommandLine) }
        word = (word ?? "") + ("\"\\$`".contains(next) ? String(next) : "\\" + String(next))
      case ("'", _), ("\"", _): word = (word ?? "") + String(character)
      case (_, "'"), (_, "\""):
        quote = character
        word = word ?? ""
      case (_, "\\"):
        guard let next = rest.popFirst() else { throw WrongValue(.expectedCommandLine) }
        word = (word ?? "") + String(next)
      case (_, " "), (_, "\t"), (_, "\n"):
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    guard quote == nil, words.first?.isEmpty == false, !text.contains(scalar: "\0") else {
      throw WrongValue(.expectedCommandLine)
    }
    self.words = words
  }

  /// The words with the address in place of each mark, or behind them if there is no mark.
  package func filled(_ mark: String, with url: String) -> [String] {
    guard words.contains(where: { $0.contains(mark) }) else { return words + [url] }
    return words.map { $0.split(separator: mark, omittingEmptySubsequences: false).joined(separator: url) }
  }
}
