import Keystore

/// Reads the keystore's file and the secure element's keys for the panel **Keystore**.
@MainActor final class KeystoreEffectHandler: EffectHandler {
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

/// Examines the keystore's file for its panel, off the main actor, one request after another.
/// An unchanged file is not opened again, because opening it with a passphrase takes a second.
actor KeystoreInspector {
  private let keystore: FileKeystore
  private var opened: KeystoreReading?

  init(_ keystore: FileKeystore) { self.keystore = keystore }

  /// `nil`: there is no file.
  func read() -> Result<KeystoreReading?, KeystoreError> {
    do throws(KeystoreError) {
      if var known = opened, known.xray.inspection.protection == .passphrase, let xray = try keystore.xray(),
        xray.fingerprint == known.xray.fingerprint
      {
        known.xray = xray
        return .success(known)
      }
      var reading = try keystore.reading()
      // Keeps the time of the first opening, because a number that changes every second distracts.
      if let opened, opened.xray.fingerprint == reading?.xray.fingerprint { reading?.seconds = opened.seconds }
      opened = if case .success = reading?.contents { reading } else { nil }
      return .success(reading)
    } catch { return .failure(error) }
  }

  /// `nil`: there is no file.
  func result(of trial: KeystoreTrial) -> Result<KeystoreTrialResult?, KeystoreError> {
    Result { () throws(KeystoreError) in try keystore.result(of: trial) }
  }
}
