import Programs
import SharedValues
import Synchronization

/// The clock setting that a server started by this program confirms.
final class ClockNews: Sendable {
  /// The setting, and the stream that reports changes. It is kept as text, because a parsed date may differ in its last
  /// bits.
  private let clock = Mutex<(holds: String?, news: AsyncStream<Void>.Continuation?)>((nil, nil))

  func receive(_ setting: ClockSetting) {
    clock.withLock {
      $0.holds = ClockCommands.line(setting)
      $0.news?.yield()
    }
  }

  func awaitConfirmation(of setting: ClockSetting, within limit: Duration) async {
    let (news, feed) = AsyncStream<Void>.makeStream()
    clock.withLock { $0.news = feed }
    feed.yield()
    let end = Task {
      try await Task.sleep(for: limit)
      feed.finish()
    }
    defer { end.cancel() }
    for await _ in news where clock.withLock({ $0.holds == ClockCommands.line(setting) }) { return }
  }
}
