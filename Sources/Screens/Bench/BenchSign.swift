import AppState
import TerminalUI

/// Says in the phone's status bar that something on the bench is not as it would be: nobody is to take a moved clock for
/// the time. In words, at every size.
enum BenchSign {
  /// `nil`: everything is as it would be.
  static func text(_ state: AppState, _ look: Look) -> String? {
    let signs = [FaultWords.sign(state, look), ClockWords.sign(state, look)].compactMap { $0 }
    return signs.isEmpty ? nil : signs.joined(separator: ", ")
  }
}

extension Picture {
  /// The sign in the lower edge of a panel that covers the phone.
  mutating func drawBenchSign(_ state: AppState, onFrameOf panel: Rect) {
    guard let sign = BenchSign.text(state, look) else { return }
    let text = TextLayout.clip(" \(look.marks.warning) \(sign) ", to: panel.width - 4, ellipsis: look.marks.ellipsis)
    let x = panel.maxX - 2 - TextLayout.width(text)
    canvas.put(text, at: Point(x, panel.maxY - 1), Style(.warning, bold: true, reverse: true))
  }
}
