import ForeignText

extension Canvas {
  /// Draws tabs in one row, the selected one marked, and adds them to `hits` under `id(index)`. Returns the columns used.
  ///
  /// Where not all fit, they move together, then the others than the selected one show their first word alone, then what does not fit is
  /// left out from the end, but never the selected one.
  @discardableResult public mutating func tabs<ID>(
    _ titles: [String], selected: Int, at point: Point, width: Int, hits: inout HitMap<ID>, id: (Int) -> ID
  ) -> Int {
    let tabs = Tabs(titles, selected: selected, width: width)
    var x = point.x
    for (index, title) in tabs.shown {
      let isSelected = index == selected
      // Brackets say it without colours.
      let label = isSelected ? "[\(title)]" : " \(title) "
      let used = put(label, at: Point(x, point.y), Style(isSelected ? .tabSelected : .tab), width: point.x + width - x)
      hits.add(Rect(x, point.y, used, 1), id(index))
      x += used - tabs.overlap
    }
    // What stands beside the selected one must not lie over its brackets.
    if tabs.overlap > 0, let place = tabs.place(of: selected) {
      put("[\(titles[selected])]", at: Point(point.x + place, point.y), Style(.tabSelected), width: width - place)
    }
    return x + tabs.overlap - point.x
  }
}

/// Which tabs are shown, with how much of their titles, and whether neighbours share the column between them.
struct Tabs {
  private(set) var shown: [(index: Int, title: String)]
  private(set) var overlap = 0

  init(_ titles: [String], selected: Int, width: Int) {
    shown = titles.enumerated().map { ($0.offset, $0.element) }
    guard total > width else { return }
    overlap = 1
    guard total > width else { return }
    overlap = 0
    shown = shown.map { $0.index == selected ? $0 : ($0.index, String($0.title.prefix(whileScalar: { $0 != " " }))) }
    while total > width, let last = shown.lastIndex(where: { $0.index != selected }) { shown.remove(at: last) }
  }

  private var total: Int {
    shown.reduce(0) { $0 + TextLayout.width($1.title) + 2 - overlap } + overlap
  }

  /// The column in which the tab's bracket stands.
  func place(of index: Int) -> Int? {
    guard let end = shown.firstIndex(where: { $0.index == index }) else { return nil }
    return shown[..<end].reduce(0) { $0 + TextLayout.width($1.title) + 2 - overlap }
  }
}
