import AppState
import Catalogue
import FoundationEssentials
import Keystore
import Screens
import SharedValues
import TerminalUI

/// The panel **Keystore** as lines: the file and its protection, the secure element's keys, the file's bytes, its contents, and what an attacker
/// gets.
struct KeystoreLines {
  private let reading: KeystoreReading
  private let state: AppState
  private let insight: KeystoreInsight
  private let look: Look
  private let column: TextColumn

  /// Columns of offset and bytes before their meaning; below ``narrow`` columns the meaning has its own lines.
  private static let offset = 6
  private static let sample = 22
  private static let narrow = 56

  init(_ reading: KeystoreReading, _ state: AppState, width: Int, look: Look) {
    (self.reading, self.state, self.look) = (reading, state, look)
    (insight, column) = (state[KeystoreInsight.self], TextColumn(width, look))
  }

  var lines: [StyledLine] {
    let element = ElementLines.lines(insight, state.now, column)
    return file + element + heading(.xrayBytes) + bytes + heading(.xrayContents) + contents + heading(.xrayAttackers)
      + attackers
  }

  private func heading(_ phrase: Phrase) -> [StyledLine] { [.blank, column.heading(phrase)] }

  private var inspection: KeystoreInspection { reading.xray.inspection }

  private var file: [StyledLine] {
    let time = inspection.modifiedAt
    let saved = ["time": look.momentOrTime(time, state.now), "ago": look.ago(time, state.now)]
    let facts = [FileKeystore.fileName, look.size(inspection.size), look.catalogue(.xraySaved, saved)]
    let modes = reading.xray.modes
    let values = [
      "folder": KeystoreWords.octal(modes.folder), "file": KeystoreWords.octal(modes.file),
      "key": modes.key.map(KeystoreWords.octal) ?? "",
    ]
    let isOurs = [modes.folder, modes.file, modes.key ?? 0].allSatisfy { $0 & 0o077 == 0 }
    let said = look.catalogue(modes.key == nil ? .xrayModesWithoutKey : .xrayModes, values)
    return column.text(facts.joined(separator: " \(look.marks.separator) "), Style(.keystore, bold: true))
      + column.text(KeystoreWords.protection(reading, insight, look))
      + column.marked(
        isOurs ? look.marks.done : look.marks.warning,
        said + ": " + look.catalogue(isOurs ? .xrayModesOurs : .xrayModesWide), Style(isOurs ? .success : .warning))
  }

  private var bytes: [StyledLine] {
    let damaged = insight.trial.flatMap { KeystoreWords.alteration($0)?.offset }
    return reading.xray.parts.flatMap { part(of: $0, isHit: damaged.map($0.range.contains) ?? false) }
      + column.text(.xrayBytesCaption, Style(.secondary))
  }

  private func part(of part: KeystoreXRay.Part, isHit: Bool) -> [StyledLine] {
    let offset = (isHit ? look.marks.failed : " ") + KeystoreWords.right(part.offset, width: Self.offset - 2) + " "
    let sample = KeystoreWords.sample(part, room: Self.sample - 1, look)
    let meaning = KeystoreWords.meaning(part.kind, length: part.length, look)
    let style = isHit ? Style(.error, bold: true) : Style(.jsonString)
    let start: [StyledLine.Span] = [
      .init(text: offset, style: isHit ? style : Style(.secondary)), .init(text: sample, style: style),
    ]
    guard column.width >= Self.narrow else {
      return [StyledLine(start)] + column.text(meaning, Style(.secondary), indent: 2)
    }
    let used = Self.offset + Self.sample
    return TextLayout.wrap(meaning, width: max(8, column.width - used)).enumerated().map { index, text in
      let pad = String(repeating: " ", count: index == 0 ? max(1, used - StyledLine(start).width) : used)
      return StyledLine((index == 0 ? start : []) + [.init(text: pad + text, style: Style(.text))])
    }
  }

  private var contents: [StyledLine] {
    switch reading.contents {
    case .success(let document):
      let reveal = state.revealsSecrets
      let redaction = Redaction(reveal: reveal, dot: Character(look.marks.dot))
      return column.text(reveal ? .xrayContentsRevealed : .xrayContentsMasked, Style(reveal ? .warning : .secondary))
        + JSONLines.lines(redaction.json(document.json), width: column.width)
    case .failure(let error) where error.code == .passphraseNeeded: return column.text(.xrayLocked, Style(.warning))
    case .failure(let error):
      let words = ErrorWording(.keystore(error), in: state, look)
      return column.marked(look.marks.failed, "\(words.title) (\(error.code.rawValue))", Style(.error, bold: true))
        + column.text(words.explanation) + column.text(words.hint, Style(.secondary))
    }
  }

