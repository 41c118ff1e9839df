import FoundationEssentials
import Glibc
import SharedValues

/// Lists the secure element's keys for the panel **Keystore**, which asks once a second.
///
/// The element is asked where its folder has changed since, or has only just changed, and not before it has answered; one that fails is
/// left alone for a while. So nothing is started again and again, and nothing at all where the device never had a key.
actor KeyInspector {
  private let element: any SecureKeys
  private let folder: String
  private let pause: Duration
  private var known: Stamp?
  private var isSettled = true
  private var isAsking = false
  /// After a failure.
  private var rest: ContinuousClock.Instant?

  /// When the folder last changed: each change of the keys is a file that takes another one's place.
  private struct Stamp: Equatable {
    var seconds: Int
    var nanoseconds: Int

    /// File systems count in ticks of some milliseconds, so a change just after this one could have the same time.
    var isSettled: Bool { abs(TimeSource.system.now.timeIntervalSince1970 - Double(seconds)) > 2 }

    init?(_ folder: String) {
      var info = stat()
      guard stat(folder, &info) == 0 else { return nil }
      (seconds, nanoseconds) = (info.st_mtim.tv_sec, info.st_mtim.tv_nsec)
    }
  }

  /// - Parameters:
  ///   - folder: the element's own. Nothing in it is opened here.
  ///   - pause: after a failure.
  init(_ element: any SecureKeys, folder: String, pause: Duration = .seconds(30)) {
    (self.element, self.folder, self.pause) = (element, folder, pause)
  }

  /// The keys, the oldest first; `nil`: nothing new since the last answer.
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
