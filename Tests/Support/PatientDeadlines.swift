import HTTPTransport

extension Deadlines {
  /// For tests that are not about deadlines: they bound failures alone. Those of the product pass where the machine is busy, because waiting
  /// for one of the few connections to a server counts as connecting.
  public static let ofTests = Deadlines(connect: .seconds(60), exchange: .seconds(120))
}
