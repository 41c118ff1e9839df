/// Combines the paths of each class into one element of a ``CanvasPicture``, in the order of first appearance.
struct PicturePaths {
  private var order: [Int] = []
  private var paths = [String](repeating: "", count: 2 * Role.allCases.count)
  mutating func add(_ path: String, _ style: Style) { add(path, style.role, isReversed: style.reverse) }

  mutating func add(_ path: String, _ role: Role, isReversed: Bool) {
    let index = 2 * role.rawValue + (isReversed ? 1 : 0)
    if paths[index].isEmpty { order.append(index) }
    paths[index] += path
  }

  var roles: Set<Role> { Set(order.compactMap { Role(rawValue: $0 / 2) }) }

  /// - Parameter more: additional classes, each preceded by a space.
  func elements(_ more: String) -> String {
    order.map { index in
      let names = index.isMultiple(of: 2) ? RoleClass.inks : RoleClass.papers
      return "<path class=\"\(names[index / 2])\(more)\" d=\"\(paths[index])\"/>"
    }.joined()
  }
}

/// The backgrounds of a ``CanvasPicture``: equal areas in consecutive rows form one rectangle.
struct PictureBackgrounds {
  private typealias Stretch = (columns: Range<Int>, role: Role, isReversed: Bool)

  private var paths = PicturePaths()
  /// Areas that may continue in the next row, with the row in which they began; sorted by first column.
  private var open: [(stretch: Stretch, top: Int)] = []
  private var rows = 0

  mutating func add(row y: Int, of canvas: Canvas) {
    var next: [(stretch: Stretch, top: Int)] = []
    var (x, place) = (0, 0)
    while x < canvas.size.width {
      let style = canvas[x, y].style
      var end = x + 1
      while end < canvas.size.width {
        let other = canvas[end, y].style
        guard other.role == style.role, other.reverse == style.reverse else { break }
        end += 1
      }
      let stretch: Stretch = (x..<end, style.role, style.reverse)
      while place < open.count, open[place].stretch.columns.lowerBound < x {
        close(open[place], y)
        place += 1
      }
      if place < open.count, open[place].stretch == stretch {
        next.append(open[place])
        place += 1
      } else {
        next.append((stretch, y))
      }
      x = end
    }
    for rest in open[min(place, open.count)...] { close(rest, y) }
    (open, rows) = (next, y + 1)
  }

  private mutating func close(_ old: (stretch: Stretch, top: Int), _ bottom: Int) {
    let path = CellShapes.rectangle(
      CanvasPicture.left(old.stretch.columns.lowerBound), CanvasPicture.top(old.top),
      CanvasPicture.left(old.stretch.columns.upperBound), CanvasPicture.top(bottom))
    // The background of a reversed cell has its role's foreground colour.
    paths.add(path, old.stretch.role, isReversed: !old.stretch.isReversed)
  }

  var roles: Set<Role> { paths.roles.union(open.map(\.stretch.role)) }

  /// The elements of the drawing. Call once, after the last row.
  mutating func elements() -> String {
    for rest in open { close(rest, rows) }
    open = []
    return paths.elements("")
  }
}
