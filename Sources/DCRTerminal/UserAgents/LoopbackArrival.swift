import AppState
import OAuthClient

/// The loopback redirect in the place of one with a private-use scheme (RFC 8252 §7.3): the browser of the desktop reaches it without
/// anything being installed, and without a press.
extension Configuration {
  /// The scheme that a desktop has to know for an answer to come back; `nil`: it comes in another way.
  var privateUseScheme: String? {
    for case .privateUse(let scheme) in [redirectURI.kind, postLogoutRedirectURI.kind] { return scheme }
    return nil
  }

  /// Where a registration may have its redirects instead; `nil`: there is no other way.
  var otherRedirects: RedirectPair? {
    configuredRedirects ?? (privateUseScheme == nil ? nil : Configuration.loopbackRedirects)
  }

  /// This configuration with answers at a loopback port, where the browser of the desktop is used, nothing there opens the app's
  /// scheme, and the server takes such a redirect without anybody's doing. Otherwise as it is.
  ///
  /// - Parameter servesItself: whether the embedded server starts with this run, and so with what is configured.
  func arriving(
    by kind: UserAgentKind, servesItself: Bool, handler: (String) -> String?
  ) -> Configuration {
    // At other servers the client of the first login was made by somebody else, with redirects of their choice.
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
}
