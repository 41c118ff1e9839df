import OAuthClient

/// Forget This Device: the server deletes the client (RFC 7592 §2.3), then the keystore is erased.
///
/// An unreachable server does not stop the erasing; the notice then says that the client still exists there.
enum Forgetting: FlowStages {
  case waitingForServer
  case unregistering
  case erasing(isDeletedAtServer: Bool)

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Forgetting>? {
    switch (self, answer) {
    case (.waitingForServer, .serverReady):
      app.go(to: .unregister)
      guard let known = app.currentRegistration ?? app.unsavedRegistration,
        let request = RegistrationDeletion.build(known)
      else { return Forgetting.erase(id, isDeletedAtServer: false) }
      return Transition(.unregistering, .send(id, request, .unregistration))
    case (.waitingForServer, .serverFailed): return Forgetting.erase(id, isDeletedAtServer: false)

    case (.unregistering, .response(.unregistration, let result)):
      let isDeleted = (try? result.get()).map { (try? RegistrationDeletion.judge($0)) != nil } ?? false
      return Forgetting.erase(id, isDeletedAtServer: isDeleted)

    case (.erasing(let isDeleted), .erased(let files)):
      app.forgotten(files, isDeletedAtServer: isDeleted)
      return .over()

    default: return nil
    }
  }

  private static func erase(_ id: FlowID, isDeletedAtServer: Bool) -> Transition<Forgetting> {
    Transition(.erasing(isDeletedAtServer: isDeletedAtServer), .eraseKeystore(id))
  }
}

extension AppState {
  /// Whether this device has kept anything.
  public var hasSomethingToForget: Bool {
    keystore != .empty || currentRegistration != nil || unsavedRegistration != nil
  }

  fileprivate mutating func forgotten(_ files: [String], isDeletedAtServer: Bool) {
    let hadClient = registers || currentRegistration != nil
    let hadFailed = ![.loading, .empty, .open].contains(keystore)
    log(from: .app, to: .keystore, .keystoreErased)
    (registration, registeredAt, storedIDToken, unsavedRegistration) = (nil, nil, nil, nil)
    (isRegistrationInDoubt, expectsSSO, isNewlyRegistered) = (false, false, false)
    keystore = .empty
    // The next keystore gets its own device key.
    settings.protection = .device
    auth = .idle
    view.route = .home
    end()
    notice =
      hadClient || hadFailed
      ? .forgotDevice(erased: files, serverDeleted: isDeletedAtServer) : .forgotSession(erased: files)
  }

  mutating func clearBrowserData() -> [Effect] {
    guard flow == nil || flow?.isSilent == true else { return [] }
    settle()
    notice = nil
    return [.clearBrowserData]
  }
}
