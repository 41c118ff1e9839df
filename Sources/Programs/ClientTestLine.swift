/// The app's order for a test of a client at a server that it started, a line on the server's standard input:
/// `{"clientTest":{"client":"…","do":"start"}}`. The server answers with a line after each change of the test (docs/client-test.md).
package struct ClientTestLine: Hashable, Sendable {
  package enum Wish: String, Hashable, Sendable {
    case start
    case startAll = "start-all"
    /// A person has done what was asked, or the client cannot do it.
    case acted, cannot
    case yes, no, skip
    case stop
  }

  package var client: String
  package var wish: Wish
  /// Of the request or question that is answered; 0: none is.
  package var number: Int

  package init(_ wish: Wish, client: String, number: Int = 0) {
    (self.wish, self.client, self.number) = (wish, client, number)
  }

  /// `nil`: the line is another order.
  package init?(_ line: String) {
    guard let order = ClockCommands.order("clientTest", line), let client = order["client"]?.stringValue,
      let wish = order["do"]?.stringValue.flatMap(Wish.init)
    else { return nil }
    self.init(wish, client: client, number: order["number"]?.intValue ?? 0)
  }

  package var line: String {
    let order: JSON = ["client": .string(client), "do": .string(wish.rawValue), "number": .number(String(number))]
    return JSON.object([.init("clientTest", order)]).line
  }
}
