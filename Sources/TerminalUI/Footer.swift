public struct FooterItem<ID: Hashable & Sendable>: Hashable, Sendable {
  public var key, text: String
  /// The target of a click; `nil`: the item cannot be clicked.
  public var id: ID?
  /// If not all items fit, those with the lowest numbers are left out first.
  public var priority: Int
  /// Help and the way out: the words of other items are shortened before this one is left out.
  public var isEssential: Bool

  public init(_ key: String, _ text: String, id: ID? = nil, priority: Int = 0, isEssential: Bool = false) {
    (self.key, self.text, self.id, self.priority, self.isEssential) = (key, text, id, priority, isEssential)
  }

  fileprivate var width: Int { TextLayout.width(key) + (text.isEmpty ? 0 : 1 + TextLayout.width(text)) }
}

extension Canvas {
  /// Draws the keys of a screen in one row and adds those that can be pressed to `hits`.
  public mutating func footer<ID>(_ items: [FooterItem<ID>], in rect: Rect, hits: inout HitMap<ID>) {
    fill(Rect(rect.x, rect.y, rect.width, 1), Style(.footer))
    var x = rect.x + 1
    let footer = Footer(items, width: rect.width - 2, ellipsis: ellipsis)
    for item in footer.items {
      let start = x
      x += put(item.key, at: Point(x, rect.y), Style(.footerKey))
      if !item.text.isEmpty { x += put(" \(item.text)", at: Point(x, rect.y), Style(.footer)) }
      if let id = item.id { hits.add(Rect(start, rect.y, x - start, 1), id) }
      x += footer.gap
    }
  }
}

struct Footer<ID: Hashable & Sendable> {
  private(set) var items: [FooterItem<ID>]
  private(set) var gap = 2

  init(_ all: [FooterItem<ID>], width: Int, ellipsis: String) {
    items = all
    let widths = all.map { [gap] in $0.width + gap }
    var (shown, room) = (Array(all.indices), widths.reduce(width + gap, -))
    // Among equals the last one goes first.
    while room < 0,
      let least = shown.indices.reversed().min(by: { all[shown[$0]].priority < all[shown[$1]].priority })
    {
      if all[shown[least]].isEssential {
        items = shown.map { all[$0] }
        if shorten(to: width, ellipsis) { return }
      }
      room += widths[shown.remove(at: least)]
    }
    guard shown.count < all.count else { return }
    // A shorter item may fit where a more important one did not.
    let left = all.indices.filter { !shown.contains($0) }.sorted { all[$0].priority > all[$1].priority }
    for index in left where widths[index] <= room {
      shown.append(index)
      room -= widths[index]
    }
    items = shown.sorted().map { all[$0] }
  }

  private var total: Int { items.reduce(-gap) { $0 + gap + $1.width } }

  /// First the gaps shrink, then help loses its words (the way out keeps them); finally the longest text is cut, which its button has in full.
  private mutating func shorten(to width: Int, _ ellipsis: String) -> Bool {
    var shorter = self
    shorter.gap = 1
    let essential = items.indices.filter { items[$0].isEssential }
    if shorter.total > width { for index in essential.dropLast() { shorter.items[index].text = "" } }
    if shorter.total <= width {
      self = shorter
      return true
    }
    let longest = items.indices.filter { !items[$0].isEssential }.max {
      TextLayout.width(items[$0].text) < TextLayout.width(items[$1].text)
    }
    guard let longest else { return false }
    let room = TextLayout.width(items[longest].text) - (total - width)
    // Three characters and the ellipsis say more than none.
    guard room >= 4 else { return false }
    items[longest].text = TextLayout.clip(items[longest].text, to: room, ellipsis: ellipsis, ofData: true)
    return true
  }
}
