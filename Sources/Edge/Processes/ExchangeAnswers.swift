import AppState
import FoundationEssentials
import Synchronization
import Workshop

package final class ExchangeAnswers: Sendable {
  private let collected = Mutex<[(reading: Int, message: Message)]>([])

  package init() {}

  /// - Returns: the whole answer, at its last line; `nil`: the line is no part of it, or more lines follow.
  package func take(_ object: JSON) -> SeenMessages? {
    guard let reading = object["feed"]?.intValue else { return nil }
    switch object["event"]?.stringValue {
    case "exchange":
      if let message = Message(seen: object) { collected.withLock { $0.append((reading, message)) } }
      return nil
    case "exchanges":
      let lines = collected.withLock { lines in
        defer { lines = [] }
        return lines
      }
      return SeenMessages(
        reading: reading, from: object["from"]?.intValue ?? 0,
        messages: lines.filter { $0.reading == reading }.map(\.message), hasMore: object["more"] == .bool(true),
        clients: object["clients"]?.stringArray ?? [])
    default: return nil
    }
  }
}

extension Message {
  /// An exchange as the server has seen it; `nil`: the line is incomplete.
  fileprivate init?(seen object: JSON) {
    guard let record = ExchangeRecord(object), let method = object["method"]?.stringValue,
      let url = object["url"]?.stringValue, let status = object["status"]?.intValue,
      let at = object["at"]?.doubleValue
    else { return nil }
    var request = HTTPRequest(
      method, url, headers: [HTTPHeader](object["request"]),
      body: Array((object["request"]?["body"]?.stringValue ?? "").utf8))
    request.endpoint = object["endpoint"]?.stringValue.flatMap(Endpoint.init(rawValue:)) ?? .other
    if request.endpoint == .token, request.formValue("grant_type") == "refresh_token" { request.endpoint = .refresh }
    let response = HTTPResponse(
      status, headers: [HTTPHeader](object["response"]),
      body: Array((object["response"]?["body"]?.stringValue ?? "").utf8))
    let end = Date(timeIntervalSince1970: at / 1000)
    var exchange = Exchange(
      request, outcome: status == 0 ? .failure(TransportFailure(.connectionLost)) : .success(response),
      started: end.addingTimeInterval(-(object["milliseconds"]?.doubleValue ?? 0) / 1000), finished: end)
    if let fault = object["fault"]?.stringValue { exchange.faults = [FaultMark(fault)] }
    let (from, to): (Party, Party) =
      switch request.endpoint {
      case .page, .authorization, .endSession: (.browser, .server)
      case .api: (.client, .api)
      case .application: (.client, .application)
      default: (.client, .server)
      }
    self.init(from: from, to: to, .exchange(exchange), at: exchange.started, record: record)
  }
}

extension ExchangeRecord {
  fileprivate init?(_ object: JSON) {
    guard let number = object["number"]?.intValue else { return nil }
    self.init(number: number)
    clients = object["clients"]?.stringArray ?? []
    users = object["users"]?.stringArray ?? []
    sessions = object["sessions"]?.stringArray ?? []
    address = object["address"]?.stringValue ?? ""
    note = object["note"]?.stringValue ?? ""
    detail = object["detail"]?.stringValue ?? ""
    requestBytes = object["request"]?["bytes"]?.intValue ?? 0
    responseBytes = object["response"]?["bytes"]?.intValue ?? 0
    isWhole = [object["request"], object["response"]].allSatisfy { $0?["whole"] == .bool(true) }
  }
}

extension [HTTPHeader] {
  fileprivate init(_ message: JSON?) {
    self = (message?["headers"]?.arrayValue ?? []).compactMap { header in
      guard let name = header["name"]?.stringValue, let value = header["value"]?.stringValue else { return nil }
      return HTTPHeader(name, value)
    }
  }
}
