import AppState
import TerminalUI

/// The tools around the phone in lines: a list of them; for the open tool, the one that has the keys on the full screen, its text, its rows as
/// numbered choices, and its keys by name.
extension PlainText {
  /// The tool that is shown instead of the phone; `nil`: the phone is shown.
  package static func tool(of state: AppState) -> PanelTab? {
    guard state.view.focus == .panel, !state.view.showsHelp, isUncovered(state) else { return nil }
    return state.view.tab
  }

  private static func isUncovered(_ state: AppState) -> Bool {
    PhoneSheet(state) == nil && state.openCover == nil && !state.looksBack
  }

  /// The list of tools replaces the full screen's list of keys.
  static func listsTools(_ state: AppState) -> Bool { state.view.showsHelp && isUncovered(state) }

  /// Whether tools can be opened: the keystore is loaded, and no flow is running unless it is held.
  static func offersTools(_ state: AppState) -> Bool {
    state.keystore != .loading && (state.visibleFlow == nil || state.isHolding)
  }

  static func toolLines(_ state: AppState, _ look: Look) -> [String] {
    [look.catalogue(.plainTools)] + KeyMap.tools(state).filter { !$0.isOn }.map { off($0, look) }
  }

  static func toolChoices(_ state: AppState, _ look: Look) -> [Choice] {
    KeyMap.tools(state).filter(\.isOn).compactMap { fromEverywhere($0, look) } + [out(.view(.toggleHelp), look)]
  }

  static func off(_ binding: Binding, _ look: Look) -> String {
    look.catalogue(.plainOff, ["name": name(binding, look), "reason": binding.reason?.words(look) ?? ""])
  }

  /// A choice that does what a global key does; a panel also gets the focus.
  static func fromEverywhere(_ binding: Binding, _ look: Look) -> Choice? {
    guard let action = binding.action else { return nil }
    let focus: ViewState.Focus? = if case .view(.tab(let tab)) = action, !tab.isBench { .panel } else { nil }
    return Choice(
      name(binding, look), .press(.view(.palette(.choose(action, focus: focus)))), isDangerous: action.isDangerous)
  }

  static func name(_ binding: Binding, _ look: Look) -> String {
    if case .view(.tab(let tab)) = binding.action { look.catalogue(tab.title) } else { binding.name(look) }
  }

  private static func out(_ action: Action, _ look: Look, called name: String? = nil) -> Choice {
    var choice = Choice(name ?? look.catalogue(.back), .press(action))
    choice.leadsOut = true
    return choice
  }

  struct Panel {
    var lines: [String]
    var rows: [Choice] = []
  }

  static func panel(_ state: AppState, _ look: Look) -> Panel? {
    guard let tab = tool(of: state), let view = state.panelView(of: tab) else { return nil }
    let isCovered = state.hold?.coversPanel(state) == true
    var panel = Panel(lines: isCovered ? [] : [look.catalogue(tab.title)])
    var waiting: [String] = []
    for line in content(tab, view, state, look) {
      let text = words(line.text)
      guard !text.isEmpty else { continue }
      guard let action = line.action else {
        waiting.append(text)
        continue
      }
      if let last = panel.rows.indices.last, waiting.isEmpty, panel.rows[last].command == .press(action) {
        panel.rows[last].text += " " + text
        continue
      }
      var row = Choice(text, action)
      if panel.rows.isEmpty {
        panel.lines += waiting
      } else if !waiting.isEmpty {
        row.heading = waiting.joined(separator: " ")
      }
      waiting = []
      panel.rows.append(row)
    }
    panel.lines += waiting
    return panel
  }

  private static func content(
    _ tab: PanelTab, _ view: any ToolView.Type, _ state: AppState, _ look: Look
  ) -> [StyledLine] {
    if let hold = state.hold, hold.coversPanel(state) { return hold.lines(state, look) }
    if let lines = view.lines(tab, state, look) { return lines }
    // The text of a drawing, for short contents: paragraphs, and rows that can be clicked. In Unicode, so that frames differ from text; ASCII
    // terminals get the text converted later.
    var look = look
    look.glyphs = .unicode
    let rect = Rect(0, 0, 120, 60)
    var picture = Picture(Size(rect.width, rect.height), look: look)
    _ = view.draw(tab, state, on: &picture, in: rect)
    var lines: [StyledLine] = []
    var isParagraph = false
    for y in 0..<rect.height {
      let text = words((0..<rect.width).map { picture.canvas[$0, y].text }.joined())
      let action = picture.hits.targets.last { $0.rect.y == y && $0.rect.height == 1 }?.id
      if isParagraph, !text.isEmpty, action == nil {
        lines[lines.count - 1].spans[0].text += " " + text
      } else if !text.isEmpty {
        lines.append(StyledLine(text, Style(.text), action: action))
      }
      isParagraph = !text.isEmpty && action == nil
    }
    return lines
  }

