/// The phones that were started in this run: one is on the screen, the others keep running. They share terminal and server.
@MainActor final class RunningPhones {
  private struct Phone {
    var session: AppSession
    var lock: DeviceLock
    var life: Task<Void, Never>
  }

  /// Called whenever the screen may have to be redrawn, with the phone's change, or `nil` if another phone was chosen.
  var onChange: (AppStore.Change?) -> Void = { _ in }
  private(set) var current: AppSession

  private let factory: PhoneFactory
  private let folders: PhoneFolders
  private let first: AppSetup
  private let terminal: SharedTerminal
  private var phones: [String: Phone] = [:]
  private let (endings, end) = AsyncStream.makeStream(of: Void.self)

  /// - Parameter first: the phone that the command line names. ``start()`` starts it.
  init(_ first: PhoneParts, factory: PhoneFactory, on terminal: SharedTerminal) {
    (self.factory, self.terminal) = (factory, terminal)
    self.first = first.setup
    folders = PhoneFolders(path: first.setup.data.path)
    let owner = Later<RunningPhones>()
    let session = RunningPhones.session(of: first, terminal, owner)
    current = session
    owner.object = self
    adopt(session, first)
  }

  func start() {
    current.store.send(.started)
    current.store.send(.phones(.listed(list())))
  }

  /// Returns when the user quits, or after ``close()``. ``stop()`` waits for unfinished writes.
  func run() async {
    for await _ in endings { break }
    close()
    for phone in phones.values { await phone.life.value }
  }

  func close() {
    for phone in phones.values { phone.session.store.close() }
    end.finish()
  }

  func stop() async {
    for phone in phones.values { await phone.session.stop() }
    for phone in phones.values { phone.lock.release() }
    phones = [:]
  }

  /// Suggests the theme that suits the terminal, for all present and later phones.
  func suggest(theme: String) {
    first.preferences.override { $0.suggestedTheme = theme }
    for phone in phones.values { phone.session.store.send(.prefer(.suggested(theme: theme))) }
  }

  func kill() { for phone in phones.values { phone.session.kill() } }

  private func run(_ effect: PhonesEffect, of session: AppSession) {
    switch effect {
    case .list: session.store.inbox(.phones(.listed(list())))
    case .switchTo(let name): switchTo(name)
    case .add: switchTo(folders.freeName())
    case .clone:
      let clone = Phones.Clone(from: session.store.state.settings.device, to: folders.freeName())
      do throws(PhoneProblem) {
        try folders.clone(clone.from, to: clone.to)
        session.store.inbox(.phones(.cloned(clone, list())))
      } catch { session.store.inbox(.phones(.failed(error))) }
    }
  }

  private func switchTo(_ name: String) {
    let before = current
    do throws(CommandError) { current = if let phone = phones[name] { phone.session } else { try open(name) } } catch {
      before.store.inbox(.phones(.failed(PhoneProblem(ProblemCode(error.code), error.values))))
      return
    }
    let surroundings = before.store.state.surroundings
    before.store.send(.phones(.close))
    current.store.send(.phones(.arrived(surroundings)))
    onChange(nil)
  }

  private func open(_ name: String) throws(CommandError) -> AppSession {
    let parts = try factory.make(name, after: first)
    let owner = Later<RunningPhones>()
    owner.object = self
    let session = RunningPhones.session(of: parts, terminal, owner)
    adopt(session, parts)
    session.store.send(.started)
    return session
  }

  private func adopt(_ session: AppSession, _ parts: PhoneParts) {
    session.store.onChange = { [weak self, unowned session] change in
      guard let self, self.current === session else { return }
      self.onChange(change)
    }
    let life = Task { await session.store.run() }
    phones[parts.setup.data.device] = Phone(session: session, lock: parts.lock, life: life)
  }

  private func list() -> [PhoneSummary] {
    Set(folders.names).union(phones.keys).sorted().map { name in
      phones[name].map { PhoneSummary($0.session.store.state) } ?? folders.summary(of: name)
    }
  }

  private static func session(of parts: PhoneParts, _ terminal: SharedTerminal, _ owner: Later<RunningPhones>)
    -> AppSession
  {
    let asker = Later<AppSession>()
    let session = AppSession(
      parts.setup, userAgent: parts.userAgent, on: terminal,
      phones: { effect in if let session = asker.object { owner.object?.run(effect, of: session) } },
      quit: { owner.object?.end.yield() })
    asker.object = session
    return session
  }
}

struct SharedTerminal {
  var handover: TerminalHandover
  /// The language and glyphs of exported files.
  var words: Look
  var copy: @MainActor (String) -> Bool
  var screen: @MainActor () -> (size: Size, look: Look)
  var evidence: EvidenceRecorder
  var firstPicture: FirstPicture?
}

/// What closures call that are made before it: it is set once it exists.
@MainActor final class Later<Object: AnyObject> {
  weak var object: Object?
}

extension PhoneSummary {
  init(_ state: AppState) {
    let condition: Condition =
      switch state.keystore {
      case .loading, .empty: state.session == nil ? .fresh : .signedIn
      case .locked: .locked
      case .failed: .damaged
      case .open: state.session != nil ? .signedIn : state.registration == nil ? .fresh : .registered
      }
    self.init(name: state.settings.device, condition: condition, clientID: state.registration?.credentials.clientID)
  }
}
