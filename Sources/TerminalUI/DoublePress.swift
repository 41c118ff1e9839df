/// Who presses a button twice means it once. Where the button that comes in its place is one that cancels, the second press is not for it.
public enum DoublePress {
  /// Within which the second press follows: a person who reads a new screen first takes longer.
  public static let seconds = 0.5
}
