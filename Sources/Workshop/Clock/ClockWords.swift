import AppState
import Catalogue
import FoundationEssentials
import OAuthClient
import Screens
import SharedValues
import TerminalUI

/// Times, offsets and rows of the tool **Clock**, and the sign for clocks that differ from the machine's.
enum ClockWords {
  static func times(_ phone: Phone<Clocks>, isCompact: Bool, _ look: Look) -> [StyledLine] {
    let machine = phone.machineNow
    var lines = [line(.clockApp, phone.now, change(phone.own.app, machine, look), isCompact, look)]
    if phone.canMoveServerClock {
      let note =
        phone.own.serverHeard == nil && phone.own.server != .real && phone.server == .ready
        ? look.catalogue(.clockNotHeard) : change(phone.own.server, machine, look)
      lines.append(line(isCompact ? .partyServer : .clockServer, phone.serverNow, note, isCompact, look))
    } else if let date = phone.own.survey.serverDate {
      lines.append(line(.clockForeignServer, date.said + phone.now.timeIntervalSince(date.heard), "", isCompact, look))
    } else {
      lines.append(labelled(.clockForeignServer, look.catalogue(.clockUnknown), "", look))
    }
    lines.append(line(.clockMachine, machine, "", isCompact, look))
    return lines
  }

  private static func line(
    _ label: Phrase, _ date: Date, _ note: String, _ isCompact: Bool, _ look: Look
  ) -> StyledLine {
    let moment = look.moment(date)
    let time = "\(moment.date) \(moment.time)"
    guard isCompact else { return labelled(label, time, note, look) }
    return StyledLine(time + " ", Style(.text, bold: true), look.catalogue(label), Style(.secondary))
  }

  private static func labelled(_ label: Phrase, _ value: String, _ note: String, _ look: Look) -> StyledLine {
    var line = choice(label, value, look, width: 19)
    if !note.isEmpty { line.spans.append(.init(text: "  " + note, style: Style(.text))) }
    return line
  }

  /// How a clock differs from the machine's.
  static func change(_ clock: ClockSetting, _ machine: Date, _ look: Look) -> String {
    guard clock != .real else { return look.catalogue(.clockReal) }
    let offset = clock.offset(at: machine).rounded()
    var parts: [String] = []
    if offset != 0 {
      parts.append(look.catalogue(offset > 0 ? .clockAhead : .clockBehind, ["span": Measure.span(offset)]))
    }
    // Beside an offset, only the short form of the pace fits.
    if clock.pace != 1 { parts.append(pace(clock.pace) + "x") }
    return parts.isEmpty ? look.catalogue(.clockReal) : parts.joined(separator: ", ")
  }

  /// How far the app's clock and the server's differ, and what that means.
  static func relation(_ phone: Phone<Clocks>, _ look: Look) -> [String] {
    let skew: TimeInterval
    if phone.canMoveServerClock {
      skew = phone.skew.rounded()
    } else {
      guard let date = phone.own.survey.serverDate else { return [look.catalogue(.clockForeign)] }
      // A Date header has whole seconds and is as old as the time that the response took.
      skew = abs(date.skew) < 2 ? 0 : date.skew.rounded()
    }
    let foreign = phone.canMoveServerClock ? [] : [look.catalogue(.clockForeign)]
    guard skew != 0 else { return [look.catalogue(.clockAgree)] + foreign }
    let differs = look.catalogue(skew > 0 ? .clockSkewAhead : .clockSkewBehind, ["span": Measure.span(skew)])
    let tolerated = ["seconds": String(Int(IDTokenCheck.clockTolerance))]
    return [differs + " " + look.catalogue(.clockTolerated, tolerated)] + foreign
  }

  // MARK: Rows

  static func row(_ row: ClockRow, _ phone: Phone<Clocks>, width: Int, _ look: Look) -> StyledLine {
    switch row {
    case .subject: choice(.clockMoves, look.word(phone.own.subject.rawValue, in: PhrasesByName.clockWhose), look)
    case .unit: choice(.clockStep, look.word("\(phone.own.unit.rawValue)", in: PhrasesByName.clockUnit), look)
    case .pace where phone.pace == 1: choice(.clockPace, look.catalogue(.clockPaceReal), look)
    case .pace: choice(.clockPace, look.catalogue(.clockPaced, ["pace": pace(phone.pace)]), look)
    case .reset: StyledLine(look.catalogue(.clockReset), Style(.text))
    case .moment(let moment): end(moment, phone, width: width, look)
    }
  }

  private static func choice(_ label: Phrase, _ value: String, _ look: Look, width: Int = 13) -> StyledLine {
    StyledLine(padded(look.catalogue(label), to: width), Style(.secondary), value, Style(.text, bold: true))
  }

  private static func end(_ moment: ClockMoment, _ phone: Phone<Clocks>, width: Int, _ look: Look) -> StyledLine {
    // The remaining time is measured on the clock of the program that decides.
    let judge = moment.kind.isJudgedByServer && phone.canMoveServerClock ? phone.serverNow : phone.now
    let left = moment.date.timeIntervalSince(judge)
    let isOver = left <= 0
    let time = look.moment(moment.date)
    let span = ["span": Measure.span(left, units: width < 40 ? 1 : 2)]
    let words = look.catalogue(isOver ? .clockAgo : .clockIn, span)
    let kinds = phone.rows.compactMap(\.kind).map { look.word($0.rawValue, in: PhrasesByName.clockEnd) }
    let column = max(22, (kinds.map(TextLayout.width).max() ?? 0) + 1)
    let name = padded(look.word(moment.kind.rawValue, in: PhrasesByName.clockEnd), to: column)
    var spans = [
      StyledLine.Span(text: name, style: Style(.text)), .init(text: words, style: Style(isOver ? .warning : .success)),
    ]
    if width >= 56 {
      let gap = padded("", to: column + 16 - TextLayout.width(name) - TextLayout.width(words))
      spans.append(.init(text: "\(gap)\(time.date) \(time.time)", style: Style(.secondary)))
    }
    return StyledLine(spans)
  }

  static func pace(_ pace: Double) -> String {
    pace == pace.rounded() ? String(Int(pace)) : String((pace * 100).rounded() / 100)
  }

  /// The sign in the phone's status bar; `nil` while the clocks are the machine's.
  static func sign(_ phone: Phone<Clocks>, _ look: Look) -> String? {
    guard !phone.own.areReal else { return nil }
    let clock = phone.own.app != .real ? phone.own.app : phone.own.server
    if clock.pace != 1 { return look.catalogue(.signClockFast, ["pace": pace(clock.pace)]) }
    let offset = clock.offset(at: phone.machineNow).rounded()
    let span = Measure.span(offset).split(scalar: " ").prefix(2).joined(separator: " ")
    return look.catalogue(.signClock, ["change": (offset < 0 ? "-" : "+") + span])
  }
}
