import Keystore

/// Examines the keystore's file for the panel that shows it: off the main actor, and one thing after another.
///
/// A file that is as it was is not opened again: with a passphrase each opening takes a second.
actor KeystoreInspector {
  private let keystore: FileKeystore
  private var opened: KeystoreReading?

  init(_ keystore: FileKeystore) { self.keystore = keystore }

  /// `nil` when there is no file.
  func read() -> Result<KeystoreReading?, KeystoreError> {
    do throws(KeystoreError) {
      if var known = opened, known.xray.inspection.protection == .passphrase, let xray = try keystore.xray(),
        xray.fingerprint == known.xray.fingerprint
      {
        known.xray = xray
        return .success(known)
      }
      var reading = try keystore.reading()
      // A figure that trembles every second says less than that of the first opening.
      if let opened, opened.xray.fingerprint == reading?.xray.fingerprint { reading?.seconds = opened.seconds }
      opened = if case .success = reading?.contents { reading } else { nil }
      return .success(reading)
    } catch {
      return .failure(error)
    }
  }

  /// `nil` when there is no file.
  func result(of trial: KeystoreTrial) -> Result<KeystoreTrialResult?, KeystoreError> {
    Result { () throws(KeystoreError) in try keystore.result(of: trial) }
  }
}
