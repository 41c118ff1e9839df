/// Splits bytes into lines; cuts a line longer than 64 KiB.
package struct LineSplitter {
  private var rest: [UInt8] = []

  package init() {}

  package mutating func feed(_ bytes: ArraySlice<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(String(decoding: rest, as: UTF8.self))
        rest = []
      } else if rest.count < 1 << 16 {
        rest.append(byte)
      }
    }
    return lines
  }
}
