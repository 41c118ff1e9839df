/// The list of all available actions, and the text typed to search it.
public struct Palette: Hashable, Sendable {
  public internal(set) var text = ""
  /// Position in the list of matches; it may lie beyond the end.
  public internal(set) var chosen = 0

  /// The most bytes of the search text; longer input is ignored.
  static let longest = 60
}

public enum PaletteAction: Hashable, Sendable {
  case open
  case close
  case edit(TextChange)
  case move(Int)
  /// Does the chosen action: the screen, which has drawn the list, turns this into ``choose(_:focus:)``.
  case press
  /// Closes palette and help; then the edge does the action as if its key had been pressed.
  /// - Parameter focus: the part that shows the result; `nil`: the focus stays.
  indirect case choose(Action, focus: ViewState.Focus?)
}

extension AppState {
  mutating func choose(_ action: PaletteAction) {
    switch action {
    case .open: view.palette = Palette()
    case .close: view.palette = nil
    case .edit(let change): editPalette(change)
    case .move(let step):
      guard let chosen = view.palette?.chosen else { return }
      view.palette?.chosen = max(0, chosen + step)
    case .press: break
    case .choose(_, let focus):
      (view.palette, view.showsHelp) = (nil, false)
      view.focus = focus ?? view.focus
    }
  }

  /// A letter typed over the help opens the palette; erasing the last letter closes it.
  private mutating func editPalette(_ change: TextChange) {
    let before = view.palette?.text ?? ""
    let text = change.applied(to: before, limit: Palette.longest)
    let isClosed = (change == .removeLast && before.isEmpty) || (text.isEmpty && view.showsHelp)
    view.palette = isClosed ? nil : Palette(text: text)
  }
}
