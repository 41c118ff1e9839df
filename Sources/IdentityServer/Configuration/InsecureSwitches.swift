/// Defences that can be switched off so that a lesson can show what they are for. All are on unless a configuration names
/// the switch, and a server with one switched off says so loudly when it starts.
public struct InsecureSwitches: Hashable, Sendable {
  /// Codes are issued without a `code_challenge`, to every client, as before RFC 7636.
  public var withoutPKCE = false
  /// Public clients may ask for `response_type=token` (RFC 6749 §4.2), which RFC 9700 §2.1.2 advises against.
  public var implicit = false
  /// Authorization responses do not say who answers, as before RFC 9207.
  public var withoutIss = false

  /// Every defence stands.
  public static let none = InsecureSwitches()

  /// The names of what is switched off, as the configuration spells them.
  public var names: [String] {
    (withoutPKCE ? ["withoutPKCE"] : []) + (implicit ? ["implicit"] : []) + (withoutIss ? ["withoutIss"] : [])
  }
}
