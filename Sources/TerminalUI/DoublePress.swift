/// A second press of a button within a moment counts as the first one. So it does not press a Cancel that has come in the button's place.
public enum DoublePress {
  /// The time within which a second press is ignored. A person who reads the new screen first takes longer.
  public static let seconds = 0.5
}
