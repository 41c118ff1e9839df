import Workshop
import AppState

/// The keystore's file, for the panel that shows it.
@MainActor
final class KeystoreDesk: Desk {
  private let inspector: KeystoreInspector

  nonisolated init(_ inspector: KeystoreInspector) { self.inspector = inspector }

  func run(_ order: KeystoreEffect, _ report: @escaping @Sendable (Action) -> Void) {
    Task { [inspector] in
      switch order {
      case .read(let number): report(.keystorePanel(.read(number, await inspector.read())))
      case .attempt(let number, let trial):
        report(.keystorePanel(.attempted(number, await inspector.result(of: trial))))
      }
    }
  }
}
