import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// The card of ``ReachableBy``: who reaches the server, the addresses to choose from, and what comes with each choice.
extension Picture {
  mutating func drawReach(_ state: AppState, in rect: Rect) -> Int {
    let reach = state[ServerInsight.self].reach
    let lines = ReachWords(state: state, look: look, size: Size(rect.width - 3, rect.height)).lines
    let selected = reach.selectedRow
    let first = lines.firstIndex { $0.row == selected } ?? 0
    let last = lines.lastIndex { $0.row == selected } ?? 0
    let top = first == lines.firstIndex { $0.row != nil } ? 0 : max(0, (first + last) / 2 - rect.height / 2)
    // A text that does not fit is read from its beginning.
    let offset = last - first >= rect.height ? first : top
    let window = ScrollWindow(contentHeight: lines.count, height: rect.height, offset: offset)
    putRows(window, in: rect) { picture, index, at in
      let (row, line) = lines[index]
      let indent = line.spans.isEmpty ? 0 : 2
      picture.put(line, at: Point(at.x + indent, at.y), width: at.width - indent)
      guard let row, let number = reach.rows.firstIndex(of: row) else { return nil }
      if row == selected { picture.markReach(row, at, isFirst: index == first) }
      return row == selected ? ReachKeys.press(row, state)?.action : .serverPanel(.reach(.select(number)))
    }
    return 0
  }

  /// A text keeps its style: only a mark says that the selection has come to it.
  private mutating func markReach(_ row: ReachableBy.Row, _ place: Rect, isFirst: Bool) {
    guard case .text = row else {
      return isFirst ? markSelected(place) : canvas.restyle(place, Style(.selection))
    }
    if isFirst { canvas.put(look.marks.selected, at: Point(place.x, place.y), Style(.secondary, bold: true)) }
  }
}

struct ReachWords {
  let state: AppState
  let look: Look
  let size: Size

  private var reach: ReachableBy { state[ServerInsight.self].reach }

  /// `Reachable by: this machine only`, for the panel's foot and the card's head.
  static func who(_ state: AppState, _ look: Look) -> String {
    // The app knows whom it lets in itself. What serve --listen or --public-url has opened, it does not know.
    if state.server == .external { return look.catalogue(.reachOfOther) }
    let others = state[ServerInsight.self].reach.others
    return others.map { look.catalogue(.reachNetwork, ["address": $0.address.text]) } ?? look.catalogue(.reachMachine)
  }

  /// The permanent line of the panel, in as many lines as it needs.
  static func foot(_ state: AppState, width: Int, _ look: Look) -> [StyledLine] {
    let isOpen = state[ServerInsight.self].reach.others != nil
    let style = isOpen ? Style(.warning, bold: true) : Style(.secondary)
    return TextColumn(width, look).text((isOpen ? look.marks.warning + " " : "") + who(state, look), style)
  }

  var lines: [(row: ReachableBy.Row?, line: StyledLine)] {
    let head = ReachWords.foot(state, width: size.width, look) + news + [.blank]
    var lines: [(row: ReachableBy.Row?, line: StyledLine)] = head.map { (nil, $0) }
    var wasChoice = true
    for row in reach.rows {
      let isChoice = if case .text = row { false } else { true }
      if !isChoice { lines.append((nil, .blank)) } else if !wasChoice { lines.append((nil, .blank)) }
      wasChoice = isChoice
      lines += text(row).map { (row, $0) }
    }
    return lines
  }

  private var news: [StyledLine] {
    let column = TextColumn(size.width, look)
    if reach.isChanging { return [StyledLine(look.unfinished(look.catalogue(.reachChanging)), Style(.secondary))] }
    if let problem = reach.problem {
      let words = ErrorWording(problem, look)
      return column.marked(look.marks.warning, words.explanation, Style(.error, bold: true))
        + column.text(words.hint, Style(.secondary))
    }
    guard let survey = reach.card?.survey else {
      return [StyledLine(look.unfinished(look.catalogue(.changePending)), Style(.secondary))]
    }
    return survey.isEmpty ? column.text(.reachNoAddress, Style(.secondary)) : []
  }

  private func text(_ row: ReachableBy.Row) -> [StyledLine] {
    let column = TextColumn(size.width, look)
    switch row {
    case .machine: return choice(look.catalogue(.reachRowMachine), isChosen: reach.others == nil, column)
    case .address(let address): return choice(address.text, isChosen: reach.others?.address == address, column)
    case .tutorialUsers:
      let allowed: Phrase = reach.card?.allowsTutorialUsers == true ? .reachUsersAllowed : .reachUsersRefused
      return column.text(look.catalogue(.reachUsers) + " " + look.catalogue(allowed))
    case .text(.page): return page(column)
    case .text(let text): return column.text(phrase(text), Style(.secondary), values)
    }
  }

