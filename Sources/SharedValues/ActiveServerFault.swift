/// A fault that is switched on at the embedded server, as its administration lists it.
public struct ActiveServerFault: Hashable, Sendable, Codable {
  /// What switches it off, with all faults that were switched on together.
  public var number: Int
  /// The preset's name, or the title of the file.
  public var name: String
  /// `client c-1`; `everybody`.
  public var target: String
  /// `token: status 503`
  public var fault: String
  public var hits: Int
  /// How often it will still happen; `nil`: until it is switched off.
  public var left: Int?

  public init(number: Int, name: String, target: String = "everybody", fault: String, hits: Int = 0, left: Int? = nil) {
    (self.number, self.name, self.target, self.fault) = (number, name, target, fault)
    (self.hits, self.left) = (hits, left)
  }
}
