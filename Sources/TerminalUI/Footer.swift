/// One key with what it does, as the footer shows it.
public struct FooterItem<ID: Hashable & Sendable>: Hashable, Sendable {
  public var key: String
  public var text: String
  /// The target of a click; `nil` for entries that cannot be clicked.
  public var id: ID?
  /// Where there is not room for all, entries with the lowest numbers are left out first.
  public var priority: Int
  /// Help and the way out: another item's words are shortened before one of these goes.
  public var isEssential: Bool

  public init(_ key: String, _ text: String, id: ID? = nil, priority: Int = 0, isEssential: Bool = false) {
    (self.isEssential, self.key, self.text, self.id, self.priority) = (isEssential, key, text, id, priority)
  }
}

extension Canvas {
  /// Draws the keys of a screen in one row and adds those that can be pressed to `hits`.
  public mutating func footer<ID>(_ items: [FooterItem<ID>], in rect: Rect, hits: inout HitMap<ID>) {
    fill(Rect(rect.x, rect.y, rect.width, 1), Style(.footer))
    var x = rect.x + 1
    for item in Footer.fitting(items, width: rect.width - 2, ellipsis: glyphs == .ascii ? "." : "…") {
      let start = x
      x += put(item.key, at: Point(x, rect.y), Style(.footerKey))
      x += put(" \(item.text)", at: Point(x, rect.y), Style(.footer))
      if let id = item.id { hits.add(Rect(start, rect.y, x - start, 1), id) }
      x += Footer.gap
    }
  }
}

enum Footer {
  static let gap = 2

  /// The shortest that a text is made: three characters say more than none.
  private static let shortest = 4

  /// The items that have room, in their order.
  static func fitting<ID>(_ items: [FooterItem<ID>], width: Int, ellipsis: String = "…") -> [FooterItem<ID>] {
    var items = items
    var kept = Array(items.indices)
    func total() -> Int {
      kept.reduce(-gap) { $0 + gap + TextLayout.width(items[$1].key) + 1 + TextLayout.width(items[$1].text) }
    }
    while !kept.isEmpty, total() > width {
      // Of equals the last one goes.
      guard let least = kept.reversed().min(by: { items[$0].priority < items[$1].priority }) else { break }
      let longest = kept.filter { !items[$0].isEssential }.max {
        TextLayout.width(items[$0].text) < TextLayout.width(items[$1].text)
      }
      if items[least].isEssential, let longest {
        let room = TextLayout.width(items[longest].text) - (total() - width)
        if room >= shortest {
          // The button itself says it whole.
          items[longest].text = TextLayout.clip(items[longest].text, to: room, ellipsis: ellipsis, ofData: true)
          break
        }
      }
      kept.removeAll { $0 == least }
    }
    return kept.map { items[$0] }
  }
}
