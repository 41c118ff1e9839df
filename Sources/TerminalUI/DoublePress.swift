/// A second press of a button within a moment is ignored, so that it cannot press a Cancel that has replaced the button.
public enum DoublePress {
  /// The time in seconds within which a second press is ignored. Reading the new screen takes a person longer.
  public static let seconds = 0.5
}
