import TerminalUI

/// The open list of a select, drawn over the page: below its field, or above it if there is no room below.
enum OptionList {
  static func draw(
    _ control: FormControl, _ open: BrowserState.OpenSelect, _ browser: BrowserScreen, on frame: inout BrowserFrame,
    below anchor: Rect, within area: Rect
  ) {
    let wanted = control.options.count + 2
    let below = area.maxY - anchor.maxY
    let above = anchor.y - area.y
    let opensDown = below >= min(wanted, 6) || below >= above
    let height = min(wanted, max(3, opensDown ? below : above))
    let box = Rect(anchor.x, opensDown ? anchor.maxY : anchor.y - height, anchor.width, height)
    frame.canvas.fill(box, Style(.phone))
    frame.canvas.box(box, Style(.phoneSecondary), .rounded)
    let rows = height - 2
    let window = ScrollWindow(contentHeight: control.options.count, height: rows)
      .revealing(open.highlighted..<(open.highlighted + 1))
    let chosen = browser.state.values.choices(control.id)
    for index in window.rows {
      let option = control.options[index]
      let rect = Rect(box.x + 1, box.y + 1 + index - window.offset, box.width - 2, 1)
      let role: Role = index == open.highlighted ? .phoneLinkFocused : option.disabled ? .phoneSecondary : .phone
      frame.canvas.fill(rect, Style(role))
      let mark = chosen.contains(index) ? "✓" : " "
      frame.canvas.put("\(mark) \(option.label)", at: Point(rect.x + 1, rect.y), Style(role), width: rect.width - 2)
      frame.hits.add(rect, .option(index))
    }
    frame.canvas.cursor = nil
    frame.canvas.scrollBar(window, at: Point(box.maxX - 1, box.y + 1), Style(.phoneSecondary))
  }
}
