import AppState
import FoundationEssentials

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
