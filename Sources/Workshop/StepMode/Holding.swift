import AppState
import FoundationEssentials
import Screens

/// How a message is held for an audience while step mode is off.
package enum Hold: Hashable, Sendable {
  /// With its card, until the presenter releases it.
  case untilLetGo
  /// Without a card: it only gives time to read.
  case seconds(TimeInterval)

  var seconds: TimeInterval? { if case .seconds(let seconds) = self { seconds } else { nil } }
}

/// A tool that holds messages for an audience.
protocol HoldingTool: Tool {
  /// - Returns: `nil`: no need to hold the message.
  static func hold(_ message: HeldMessage, of flow: Flow, _ app: AppState) -> Hold?
}

extension AppState {
  func holdForOthers(_ message: HeldMessage, of flow: Flow) -> Hold? {
    tools((any HoldingTool.Type).self).lazy.compactMap { $0.hold(message, of: flow, self) }.first
  }
}
