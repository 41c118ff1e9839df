/// Numbers for files that programs read: with a point and no grouping, whatever the locale.
public enum FixedPoint {
  /// `0.250`: this many digits after the point, the last one rounded.
  public static func text(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    guard let scaled = Int(exactly: (value.magnitude * Double(scale)).rounded()) else { return "\(value)" }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
    return sign + "\(whole)" + (digits == 0 ? "" : "." + padded(rest, to: digits))
  }

  /// `0042`.
  public static func padded(_ number: Int, to length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.count)) + digits
  }
}
