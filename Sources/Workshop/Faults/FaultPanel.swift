import AppState
import Catalogue
import Faults
import Screens
import TerminalUI

/// The fault menu: active faults, presets, and every defect by endpoint.
extension Picture {
  mutating func drawFaults(_ phone: Phone<FaultsTool>, in whole: Rect) -> Int {
    var rect = whole
    if phone.hasSides {
      let titles = FaultSide.allCases.map { FaultWords.side($0, look) }
      canvas.tabs(
        titles, selected: phone.own.server.isShown ? 1 : 0, at: Point(rect.x, rect.y), width: rect.width, hits: &hits
      ) { .faults(.side(FaultSide.allCases[$0])) }
      rect = Rect(rect.x, rect.y + 1, rect.width, max(0, rect.height - 1))
    }
    let isOn = phone.shownCount > 0 && phone.own.level == .top
    let title = (isOn ? look.marks.warning + " " : "") + FaultWords.head(phone, look)
    let head = TextColumn(rect.width, look).text(title, Style(isOn ? .warning : .heading, bold: true))
      .prefix(phone.own.search == nil ? 2 : 1)
    put(head, in: rect)
    if let search = phone.own.search {
      let field = Rect(rect.x, rect.y, rect.width, 1)
      canvas.textField(TextEditor(search), in: field, focused: true, placeholder: look.catalogue(.faultSearchHint))
    }
    let words = phone.selectedRow.map { FaultWords.about($0, phone, look) } ?? look.catalogue(.searchFindsNothing)
    let foot = TextColumn(rect.width, look).text(words, Style(.secondary))
      .cut(to: max(1, whole.height / 2), width: rect.width, look)
    let gap = rect.height > 12 ? 1 : 0
    let top = head.count + gap
    let area = Rect(rect.x, rect.y + top, rect.width, max(1, rect.height - top - foot.count - gap))
    drawFaultRows(phone, in: area)
    putAtBottom(foot, in: rect)
    return 0
  }

  private mutating func drawFaultRows(_ phone: Phone<FaultsTool>, in rect: Rect) {
    let selected = min(phone.own.selected, phone.rows.count - 1)
    let lines = faultLines(phone, width: rect.width - 2)
    let chosen = lines.indices.filter { lines[$0].row == selected }
    let first = chosen.first ?? 0
    let window = ScrollWindow(contentHeight: lines.count, height: rect.height, offset: first - rect.height / 2)
      .revealing(first..<(chosen.last ?? 0) + 1)
    putRows(window, in: rect, bar: rect.maxX - 1) { picture, index, at in
      let line = lines[index]
      guard let row = line.row else {
        picture.canvas.put(line.left, at: Point(at.x, at.y), Style(.heading, bold: true), width: at.width)
        return nil
      }
      let right = TextLayout.width(line.right)
      let style = Style(line.isOff ? .secondary : .text)
      picture.canvas.put(line.left, at: Point(at.x + 2, at.y), style, width: at.width - 2)
      picture.canvas.put(line.right, at: Point(at.maxX - 1 - right, at.y), Style(.secondary), width: right)
      if row == selected {
        if index == first { picture.markSelected(at) } else { picture.canvas.restyle(at, Style(.selection)) }
      }
      return .faults(.press(row))
    }
  }

  /// `row`: `nil` for a heading.
  private typealias FaultLine = (row: Int?, left: String, right: String, isOff: Bool)

  /// Rows and the headings between them. A row takes as many lines as its text needs; the text at the right moves to a line below where the name
  /// would have hardly a column.
  private func faultLines(_ phone: Phone<FaultsTool>, width: Int) -> [FaultLine] {
    let rows = phone.rows
    var lines: [FaultLine] = []
    for (index, row) in rows.enumerated() {
      if let heading = FaultWords.heading(row, after: index == 0 ? nil : rows[index - 1], phone) {
        lines.append((nil, look.catalogue(heading), "", false))
      }
      let isOff = phone.obstacle(to: row) != nil
      let (left, right) = FaultWords.row(row, phone, look)
      let beside = right.isEmpty ? 0 : TextLayout.width(right) + 2
      let isBeside = width - 2 - beside >= min(TextLayout.width(left), 14)
      let parts = TextLayout.wrap(left, width: max(1, width - 2 - (isBeside ? beside : 0)))
      for (number, part) in parts.enumerated() {
        lines.append((index, part, isBeside && number == 0 ? right : "", isOff))
      }
      guard !isBeside else { continue }
      for part in TextLayout.wrap(right, width: max(1, width - 2)) { lines.append((index, "", part, isOff)) }
    }
    return lines
  }
}

