/// A line of text during input. A value: keys change it, ``Canvas/textField(_:in:focused:secure:placeholder:)`` draws it.
public struct TextEditor: Hashable, Sendable {
  /// Longer input is cut; no field here needs more.
  public static let limit = 4096
  public private(set) var text: String
  /// The number of characters before the cursor.
  public private(set) var cursor: Int

  /// The cursor is at the end. Removes line breaks and control characters.
  public init(_ text: String = "") {
    self.text = ""
    cursor = 0
    insert(text)
  }

  /// Inserts typed or pasted text at the cursor, without line breaks and control characters.
  public mutating func insert(_ more: String) {
    let scalars = more.unicodeScalars.filter {
      $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && !(0x2028...0x2029).contains($0.value)
    }
    let room = max(0, TextEditor.limit - text.count)
    let before = text.prefix(cursor) + String(String.UnicodeScalarView(scalars)).prefix(room)
    let after = text.dropFirst(cursor)
    // Count again, because a typed combining mark joins the character before it.
    cursor = before.count
    text = String(before) + after
    cursor = min(cursor, text.count)
  }

  /// Applies a key; `false`: it is no editing key, so the screen handles it.
  public mutating func apply(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .backspace: if cursor > 0 { replace((cursor - 1)..<cursor) }
    case .delete, .control("d"): if cursor < text.count { replace(cursor..<(cursor + 1)) }
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .control("u"): replace(0..<cursor)
    case .control("k"): replace(cursor..<text.count)
    case .control("w"): replace(startOfWord..<cursor)
    default: return false
    }
    return true
  }

  private var startOfWord: Int {
    let before = Array(text.prefix(cursor))
    let end = before.lastIndex { $0 != " " } ?? -1
    return end < 0 ? 0 : (before[...end].lastIndex(of: " ") ?? -1) + 1
  }

  /// Removes characters and leaves the cursor where they were.
  private mutating func replace(_ range: Range<Int>) {
    text = String(text.prefix(range.lowerBound) + text.dropFirst(range.upperBound))
    cursor = min(range.lowerBound, text.count)
  }
}
