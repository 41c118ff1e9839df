/// Defences that a configuration can switch off for a lesson that shows what they are for. By default all are on; a server
/// that starts with one switched off warns loudly.
public struct InsecureSwitches: Hashable, Sendable {
  /// Codes are issued without a `code_challenge`, to every client, as before RFC 7636.
  public var withoutPKCE = false
  /// Public clients may ask for `response_type=token` (RFC 6749 §4.2), which RFC 9700 §2.1.2 advises against.
  public var implicit = false
  /// Authorization responses do not name their issuer, as before RFC 9207.
  public var withoutIss = false

  /// All defences are on.
  public static let none = InsecureSwitches()

  /// The names of the switched-off defences, as the configuration spells them.
  public var names: [String] {
    (withoutPKCE ? ["withoutPKCE"] : []) + (implicit ? ["implicit"] : []) + (withoutIss ? ["withoutIss"] : [])
  }
}
