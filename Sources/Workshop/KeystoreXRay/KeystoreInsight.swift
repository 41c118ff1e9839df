import AppState
import Screens
import Keystore
import SharedValues

/// What the panel **Keystore** knows about the file on disk and the keys in the secure element, as of the last reading.
package struct KeystoreInsight: Hashable, Sendable {
  /// Whether the panel is visible. Only then is the file read, once a second.
  var isWatched = false
  package var hasBeenRead = false
  /// `nil`: there is no file.
  package var reading: KeystoreReading?
  package var problem: KeystoreError?
  package var trial: Trial?
  /// The secure element's keys, oldest first; empty until the element makes its first key.
  package var element: Result<[ElementKey], SecureElementError> = .success([])

  package struct Trial: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
      case pending
      case done(KeystoreTrialResult)
      case failed(KeystoreError)
      /// The file was gone.
      case nothing
    }
    var what: KeystoreTrial
    var outcome: Outcome

    package init(_ what: KeystoreTrial, _ outcome: Outcome = .pending) { (self.what, self.outcome) = (what, outcome) }
  }

  /// The part that the next trial damages; each in turn.
  var nextDamage: KeystoreTrial.DamagedPart = .recipient

  var lastReading = 0
  var lastTrial = 0
  var isPending = false
  /// Time has passed, or something was written, since the last reading was requested.
  var isDue = false

  package init() {}

  var hasElement: Bool { element != .success([]) }

  /// Whether the client authenticates with a key that no file of the phone contains.
  var hasClientKey: Bool { (try? element.get())?.contains { $0.use == .clientAuthentication } == true }

  /// How long one try of a passphrase takes, in seconds: from the last trial that guessed one, else from opening the file.
  var secondsForATry: Double? {
    if case .done(let result) = trial?.outcome, result.trial == .guess { return result.seconds }
    return reading?.seconds
  }
}

package enum KeystorePanelAction: ToolAction {
  case watched(Bool)
  case read(Int, Result<KeystoreReading?, KeystoreError>)
  /// The secure element's keys, if they have changed.
  case listedKeys(Result<[ElementKey], SecureElementError>)
  case attempt(KeystoreTrial)
  /// The outcome of ``KeystoreEffect/attempt(_:_:)`` with the same number; `nil`: there was no file.
  case attempted(Int, Result<KeystoreTrialResult?, KeystoreError>)

  package func apply(to phone: inout Phone<KeystoreInsight>) -> [Effect] { phone.own.apply(self) }
}

package enum KeystoreEffect: ToolEffect {
  /// Reads the file without changing it; ``KeystorePanelAction/read(_:_:)`` with the same number answers. Where the secure element's keys have
  /// changed, ``KeystorePanelAction/listedKeys(_:)`` follows at some time.
  case read(Int)
  /// Tries something on a copy; ``KeystorePanelAction/attempted(_:_:)`` answers.
  case attempt(Int, KeystoreTrial)

  package var name: String { if case .read = self { "examine keystore" } else { "try keystore" } }
}

extension Action {
  package static func keystorePanel(_ action: KeystorePanelAction) -> Action { .tool(AnyToolAction(action)) }
}

extension KeystoreInsight: Tool {
  package static func observe(_ phone: inout Phone<Self>, _ change: PhoneChange) -> [Effect] { phone.own.readIfDue() }
  package static func needsTicks(_ phone: Phone<Self>) -> Bool { phone.own.isWatched }
  package mutating func tick() { isDue = isWatched }
  package mutating func startOver() { (trial, nextDamage) = (nil, .recipient) }
  package static var tabs: [PanelTab] { [.keystore] }
}

extension PanelTab { package static let keystore = PanelTab("keystore", at: 5, .tabKeystore, .keyKeystore) }

/// Reads the keystore's file and lists the secure element's keys while the panel is visible. No flow depends on it, and it writes nothing.
extension KeystoreInsight {
  package static func announcement(_ state: AppState) -> Announcement? {
    guard case .done(let result) = state[KeystoreInsight.self].trial?.outcome else { return nil }
    return switch (result.trial, isOpen: result.refusal == nil) {
    case (.damage, isOpen: false): Announcement(.stopDamaged, .stopDamagedText)
    case (.damage, isOpen: true): nil
    case (.guess, isOpen: false): Announcement(.stopBreakIn, .stopBreakInText)
    case (.guess, isOpen: true): Announcement(.stopGuessed, .stopGuessedText)
    }
  }

  mutating func apply(_ action: KeystorePanelAction) -> [Effect] {
    switch action {
    case .watched(let isWatched): (self.isWatched, isDue) = (isWatched, isWatched)
    case .read(let number, let result):
      guard number == lastReading else { break }
      (isPending, hasBeenRead) = (false, true)
      switch result {
      case .success(let reading):
        (self.reading, problem) = (reading, nil)
        // The trial used a copy of an earlier version of the file.
        if case .done(let done) = trial?.outcome, done.fingerprint != reading?.xray.fingerprint { trial = nil }
      case .failure(let error): (reading, problem, trial) = (nil, error, nil)
      }
    case .listedKeys(let keys): element = keys
    case .attempt(let wanted):
      guard reading != nil, trial?.outcome != .pending else { break }
      trial = Trial(wanted)
      lastTrial += 1
      if case .damage(let part) = wanted { nextDamage = KeystoreTrial.DamagedPart.allCases.next(after: part) }
      return [.tool(KeystoreEffect.attempt(lastTrial, wanted))]
    case .attempted(let number, let result):
      guard number == lastTrial, trial != nil else { break }
      trial?.outcome =
        switch result {
        case .success(let result?): .done(result)
        case .success(nil): .nothing
        case .failure(let error): .failed(error)
        }
    }
    return []
  }

  /// Runs after each action; one reading at a time, so that a slow disk is read less often.
  mutating func readIfDue() -> [Effect] {
    guard isWatched, isDue, !isPending else { return [] }
    lastReading += 1
    (isPending, isDue) = (true, false)
    return [.tool(KeystoreEffect.read(lastReading))]
  }
}