  private func choice(_ text: String, isChosen: Bool, _ column: TextColumn) -> [StyledLine] {
    if look.reader == .lines { return column.text((isChosen ? look.catalogue(.markChosen) + " " : "") + text) }
    return column.marked(isChosen ? look.marks.chosen : look.marks.other, text, Style(.text, bold: isChosen))
  }

  private func phrase(_ text: ReachableBy.Text) -> Phrase {
    switch text {
    case .who: .reachAboutWho
    case .issuer: reach.others == nil ? .reachAboutIssuer : .reachOpenIssuer
    case .administration: .reachAboutAdministration
    case .users: .reachAboutUsers
    case .trust, .page: .reachAboutTrust
    case .end: .reachAboutEnd
    }
  }

  private var values: [String: String] {
    ["issuer": reach.others?.issuer ?? state.settings.issuer.text, "own": state.settings.issuer.text]
  }

  /// In lines of whole bytes if one line is too short, as they are compared byte by byte.
  private func fingerprint(_ others: OtherReach, _ width: Int) -> String {
    let bytes = others.fingerprint.split(scalar: ":").map(String.init)
    guard others.fingerprint.utf8.count > width else { return others.fingerprint }
    let perLine = max(1, width / 3)
    return stride(from: 0, to: bytes.count, by: perLine).map { start in
      bytes[start..<min(start + perLine, bytes.count)].joined(separator: ":")
    }.joined(separator: ":\n")
  }

  /// Where devices get the authority's certificate, and what they have to compare. The code needs all of its rows at once.
  private func page(_ column: TextColumn) -> [StyledLine] {
    guard let others = reach.others else { return [] }
    let lines =
      column.text(.reachOpenPage, Style(.text), ["page": others.authorityPage])
      + column.text(.reachOpenFingerprint, Style(.text), ["fingerprint": fingerprint(others, column.width)])
    guard look.reader != .lines else { return lines }
    let room = Size(size.width, size.height - lines.count)
    let picture = QRPicture.all(of: others.authorityPage, look.glyphs).first { $0.fits(room) }
    return lines + (picture?.lines.map { StyledLine($0, Style(.phone)) } ?? [])
  }
}

enum ReachKeys {
  /// What opens the card, where the panel has no card.
  static func ask(_ state: AppState) -> Binding {
    Binding([.character("w")], .keyReach, .serverPanel(.reach(.ask)), inFooter: 7)
      .off(.reasonReachElsewhere, if: !state.settings.embeddedServer)
      .off(.reasonReachOfOther, if: state.server == .external)
  }

  /// The keys of the card. The one that has opened it closes the server again, or the card.
  static func ofCard(_ state: AppState) -> [Binding] {
    let reach = state[ServerInsight.self].reach
    let selected = press(reach.selectedRow, state).map { chosen in
      // In a narrow footer there is room for one of the two keys that leave the card: Esc, which does so everywhere.
      let importance = chosen.action == .serverPanel(.reach(.leave)) ? 4 : 0
      return Binding([.enter, .character(" ")], chosen.phrase, chosen.action, inFooter: importance)
        .off(.reasonUnderWay, if: reach.isChanging || chosen.waits && state.flow != nil)
    }
    var close = Binding([.character("w")], .keyBack, .serverPanel(.reach(.leave)))
    if reach.others != nil {
      close = Binding([.character("w")], .keyReachClose, .serverPanel(.reach(.close)), inFooter: 1)
        .off(.reasonUnderWay, if: reach.isChanging)
    }
    // The footer says once what both keys do.
    if selected?.action == close.action { close = close.outOfFooter }
    return [selected, close].compactMap { $0 } + PanelKeys.moving(previous: .keyPreviousRow, next: .keyNextRow)
      + [Binding([.escape, .backspace], .keyBack, .serverPanel(.reach(.leave)), inFooter: 3)]
  }

  /// `waits`: not while a flow needs the server.
  static func press(_ row: ReachableBy.Row, _ state: AppState) -> (phrase: Phrase, action: Action, waits: Bool)? {
    let (others, card) = (state[ServerInsight.self].reach.others, state[ServerInsight.self].reach.card)
    switch row {
    case .machine where others == nil: return (.keyReachKeep, .serverPanel(.reach(.leave)), false)
    case .machine: return (.keyReachClose, .serverPanel(.reach(.close)), false)
    case .address(let address):
      let isSame = others?.address == address && others?.allowsTutorialUsers == card?.allowsTutorialUsers
      return isSame ? nil : (.keyReachOpen, .serverPanel(.reach(.open(address))), true)
    case .tutorialUsers: return (.keyReachUsers, .serverPanel(.reach(.toggleTutorialUsers)), false)
    case .text: return nil
    }
  }
}
