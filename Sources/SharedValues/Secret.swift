/// A value that must not be revealed by accident: a token, a client secret, a code, a verifier.
///
/// Printing or reflecting a `Secret` gives `‹secret›`. A search for ``revealed`` finds every place that returns the value.
public struct Secret: Hashable, Sendable {
  /// The value itself. Never pass it to a log, an argument list, an environment or a title.
  public let revealed: String

  public init(_ value: String) { revealed = value }

  /// The first group of characters and dots, as screens show it: `14757ddb-••••`.
  ///
  /// Shows at most a third of the value and at most nine characters.
  public var masked: String { masked(with: "•") }

  /// Like ``masked`` with another dot, for ASCII terminals.
  public func masked(with dot: Character) -> String {
    let dots = String(repeating: dot, count: 4)
    let limit = min(8, revealed.count / 3)
    guard limit > 0 else { return dots }
    let shown = revealed.prefix(limit)
    // A group of hexadecimal digits, as at the start of UUIDs. Elsewhere a hyphen is an ordinary character.
    let isGroup = revealed.dropFirst(limit).first == "-" && shown.allSatisfy(\.isHexDigit)
    return shown + (isGroup ? "-" : "") + dots
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "‹secret›" }
  public var debugDescription: String { "‹secret›" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
