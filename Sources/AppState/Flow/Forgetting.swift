import OAuthClient
import SharedValues

/// Forget This Device: the server deletes the client (RFC 7592 §2.3), then the keystore is erased.
///
/// A server that cannot be reached does not keep the user from forgetting; the notice then says that the client lives on.
extension AppState {
  /// On a device that has never kept anything there is nothing to forget.
  public var hasSomethingToForget: Bool {
    keystore != .empty || currentRegistration != nil || unsavedRegistration != nil
  }

  mutating func unregister() -> [Effect] {
    go(to: .unregister)
    guard let known = currentRegistration ?? unsavedRegistration, let request = RegistrationDeletion.build(known) else {
      return erase()
    }
    return send(request, .unregistration)
  }

  mutating func unregistrationAnswered(_ result: Result<HTTPResponse, TransportFailure>) -> [Effect] {
    if case .success(let response) = result {
      flow?.context.deletedAtServer = (try? RegistrationDeletion.judge(response)) != nil
    }
    return erase()
  }

  private func erase() -> [Effect] { [.eraseKeystore(flow?.id ?? 0)] }

  mutating func forgotten(_ files: [String]) {
    let deleted = flow?.context.deletedAtServer ?? false
    let hadClient = registers || currentRegistration != nil
    var hadFailed = false
    switch keystore {
    case .failed, .locked: hadFailed = true
    case .loading, .empty, .open: break
    }
    log(from: .app, to: .keystore, .keystoreErased)
    registration = nil
    registeredAt = nil
    storedIDToken = nil
    unsavedRegistration = nil
    isRegistrationInDoubt = false
    (expectsSSO, isNewlyRegistered) = (false, false)
    keystore = .empty
    // The next keystore gets a key of its own.
    settings.protection = .device
    auth = .idle
    view.route = .home
    end()
    notice =
      hadClient || hadFailed
      ? .forgotDevice(erased: files, serverDeleted: deleted) : .forgotSession(erased: files)
  }

  mutating func clearBrowserData() -> [Effect] {
    guard flow == nil || flow?.isSilent == true else { return [] }
    settle()
    notice = nil
    return [.clearBrowserData]
  }
}
