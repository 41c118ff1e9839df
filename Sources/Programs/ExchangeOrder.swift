/// The app's order for the exchanges of a server that it started, a line on the server's standard input:
/// `{"exchanges":{"feed":1,"client":"…"}}`. The server answers with a line for each exchange and one at the end
/// (docs/admin.md).
package struct ExchangeOrder: Hashable, Sendable {
  /// The number of the reading. A new number begins with the first exchange.
  package var feed: Int
  /// `nil`: everybody's.
  package var client: String?

  package init(feed: Int, client: String?) { (self.feed, self.client) = (feed, client) }

  /// `nil`: the line is another order.
  package init?(_ line: String) {
    guard let order = ClockCommands.order("exchanges", line), let feed = order["feed"]?.intValue else { return nil }
    self.init(feed: feed, client: order["client"]?.stringValue)
  }

  package var line: String {
    let order: JSON = ["feed": .number(String(feed)), "client": client.map { .string($0) } ?? .null]
    return JSON.object([.init("exchanges", order)]).line
  }
}
