import Workshop
import AppState

/// Lets things go wrong on purpose.
@MainActor
final class FaultDesk: Desk {
  private let board: FaultBoard

  nonisolated init(_ board: FaultBoard) { self.board = board }

  func run(_ order: FaultEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch order {
    case .set(let standing): board.adopt(standing)
    }
  }
}
