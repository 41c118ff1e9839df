extension Canvas {
  /// Draws tabs in one row, the selected one marked, and adds them to `hits` under `id(index)`. Returns the columns used.
  ///
  /// Where not all fit, the others than the selected one show their first word alone, then what does not fit is left out
  /// from the end, but never the selected one.
  @discardableResult public mutating func tabs<ID>(
    _ titles: [String], selected: Int, at point: Point, width: Int, hits: inout HitMap<ID>, id: (Int) -> ID
  ) -> Int {
    var x = point.x
    for (index, title) in Tabs.fitting(titles, selected: selected, width: width) {
      let isSelected = index == selected
      // Brackets say it without colours.
      let label = isSelected ? "[\(title)]" : " \(title) "
      let used = put(label, at: Point(x, point.y), Style(isSelected ? .tabSelected : .tab), width: point.x + width - x)
      hits.add(Rect(x, point.y, used, 1), id(index))
      x += used
    }
    return x - point.x
  }
}

enum Tabs {
  static func fitting(_ titles: [String], selected: Int, width: Int) -> [(Int, String)] {
    var shown = titles.enumerated().map { ($0.offset, $0.element) }
    func total() -> Int { shown.reduce(0) { $0 + TextLayout.width($1.1) + 2 } }
    if total() > width { shown = shown.map { $0.0 == selected ? $0 : ($0.0, String($0.1.prefix { $0 != " " })) } }
    while total() > width, let last = shown.lastIndex(where: { $0.0 != selected }) { shown.remove(at: last) }
    return shown
  }
}
