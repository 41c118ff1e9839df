import Glibc

extension QueueingEffectHandler<KeystoreEffect> {
  convenience init(_ inspector: KeystoreInspector, _ keys: KeyInspector) {
    self.init { effect, _, report in
      switch effect {
      case .read(let number):
        Task { report(.keystorePanel(.read(number, await inspector.read()))) }
        // In the background: an element that starts slowly delays neither the file nor the next reading.
        Task { if let listed = await keys.news() { report(.keystorePanel(.listedKeys(listed))) } }
      case .attempt(let number, let trial):
        Task { report(.keystorePanel(.attempted(number, await inspector.result(of: trial)))) }
      }
    }
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

/// Lists the secure element's keys for the panel **Keystore**, which asks once a second. The element is only asked if its folder has just changed and
/// it is not still answering; after a failure it is left alone for a while. So it is not started at all on a device that never had a key.
actor KeyInspector {
  private let element: any SecureKeys
  private let folder: String
  private let pause: Duration
  private var known: Stamp?
  private var isSettled = true
  private var isAsking = false
  /// When the element may be asked again after a failure.
  private var rest: ContinuousClock.Instant?

  /// The time of the folder's last change. Every change of the keys replaces a file in it.
  private struct Stamp: Equatable {
    var seconds: Int
    var nanoseconds: Int

    /// Whether the time is old enough to be sure: file systems count in ticks of some milliseconds, so two close changes could have the same time.
    var isSettled: Bool { abs(TimeSource.system.now.timeIntervalSince1970 - Double(seconds)) > 2 }

    init?(_ folder: String) {
      var info = stat()
      guard stat(folder, &info) == 0 else { return nil }
      (seconds, nanoseconds) = (info.st_mtim.tv_sec, info.st_mtim.tv_nsec)
    }
  }

  /// - Parameter folder: the element's folder, whose files are not opened here.
  init(_ element: any SecureKeys, folder: String, pause: Duration = .seconds(30)) {
    (self.element, self.folder, self.pause) = (element, folder, pause)
  }

  /// The keys, oldest first; `nil`: no change since the last answer.
  func news() async -> Result<[ElementKey], SecureElementError>? {
    let stamp = Stamp(folder)
    guard !isAsking, isDue(stamp) else { return nil }
    (isAsking, known, isSettled, rest) = (true, stamp, stamp?.isSettled ?? true, nil)
    defer { isAsking = false }
    guard stamp != nil else { return .success([]) }
    do { return .success(try await element.list()) } catch {
      rest = ContinuousClock.now + pause
      return .failure(error as? SecureElementError ?? .unavailable(detail: "\(error)"))
    }
  }

  private func isDue(_ stamp: Stamp?) -> Bool {
    guard let rest else { return stamp != known || !isSettled }
    return ContinuousClock.now >= rest
  }
}
