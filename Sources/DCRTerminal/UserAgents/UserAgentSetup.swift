import AppState
import Catalogue
import FoundationEssentials
import Logging

/// The user agents of a session, from the configuration and the command line.
struct UserAgentSetup: Sendable {
  /// The kind of browser that opens pages until the user chooses another.
  var kind: UserAgentKind
  var inApp: InAppBrowser.Options
  var command: CommandLineWords?
  var takesTerminal: Bool
  /// The language of ``ManualUserAgent``, read at each visit.
  var language: @Sendable () -> Language = { .english }
  /// Writes the instructions of ``ManualUserAgent``.
  var write: @Sendable (String) -> Void = { StandardOutput.write($0) }

  func userAgents(_ handover: TerminalHandover, _ log: Logger) -> UserAgents {
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

extension Configuration {
  /// The user agents that the app offers. A claimed https redirect only comes back through the in-app browser, because no operating system knows of
  /// this app's claim.
  ///
  /// - Parameter isElsewhere: logins use a browser on another device.
  func userAgents(hasCommand: Bool, isElsewhere: Bool = false) -> [UserAgentKind] {
    // Such a login has no redirect.
    guard !isElsewhere else { return [.deviceCode] }
    guard !hasClaimedRedirect else { return [.inApp] }
    // Only a client that was registered for device codes may use them.
    return UserAgentKind.allCases.filter { $0 != .deviceCode && ($0 != .command || hasCommand) }
  }

  var hasClaimedRedirect: Bool {
    [redirectURI, postLogoutRedirectURI].contains { uri in
      if case .claimedHTTPS = uri.kind { true } else { false }
    }
  }
}