  private var attackers: [StyledLine] {
    let folder: Phrase =
      switch (inspection.protection, reading.xray.modes.key) {
      case (.passphrase, _): .xrayWholeFolderPassphrase
      case (.device, nil): .xrayWholeFolderKeyMissing
      case (.device, _) where insight.hasClientKey: .xrayWholeFolderElement
      case (.device, _): .xrayWholeFolderDevice
      }
    let gains: [(Phrase, String)] = [
      (.xrayFileAlone, KeystoreWords.fileAlone(reading, insight, look)), (.xrayWholeFolder, look.catalogue(folder)),
      (.xrayAccount, look.catalogue(.xrayAccountAll)),
    ]
    return gains.flatMap { attacker, gain in
      column.marked(look.marks.dot, attacker, Style(.text, bold: true)) + column.text(gain, indent: 2)
    } + [.blank] + column.text(.xrayWayOut, Style(.secondary))
  }
}

/// The keys of the phone's secure element as lines: thumbprint, use, age, and whether they ask the user. Never the keys themselves.
enum ElementLines {
  static func lines(_ insight: KeystoreInsight, _ now: Date, _ column: TextColumn) -> [StyledLine] {
    guard insight.hasElement else { return [] }
    let head = [.blank, column.heading(.xrayElement)]
    switch insight.element {
    case .success(let keys):
      return head + keys.flatMap { lines($0, now, column) } + column.text(.xrayElementCaption, Style(.secondary))
    case .failure(let error):
      let words = ErrorWording(error, column.look)
      let title = "\(words.title) (\(error.code.rawValue))"
      return head + column.marked(column.look.marks.warning, title, Style(.warning, bold: true))
        + column.text(words.explanation) + column.text(words.hint, Style(.secondary))
    }
  }

  /// Shows as many characters of the thumbprint as the arrows of the panel **Sequence**.
  private static func lines(_ key: ElementKey, _ now: Date, _ column: TextColumn) -> [StyledLine] {
    let look = column.look
    let use: Phrase = key.use == .clientAuthentication ? .xrayElementClient : .xrayElementTokens
    let name = "\(key.thumbprint.prefix(8))\(look.marks.ellipsis) \(look.catalogue(use))"
    let age = ["time": look.momentOrTime(key.madeAt, now), "ago": look.ago(key.madeAt, now)]
    let asks = look.catalogue(key.demandsUser ? .xrayElementAsks : .xrayElementSilent)
    return column.marked(look.marks.dot, name, Style(.keystore, bold: true))
      + column.text("\(look.catalogue(.xrayElementMade, age)) \(look.marks.separator) \(asks)", indent: 2)
  }
}

/// The panel **Keystore**: the file and the secure element, as they were last read.
extension KeystoreInsight: ToolView {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    let (insight, look) = (state[KeystoreInsight.self], picture.look)
    if let problem = insight.problem {
      return picture.drawPanelProblem(ErrorWording(.keystore(problem), in: state, look), in: rect)
    }
    guard insight.hasBeenRead else { return picture.emptyPanel(.xrayReading, in: rect) }
    let (title, text) = (look.catalogue(.xrayNoneTitle), look.catalogue(.xrayNone, ["path": FileKeystore.fileName]))
    guard insight.reading != nil || insight.hasElement else { return picture.drawPanelText(title, text, in: rect) }
    let foot = KeystoreWords.trial(insight, TextColumn(rect.width, look))
    let area = Rect(rect.x, rect.y, rect.width, max(1, rect.height - (foot.isEmpty ? 0 : foot.count + 1)))
    let column = TextColumn(area.width - 2, look)
    let lines =
      insight.reading.map { KeystoreLines($0, state, width: column.width, look: look).lines }
      ?? column.text(title, Style(.heading, bold: true)) + column.text(text)
      + ElementLines.lines(insight, state.now, column)
    if !foot.isEmpty {
      picture.drawPanelRule(in: rect, at: area.maxY)
      picture.put(foot, in: Rect(rect.x, area.maxY + 1, rect.width, foot.count))
    }
    return picture.putScrolled(lines, in: area, offset: state.view.panelScroll)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    let insight = state[KeystoreInsight.self]
    guard insight.problem == nil, let reading = insight.reading else { return nil }
    return KeystoreLines(reading, state, width: 10_000, look: look).lines
      + KeystoreWords.trial(insight, TextColumn(10_000, look))
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] {
    let insight = state[KeystoreInsight.self]
    let trials: [(Key, Phrase, KeystoreTrial)] = [
      (.character("x"), .keyDamage, .damage(insight.nextDamage)), (.character("t"), .keyGuess, .guess),
    ]
    let bindings = trials.enumerated().map { place, trial in
      Binding([trial.0], trial.1, .keystorePanel(.attempt(trial.2)), inFooter: place)
        .off(.reasonNothingKept, if: insight.reading == nil)
    }
    return bindings + (insight.reading == nil && !insight.hasElement ? [] : PanelKeys.scrolling())
      + PanelKeys.neighbours(state) + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }

  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool { true }
  package static func seen(_ isSeen: Bool) -> Action? { .keystorePanel(.watched(isSeen)) }

  package static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool {
    if case .success = state[KeystoreInsight.self].reading?.contents { true } else { false }
  }
}
