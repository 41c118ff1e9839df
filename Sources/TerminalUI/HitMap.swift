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
