import SharedValues

/// The page on which the administrator watches what the server does.
extension Provider {
  private static let shown = 200

  @Sendable func eventsPage(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let entries = events.latest(limit: Provider.shown)
    let rows = entries.map { entry -> [String: Any] in
      [
        "time": Pages.second(entry.event.time), "method": entry.event.method, "path": entry.event.path,
        "status": entry.event.status == 0 ? "" : String(entry.event.status),
        "statusClass": Provider.kind(entry.event.status), "note": entry.event.note,
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
    guard try await administratorSession(request) != nil else {
      return .json(["error": "login_required"], status: 401, note: "not signed in")
    }
    let query = request.queryParameters
    let after = query["after"].flatMap(Int.init) ?? 0
    let entries = events.latest(after: max(after, 0), limit: Provider.shown)
    let list = entries.map { entry -> JSON in
      [
        "number": .number(String(entry.number)), "time": .string(Pages.second(entry.event.time)),
        "method": .string(entry.event.method), "path": .string(PlainText.shown(entry.event.path)),
        "status": .number(String(entry.event.status)), "kind": .string(Provider.kind(entry.event.status)),
        "note": .string(entry.event.note),
      ]
    }
    return .json(["last": .number(String(entries.first?.number ?? after)), "events": .array(list)], note: "events")
  }

  private static func kind(_ status: Int) -> String { status < 400 ? "live" : status < 500 ? "odd" : "dead" }
}
