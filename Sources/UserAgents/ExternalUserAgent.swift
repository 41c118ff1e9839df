// The rooms that most files of this one speak of are exported to all of them. Every room that may know this one may know them, too.
@_exported import AppState
@_exported import Catalogue
@_exported import Edge
@_exported import Programs
@_exported import SharedValues
import FoundationEssentials
import HTTPTransport
import Logging
import Synchronization
import TerminalUI

/// Opens a page in another program and waits for the redirect that ends the visit (RFC 8252).
package protocol ExternalUserAgent: Sendable {
  /// Returns when the redirect has come, the user has closed the page, the visit has failed, or the task was cancelled. No program of the visit uses
  /// this program's terminal then.
  /// - Parameter reception: receives the redirect of this visit. It is open already; the caller closes it.
  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome
  /// Opens the page for a purpose, which a user agent for people need not know, with a fault in place of the first page.
  func open(
    _ url: String, _ reception: RedirectReception, for errand: UserAgentErrand, meeting trouble: PageFault?
  ) async -> UserAgentOutcome
  func prepare(in folder: String)
  func clearData() async -> [String]
  /// Ends at once what this user agent has started: for the end of this program, which cannot wait.
  func kill()
}

extension ExternalUserAgent {
  /// The data of other programs is left alone.
  package func clearData() async -> [String] { [] }
  package func kill() {}
  package func prepare(in folder: String) {}

  /// A user agent that cannot show a fault fails as if it had not been able to show the page.
  package func open(
    _ url: String, _ reception: RedirectReception, for errand: UserAgentErrand, meeting trouble: PageFault?
  ) async -> UserAgentOutcome {
    guard let trouble else { return await open(url, reception) }
    let why = Phrase.reasonPageFault.term(["trouble": trouble.text])
    let values = ["detail": why, "description": why, "expected": Phrase.hintBrowserEnded.term]
    return .failed(UserAgentFailure(.browserFailed, values, exitCode: 69))
  }
}

package struct TerminalHandover: Sendable {
  package var leave: @MainActor @Sendable (Terminal.ChildProgram) -> Void
  package var reenter: @MainActor @Sendable (_ tookScreen: Bool) -> Void

  package init(
    leave: @escaping @MainActor @Sendable (Terminal.ChildProgram) -> Void,
    reenter: @escaping @MainActor @Sendable (_ tookScreen: Bool) -> Void
  ) { (self.leave, self.reenter) = (leave, reenter) }

  package static let nothing = TerminalHandover(leave: { _ in }, reenter: { _ in })
}

package struct UserAgents: Sendable {
  private let byKind: [UserAgentKind: any ExternalUserAgent]
  package init(_ byKind: [UserAgentKind: any ExternalUserAgent]) { self.byKind = byKind }

  package init(always userAgent: any ExternalUserAgent) {
    byKind = Dictionary(uniqueKeysWithValues: UserAgentKind.allCases.map { ($0, userAgent) })
  }

  package func map(_ change: (any ExternalUserAgent) -> any ExternalUserAgent) -> UserAgents {
    UserAgents(byKind.mapValues(change))
  }

  package func open(
    _ kind: UserAgentKind, _ url: String, _ reception: RedirectReception, for errand: UserAgentErrand
  ) async -> UserAgentOutcome {
    guard let userAgent = byKind[kind] else { return .failed("there is no user agent \(kind.rawValue)") }
    return await userAgent.open(url, reception, for: errand, meeting: nil)
  }

  package func clearData() async -> [String] {
    var names: [String] = []
    for kind in UserAgentKind.allCases {
      for name in await byKind[kind]?.clearData() ?? [] where !names.contains(name) { names.append(name) }
    }
    return names
  }

  package func kill() { for userAgent in byKind.values { userAgent.kill() } }
  package func prepare(_ kind: UserAgentKind, in folder: String) { byKind[kind]?.prepare(in: folder) }
}

/// The user agents of a session, from the configuration and the command line.
package struct UserAgentSetup: Sendable {
  package var kind: UserAgentKind
  package var inApp: InAppBrowser.Options
  package var command: CommandLineWords?
  package var takesTerminal: Bool
  /// The language of ``ManualUserAgent``, read at each visit.
  package var language: @Sendable () -> Language = { .english }
  package var write: @Sendable (String) -> Void = { StandardOutput.write($0) }

  package init(
    kind: UserAgentKind, inApp: InAppBrowser.Options, command: CommandLineWords? = nil, takesTerminal: Bool
  ) { (self.kind, self.inApp, self.command, self.takesTerminal) = (kind, inApp, command, takesTerminal) }

  package func userAgents(_ handover: TerminalHandover, _ log: Logger) -> UserAgents {
    let environment = ProcessInfo.processInfo.environment
    var byKind: [UserAgentKind: any ExternalUserAgent] = [
      .inApp: InAppBrowser(inApp, handover: handover, log: log),
      .system: SystemBrowser(environment: environment, log: log),
      .manual: ManualUserAgent(language: language, environment: environment, handover: handover, write: write),
    ]
    if let command {
      byKind[.command] = CommandBrowser(command, takesTerminal: takesTerminal, handover: handover, log: log)
    }
    return UserAgents(byKind)
  }
}

/// The settings that the in-app browser starts with, read when it opens. All phones of a run share them; safe between threads.
package final class BrowserSettings: Sendable {
  package struct Values: Hashable, Sendable {
    package var isPresenter = false
    /// Where the presentation is, e.g. `3 of 10`; `nil`: this stop is not counted.
    package var stop: String?
    /// The browser fills in and sends each page after this many seconds; `nil`: it waits for the user.
    package var autoplay: Int64?
    package var clock = ClockSetting.real
    package var phoneName: String?
    /// Whether the terminal is fast enough to show pictures that last only a moment.
    package var isFast = true
    package init() {}
  }

  private let latest = Mutex(Values())
  package init() {}

  package var values: Values {
    get { latest.withLock { $0 } }
    set { latest.withLock { $0 = newValue } }
  }
}
