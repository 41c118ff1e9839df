import Programs
import SharedValues
import Synchronization

/// What a server that this program has started says of the clock that it goes by.
final class ClockNews: Sendable {
  /// What holds, and who is told when it changes. As its line: a date does not come back from one to the last bit.
  private let clock = Mutex<(holds: String?, news: AsyncStream<Void>.Continuation?)>((nil, nil))

  func take(_ setting: ClockSetting) {
    clock.withLock {
      $0.holds = ClockOrders.line(setting)
      $0.news?.yield()
    }
  }

  func hears(of setting: ClockSetting, within limit: Duration) async {
    let (news, feed) = AsyncStream<Void>.makeStream()
    clock.withLock { $0.news = feed }
    feed.yield()
    let end = Task {
      try await Task.sleep(for: limit)
      feed.finish()
    }
    defer { end.cancel() }
    for await _ in news where clock.withLock({ $0.holds == ClockOrders.line(setting) }) { return }
  }
}
