/// 16 hexadecimal digits that identify bytes, the same on every machine (FNV-1a, 64 bits). They protect nothing, and reveal nothing
/// about a long random value.
public func recognitionMark(_ bytes: some Sequence<UInt8>) -> String {
  let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
