import OAuthClient

/// Uses a loopback redirect instead of a private-use scheme (RFC 8252 §7.3): the desktop's browser reaches it without an installed handler.
extension Configuration {
  /// The scheme that the desktop has to know so that an answer comes back; `nil`: the redirects need no scheme.
  package var privateUseScheme: String? {
    for case .privateUse(let scheme) in [redirectURI.kind, postLogoutRedirectURI.kind] { return scheme }
    return nil
  }

  /// Other redirects that a registration may use; `nil`: there are none.
  package var otherRedirects: RedirectPair? {
    configuredRedirects ?? (privateUseScheme == nil ? nil : Configuration.loopbackRedirects)
  }

  /// This configuration with loopback redirects, if the desktop's browser is used, no program there opens the app's scheme, and the server accepts
  /// such redirects by itself. Otherwise unchanged.
  /// - Parameter servesItself: whether the embedded server starts with this run, and so with this configuration.
  package func arriving(by kind: UserAgentKind, servesItself: Bool, handler: (String) -> String?) -> Configuration {
    // At other servers, somebody else registered the client of the first login, with redirects of their choice.
    let isTaken = issuer.isEmbedded ? servesItself : registers && !registration.mode.logsIn
    guard kind == .system, isTaken, let scheme = privateUseScheme, handler(scheme) == nil,
      let loopback = Configuration.loopbackRedirects
    else { return self }
    var changed = self
    changed.configuredRedirects = RedirectPair(login: redirectURI, signOut: postLogoutRedirectURI)
    (changed.redirectURI, changed.postLogoutRedirectURI) = (loopback.login, loopback.signOut)
    return changed
  }

  private static let loopbackRedirects: RedirectPair? = {
    guard let login = try? RedirectURI("http://127.0.0.1/callback"),
      let signOut = try? RedirectURI("http://127.0.0.1/logoutcallback")
    else { return nil }
    return RedirectPair(login: login.whereItCanArrive(), signOut: signOut.whereItCanArrive())
  }()

  /// The user agents that the app offers. A claimed https redirect only comes back through the in-app browser, because no operating system knows of
  /// this app's claim.
  /// - Parameter isElsewhere: logins use a browser on another device.
  package func userAgents(hasCommand: Bool, isElsewhere: Bool = false) -> [UserAgentKind] {
    // Such a login has no redirect.
    guard !isElsewhere else { return [.deviceCode] }
    guard !hasClaimedRedirect else { return [.inApp] }
    // Only a client that was registered for device codes may use them.
    return UserAgentKind.allCases.filter { $0 != .deviceCode && ($0 != .command || hasCommand) }
  }

  var hasClaimedRedirect: Bool {
    [redirectURI, postLogoutRedirectURI].contains { uri in if case .claimedHTTPS = uri.kind { true } else { false } }
  }
}
