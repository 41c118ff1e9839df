public enum Key: Hashable, Sendable {
  case character(Character)
  case control(Character)
  case enter, tab, backtab, escape, backspace, delete, up, down, left, right, home, end, pageUp, pageDown, insert
  case function(Int)
}

public enum DoublePress {
  /// The time within which a second press of a button is ignored, so that it cannot press a Cancel that has replaced the button.
  public static let seconds = 0.5
}

public struct MouseEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case press, release, scrollUp, scrollDown }
  public var kind: Kind
  public var at: Point

  public init(_ kind: Kind, at point: Point) {
    self.kind = kind
    at = point
  }
}

public enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case paste(String)
  case mouse(MouseEvent)
  case resize(Size)
  /// Handled by ``Terminal`` and not passed on.
  case report(TerminalReport)
}
