import Keystore

/// Examines the keystore's file for its panel, off the main actor, one request after another.
///
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
    } catch {
      return .failure(error)
    }
  }

  /// `nil`: there is no file.
  func result(of trial: KeystoreTrial) -> Result<KeystoreTrialResult?, KeystoreError> {
    Result { () throws(KeystoreError) in try keystore.result(of: trial) }
  }
}
