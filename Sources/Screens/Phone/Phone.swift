import AppState
import TerminalUI

extension Picture {
  /// On lower terminals the case is left out and the screen takes the whole height.
  private static let framedHeight = 20

  /// Draws the phone with its screen and sheet. Returns how far the focused page can be scrolled.
  @discardableResult mutating func drawPhone(_ state: AppState, in rect: Rect, hasKeys: Bool) -> Int {
    let framed = rect.height >= Picture.framedHeight
    // Without its case the phone extends beyond the edges, where nothing is drawn.
    let outer = framed ? rect : rect.inset(-1, -1)
    let spare = framed ? 0 : 2
    let glass = PhoneFrame.draw(
      on: &canvas, in: outer, time: look.clock(state.now), name: state.nameOnPhone, sign: state.toolSigns(look))
    let padding = glass.width >= 38 ? 1 : 0
    let content = glass.inset(padding, 0)
    let pages = PhonePages(state, look: look, beside: showsPanel)
    let focus = PageFocus(control: hasKeys ? pages.top.focus(state.view.button) : nil, scroll: state.view.scroll)
    if !hasKeys { target(rect, .view(.switchFocus)) }
    guard let sheet = pages.sheet else { return draw(pages.screen, in: content, focus: focus, spare: spare) }
    takesClicks = false
    _ = draw(pages.screen, in: content, focus: PageFocus(control: nil, scroll: 0), spare: spare)
    takesClicks = true
    return drawSheet(sheet, on: glass, focus: focus)
  }

  /// A sheet rises from the lower edge, as high as it needs to be; what it covers cannot be pressed.
  private mutating func drawSheet(_ sheet: PhonePage, on glass: Rect, focus: PageFocus) -> Int {
    let side = 2
    let width = glass.width - 2 * side
    let room = glass.height - 2
    let layout = sheet.layout(width: width, height: room, look: look)
    let height = min(room, layout.height + (layout.density <= .roomy ? 1 : 0))
    let frame = Rect(glass.x, glass.maxY - height - 2, glass.width, height + 2)
    canvas.fill(frame, Style(.phone))
    canvas.box(frame, Style(sheet.titleStyle.role == .phoneTitle ? .phoneLabel : sheet.titleStyle.role), .rounded)
    return draw(sheet, in: Rect(frame.x + side, frame.y + 1, width, height), focus: focus)
  }
}
