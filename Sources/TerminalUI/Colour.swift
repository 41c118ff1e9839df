import Glibc

/// A colour, with substitutes for terminals that have fewer.
public struct Colour: Hashable, Sendable {
  public let red, green, blue: UInt8
  /// The substitute among the 16 of ECMA-48 and aixterm: 0-7, bright 8-15. Chosen by hand, because terminals show these
  /// in the user's colours, so numeric distance means little.
  public let ansi16: Int

  /// - Parameter hex: 0xRRGGBB.
  public init(_ hex: UInt32, ansi16: Int) {
    red = UInt8(hex >> 16 & 0xFF)
    green = UInt8(hex >> 8 & 0xFF)
    blue = UInt8(hex & 0xFF)
    self.ansi16 = ansi16
  }

  var hex: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// The values of red, green and blue in the cube of xterm's 256 colours.
  static let cubeSteps: [UInt8] = [0, 95, 135, 175, 215, 255]

  /// The nearest of xterm's 240 fixed colours (16-231 the cube, 232-255 the greys).
  public var ansi256: Int {
    let steps = Colour.cubeSteps.map { Int($0) }
    func nearest(_ value: UInt8) -> Int {
      steps.indices.min { abs(steps[$0] - Int(value)) < abs(steps[$1] - Int(value)) } ?? 0
    }
    let cube = (nearest(red), nearest(green), nearest(blue))
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let grey = min(23, max(0, (mean - 3) / 10))
    let cubeDistance = distance(steps[cube.0], steps[cube.1], steps[cube.2])
    let level = 8 + 10 * grey
    return distance(level, level, level) < cubeDistance ? 232 + grey : 16 + 36 * cube.0 + 6 * cube.1 + cube.2
  }

  /// The colour's number in a mode; `nil` without colours.
  func number(in mode: ColourMode) -> Int? {
    switch mode {
    case .none: nil
    case .ansi16: ansi16
    case .ansi256: ansi256
    // Direct-colour terminals use 0-7 for the palette; these dark blues become 8, which looks the same.
    case .trueColour: max(8, Int(hex))
    }
  }

  /// Contrast of two colours, 1 to 21 (WCAG 2.2, contrast ratio).
  public func contrast(with other: Colour) -> Double {
    let (lighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// WCAG 2.2, relative luminance.
  private var luminance: Double {
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  private func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
    let (dr, dg, db) = (r - Int(red), g - Int(green), b - Int(blue))
    return dr * dr + dg * dg + db * db
  }
}
