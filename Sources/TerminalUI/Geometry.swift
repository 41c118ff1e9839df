public struct Size: Hashable, Sendable {
  public var width, height: Int
  public init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
}

/// The position of a cell, from the upper left.
public struct Point: Hashable, Sendable {
  public var x, y: Int
  public init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
}

public struct Rect: Hashable, Sendable {
  public var x, y, width, height: Int

  public init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    (self.x, self.y) = (x, y)
    self.width = max(0, width)
    self.height = max(0, height)
  }

  public var maxX: Int { x + width }
  public var maxY: Int { y + height }
  public func contains(_ point: Point) -> Bool { point.x >= x && point.x < maxX && point.y >= y && point.y < maxY }
  /// The area that both rectangles cover; empty (width or height 0) if there is none.
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(left, top, min(maxX, other.maxX) - left, min(maxY, other.maxY) - top)
  }
  public func inset(_ dx: Int, _ dy: Int) -> Rect { Rect(x + dx, y + dy, width - 2 * dx, height - 2 * dy) }
}

/// The targets of a screen, collected while drawing, so that the mouse hits what is visible.
public struct HitMap<ID: Hashable & Sendable>: Hashable, Sendable {
  public struct Target: Hashable, Sendable {
    public var rect: Rect
    public var id: ID
  }

  public private(set) var targets: [Target] = []
  public init() {}

  /// Adds a target above all others, unless its rectangle is empty.
  public mutating func add(_ rect: Rect, _ id: ID) {
    guard rect.width > 0, rect.height > 0 else { return }
    targets.append(Target(rect: rect, id: id))
  }

  /// Adds the targets of a canvas that was blitted at `point`, as far as they are within `area`.
  public mutating func add(_ other: HitMap, at point: Point, within area: Rect) {
    for target in other.targets {
      let rect = target.rect
      add(Rect(rect.x + point.x, rect.y + point.y, rect.width, rect.height).intersection(area), target.id)
    }
  }

  /// The topmost target at a place.
  public subscript(point: Point) -> ID? { targets.last { $0.rect.contains(point) }?.id }
}
