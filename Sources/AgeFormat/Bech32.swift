// Bech32 (BIP 173) without its limit on length, as the age format writes recipients and identities.

enum Bech32 {
  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  private static let generator: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]

  /// Encodes in lower case. The prefix must be lower case too.
  static func encode(prefix: String, _ bytes: [UInt8]) -> String {
    let data = regroup(bytes, from: 8, to: 5, padding: true)!
    let sum = checksum(expand(Array(prefix.utf8)) + data + [UInt8](repeating: 0, count: 6)) ^ 1
    let tail = (0..<6).map { UInt8(sum >> (5 * (5 - UInt32($0))) & 31) }
    return prefix + "1" + String(decoding: (data + tail).map { alphabet[Int($0)] }, as: UTF8.self)
  }

  /// The prefix in lower case and the bytes; `nil` for mixed case, a wrong checksum or left-over bits.
  static func decode(_ text: String) -> (prefix: String, bytes: [UInt8])? {
    let isMixed = text.utf8.contains { (65...90).contains($0) } && text.utf8.contains { (97...122).contains($0) }
    let characters = text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
    guard !isMixed, characters.allSatisfy({ (33...126).contains($0) }),
      let separator = characters.lastIndex(of: UInt8(ascii: "1")), separator > 0, characters.count - separator > 6
    else { return nil }
    var values: [UInt8] = []
    for character in characters[(separator + 1)...] {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      values.append(UInt8(value))
    }
    let prefix = Array(characters[..<separator])
    guard checksum(expand(prefix) + values) == 1,
      let bytes = regroup(Array(values.dropLast(6)), from: 5, to: 8, padding: false)
    else { return nil }
    return (String(decoding: prefix, as: UTF8.self), bytes)
  }

  private static func expand(_ prefix: [UInt8]) -> [UInt8] { prefix.map { $0 >> 5 } + [0] + prefix.map { $0 & 31 } }

  private static func checksum(_ values: [UInt8]) -> UInt32 {
    var sum: UInt32 = 1
    for value in values {
      let top = sum >> 25
      sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(value)
      for (bit, term) in generator.enumerated() where top >> UInt32(bit) & 1 == 1 { sum ^= term }
    }
    return sum
  }

  private static func regroup(_ values: [UInt8], from: UInt32, to: UInt32, padding: Bool) -> [UInt8]? {
    var result: [UInt8] = []
    var group: UInt32 = 0
    var bits: UInt32 = 0
    for value in values {
      group = group << from | UInt32(value)
      bits += from
      while bits >= to {
        bits -= to
        result.append(UInt8(group >> bits & ((1 << to) - 1)))
      }
      group &= (1 << bits) - 1
    }
    if padding {
      if bits > 0 { result.append(UInt8(group << (to - bits) & ((1 << to) - 1))) }
    } else if bits >= from || group != 0 {
      return nil
    }
    return result
  }
}
