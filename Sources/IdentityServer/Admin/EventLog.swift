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

  /// A full log drops its oldest events. Views of the administrator's pages are skipped: watching must not fill the log.
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

extension Provider {
  private static let shown = 200

  @Sendable func eventsPage(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let entries = events.latest(limit: Provider.shown)
    let rows = entries.map { entry -> [String: Any] in
      [
        "time": Pages.second(entry.event.time), "method": entry.event.method, "path": entry.event.path,
        "status": entry.event.status == 0 ? "" : String(entry.event.status),
        "statusClass": Provider.kind(entry.event.status),
        "note": pages.marked(entry.event.note, entry.event.fault),
      ]
    }
    let values: [String: Any] = [
      "events": rows, "hasEvents": !rows.isEmpty, "last": String(entries.first?.number ?? 0),
      "source": AdministrationFrame.newEventsPath,
    ]
    return administrationPage(.events, pages.say(.events), "events", values, visit)
  }

  /// The events after the number that the page's script sends: `{"last":3,"events":[{"number":3,"time":…}]}`.
  @Sendable func newEvents(_ request: ServerRequest) async throws -> ServerResponse {
    let after = request.queryParameters["after"].flatMap(Int.init) ?? 0
    let entries = events.latest(after: max(after, 0), limit: Provider.shown)
    let list = entries.map { entry -> JSON in
      [
        "number": .number(String(entry.number)), "time": .string(Pages.second(entry.event.time)),
        "method": .string(entry.event.method), "path": .string(PlainText.shown(entry.event.path)),
        "status": .number(String(entry.event.status)), "kind": .string(Provider.kind(entry.event.status)),
        "note": .string(pages.marked(entry.event.note, entry.event.fault)),
      ]
    }
    return .json(["last": .number(String(entries.first?.number ?? after)), "events": .array(list)], note: "events")
  }

  static func kind(_ status: Int) -> String { status < 400 ? "live" : status < 500 ? "odd" : "dead" }
}
