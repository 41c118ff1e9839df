/// The app's order for a test of a client at a server that it started, a line on the server's standard input:
/// `{"clientTest":{"client":"…","do":"start"}}`. The server answers with a line after each change of the test (docs/client-test.md).
package struct ClientTestLine: Hashable, Sendable {
  package var client: String
  package var wish: ClientTestWish

  package init(_ wish: ClientTestWish, client: String) { (self.wish, self.client) = (wish, client) }

  /// `nil`: the line is another order.
  package init?(_ line: String) {
    guard let order = ClockCommands.order("clientTest", line), let client = order["client"]?.stringValue,
      let word = order["do"]?.stringValue,
      let wish = ClientTestWish(word, number: order["number"]?.intValue ?? 0)
    else { return nil }
    self.init(wish, client: client)
  }

  package var line: String {
    let (word, number) = wish.words
    let order: JSON = ["client": .string(client), "do": .string(word), "number": .number(String(number))]
    return JSON.object([.init("clientTest", order)]).line
  }
}
