// Base 64 (RFC 4648 §4), canonical (§3.5), as the age format uses it: without padding in headers, with it in armor.

enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var position = 0
    while position < bytes.count {
      let count = min(3, bytes.count - position)
      var group = 0
      for index in 0..<3 { group = group << 8 | (index < count ? Int(bytes[position + index]) : 0) }
      for index in 0...count { text.append(alphabet[group >> (18 - 6 * index) & 63]) }
      position += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `nil` for any other character, padding included, for an impossible length, and for bits set after the last byte.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var group: UInt32 = 0
    var bits: UInt32 = 0
    for character in text {
      let value = values[Int(character)]
      guard value < 64 else { return nil }
      group = group << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> bits))
        group &= (1 << bits) - 1
      }
    }
    return group == 0 ? bytes : nil
  }

  /// Decodes base64 whose padding makes the length a multiple of four.
  static func decodePadded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return decode(text.dropLast(padding))
  }
}
