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
  private(set) var lines: [StyledLine] = []
  private let reading: KeystoreReading
  private let state: AppState
  private let insight: KeystoreInsight
  private let width: Int
  private let look: Look

  /// Columns of offset and bytes before their meaning; below ``narrow`` columns the meaning has its own lines.
  private static let offset = 6
  private static let sample = 22
  private static let narrow = 56

  init(_ reading: KeystoreReading, _ state: AppState, width: Int, look: Look) {
    (self.reading, self.state, self.width, self.look) = (reading, state, width, look)
    insight = state[KeystoreInsight.self]
    file()
    lines += ElementLines(state, width: width, look: look).lines
    bytes()
    contents()
    attackers()
  }

  private var inspection: KeystoreInspection { reading.xray.inspection }

  // MARK: The file

  private mutating func file() {
    let saved = look.catalogue(
      .xraySaved,
      ["time": look.momentOrTime(inspection.modifiedAt, state.now), "ago": look.ago(inspection.modifiedAt, state.now)])
    let facts = [FileKeystore.fileName, look.size(inspection.size), saved]
    wrap(facts.joined(separator: " \(look.marks.separator) "), Style(.keystore, bold: true))
    wrap(KeystoreWords.protection(reading, insight, look), Style(.text))
    let modes = reading.xray.modes
    let values = [
      "folder": KeystoreWords.octal(modes.folder), "file": KeystoreWords.octal(modes.file),
      "key": modes.key.map(KeystoreWords.octal) ?? "",
    ]
    let isOurs = ([modes.folder, modes.file] + (modes.key.map { [$0] } ?? [])).allSatisfy { $0 & 0o077 == 0 }
    wrap(
      "\(isOurs ? look.marks.done : look.marks.warning) "
        + look.catalogue(modes.key == nil ? .xrayModesWithoutKey : .xrayModes, values) + ": "
        + look.catalogue(isOurs ? .xrayModesOurs : .xrayModesWide), Style(isOurs ? .success : .warning), hanging: 2)
  }

  // MARK: Bytes

  private mutating func bytes() {
    heading(.xrayBytes)
    let damaged = insight.trial.flatMap { KeystoreWords.alteration($0)?.offset }
    for part in reading.xray.parts {
      let isHit = damaged.map(part.range.contains) ?? false
      let offset = (isHit ? look.marks.failed : " ") + KeystoreWords.right(part.offset, width: Self.offset - 2) + " "
      let sample = KeystoreWords.sample(part, room: Self.sample - 1, look)
      let meaning = KeystoreWords.meaning(part.kind, length: part.length, look)
      let style = isHit ? Style(.error, bold: true) : Style(.jsonString)
      let start: [StyledLine.Span] = [
        .init(text: offset, style: isHit ? style : Style(.secondary)), .init(text: sample, style: style),
      ]
      guard width >= Self.narrow else {
        lines.append(StyledLine(start))
        wrap(meaning, Style(.secondary), indent: 2)
        continue
      }
      let used = StyledLine(start).width
      let column = Self.offset + Self.sample
      let texts = TextLayout.wrap(meaning, width: max(8, width - column))
      for (index, text) in texts.enumerated() {
        let pad = String(repeating: " ", count: index == 0 ? max(1, column - used) : column)
        lines.append(StyledLine((index == 0 ? start : []) + [.init(text: pad + text, style: Style(.text))]))
      }
    }
    wrap(look.catalogue(.xrayBytesCaption), Style(.secondary))
  }

  // MARK: Contents

  private mutating func contents() {
    heading(.xrayContents)
    switch reading.contents {
    case .success(let document):
      let reveal = state.revealsSecrets
      wrap(look.catalogue(reveal ? .xrayContentsRevealed : .xrayContentsMasked), Style(reveal ? .warning : .secondary))
      let redaction = Redaction(reveal: reveal, dot: Character(look.marks.dot))
      lines += JSONLines.lines(redaction.json(document.json), width: width)
    case .failure(let error) where error.code == .passphraseNeeded: wrap(look.catalogue(.xrayLocked), Style(.warning))
    case .failure(let error):
      let words = ErrorWording(.keystore(error), in: state, look)
      wrap("\(look.marks.failed) \(words.title) (\(error.code.rawValue))", Style(.error, bold: true), hanging: 2)
      wrap(words.explanation, Style(.text))
      wrap(words.hint, Style(.secondary))
    }
  }

  // MARK: Attackers

  private mutating func attackers() {
    heading(.xrayAttackers)
    let folder: Phrase =
      switch (inspection.protection, reading.xray.modes.key) {
      case (.passphrase, _): .xrayWholeFolderPassphrase
      case (.device, nil): .xrayWholeFolderKeyMissing
      case (.device, _) where insight.hasClientKey: .xrayWholeFolderElement
      case (.device, _): .xrayWholeFolderDevice
      }
    row(.xrayFileAlone, KeystoreWords.fileAlone(reading, insight, look))
    row(.xrayWholeFolder, look.catalogue(folder))
    row(.xrayAccount, look.catalogue(.xrayAccountAll))
    lines.append(.blank)
    wrap(look.catalogue(.xrayWayOut), Style(.secondary))
  }

  // MARK: Parts

  private mutating func heading(_ phrase: Phrase) {
    lines += [.blank, StyledLine(look.catalogue(phrase), Style(.heading, bold: true))]
  }

  private mutating func row(_ who: Phrase, _ text: String) {
    wrap("\(look.marks.dot) \(look.catalogue(who))", Style(.text, bold: true), hanging: 2)
    wrap(text, Style(.text), indent: 2)
  }

  private mutating func wrap(_ text: String, _ style: Style, indent: Int = 0, hanging: Int = 0) {
    lines += StyledLine.wrapped(text, style, width: width, indent: indent, hanging: hanging)
  }
}
