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
  /// What its words alone are worth, where its key is enough: they go before items of a higher priority do. `nil`: they go with the key.
  public var wordsPriority: Int?

  public init(
    _ key: String, _ text: String, id: ID? = nil, priority: Int = 0, isEssential: Bool = false,
    wordsPriority: Int? = nil
  ) {
    (self.isEssential, self.wordsPriority) = (isEssential, wordsPriority)
    (self.key, self.text, self.id, self.priority) = (key, text, id, priority)
  }
}

extension Canvas {
  /// Draws the keys of a screen in one row and adds those that can be pressed to `hits`.
  public mutating func footer<ID>(_ items: [FooterItem<ID>], in rect: Rect, hits: inout HitMap<ID>) {
    fill(Rect(rect.x, rect.y, rect.width, 1), Style(.footer))
    var x = rect.x + 1
    let footer = Footer(items, width: rect.width - 2, ellipsis: glyphs == .ascii ? "." : "…")
    for item in footer.items {
      let start = x
      x += put(item.key, at: Point(x, rect.y), Style(.footerKey))
      if !item.text.isEmpty { x += put(" \(item.text)", at: Point(x, rect.y), Style(.footer)) }
      if let id = item.id { hits.add(Rect(start, rect.y, x - start, 1), id) }
      x += footer.gap
    }
  }
}

/// Which items have room, in their order.
struct Footer<ID: Hashable & Sendable> {
  private(set) var items: [FooterItem<ID>]
  private(set) var gap = 2

  /// The shortest that a text is made: three characters say more than none.
  private static var shortest: Int { 4 }

  init(_ all: [FooterItem<ID>], width: Int, ellipsis: String) {
    items = all
    // Of equals the last one goes.
    while total > width, let least = items.indices.reversed().min(by: { items[$0].priority < items[$1].priority }) {
      let worth = items[least].priority
      if let wordy = items.firstIndex(where: { !$0.text.isEmpty && $0.wordsPriority ?? .max <= worth }) {
        items[wordy].text = ""
        continue
      }
      if items[least].isEssential, shorten(to: width, ellipsis) { return }
      items.remove(at: least)
    }
    // When others have gone, there may be room for the words again.
    guard let bare = items.firstIndex(where: { $0.wordsPriority != nil }), items[bare].text.isEmpty else { return }
    items[bare].text = all.first { $0.wordsPriority != nil }?.text ?? ""
    if total > width { items[bare].text = "" }
  }

  private var total: Int { items.reduce(-gap) { $0 + gap + width($1) } }

  private func width(_ item: FooterItem<ID>) -> Int {
    TextLayout.width(item.key) + (item.text.isEmpty ? 0 : 1 + TextLayout.width(item.text))
  }

  /// What can be done here is named whole as long as possible: first the gaps shrink, then of help its key alone is left (the way out keeps
  /// its words). Last the longest text is cut; its button says it whole.
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
    guard room >= Self.shortest else { return false }
    items[longest].text = TextLayout.clip(items[longest].text, to: room, ellipsis: ellipsis, ofData: true)
    return true
  }
}
