import Edge
import AppState
import Workshop

/// Reads the keystore's file and the secure element's keys for the panel **Keystore**.
@MainActor
final class KeystoreEffectHandler: EffectHandler {
  private let inspector: KeystoreInspector
  private let keys: KeyInspector

  nonisolated init(_ inspector: KeystoreInspector, _ keys: KeyInspector) {
    (self.inspector, self.keys) = (inspector, keys)
  }

  func run(_ effect: KeystoreEffect, _ report: @escaping @Sendable (Action) -> Void) {
    Task { [inspector] in
      switch effect {
      case .read(let number): report(.keystorePanel(.read(number, await inspector.read())))
      case .attempt(let number, let trial):
        report(.keystorePanel(.attempted(number, await inspector.result(of: trial))))
      }
    }
    guard case .read = effect else { return }
    // In the background: an element that starts slowly delays neither the file nor the next reading.
    Task { [keys] in if let listed = await keys.news() { report(.keystorePanel(.listedKeys(listed))) } }
  }
}