  /// The text without frames, with commas instead of columns.
  static func words(_ text: String) -> String {
    var (result, spaces) = ("", 0)
    for scalar in text.unicodeScalars where !(0x2500...0x259F).contains(scalar.value) {
      guard scalar != " " else {
        spaces += 1
        continue
      }
      if spaces > 0, let last = result.unicodeScalars.last {
        result += spaces == 1 || last == ":" || last == "," ? " " : ", "
      }
      spaces = 0
      result.unicodeScalars.append(scalar)
    }
    return TextLayout.clip(result, to: Int.max)
  }

  static func choices(in panel: Panel, _ state: AppState, _ look: Look) -> [Choice] {
    let keys = toolKeys(state)
    let leave = keys.first { $0.isOn && $0.keys.contains(.escape) }
    var choices = panel.rows
    let field = editedField(state)
    if let field { choices.append(Choice(look.catalogue(field.label), .fillIn(field))) }
    var known = Set(choices.map(\.command))
    for key in keys where key.isOn && doesMoreThanNavigate(key, beside: panel.rows, types: field != nil) {
      guard let action = key.action, action != leave?.action, known.insert(.press(action)).inserted else { continue }
      choices.append(Choice(name(key, look), action))
    }
    if let tab = state.view.tab, state.panelView?.showsSecrets(tab, state) == true, !state.settings.presenter {
      choices.append(secrets(state, look))
    }
    let leads = leave?.action ?? .view(.switchFocus)
    if let row = choices.firstIndex(where: { $0.command == .press(leads) }) {
      choices[row].leadsOut = true
      return choices
    }
    let isBack = [.view(.switchFocus), .view(.closeBench)].contains(leads)
    return choices + [out(leads, look, called: isBack ? nil : leave.map { name($0, look) })]
  }

  static func secrets(_ state: AppState, _ look: Look) -> Choice {
    Choice(look.catalogue(state.view.revealsSecrets ? .choiceMask : .choiceReveal), .view(.toggleSecrets))
  }

  /// The keys of step mode here, which are the same for every size.
  private static func heldKeys(_ state: AppState) -> [Binding] {
    state.hold?.keys(state, Arrangement(Size(150, 50), state), []).filter { !$0.isGlobal } ?? []
  }

  /// The choices of step mode besides the buttons of a held message.
  static func stepChoices(_ state: AppState, _ look: Look) -> [Choice] {
    heldKeys(state).filter { $0.isOn && doesMoreThanNavigate($0, beside: [], types: false) }
      .compactMap { key in key.action.map { Choice(name(key, look), $0) } }
  }

  /// The keys of the open tool, including those that do nothing now.
  static func toolKeys(_ state: AppState) -> [Binding] {
    guard tool(of: state) != nil else { return [] }
    let own = PanelKeys.bindings(state)
    return state.hold?.coversPanel(state) == true ? own + heldKeys(state) : own
  }

  private static let moves: Set<Key> = [.up, .down, .home, .end, .pageUp, .pageDown]

  /// Whether a key does more than navigate. Enter presses the selected row, and each row has its number.
  private static func doesMoreThanNavigate(_ binding: Binding, beside rows: [Choice], types: Bool) -> Bool {
    guard let first = binding.keys.first, let action = binding.action, !binding.isOfScreen else { return false }
    if first != .enter, !moves.isDisjoint(with: binding.keys) { return false }
    if case .view(let look) = action { return if case .ask = look { true } else { false } }
    return switch first {
    case .enter: types || rows.isEmpty
    // These keys delete letters.
    case .backspace, .control: !types
    default: true
    }
  }

  package static func editedField(_ state: AppState) -> PlainField? {
    guard tool(of: state) != nil, let field = PanelKeys.editedField(state) else { return nil }
    guard case .tool(let known) = field else { return nil }
    return PlainField(known.hint ?? .plainValue, field)
  }

  /// The action that ends typing into that field. `nil`: typed text has its effect at once, and its results are choices.
  /// - Parameter keeps: whether to keep the typed text.
  package static func ending(_ state: AppState, keeps: Bool, look: Look) -> Action? {
    let key = toolKeys(state).first { $0.isOn && $0.keys.contains(keeps ? .enter : .escape) }
    guard let action = key?.action else { return nil }
    let isRow = panel(state, look)?.rows.contains { $0.command == .press(action) } ?? false
    return isRow ? nil : action
  }
}
