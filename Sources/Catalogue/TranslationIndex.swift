import ForeignText

/// Where in a list each key stands: a hash table over their bytes, made without a string for any of them.
///
/// Reading three thousand lines into a dictionary of strings takes two milliseconds, a tenth of what the first picture may
/// take; this takes 0.8 (docs/performance.md). Lookups hash with FNV-1a and probe one slot after the other.
struct TranslationIndex: Sendable {
  private struct Entry {
    var key: Range<Int>
    var text: Range<Int>
  }

  private let list: StaticString
  private var entries: [Entry] = []
  /// Places in `entries`; -1 is free. A power of two, at most half full.
  private var slots: [Int32]
  private(set) var faults: [String] = []

  init(_ list: StaticString) {
    self.list = list
    // No line of a list is shorter than twelve bytes on average.
    let lines = 16 + list.utf8CodeUnitCount / 12
    var count = 64
    while count < lines * 2 { count *= 2 }
    slots = Array(repeating: -1, count: count)
    entries.reserveCapacity(lines / 4)
    read()
  }

  /// The text of a key; `nil` where there is none.
  subscript(key: String) -> String? {
    var key = key
    return key.withUTF8 { wanted in
      let (found, _) = find(wanted)
      return found.map { text(entries[$0]) }
    }
  }

  var all: [(key: String, text: String)] {
    entries.map { entry in
      let bytes = UnsafeBufferPointer(rebasing: self.bytes[entry.key])
      return (String(decoding: bytes, as: UTF8.self), text(entry))
    }
  }

  private var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: list.utf8Start, count: list.utf8CodeUnitCount)
  }

  private func text(_ entry: Entry) -> String {
    let bytes = UnsafeBufferPointer(rebasing: self.bytes[entry.text])
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.contains(UInt8(ascii: "\\")) ? text.replacingBytes(of: "\\n", with: "\n") : text
  }

  private mutating func read() {
    let bytes = bytes
    var start = 0
    while start < bytes.count {
      var end = start
      // The key's end is the first equals sign between spaces; what comes after it is text, whatever it holds.
      var sign = -1
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
        if sign < 0, bytes[end] == UInt8(ascii: "=") { sign = end }
        end += 1
      }
      defer { start = end + 1 }
      if start == end || bytes[start] == UInt8(ascii: "#") { continue }
      guard sign > start + 1, sign + 2 < end, bytes[sign - 1] == 0x20, bytes[sign + 1] == 0x20 else {
        faults.append(String(decoding: bytes[start..<end], as: UTF8.self))
        continue
      }
      add(Entry(key: start..<(sign - 1), text: (sign + 2)..<end))
    }
  }

  private mutating func add(_ entry: Entry) {
    let key = UnsafeBufferPointer(rebasing: bytes[entry.key])
    let (found, slot) = find(key)
    guard found == nil else {
      faults.append(String(decoding: key, as: UTF8.self) + " comes twice")
      return
    }
    slots[slot] = Int32(entries.count)
    entries.append(entry)
  }

  /// The entry with that key, or the slot where it would go.
  private func find(_ key: UnsafeBufferPointer<UInt8>) -> (entry: Int?, slot: Int) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      let known = UnsafeBufferPointer(rebasing: bytes[entry.key])
      if known.elementsEqual(key) { return (Int(slots[slot]), slot) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return (nil, slot)
  }
}
