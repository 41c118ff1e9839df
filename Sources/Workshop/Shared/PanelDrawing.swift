import Catalogue
import FoundationEssentials
import Screens
import TerminalUI

/// Drawing that panels of several tools share.
extension Picture {
  /// A title, a sentence, and a hint if the user can act.
  mutating func drawPanelText(
    _ title: String, _ text: String, hint: String? = nil, _ style: Style = Style(.heading, bold: true), in rect: Rect
  ) {
    let width = max(1, min(rect.width, 52))
    var lines = StyledLine.wrapped(title, style, width: width, alignment: .centre) + [.blank]
    lines += StyledLine.wrapped(text, Style(.text), width: width, alignment: .centre)
    if let hint { lines += [.blank] + StyledLine.wrapped(hint, Style(.secondary), width: width, alignment: .centre) }
    let top = rect.y + max(0, (rect.height - lines.count) / 3)
    for (index, line) in lines.prefix(rect.height).enumerated() {
      put(line, at: Point(rect.x + max(0, (rect.width - line.width) / 2), top + index), width: rect.width)
    }
  }

  /// A rule across the panel that starts with a word.
  mutating func drawPanelRule(_ title: String, _ style: Style, in rect: Rect) {
    canvas.fill(Rect(rect.x, rect.y, rect.width, 1), Style(.panelFrame), look.glyphs == .ascii ? "-" : "─")
    canvas.put(" \(title) ", at: Point(rect.x + 1, rect.y), style, width: rect.width - 1)
  }
}

extension Look {
  /// `12 s ago`; at most ten columns.
  func ago(_ date: Date?, _ now: Date) -> String {
    guard let date else { return catalogue(.never) }
    let seconds = Measure.whole(now.timeIntervalSince(date))
    let (phrase, count): (Phrase, Int) =
      switch seconds {
      case ..<3: (.justNow, 0)
      case ..<60: (.secondsAgo, seconds)
      case ..<3600: (.minutesAgo, seconds / 60)
      case ..<86_400: (.hoursAgo, seconds / 3600)
      default: (.daysAgo, min(seconds / 86_400, 9999))
      }
    return catalogue(phrase, ["count": String(count)])
  }

  /// The time if the date is today, else the date.
  func momentOrTime(_ date: Date, _ now: Date) -> String {
    let (then, today) = (moment(date), moment(now))
    return then.date == today.date ? then.time : then.date
  }
}
