import AppState
import FoundationEssentials

/// Step mode: the flow stops before every message until somebody, or the pace of a slow motion, lets it go on.
///
/// Step mode lives between ``update(_:_:now:)`` and the edge: what a step of the protocol wants sent is held here, and no step
/// knows of it.
public struct Stepping: Hashable, Sendable {
  /// Who lets a held message go.
  public enum Pace: Hashable, Sendable {
    /// Somebody does.
    case off
    /// The held message goes by itself after a while.
    case slow, slower
    /// After so many seconds, as autoplay wants it.
    case every(TimeInterval)

    /// From the one where somebody has all the time, by the keys.
    static let chosen: [Pace] = [.off, .slow, .slower]

    /// How long a message is held; `nil`: until somebody lets it go.
    public var seconds: TimeInterval? {
      switch self {
      case .off: nil
      case .slow: 1.5
      case .slower: 4
      case .every(let seconds): seconds
      }
    }
  }

  public var isOn = false
  public var pace: Pace = .off
  /// Whether the trainee is asked what comes next before it is said.
  public var predicts = false
  /// Whether the card of a held message takes the panel's place, with every sentence in full.
  public var showsAll = false
  /// Parameters of the held message that are being changed; `nil`: none are.
  public var editor: ParameterEditor?
  /// Whether the card was folded before.
  var editorOpensCard = false
  /// What had the keys before that.
  var focusBefore = ViewState.Focus.phone
  /// A slow motion stands still.
  public var isPaused = false
  /// What waits to be sent, in order.
  public var held: [HeldMessage] = []
  /// The question about the first of them.
  public var prediction: Prediction?
  /// When the first of them goes by itself; `nil`: not by itself.
  public var releaseAt: Date?
  /// The message that left last, held or not. It stays when its flow has ended.
  public var lastStep: StepMessage?
  /// How many have been held in this run.
  public var count = 0
  /// The step of a flow that an audience has seen last.
  var seen: SeenStep?

  struct SeenStep: Hashable {
    var flow: FlowID
    var step: FlowStep
  }

  /// This flow runs on to its end.
  var runsOn: FlowID?
  /// On their way out of ``held``.
  var leaving: [HeldMessage] = []
  /// Number of the wake that lets the first message go.
  var wake: Int?
  /// What was left of the time when the motion was stopped.
  var remaining: TimeInterval?

  public init() {}

  /// The message that the flow has stopped before.
  public var message: HeldMessage? { held.first }

  /// The question, as long as nobody has answered it.
  public var openQuestion: Prediction? { prediction.flatMap { $0.answer == nil ? $0 : nil } }
}

/// What a user of step mode does.
public enum StepAction: ToolAction {
  /// Switches step mode on; or off, and then what is held goes.
  case toggle
  /// Lets the held message go. Nothing where none is held.
  case next
  /// Lets this flow run to its end without a stop; the next one stops again.
  case runOn
  /// Switches step mode on at this pace.
  case pace(Stepping.Pace)
  /// Stops and continues a slow motion.
  case pause
  /// Whether questions are asked.
  case predict
  /// Opens the whole card in the panel, or folds it.
  case card
  /// The trainee's answer: the index of a choice.
  case answer(Int)
  /// Opens the parameters of the held message, to change them before it is sent; or leaves them as they were.
  case change
  case edit(ParameterEdit)
  /// Lets the message go as it has been changed.
  case sendChanged
}

extension AppState {
  /// The message that the flow has stopped before, and everything that a card can say of it. One that only gives the audience time to read
  /// has no card.
  public var heldMessage: HeldMessage? {
    guard let message = stepping.message, stepping.isOn || message.hold == .untilLetGo else { return nil }
    return message
  }

  /// Whether the panel shows the whole card and nothing else. A question would be answered by it.
  public var showsStepCard: Bool { stepping.showsAll && heldMessage != nil && stepping.openQuestion == nil }
}

extension StepAction {
  public func apply(to app: inout AppState) -> [Effect] {
    app.step(self)
    return []
  }
}

extension Action { public static func step(_ action: StepAction) -> Action { .tool(ToolEvent(action)) } }

extension Stepping: Tool {
  public static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] {
    if case .woke(let number) = change.action { app.stepWoke(number) }
    return []
  }

  public static func intercept(_ effects: [Effect], _ app: inout AppState) -> [Effect] { app.stepThrough(effects) }

  public mutating func startOver() { self = Stepping() }

  /// Nothing is held where a phone can be left, but the way of stepping stays.
  public mutating func arrive(from old: Stepping) { (isOn, pace, predicts) = (old.isOn, old.pace, old.predicts) }
}

extension AppState {
  /// Step mode, and what it holds back.
  public var stepping: Stepping {
    get { tools[Stepping.self] }
    set { tools[Stepping.self] = newValue }
  }
}
