/// The capacity of a QR version at a correction level, and the conversion of bytes to codewords (ISO/IEC 18004).
struct QRVersion {
  /// 1 to 10.
  let number: Int
  let correction: QRCode.Correction
  var size: Int { 17 + 4 * number }
  /// The number of codewords, data and correction together.
  private static let codewords = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]

  /// The number of correction codewords per block, and the number of blocks.
  private var blocks: (correction: [Int], count: [Int]) {
    switch correction {
    case .low: ([7, 10, 15, 20, 26, 18, 20, 24, 30, 18], [1, 1, 1, 1, 1, 2, 2, 2, 2, 4])
    case .medium: ([10, 16, 26, 18, 24, 16, 18, 22, 22, 26], [1, 1, 1, 2, 2, 4, 4, 4, 5, 5])
    }
  }

  private var correctionLength: Int { blocks.correction[number - 1] }
  private var blockCount: Int { blocks.count[number - 1] }
  private var dataLength: Int { QRVersion.codewords[number - 1] - correctionLength * blockCount }
  /// The number of bits of the length in byte mode.
  private var countBits: Int { number < 10 ? 8 : 16 }

  static func smallest(for bytes: Int, _ correction: QRCode.Correction) -> QRVersion? {
    (1...codewords.count).lazy.map { QRVersion(number: $0, correction: correction) }
      .first { 4 + $0.countBits + 8 * bytes <= 8 * $0.dataLength }
  }

  /// The data codewords: mode, length, the bytes, and padding to the end.
  func data(_ bytes: [UInt8]) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for shift in stride(from: count - 1, through: 0, by: -1) { bits.append(value >> shift & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, countBits)
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, 8 * dataLength - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var codewords = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var padding: UInt8 = 0xEC
    while codewords.count < dataLength {
      codewords.append(padding)
      padding ^= 0xEC ^ 0x11
    }
    return codewords
  }

  /// The blocks with their correction, interleaved codeword by codeword. The first blocks may be one shorter.
  func interleaved(_ data: [UInt8]) -> [UInt8] {
    let (short, long) = dataLength.quotientAndRemainder(dividingBy: blockCount)
    var rest = data[...]
    let blocks = (0..<blockCount).map { index in
      let length = short + (index < blockCount - long ? 0 : 1)
      defer { rest = rest.dropFirst(length) }
      return Array(rest.prefix(length))
    }
    let corrections = blocks.map { ReedSolomon.remainder(of: $0, degree: correctionLength) }
    return QRVersion.inTurn(blocks) + QRVersion.inTurn(corrections)
  }

  private static func inTurn(_ blocks: [[UInt8]]) -> [UInt8] {
    (0..<(blocks.map(\.count).max() ?? 0)).flatMap { index in blocks.compactMap { index < $0.count ? $0[index] : nil } }
  }

  /// The centres of the alignment patterns, in both directions.
  var alignments: [Int] {
    guard number > 1 else { return [] }
    let last = size - 7
    return number < 7 ? [6, last] : [6, (6 + last) / 2, last]
  }
}

/// Reed-Solomon over GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1.
enum ReedSolomon {
  static func remainder(of data: [UInt8], degree: Int) -> [UInt8] {
    let generator = generator(degree)
    var remainder = [UInt8](repeating: 0, count: degree)
    for byte in data {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in 0..<degree { remainder[index] ^= product(generator[index], factor) }
    }
    return remainder
  }

  /// The product of (x - 2^i), without its leading coefficient.
  private static func generator(_ degree: Int) -> [UInt8] {
    var coefficients = [UInt8](repeating: 0, count: degree)
    coefficients[degree - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        coefficients[index] = product(coefficients[index], root) ^ (index + 1 < degree ? coefficients[index + 1] : 0)
      }
      root = product(root, 2)
    }
    return coefficients
  }

  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var result = 0
    for shift in stride(from: 7, through: 0, by: -1) {
      result = result << 1 ^ (result >> 7) * 0x11D
      result ^= Int(right) >> shift & 1 == 1 ? Int(left) : 0
    }
    return UInt8(result)
  }
}
