import AppState
import FoundationEssentials

/// Step mode: the flow stops before every message until the user or a slow motion releases it.
///
/// Step mode works between ``update(_:_:now:)`` and the edge: it holds the messages that a protocol step wants to send, and no step knows about it.
package struct Stepping: Hashable, Sendable {
  /// What releases a held message.
  package enum Pace: Hashable, Sendable {
    /// The user.
    case off
    /// A timer, after some seconds.
    case slow, slower
    /// A timer, after this many seconds, for autoplay.
    case every(TimeInterval)

    /// The paces of the keys, beginning with the one without a timer.
    static let chosen: [Pace] = [.off, .slow, .slower]

    /// How long a message is held; `nil`: until the user releases it.
    package var seconds: TimeInterval? {
      switch self {
      case .off: nil
      case .slow: 1.5
      case .slower: 4
      case .every(let seconds): seconds
      }
    }
  }

  package var isOn = false
  package var pace: Pace = .off
  /// Whether the trainee is asked to predict each message before it is shown.
  package var predicts = false
  /// Whether the full card of a held message replaces the panel's contents.
  package var showsAll = false
  /// The editor for the held message's parameters while it is open.
  package var editor: ParameterEditor?
  var editorOpensCard = false
  var focusBefore = ViewState.Focus.phone
  package var isPaused = false
  /// The messages that wait to be sent, in order.
  package var held: [HeldMessage] = []
  /// The question about the first held message.
  package var prediction: Prediction?
  /// When the first held message is sent automatically; `nil`: it waits for the user.
  package var releaseAt: Date?
  /// The last message that was sent, held or not. It stays when its flow has ended.
  package var lastStep: StepMessage?
  /// How many messages have been held in this run.
  package var count = 0
  /// The last step of a flow that an audience has seen.
  var seen: SeenStep?

  struct SeenStep: Hashable {
    var flow: FlowID
    var step: FlowStep
  }

  /// The flow that runs to its end without stopping.
  var runsOn: FlowID?
  /// Messages that were released from ``held`` and are sent next.
  var leaving: [HeldMessage] = []
  /// The number of the wake-up that releases the first message.
  var wake: Int?
  /// The remaining time when the motion was paused.
  var remaining: TimeInterval?

  package init() {}

  mutating func stopTimer() { (wake, releaseAt, remaining) = (nil, nil, nil) }

  /// The message that the flow is stopped before.
  package var message: HeldMessage? { held.first }

  /// The same if it has a card. A message that is held only to give the audience time has none.
  package var heldMessage: HeldMessage? {
    guard let message, isOn || message.hold == .untilLetGo else { return nil }
    return message
  }

  /// Whether the panel shows only the full card. During a question it would reveal the answer.
  package var showsCard: Bool { showsAll && heldMessage != nil && openQuestion == nil }
  package var openQuestion: Prediction? { prediction.flatMap { $0.answer == nil ? $0 : nil } }
}

package enum StepAction: ToolAction {
  /// Switches step mode on or off; off sends what is held.
  case toggle
  /// Sends the held message, if there is one.
  case next
  /// Like ``next``, for a tool that intercepts after step mode: returns the message's effect.
  case sendNow
  /// Forgets the held messages, because their flow has been cancelled.
  case drop
  /// Runs this flow to its end without stopping; the next one stops again.
  case runOn
  /// Switches step mode on at this pace.
  case pace(Stepping.Pace)
  /// Pauses and continues a slow motion.
  case pause
  /// Switches questions on and off.
  case predict
  /// Opens or closes the full card in the panel.
  case card
  /// The trainee's answer: the index of a choice.
  case answer(Int)
  /// Opens the held message's parameters for editing, or closes them without changes.
  case change
  case edit(ParameterEdit)
  case sendChanged

  package func apply(to phone: inout Phone<Stepping>) -> [Effect] { phone.step(self) }
}

extension Action { package static func step(_ action: StepAction) -> Action { .tool(AnyToolAction(action)) } }

extension Stepping: Tool {
  package static func observe(_ phone: inout Phone<Stepping>, _ change: PhoneChange) -> [Effect] {
    // An outdated wake-up is ignored: the user has released the message or paused the motion.
    if case .woke(let number) = change.action, phone.own.wake == number { phone.releaseFirst() }
    return []
  }

  package static func intercept(_ effects: [Effect], _ phone: inout Phone<Stepping>) -> [Effect] {
    phone.stepThrough(effects)
  }

  package mutating func startOver() { self = Stepping() }

  /// Messages are never held when the user switches phones; the step settings stay.
  package mutating func arrive(from old: Stepping) { (isOn, pace, predicts) = (old.isOn, old.pace, old.predicts) }
}

/// How a message is held for an audience while step mode is off.
package enum Hold: Hashable, Sendable {
  /// With its card, until the presenter releases it.
  case untilLetGo
  /// Without a card: it only gives time to read.
  case briefly

  /// The minimum seconds of each stop while a person presses the keys: enough to read a headline and a sentence.
  static let least: TimeInterval = 2
}

extension Phone<Stepping> {
  /// Holds each step until the audience has seen it begin. The registration is what the show is about, so it is held with its card.
  ///
  /// Whatever was not requested now (a silent start, a reset, a working tool) does not wait.
  /// - Returns: `nil`: no need to hold the message.
  func hold(for message: HeldMessage, of flow: Flow) -> Hold? {
    guard state.settings.presenter, flow.kind != .silentStart,
      !state.tools.kinds.contains(where: { $0.isAtWork(on: state) })
    else { return nil }
    if message.name == .register { return .untilLetGo }
    let isNew = own.seen != Stepping.SeenStep(flow: message.flow, step: message.step)
    return isNew ? .briefly : nil
  }
}
