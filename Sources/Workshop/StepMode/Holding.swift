import AppState
import FoundationEssentials
import Screens

/// How a message is held for somebody who looks on, while step mode is off.
enum Hold: Hashable, Sendable {
  /// With its card, until somebody lets it go.
  case untilLetGo
  /// Without a card: it only gives time to read.
  case seconds(TimeInterval)

  var seconds: TimeInterval? { if case .seconds(let seconds) = self { seconds } else { nil } }
}

/// A tool for whose sake messages are held.
protocol HoldingTool: Tool {
  /// - Returns: `nil` where it need not be held.
  static func hold(_ message: HeldMessage, of flow: Flow, _ app: AppState) -> Hold?
}

extension AppState {
  func holdForOthers(_ message: HeldMessage, of flow: Flow) -> Hold? {
    tools((any HoldingTool.Type).self).lazy.compactMap { $0.hold(message, of: flow, self) }.first
  }
}
