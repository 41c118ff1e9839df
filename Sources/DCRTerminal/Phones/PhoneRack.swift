import Workshop
import AppState
import Foundation
import Screens
import TerminalUI

/// The phones of a run: one is looked at, the others stay switched on as they were left. They share terminal and server.
@MainActor
final class PhoneRack {
  private struct Phone {
    var session: AppSession
    var lock: DeviceLock
    var life: Task<Void, Never>
  }

  /// What all phones have of the one terminal.
  private struct Shared {
    var handover: TerminalHandover
    /// How what is written to files looks.
    var words: Look
    var copy: @MainActor (String) -> Bool
    var screen: @MainActor () -> (size: Size, look: Look)
    /// Who has seen what was shown of all of them.
    var evidence: EvidenceDesk
  }

  /// Called whenever what there is to see may have changed.
  var onChange: () -> Void = {}
  private(set) var current: AppSession

  private let factory: PhoneFactory
  private let folders: PhoneFolders
  private let first: AppSetup
  private let terminal: Shared
  private var phones: [String: Phone] = [:]
  private let (endings, end) = AsyncStream.makeStream(of: Void.self)

  /// - Parameter first: the phone that the command line names. It is not switched on yet.
  init(
    _ first: PhoneParts, factory: PhoneFactory, handover: TerminalHandover, words: Look,
    copy: @escaping @MainActor (String) -> Bool, screen: @escaping @MainActor () -> (size: Size, look: Look),
    evidence: EvidenceDesk
  ) {
    self.factory = factory
    let terminal = Shared(handover: handover, words: words, copy: copy, screen: screen, evidence: evidence)
    self.terminal = terminal
    self.first = first.setup
    folders = PhoneFolders(path: first.setup.data.path)
    let wishes = Wishes()
    let session = PhoneRack.session(of: first, terminal, wishes)
    current = session
    wishes.rack = self
    adopt(session, first)
  }

  /// Switches the first phone on.
  func start() { current.store.send(.started) }

  /// Until the user leaves or ``close()``. What is being written then is waited for by ``stop()``.
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

  func kill() { for phone in phones.values { phone.session.kill() } }

  // MARK: Wishes

  fileprivate func run(_ effect: PhonesEffect, of session: AppSession) {
    switch effect {
    case .list: session.store.inbox(.phones(.listed(list())))
    case .take(let name): take(name)
    case .add: take(folders.freeName())
    case .clone:
      let clone = Phones.Clone(from: session.store.state.settings.device, to: folders.freeName())
      do throws(PhoneProblem) {
        try folders.clone(clone.from, to: clone.to)
        session.store.inbox(.phones(.cloned(clone, list())))
      } catch {
        session.store.inbox(.phones(.failed(error)))
      }
    }
  }

  fileprivate func quit() { end.yield() }

  private func take(_ name: String) {
    let before = current
    do throws(CommandError) {
      current = if let phone = phones[name] { phone.session } else { try open(name) }
    } catch {
      before.store.inbox(.phones(.failed(PhoneProblem(ProblemCode(error.code), error.values))))
      return
    }
    let surroundings = before.store.state.surroundings
    before.store.send(.phones(.close))
    current.store.send(.phones(.arrived(surroundings)))
    onChange()
  }

  private func open(_ name: String) throws(CommandError) -> AppSession {
    let parts = try factory.make(name, after: first)
    let wishes = Wishes()
    let session = PhoneRack.session(of: parts, terminal, wishes)
    wishes.rack = self
    adopt(session, parts)
    session.store.send(.started)
    return session
  }

  private func adopt(_ session: AppSession, _ parts: PhoneParts) {
    session.store.onChange = { [weak self, unowned session] _ in
      guard let self, self.current === session else { return }
      self.onChange()
    }
    let life = Task { await session.store.run() }
    phones[parts.setup.data.device] = Phone(session: session, lock: parts.lock, life: life)
  }

  private func list() -> [PhoneSummary] {
    let known = Set(folders.names).union(phones.keys)
    return known.sorted().map { name in
      phones[name].map { PhoneSummary($0.session.store.state) } ?? folders.summary(of: name)
    }
  }

  private static func session(of parts: PhoneParts, _ terminal: Shared, _ wishes: Wishes) -> AppSession {
    let asker = Asker()
    let session = AppSession(
      parts.setup, userAgent: parts.userAgent, handover: terminal.handover,
      exports: parts.setup.exports(terminal.words), copy: terminal.copy, screen: terminal.screen,
      evidence: terminal.evidence,
      phones: { effect in if let session = asker.session { wishes.rack?.run(effect, of: session) } },
      quit: { wishes.rack?.quit() })
    asker.session = session
    return session
  }

  /// Lets a session be told whom to ask before that exists.
  private final class Wishes {
    weak var rack: PhoneRack?
  }

  /// Lets a session's effects say which session asks, before that is made.
  private final class Asker {
    weak var session: AppSession?
  }
}

extension PhoneSummary {
  /// A phone that is switched on.
  init(_ state: AppState) {
    let condition: Condition =
      switch state.keystore {
      case .loading, .empty: state.session == nil ? .fresh : .signedIn
      case .locked: .locked
      case .failed: .damaged
      case .open: state.session != nil ? .signedIn : state.registration == nil ? .fresh : .registered
      }
    self.init(name: state.settings.device, condition: condition, clientID: state.ownServerClientID)
  }
}
