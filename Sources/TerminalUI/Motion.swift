/// Movement that shows where something comes from and goes to. Pure: one picture for each moment.
public enum Motion {
  /// Short enough to look like movement, long enough for a slow terminal.
  public static let interval = Duration.milliseconds(35)
  /// The number of pictures of a movement. The last one is the picture at rest.
  public static let steps = 7

  /// The remaining fraction of the way after `step`, from 1 to 0 at the last one: fast at first, then slower, like something that is put down.
  public static func left(after step: Int) -> Double {
    let rest = 1 - Double(min(max(step, 0), steps)) / Double(steps)
    return rest * rest
  }
}

extension Canvas {
  /// This canvas with the contents of `rect` moved down by this many rows; free space is empty, and what moves out is cut.
  public func sliding(_ rect: Rect, down rows: Int, over style: Style) -> Canvas {
    guard rows > 0 else { return self }
    var moved = self
    let area = rect.intersection(bounds)
    moved.fill(rect, style)
    for y in area.y..<area.maxY where y + rows < area.maxY {
      for x in area.x..<area.maxX { moved.cells[(y + rows) * size.width + x] = cells[y * size.width + x] }
    }
    moved.cursor = nil
    return moved
  }
}
