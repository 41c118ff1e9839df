import AppState
import OAuthClient

extension Configuration {
  /// The user agents that the app offers. A claimed https redirect only comes back through the in-app browser, because no operating system knows of
  /// this app's claim.
  ///
  /// - Parameter isElsewhere: logins use a browser on another device.
  package func userAgents(hasCommand: Bool, isElsewhere: Bool = false) -> [UserAgentKind] {
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
