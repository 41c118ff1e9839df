import AppState
import Synchronization
import Workshop

/// The requests that a server of ours has answered, as it writes them: one JSON object a line.
package enum ServerEvents {
  package static func event(_ object: JSON) -> Action? {
    request(object).map { request in
      .serverPanel(
        .event(
          method: request.method, path: request.path, status: request.status, note: request.note,
          client: object["client"]?.stringValue, endpoint: request.endpoint))
    }
  }

  /// A request that the server answered for a browser. The app's requests are in its own trace, and the files that pages load are left out.
  /// - Parameter isShared: the server has other clients, too.
  package static func observed(_ object: JSON, by server: Party = .server, isShared: Bool = false) -> Action? {
    guard var request = request(object), [.authorization, .endSession, .page].contains(request.endpoint),
      !request.path.hasPrefix(bytes: "/assets/")
    else { return nil }
    request.server = server
    if isShared {
      let client = object["client"]?.stringValue
      request.asker =
        object["administration"] == .bool(true)
        ? .administrator(client: client) : .browser(visit: object["visit"]?.stringValue, client: client)
    }
    return .observed(request)
  }

  /// `nil`: the line is not a request.
  private static func request(_ object: JSON) -> ObservedRequest? {
    guard object["event"]?.stringValue == "request", let method = object["method"]?.stringValue,
      let path = object["path"]?.stringValue, let status = object["status"]?.intValue
    else { return nil }
    return ObservedRequest(
      method: method, path: path, status: status, note: object["note"]?.stringValue ?? "",
      endpoint: object["endpoint"]?.stringValue.flatMap(Endpoint.init(rawValue:)) ?? .other,
      // In the server's spelling; app and server share no code.
      usesSession: object["session"]?.stringValue == "used")
  }
}

/// Passes a server's events on to the session that uses the server now. Before the first one, events are dropped.
package final class ActionRelay: Sendable {
  private let receiver = Mutex<@Sendable (Action) -> Void>({ _ in })

  package init() {}

  /// From now on, actions go only to `receive`.
  package func connect(_ receive: @escaping @Sendable (Action) -> Void) { receiver.withLock { $0 = receive } }
  package func send(_ action: Action) { receiver.withLock { $0 }(action) }
}
