/// One key with what it does, as the footer shows it.
public struct FooterItem<ID: Hashable & Sendable>: Hashable, Sendable {
  public var key: String
  public var text: String
  /// What the mouse hits; `nil` for keys that only inform.
  public var id: ID?
  /// Where there is not room for all, those with the lowest numbers go first.
  public var priority: Int

  public init(_ key: String, _ text: String, id: ID? = nil, priority: Int = 0) {
    self.key = key
    self.text = text
    self.id = id
    self.priority = priority
  }
}

extension Canvas {
  /// Draws the keys of a screen in one row and adds those that can be pressed to `hits`.
  public mutating func footer<ID>(_ items: [FooterItem<ID>], in rect: Rect, hits: inout HitMap<ID>) {
    fill(Rect(rect.x, rect.y, rect.width, 1), Style(.footer))
    var x = rect.x + 1
    for item in Footer.fitting(items, width: rect.width - 2) {
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

  /// The items that have room, in their order.
  static func fitting<ID>(_ items: [FooterItem<ID>], width: Int) -> [FooterItem<ID>] {
    var kept = Array(items.indices)
    func total() -> Int {
      kept.reduce(-gap) { $0 + gap + TextLayout.width(items[$1].key) + 1 + TextLayout.width(items[$1].text) }
    }
    while !kept.isEmpty, total() > width {
      // Of equals the last one goes.
      guard let least = kept.reversed().min(by: { items[$0].priority < items[$1].priority }) else { break }
      kept.removeAll { $0 == least }
    }
    return kept.map { items[$0] }
  }
}
