/// The phone around app and browser: a rounded case with a notch, a light screen, a status bar on top.
public enum PhoneFrame {
  /// The phone's width on a terminal of this many columns: wide enough for a token or an address bar, narrow enough to leave room beside it.
  public static func width(on columns: Int) -> Int {
    switch columns {
    case ..<56: columns
    case ..<sideBySide: min(48, columns)
    case ..<130: 40
    case ..<160: 44
    default: 48
    }
  }

  /// From this many columns on, something stands beside the phone.
  public static let sideBySide = 100
  /// The height of a phone of this width, in rows: cells are about twice as high as wide, and a phone about one and a half times.
  public static func height(of width: Int) -> Int { width * 3 / 4 }
  /// From this height on, a bar at the bottom (the home indicator) takes one row.
  static let roomyHeight = 24

  /// Draws the case into `rect`, centred if that is higher, and returns the screen inside it, below the status bar.
  /// - Parameters:
  ///   - name: the phone's name on its case; if the case is outside the canvas, in the status bar unless there is a sign.
  ///   - sign: a warning in the middle of the status bar, cut if it does not fit.
  @discardableResult public static func draw(
    on canvas: inout Canvas, in rect: Rect, time: String, name: String? = nil, sign: String? = nil
  ) -> Rect {
    let height = min(rect.height, PhoneFrame.height(of: rect.width))
    let rect = Rect(rect.x, rect.y + (rect.height - height) / 2, rect.width, height)
    let screen = rect.inset(1, 1)
    guard screen.width > 0, screen.height > 0 else { return screen }
    canvas.fill(rect, Style(.phoneCase))
    canvas.box(rect, Style(.phoneCase), .rounded)
    canvas.fill(screen, Style(.phone))
    let hasCase = rect.y >= canvas.bounds.y
    if let name, hasCase {
      let text = TextLayout.clip(name, to: rect.width - 6, ellipsis: canvas.ellipsis, ofData: true)
      let x = rect.x + (rect.width - TextLayout.width(text) - 2) / 2
      canvas.put(" \(text) ", at: Point(x, rect.y), Style(.phoneCase, bold: true))
    }
    drawStatusBar(on: &canvas, Rect(screen.x, screen.y, screen.width, 1), time, name: hasCase ? nil : name, sign)
    var inner = Rect(screen.x, screen.y + 1, screen.width, screen.height - 1)
    if rect.height >= roomyHeight {
      inner.height -= 1
      let width = max(4, inner.width / 3)
      let line = String(repeating: canvas.glyphs == .unicode ? "▂" : "_", count: width)
      canvas.put(line, at: Point(inner.x + (inner.width - width) / 2, inner.maxY), Style(.phone))
    }
    return inner
  }

  private static func drawStatusBar(
    on canvas: inout Canvas, _ bar: Rect, _ time: String, name: String?, _ sign: String?
  ) {
    let style = Style(.phoneStatus, bold: true)
    canvas.fill(bar, Style(.phoneStatus))
    canvas.put(time, at: Point(bar.x + 2, bar.y), style, width: max(0, bar.width - 4))
    let indicators = canvas.glyphs == .unicode ? "▂▄▆ ▐██▌" : ".:| [##]"
    let indicatorsX = bar.maxX - 2 - TextLayout.width(indicators)
    guard indicatorsX > bar.x + 2 + TextLayout.width(time) else { return }
    canvas.put(indicators, at: Point(indicatorsX, bar.y), style)
    if let middle = sign ?? name {
      let begin = bar.x + 3 + TextLayout.width(time)
      let text = TextLayout.clip(
        " \(middle) ", to: indicatorsX - 1 - begin, ellipsis: canvas.ellipsis, ofData: sign == nil)
      let x = begin + (indicatorsX - begin - TextLayout.width(text)) / 2
      canvas.put(text, at: Point(x, bar.y), sign == nil ? style : Style(.phoneWarning, bold: true, reverse: true))
      return
    }

    let notchWidth = min(16, bar.width / 3)
    let notchX = bar.x + (bar.width - notchWidth) / 2
    guard notchWidth >= 6, notchX > bar.x + 3 + TextLayout.width(time), notchX + notchWidth < indicatorsX else {
      return
    }
    let (left, middle, right) = canvas.glyphs == .unicode ? ("▜", "█", "▛") : ("\\", "_", "/")
    let notch = left + String(repeating: middle, count: notchWidth - 2) + right
    canvas.put(notch, at: Point(notchX, bar.y), Style(.phone))
  }
}
