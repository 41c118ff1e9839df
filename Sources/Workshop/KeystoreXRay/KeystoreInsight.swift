import AppState
import FoundationEssentials
import Keystore
import SharedValues

/// What the panel **Keystore** knows of the file on the disk, and of the keys in the secure element: as of the last reading.
public struct KeystoreInsight: Hashable, Sendable {
  /// Whether somebody can see the panel. Only then the file is read, once a second.
  public var isWatched = false
  public var hasBeenRead = false
  /// `nil`: there is no file.
  public var reading: KeystoreReading?
  /// Why it could not even be looked at.
  public var problem: KeystoreError?
  public var trial: Trial?
  /// The secure element's keys, the oldest first; none where it has never had to make one.
  public var element: Result<[ElementKey], SecureElementError> = .success([])

  /// Something that was done to a copy, and what came of it.
  public struct Trial: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
      case pending
      case done(KeystoreTrialResult)
      case failed(KeystoreError)
      /// The file was gone.
      case nothing
    }
    public var what: KeystoreTrial
    public var outcome: Outcome

    public init(_ what: KeystoreTrial, _ outcome: Outcome = .pending) { (self.what, self.outcome) = (what, outcome) }
  }

  /// The part that the next damage is done to: each in turn.
  public var nextDamage: KeystoreTrial.DamagedPart = .recipient

  var lastReading = 0
  var lastTrial = 0
  var isPending = false
  /// Time has passed, or something was written, since the last reading was asked for.
  var isDue = false

  public init() {}

  /// Whether there is anything to say of the secure element.
  var hasElement: Bool { element != .success([]) }

  /// Whether the client proves itself with a key that is in no file of the phone.
  var hasClientKey: Bool { (try? element.get())?.contains { $0.use == .clientAuthentication } == true }

  /// What the last trial of this file that was made took, in seconds, where it says what one try costs.
  public var secondsForATry: Double? {
    if case .done(let result) = trial?.outcome, result.trial == .guess { return result.seconds }
    return reading?.seconds
  }
}

/// What happens in the panel **Keystore**, from both sides.
public enum KeystorePanelAction: ToolAction {
  /// The panel came into sight or went out of it.
  case watched(Bool)
  /// What ``KeystoreEffect/read(_:)`` found; the number is that of the effect.
  case read(Int, Result<KeystoreReading?, KeystoreError>)
  /// What the secure element was found to hold meanwhile.
  case listedKeys(Result<[ElementKey], SecureElementError>)
  /// The user wants this done to a copy.
  case attempt(KeystoreTrial)
  /// What came of ``KeystoreEffect/attempt(_:_:)``; the number is that of the effect. `nil`: there was no file.
  case attempted(Int, Result<KeystoreTrialResult?, KeystoreError>)
}

/// What the panel **Keystore** wants done.
public enum KeystoreEffect: ToolEffect {
  /// Look at the file, without changing it; answered by ``KeystorePanelAction/read(_:_:)`` with the same number, and where the keys of
  /// the secure element are others than before, sooner or later by ``KeystorePanelAction/listedKeys(_:)``.
  case read(Int)
  /// Do something to a copy of it; answered by ``KeystorePanelAction/attempted(_:_:)``.
  case attempt(Int, KeystoreTrial)

  public var name: String {
    switch self {
    case .read: "examine keystore"
    case .attempt: "try keystore"
    }
  }
}

extension Effect { public static func keystorePanel(_ effect: KeystoreEffect) -> Effect { .tool(ToolOrder(effect)) } }

extension KeystorePanelAction { public func apply(to app: inout AppState) -> [Effect] { app.examineKeystore(self) } }

extension Action {
  public static func keystorePanel(_ action: KeystorePanelAction) -> Action { .tool(ToolEvent(action)) }
}

extension KeystoreInsight: Tool {
  public static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] { app.watchKeystore() }
  public static func needsTicks(_ app: AppState) -> Bool { app.keystoreInsight.isWatched }
  public mutating func tick() { isDue = isWatched }
  public mutating func startOver() { (trial, nextDamage) = (nil, .recipient) }
  public static var tabs: [PanelTab] { [.keystore] }
}

extension PanelTab { public static let keystore = PanelTab("keystore", at: 5, .tabKeystore, .keyKeystore) }

extension AppState {
  /// The file on the disk, for the panel **Keystore**.
  public var keystoreInsight: KeystoreInsight {
    get { tools[KeystoreInsight.self] }
    set { tools[KeystoreInsight.self] = newValue }
  }
}
