/// Carries out effects and sends their answers to the inbox. The app does the I/O that `update` asks for only here.
/// Every effect of a flow belongs to that flow: ``Effect/abandon(_:)`` cancels those that are still running, and a cancelled effect sends no answer.
@MainActor final class EffectRunner {
  /// Everything outside the app's state that effects use. Tests pass stand-ins.
  struct Surroundings {
    var manager: ApplicationStateManager
    var passphrase = PassphraseBox()
    var server: any ServerKeeping
    /// Called for each request, so that a certificate authority made in the meantime is trusted.
    var transport: @Sendable () -> any Transport
    var userAgents: UserAgents
    var keys: KeyProvider
    /// Whether a user can be asked before a key signs.
    var hasUser = true
    /// The device's folder, where redirects with a private-use scheme are delivered.
    var dispatchFolder: String
    /// How long a page may stay open in the desktop's browser before its user is told what to do.
    var patience = Duration.seconds(5)
    /// The path of the file with the initial access token; `nil`: the configuration names none.
    var initialAccessTokenFile: String?
    var log: Logger
    var alarm = AlarmClock(time: .system)
    var preferences = PreferencesFile(directory: "")
    var effectHandlers: [any EffectHandler] = []
    var phones: @MainActor @Sendable (PhonesEffect) -> Void = { _ in }
    /// Does work once the first picture has been shown; at once where there is no screen.
    var afterPicture: @MainActor (@escaping () -> Void) -> Void = { $0() }
  }

  private let surroundings: Surroundings
  private let inbox: AppStore.Inbox
  private let quit: () -> Void
  private var running: [FlowID: [Task<Void, Never>]] = [:]
  /// Receives the redirect of the pending request. Open only for that flow.
  private var pending: (id: FlowID, reception: RedirectReception)?
  private var alarms: [Int: Task<Void, Never>] = [:]
  /// Writes to keystore and preferences, one after another. They are never cancelled, and the program waits for them before it ends.
  private let writing = SerialQueue()
  private let keys: KeyEffects
  private let mark: RegistrationMark

  init(_ surroundings: Surroundings, inbox: @escaping AppStore.Inbox, quit: @escaping () -> Void) {
    (self.surroundings, self.inbox, self.quit) = (surroundings, inbox, quit)
    keys = KeyEffects(surroundings.keys, hasUser: surroundings.hasUser, inbox: inbox)
    mark = RegistrationMark(in: surroundings.dispatchFolder)
  }

  func run(_ effect: Effect) {
    surroundings.log.debug("effect", metadata: ["name": "\(effect.name)"])
    let (inbox, surroundings, keys, mark) = (inbox, surroundings, keys, mark)
    switch effect {
    case .loadKeystore: start(nil) { inbox(await Storing.load(surroundings.manager)) }
    case .unlockKeystore(let passphrase): start(nil) { inbox(await Storing.unlock(surroundings, passphrase)) }
    case .saveRegistration(let id, let registration, let registeredAt):
      store(id) { manager throws(KeystoreError) in
        try await manager.save(registration, registeredAt: registeredAt)
        mark.saved()
      }
    case .saveTokens(let id, let tokens): store(id) { manager throws(KeystoreError) in try await manager.save(tokens) }
    case .clearTokens(let id): store(id) { manager throws(KeystoreError) in try await manager.clearTokens() }
    case .eraseKeystore(let id): writing.add { inbox(await Storing.erase(surroundings, id)) }
    case .ensureServer:
      surroundings.afterPicture { [self] in start(nil) { await surroundings.server.ensure(inbox) } }
    case .send(let id, let request, let reply):
      start(id) {
        guard let ready = await keys.signed(id, request, reply) else { return }
        mark.sends(reply, to: request.url)
        let result: Result<HTTPResponse, TransportFailure>
        do throws(TransportFailure) { result = .success(try await surroundings.transport().send(ready)) } catch {
          result = .failure(error)
        }
        mark.answered(reply, result)
        if !Task.isCancelled { inbox(.answered(id, .response(reply, result))) }
      }
    case .prepareKeys(let id, let needs): start(id) { await keys.prepare(id, needs) }
    case .retireKeys(let thumbprint): writing.add { await keys.retire(keeping: thumbprint) }
    case .answerPresence(let isConfirmed): keys.answer(isConfirmed)
    case .readInitialAccessToken(let id):
      start(id) {
        let token = InitialAccessTokenFile.read(surroundings.initialAccessTokenFile ?? "")
        if !Task.isCancelled { inbox(.answered(id, .initialAccessToken(token))) }
      }
    case .pause(let id, let duration):
      start(id) {
        try? await Task.sleep(for: duration)
        if !Task.isCancelled { inbox(.answered(id, .paused)) }
      }
    case .prepareAuthorization(let id, let redirectURI): prepareAuthorization(id, redirectURI)
    case .openUserAgent(let id, let kind, let errand, let url, _): openUserAgent(id, kind, errand, url)
    case .checkIDToken(let id, let check):
      start(id) {
        let claims: Result<IDTokenClaims, ProtocolError>
        do throws(ProtocolError) { claims = .success(try await check.judge()) } catch { claims = .failure(error) }
        inbox(.answered(id, .idTokenJudged(claims)))
      }
    case .abandon(let id): abandon(id)
    case .wake(let number, let date, let spread):
      alarms[number] = Task { [weak self] in
        if await surroundings.alarm.wait(until: date, spread: spread) { inbox(.woke(number)) }
        self?.alarms[number] = nil
      }
    case .clearBrowserData: start(nil) { inbox(.browserDataCleared(await surroundings.userAgents.clearData())) }
    case .savePreferences(let preferences):
      writing.add { inbox(.prefer(.saved(Storing.keep(preferences, surroundings)))) }
    case .tool(let tool): for handler in surroundings.effectHandlers { handler.run(any: tool.effect, inbox) }
    case .phones(let effect): surroundings.phones(effect)
    case .quit: quit()
    }
  }