extension FaultsTool: ToolView {
  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] {
    let phone = Phone<FaultsTool>(state)
    let row = phone.selectedRow
    let selected = min(phone.own.selected, phone.rows.count - 1)
    let press = Binding(
      [.enter, .character(" ")], row.map { keyPhrase($0, phone) } ?? .keyFaultChoose, .faults(.press(selected)),
      inFooter: 0
    ).off(.reasonNothingFound, if: selected < 0).off(row.flatMap { phone.obstacle(to: $0) })
    let moving = PanelKeys.moving(previous: .keyPreviousRow, next: .keyNextRow)
    guard phone.own.search == nil else {
      return [
        press, Binding([.escape], .keyEndSearch, .faults(.endSearch), inFooter: 3),
        Binding([.backspace], .keyErase, .faults(.editSearch(.removeLast))),
        Binding([.control("u")], .keyEraseAll, .faults(.editSearch(.clear))),
      ] + moving
    }
    let bindings =
      [
        press, Binding([.character("/")], .keySearch, .faults(.beginSearch), inFooter: 5),
        Binding(
          [.character("x")], .keyFaultsOff, .faults(phone.own.server.isShown ? .switchOffAtServer(nil) : .removeAll),
          inFooter: 4
        ).off(.reasonNoFault, if: phone.listsNone),
      ] + moving + sides(phone)
    guard phone.own.level == .top else {
      let back: [Key] = [.escape, .backspace, .left, .character("h")]
      return bindings + [Binding(back, .keyFaultBack, .faults(.back), inFooter: 3)]
    }
    return bindings + PanelKeys.neighbours(state)
      + [Binding([.escape], .keyCloseBench, .view(.closeBench), inFooter: 3)]
  }

  private static func sides(_ phone: Phone<FaultsTool>) -> [Binding] {
    guard phone.hasSides else { return [] }
    let isShown = phone.own.server.isShown
    return [
      Binding(
        [.character("a")], isShown ? .keyFaultsAtPhone : .keyFaultsAtServer, .faults(.side(isShown ? .app : .server)),
        inFooter: 6)
    ]
  }

  package static func seen(_ isSeen: Bool) -> Action? { .faults(.watched(isSeen)) }

  private static func keyPhrase(_ row: FaultRow, _ phone: Phone<FaultsTool>) -> Phrase {
    switch row {
    case .on, .atServer: .keyFaultOff
    case .preset(let preset) where phone.own.server.isShown:
      phone.isOnAtServer(preset) ? .keyFaultOff : .keyFaultOn
    case .preset(let preset) where phone.own.active.isOn(preset.plan): .keyFaultOff
    case .allOff: .keyFaultsOff
    case .preset, .times: .keyFaultOn
    case .endpoint, .defect: .keyFaultChoose
    }
  }

  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    picture.drawFaults(Phone(state), in: rect)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    FaultWords.lines(Phone(state), look)
  }

  package static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField? {
    state[FaultsTool.self].search == nil ? nil : .tool("search", .faultSearchHint) { .faults(.editSearch($0)) }
  }
  package static func sign(_ state: AppState, _ look: Look) -> String? {
    FaultWords.sign(state[FaultsTool.self], look)
  }

  package static func paletteBindings(_ state: AppState, _ look: Look) -> [Binding] {
    guard !state.settings.presenter || state.settings.showsBench else { return [] }
    let phone = Phone<FaultsTool>(state)
    return FaultPresets.all.map { preset in
      let name = FaultWords.title(preset, look)
      var binding = Binding([], .keyFaultPreset, .faults(.use(preset.plan)), values: ["name": name])
      binding.isOfBench = !state.settings.showsBench
      return binding.off(phone.obstacle(to: preset.plan))
    }
  }

  /// The active faults, so that readers do not blame the server for them.
  package static func linesBefore(_ state: AppState, _ look: Look) -> [String] {
    let phone = Phone<FaultsTool>(state)
    return phone.own.active.entries.map { entry in
      let rule = "\(FaultWords.rule(entry.rule, look)) (\(FaultWords.left(entry, phone, look)))"
      return look.catalogue(.faultTouched, ["fault": rule])
    }
  }

  package static func choices(_ state: AppState, _ look: Look) -> [PlainText.Choice] {
    guard !state[FaultsTool.self].active.isEmpty else { return [] }
    return [PlainText.Choice(look.catalogue(.choiceFaultsOff), .press(.faults(.removeAll)))]
  }
}
