import Programs
import AppState
import Catalogue
import FoundationEssentials
import Logging

/// The user agents of a session, from the configuration and the command line.
package struct UserAgentSetup: Sendable {
  /// The kind of browser that opens pages until the user chooses another.
  package var kind: UserAgentKind
  package var inApp: InAppBrowser.Options
  package var command: CommandLineWords?
  package var takesTerminal: Bool
  /// The language of ``ManualUserAgent``, read at each visit.
  package var language: @Sendable () -> Language = { .english }
  /// Writes the instructions of ``ManualUserAgent``.
  package var write: @Sendable (String) -> Void = { StandardOutput.write($0) }

  package init(
    kind: UserAgentKind, inApp: InAppBrowser.Options, command: CommandLineWords? = nil, takesTerminal: Bool,
    language: @escaping @Sendable () -> Language = { .english },
    write: @escaping @Sendable (String) -> Void = { StandardOutput.write($0) }
  ) {
    (self.kind, self.inApp, self.command, self.takesTerminal) = (kind, inApp, command, takesTerminal)
    (self.language, self.write) = (language, write)
  }

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
