import HTTPTransport

extension Deadlines {
  /// For tests that are not about deadlines; only failures reach them. On a busy machine the product's own deadlines may expire, because
  /// waiting for one of the few connections to a server counts as connecting.
  package static let ofTests = Deadlines(connect: .seconds(60), exchange: .seconds(120))
}
