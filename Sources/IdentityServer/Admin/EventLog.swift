import SharedValues
import Synchronization

/// The latest events, in memory only, for the administrator. Events hold no secrets.
final class EventLog: Sendable {
  struct Entry: Sendable {
    /// Counts from 1 at each start of the server.
    var number: Int
    var event: ServerEvent
  }

  static let capacity = 500

  /// In their order. May hold twice ``capacity``: dropping the oldest one by one would move all others each time.
  private let entries = Mutex<[Entry]>([])

  /// Keeps an event; a full log drops its oldest ones. Views of the administrator's pages are skipped: watching the log
  /// must not fill it.
  func record(_ event: ServerEvent) {
    let isLooking =
      ["GET", "HEAD"].contains(event.method) && (event.path == "/admin" || event.path.hasPrefix(bytes: "/admin/"))
    guard !isLooking, !event.path.hasPrefix(bytes: "/assets/"), event.path != "/metrics", event.path != "/health" else {
      return
    }
    entries.withLock { entries in
      entries.append(Entry(number: (entries.last?.number ?? 0) + 1, event: event))
      if entries.count == 2 * EventLog.capacity { entries.removeFirst(EventLog.capacity) }
    }
  }

  /// The events after a number, newest first. A number from before a restart is greater than any: it gives all events.
  func latest(after number: Int = 0, limit: Int = EventLog.capacity) -> [Entry] {
    entries.withLock { entries in
      let start = number > (entries.last?.number ?? 0) ? 0 : number
      return Array(entries.suffix(min(limit, EventLog.capacity)).reversed().prefix { $0.number > start })
    }
  }
}