  /// Cancels everything except writes, and waits until nothing runs any more.
  func stop() async {
    closeReception()
    let tasks = running.values.flatMap { $0 } + alarms.values
    (running, alarms) = ([:], [:])
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    await writing.finish()
    mark.ended()
    for handler in surroundings.effectHandlers { await handler.stop() }
  }

  // MARK: The user agent

  private func prepareAuthorization(_ id: FlowID, _ redirectURI: RedirectURI) {
    closeReception()
    do {
      let (secrets, inbox, log) = (AuthorizationSecrets.random(), inbox, surroundings.log)
      let reception = try RedirectReception(
        for: redirectURI, awaiting: AwaitedRedirect(state: secrets.state), in: surroundings.dispatchFolder
      ) { uri in
        log.warning("an answer that nobody asked for was dropped")
        inbox(.answerDropped(id, url: uri))
      }
      pending = (id, reception)
      inbox(.answered(id, .prepared(secrets, redirectURI: reception.redirect)))
    } catch {
      inbox(.answered(id, .notPrepared(error)))
    }
  }

  private func openUserAgent(_ id: FlowID, _ kind: UserAgentKind, _ errand: UserAgentErrand, _ url: String) {
    guard let pending, pending.id == id else { return }
    let (inbox, userAgents) = (inbox, surroundings.userAgents)
    start(id) { [weak self] in
      let outcome = await userAgents.open(kind, url, pending.reception, for: errand)
      await self?.closeReception(of: id)
      if !Task.isCancelled { inbox(.answered(id, .returned(outcome))) }
    }
    // The desktop's browser may open the app only after a click, or not know it. A loopback port needs neither.
    guard [.system, .command].contains(kind), pending.reception.socketPath != nil else { return }
    let page = UnansweredPage(address: errand == .signOut ? nil : url)
    start(id) { [patience = surroundings.patience] in
      try? await Task.sleep(for: patience)
      if !Task.isCancelled { inbox(.userAgentUnanswered(id, page)) }
    }
  }

  private func closeReception(of id: FlowID) { if pending?.id == id { closeReception() } }

  private func closeReception() {
    pending?.reception.close()
    pending = nil
  }

  private func abandon(_ id: FlowID) {
    closeReception(of: id)
    for task in running.removeValue(forKey: id) ?? [] { task.cancel() }
  }

  /// Starts work of a flow, which ``abandon(_:)`` cancels. Work without a flow (`nil`) is not cancelled by it.
  private func start(_ id: FlowID?, _ work: @escaping @Sendable () async -> Void) {
    let task = Task { [effectHandlers = surroundings.effectHandlers] in
      for handler in effectHandlers { await handler.settle() }
      await work()
    }
    guard let id else { return }
    // There is one flow at a time, and earlier flows have ended.
    running = running.filter { $0.key == id }
    running[id, default: []].append(task)
  }

  /// A save is never cut short: after Cancel, the state ignores its answer, but the disk has the new content.
  private func store(
    _ id: FlowID, _ work: @escaping @Sendable (ApplicationStateManager) async throws(KeystoreError) -> Void
  ) {
    let (inbox, manager) = (inbox, surroundings.manager)
    writing.add {
      do throws(KeystoreError) {
        try await work(manager)
        inbox(.answered(id, .saved))
      } catch { inbox(.answered(id, .notSaved(error))) }
    }
  }
}

/// Calls of the keystore, and other saves, as actions. They block, so they run on the manager's actor instead of the main actor.
private enum Storing {
  static func load(_ manager: ApplicationStateManager) async -> Action {
    do { return .keystoreLoaded(try await manager.load()) } catch { return .keystoreFailed(error) }
  }

  /// Forgets a passphrase that does not open the keystore.
  static func unlock(_ surroundings: EffectRunner.Surroundings, _ passphrase: Secret) async -> Action {
    surroundings.passphrase.fill(passphrase)
    let answer = await load(surroundings.manager)
    if case .keystoreFailed = answer { surroundings.passphrase.empty() }
    return answer
  }

  static func keep(_ preferences: Preferences, _ surroundings: EffectRunner.Surroundings) -> FileProblem? {
    do {
      try surroundings.preferences.save(preferences)
      return nil
    } catch { return error }
  }

  /// Deletes the keys first: if that fails, the registration is kept, so that the user can try again.
  static func erase(_ surroundings: EffectRunner.Surroundings, _ id: FlowID) async -> Action {
    do throws(SecureElementError) { try await surroundings.keys.erase() } catch {
      return .answered(
        id, .notErased(KeystoreError(.unwritable, path: "dcr-secure-element", detail: .english(error.detail))))
    }
    do {
      return .answered(id, .erased(try await surroundings.manager.erase()))
    } catch {
      return .answered(id, .notErased(error))
    }
  }
}
