/// The square of a QR code under construction: fixed patterns, the codewords around them, and a mask (ISO/IEC 18004).
struct QRMatrix {
  let version: QRVersion
  private(set) var modules: [Bool]
  /// Modules without codewords and mask.
  private var isFixed: [Bool]
  private var size: Int { version.size }

  /// The square with the mask that has the lowest penalty.
  static func best(_ version: QRVersion, _ codewords: [UInt8]) -> QRMatrix {
    var plain = QRMatrix(version)
    plain.place(codewords)
    return (0..<8).map { plain.masked(by: $0) }.min { $0.penalty < $1.penalty } ?? plain
  }

  private init(_ version: QRVersion) {
    self.version = version
    modules = Array(repeating: false, count: version.size * version.size)
    isFixed = modules
    for index in 0..<size {
      fix(6, index, index % 2 == 0)
      fix(index, 6, index % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
    drawAlignments()
    drawFormat(mask: 0)
    drawVersion()
  }

  private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return }
    (modules[y * size + x], isFixed[y * size + x]) = (isDark, true)
  }

  /// Draws a finder pattern including its light border.
  private mutating func drawFinder(_ x: Int, _ y: Int) {
    for dy in -4...4 {
      for dx in -4...4 {
        let distance = max(abs(dx), abs(dy))
        fix(x + dx, y + dy, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func drawAlignments() {
    let centres = version.alignments
    guard let last = centres.last else { return }
    for y in centres {
      for x in centres where !((x == 6 && y == 6) || (x == 6 && y == last) || (x == last && y == 6)) {
        for dy in -2...2 { for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) } }
      }
    }
  }

  /// Draws correction level and mask, twice, with a BCH code.
  private mutating func drawFormat(mask: Int) {
    let data = (version.correction == .low ? 1 : 0) << 3 | mask
    let bits = (data << 10 | QRMatrix.remainder(data << 10, 0x537, 10)) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { fix(8, index, bit(index)) }
    fix(8, 7, bit(6))
    fix(8, 8, bit(7))
    fix(7, 8, bit(8))
    for index in 9..<15 { fix(14 - index, 8, bit(index)) }
    for index in 0..<8 { fix(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { fix(8, size - 15 + index, bit(index)) }
    fix(8, size - 8, true)
  }

  /// Draws the version, twice, from version 7 on.
  private mutating func drawVersion() {
    guard version.number >= 7 else { return }
    let bits = version.number << 12 | QRMatrix.remainder(version.number << 12, 0x1F25, 12)
    for index in 0..<18 {
      let (a, b) = (size - 11 + index % 3, index / 3)
      fix(a, b, bits >> index & 1 == 1)
      fix(b, a, bits >> index & 1 == 1)
    }
  }

  /// The remainder of a division of polynomials over GF(2).
  private static func remainder(_ value: Int, _ divisor: Int, _ degree: Int) -> Int {
    var rest = value
    while rest >> degree > 0 { rest ^= divisor << (Int.bitWidth - rest.leadingZeroBitCount - 1 - degree) }
    return rest
  }

  /// Places the codewords in columns of two from the lower right, up and down.
  private mutating func place(_ codewords: [UInt8]) {
    var index = 0
    for right in stride(from: size - 1, through: 1, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<size {
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where !isFixed[y * size + x] && index < 8 * codewords.count {
          modules[y * size + x] = codewords[index / 8] >> (7 - index % 8) & 1 == 1
          index += 1
        }
      }
    }
  }

  private func masked(by mask: Int) -> QRMatrix {
    var result = self
    for y in 0..<size {
      for x in 0..<size where !isFixed[y * size + x] && QRMatrix.inverts(mask, x, y) {
        result.modules[y * size + x].toggle()
      }
    }
    result.drawFormat(mask: mask)
    return result
  }

  /// The eight masks; rows are `y`.
  private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  private var penalty: Int {
    let rows = (0..<size).map { y in Array(modules[y * size..<(y + 1) * size]) }
    let columns = (0..<size).map { x in rows.map { $0[x] } }
    return (rows + columns).reduce(squares(rows) + imbalance) { $0 + QRMatrix.runs($1) + QRMatrix.finderLikes($1) }
  }

  /// Penalises five or more modules of one colour in a line.
  private static func runs(_ line: [Bool]) -> Int {
    var (sum, length) = (0, 0)
    for (index, module) in line.enumerated() {
      length = index > 0 && line[index - 1] == module ? length + 1 : 1
      if length == 5 { sum += 3 } else if length > 5 { sum += 1 }
    }
    return sum
  }

  /// Penalises patterns like a finder: 1:1:3:1:1 with four light modules beside it.
  private static func finderLikes(_ line: [Bool]) -> Int {
    let finder = [true, false, true, true, true, false, true]
    let light = [Bool](repeating: false, count: 4)
    let patterns = [finder + light, light + finder]
    guard line.count >= 11 else { return 0 }
    return (0...line.count - 11).reduce(0) { sum, start in
      sum + 40 * patterns.count { $0.elementsEqual(line[start..<start + 11]) }
    }
  }

  private func squares(_ rows: [[Bool]]) -> Int {
    var count = 0
    for y in 0..<size - 1 {
      for x in 0..<size - 1 {
        let first = rows[y][x]
        if first == rows[y][x + 1], first == rows[y + 1][x], first == rows[y + 1][x + 1] { count += 1 }
      }
    }
    return 3 * count
  }

  /// Penalises a share of dark modules that differs from a half.
  private var imbalance: Int {
    let dark = modules.count { $0 }
    return abs(dark * 20 - modules.count * 10) / modules.count * 10
  }
}
