import SharedValues

extension Canvas {
  /// Draws tabs in one row, the selected one marked, and adds them to `hits` under `id(index)`. Returns the columns used.
  ///
  /// If not all fit, a single space separates them, then the others show only their first word, then those at the end are left out.
  @discardableResult public mutating func tabs<ID>(
    _ titles: [String], selected: Int, at point: Point, width: Int, hits: inout HitMap<ID>, id: (Int) -> ID
  ) -> Int {
    let tabs = Tabs(titles, selected: selected, width: width)
    var x = point.x
    for (index, title) in tabs.shown {
      let isSelected = index == selected
      // Brackets mark it without colours.
      let label = isSelected ? "[\(title)]" : tabs.isTight ? title : " \(title) "
      let used = put(label, at: Point(x, point.y), Style(isSelected ? .tabSelected : .tab), width: point.x + width - x)
      hits.add(Rect(x, point.y, used, 1), id(index))
      x += used + tabs.gap
    }
    return x - tabs.gap - point.x
  }
}

/// The tabs that are shown with how much of their titles, and whether only one space separates them.
struct Tabs {
  private(set) var shown: [(index: Int, title: String)]
  private(set) var isTight = false
  var gap: Int { isTight ? 1 : 0 }

  init(_ titles: [String], selected: Int, width: Int) {
    shown = titles.enumerated().map { ($0.offset, $0.element) }
    guard total > width else { return }
    isTight = true
    guard total > width else { return }
    isTight = false
    shown = shown.map { $0.index == selected ? $0 : ($0.index, String($0.title.prefix(whileScalar: { $0 != " " }))) }
    while total > width, let last = shown.lastIndex(where: { $0.index != selected }) { shown.remove(at: last) }
  }

  private var total: Int { shown.reduce(gap) { $0 + TextLayout.width($1.title) + 2 - gap } }
}
