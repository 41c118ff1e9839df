import ForeignText
import Synchronization

/// The latest events, in memory only, for the administrator. Events hold no secrets.
final class EventLog: Sendable {
  struct Entry: Sendable {
    /// Counts from 1 at each start of the server.
    var number: Int
    var event: ServerEvent
  }

  static let capacity = 500

  private struct Ring {
    /// Entry `number` is at index `(number - 1) % capacity`.
    var entries: [Entry] = []
    var count = 0
  }

  private let ring = Mutex(Ring())

  /// Keeps an event; a full log drops its oldest one. Views of the administrator's pages are skipped: watching the log
  /// must not fill it.
  func record(_ event: ServerEvent) {
    let isLooking =
      ["GET", "HEAD"].contains(event.method) && (event.path == "/admin" || event.path.hasPrefix(bytes: "/admin/"))
    guard !isLooking, !event.path.hasPrefix(bytes: "/assets/"), event.path != "/metrics", event.path != "/health" else {
      return
    }
    ring.withLock { ring in
      ring.count += 1
      let entry = Entry(number: ring.count, event: event)
      if ring.entries.count < EventLog.capacity {
        ring.entries.append(entry)
      } else {
        ring.entries[(ring.count - 1) % EventLog.capacity] = entry
      }
    }
  }

  /// The events after a number, newest first. A number from before a restart is greater than any: it gives all events.
  func latest(after number: Int = 0, limit: Int = EventLog.capacity) -> [Entry] {
    ring.withLock { ring in
      let start = number > ring.count ? 0 : number
      return Array(ring.entries.filter { $0.number > start }.sorted { $0.number > $1.number }.prefix(limit))
    }
  }
}
