/// Which exchanges to read. What is `nil` restricts nothing.
struct ExchangeQuery: Hashable, Sendable {
  enum Order: String, Hashable, Sendable { case newest, oldest }

  var client: String?
  var user: String?
  /// A session's handle or mark.
  var session: String?
  var address: String?
  /// Only exchanges with higher numbers. A number from before a restart is greater than any: it excludes none.
  var after = 0
  /// Only exchanges with lower numbers.
  var before: Int?
  var order = Order.newest
  var limit = 100

  static let maximumLimit = 1000

  var isFiltered: Bool { client != nil || user != nil || session != nil || address != nil }
}
