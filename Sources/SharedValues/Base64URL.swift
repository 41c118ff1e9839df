/// base64url without padding (RFC 7515 §2, RFC 7515 appendix C, RFC 4648 §5). Decoding is strict: one spelling for each value.
public enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values: [UInt8?] = {
    var table = [UInt8?](repeating: nil, count: 256)
    for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(value) }
    return table
  }()

  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(buffer >> bits & 0x3F)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(buffer << (6 - bits) & 0x3F)]) }
    return String(decoding: text, as: UTF8.self)
  }

  public static func contains(_ byte: UInt8) -> Bool { values[Int(byte)] != nil }

  /// `nil` for padding, foreign characters, impossible lengths and unused bits that are not zero.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for character in text.utf8 {
      guard let value = values[Int(character)] else { return nil }
      buffer = (buffer << 6 | UInt32(value)) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(buffer >> bits & 0xFF))
      }
    }
    guard bits < 6, buffer & (1 << bits - 1) == 0 else { return nil }
    return bytes
  }
}
