import SharedValues

@testable import IdentityServer

extension TestServer {
  var trace: ExchangeTrace { server.provider.trace }

  /// In the order in which they passed.
  func lines(_ adjust: (inout ExchangeQuery) -> Void = { _ in }) -> [ExchangeLine] {
    var query = ExchangeQuery()
    (query.order, query.limit) = (.oldest, ExchangeQuery.maximumLimit)
    adjust(&query)
    return trace.lines(query)
  }

  func lines(of client: String) -> [ExchangeLine] { lines { $0.client = client } }

  var lastLine: ExchangeLine? { lines().last }
}

extension ExchangeLine {
  /// Method and path, without the query.
  var request: String { method + " " + target.prefix { $0 != "?" } }
}

extension Passage {
  /// An exchange that no server has answered.
  static func made(
    _ target: String, headers: [HTTPHeader] = [], body: Int = 0, answer: Int = 0, client: String? = nil
  ) -> Passage {
    let request = ServerRequest(
      method: "POST", target: target, headers: headers, host: "localhost", body: [UInt8](repeating: 0x61, count: body),
      address: "192.0.2.1")
    let response = ServerResponse(200, body: [UInt8](repeating: 0x62, count: answer))
    let notes = RequestNotes()
    RequestNotes.$current.withValue(notes) { if let client { RequestNotes.note(client: client) } }
    return Passage(request, response, side: .server, time: TestServer.start, seconds: 0.001, notes)
  }
}
