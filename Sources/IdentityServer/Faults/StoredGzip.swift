/// A gzip file (RFC 1952) whose blocks are stored as they are (RFC 1951 §3.2.4): every reader of gzip has to read it.
enum StoredGzip {
  private static let largestBlock = 0xFFFF

  static func of(_ bytes: [UInt8]) -> [UInt8] {
    // Deflate, no flags, no time, no hint, an unknown system.
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    var start = 0
    repeat {
      let end = min(start + largestBlock, bytes.count)
      let length = UInt16(end - start)
      file.append(end == bytes.count ? 1 : 0)
      file += little(length) + little(~length) + bytes[start..<end]
      start = end
    } while start < bytes.count
    return file + little(CRC32.of(bytes)) + little(UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
