/// The visible rows of a longer content. A value; every offset is limited to the valid range.
public struct ScrollWindow: Hashable, Sendable {
  public let contentHeight, height: Int
  public private(set) var offset: Int

  public init(contentHeight: Int, height: Int, offset: Int = 0) {
    self.contentHeight = max(0, contentHeight)
    self.height = max(0, height)
    self.offset = min(max(0, offset), max(0, contentHeight - max(0, height)))
  }

  public var maximumOffset: Int { max(0, contentHeight - height) }
  /// Whether the content is higher than the window.
  public var scrolls: Bool { maximumOffset > 0 }
  public var rows: Range<Int> { offset..<min(contentHeight, offset + height) }

  public func scrolled(by rows: Int) -> ScrollWindow {
    let step = min(max(rows, -contentHeight), contentHeight)
    return ScrollWindow(contentHeight: contentHeight, height: height, offset: offset + step)
  }

  /// Moved as little as possible to show these rows; shows their beginning if they do not fit.
  public func revealing(_ range: Range<Int>) -> ScrollWindow {
    let target = min(max(offset, range.upperBound - height), range.lowerBound)
    return ScrollWindow(contentHeight: contentHeight, height: height, offset: target)
  }

  /// The rows of the scroll bar's thumb, in a bar as high as the window.
  public var thumb: Range<Int> {
    guard scrolls, height > 0 else { return 0..<height }
    let length = max(1, height * height / contentHeight)
    let start = (height - length) * offset / maximumOffset
    return start..<(start + length)
  }
}

extension Canvas {
  /// Draws a scroll bar of one column, as high as the window, if the content scrolls.
  public mutating func scrollBar(_ window: ScrollWindow, at point: Point, _ style: Style) {
    guard window.scrolls else { return }
    let (track, thumb) = glyphs == .ascii ? ("|", "#") : ("│", "┃")
    for row in 0..<window.height {
      put(window.thumb.contains(row) ? thumb : track, at: Point(point.x, point.y + row), style)
    }
  }
}
