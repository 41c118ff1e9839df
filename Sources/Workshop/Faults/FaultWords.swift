import AppState
import Catalogue
import Faults
import Screens
import SharedValues
import TerminalUI

enum FaultWords {
  /// The sign in the status bar while faults are listed; `nil`: there are none.
  static func sign(_ tool: FaultsTool, _ look: Look) -> String? {
    let count = tool.active.count + tool.server.count
    guard !tool.active.isEmpty || count > 0 else { return nil }
    switch count {
    // A fault that was just used up may explain what the screen shows.
    case 0: return look.catalogue(.faultSignUsedUp)
    case 1: return look.catalogue(.faultSignOne)
    default: return look.catalogue(.faultSign, ["count": "\(count)"])
    }
  }

  static func endpoint(_ endpoint: FaultEndpoint, _ look: Look) -> String {
    Phrase.faultEndpoint(endpoint.rawValue).map { look.catalogue($0) } ?? endpoint.rawValue
  }

  static func defect(_ defect: FaultDefect, _ look: Look) -> String {
    var values: [String: String] = [:]
    var name = defect.name
    switch defect {
    case .latency(let milliseconds): values["milliseconds"] = "\(milliseconds)"
    case .status(let status):
      values = ["status": "\(status.status)", "words": StatusWords.of(status.status), "error": status.error ?? ""]
      if status.error != nil { name = "status-error" }
    case .missingMember(let member): values["member"] = member
    case .wrongMember(let member, let value): values = ["member": member, "value": value.compact]
    case .idToken(let kind):
      values["kind"] = Phrase.faultIDToken(kind.rawValue).map { look.catalogue($0) } ?? kind.rawValue
    case .errorRedirect(let error, _): values["error"] = error
    default: break
    }
    return Phrase.faultDefect(name).map { look.catalogue($0, values) } ?? defect.summary
  }

  static func rule(_ rule: FaultRule, _ look: Look) -> String {
    "\(endpoint(rule.endpoint, look)): \(defect(rule.defect, look))"
  }

  static func times(_ times: FaultTimes, _ look: Look) -> String {
    switch times {
    case .always: look.catalogue(.faultAlways)
    case .times(1): look.catalogue(.faultOnce)
    case .times(let count): look.catalogue(.faultTimes, ["count": "\(count)"])
    }
  }

  /// `2 of 3 left`, or why it cannot happen.
  static func left(_ entry: ActiveFaults.Entry, _ phone: Phone<FaultsTool>, _ look: Look) -> String {
    if let need = phone.firstNeed(of: entry.rule) {
      return PhrasesByName.faultNeeds[need.rawValue].map { look.catalogue($0) } ?? need.rawValue
    }
    return left(entry.left, entry.hits, look)
  }

  static func left(_ left: Int?, _ hits: Int, _ look: Look) -> String {
    switch left {
    case 0?: look.catalogue(.faultUsedUp)
    case let left?: look.catalogue(.faultLeft, ["left": "\(left)", "all": "\(left + hits)"])
    case nil: hits == 0 ? look.catalogue(.faultAlways) : look.catalogue(.faultStruck, ["count": "\(hits)"])
    }
  }

  static func row(_ row: FaultRow, _ phone: Phone<FaultsTool>, _ look: Look) -> (left: String, right: String) {
    switch row {
    case .on(let entry):
      ((entry.isOn ? look.marks.warning : look.marks.done) + " " + rule(entry.rule, look), left(entry, phone, look))
    case .atServer(let fault): atServer(fault, look)
    case .allOff: (look.catalogue(.faultsAllOff), "")
    case .preset(let preset) where phone.own.server.isShown:
      ((phone.isOnAtServer(preset) ? look.marks.warning + " " : "") + title(preset, look), "")
    // When it would act, or why it cannot.
    case .preset(let preset):
      (
        title(preset, look),
        look.catalogue(phone.obstacle(to: preset.plan) ?? phone.occasion(of: preset.plan)?.phrase ?? .faultNow)
      )
    case .endpoint(let endpoint): (self.endpoint(endpoint, look), "\(phone.offers(endpoint).count)")
    case .defect(let endpoint, let defect):
      // Search results are not grouped by endpoint, so they name it.
      (phone.own.search == nil ? self.defect(defect, look) : rule(FaultRule(endpoint, defect), look), "")
    case .times(let rule): (times(rule.times, look), "")
    }
  }

  /// The menu as lines: impossible faults come before those that can be chosen.
  static func lines(_ phone: Phone<FaultsTool>, _ look: Look) -> [StyledLine] {
    let rows = phone.rows
    var (off, lines): ([StyledLine], [StyledLine]) = ([], [])
    // A key does the same as the row All off.
    for (index, row) in rows.enumerated() where row != .allOff {
      if let heading = heading(row, after: index == 0 ? nil : rows[index - 1], phone) {
        lines.append(StyledLine(look.catalogue(heading), Style(.heading)))
      }
      let (left, right) = self.row(row, phone, look)
      let words = [left, right].filter { !$0.isEmpty }.joined(separator: ": ")
      if phone.obstacle(to: row) != nil {
        off.append(StyledLine(words, Style(.text)))
      } else {
        let key =
          switch row {
          case .on, .atServer: " (\(look.catalogue(.keyFaultOff)))"
          default: ""
          }
        lines.append(StyledLine(words + key, Style(.text), action: .faults(.press(index))))
      }
    }
    let none = rows.isEmpty ? [StyledLine(look.catalogue(.searchFindsNothing), Style(.secondary))] : []
    let sides = phone.hasSides ? FaultSide.allCases.filter { ($0 == .server) != phone.own.server.isShown } : []
    return [StyledLine(head(phone, look), Style(.heading))] + none + off + lines
      + sides.map { StyledLine(side($0, look), Style(.text), action: .faults(.side($0))) }
  }

  /// The heading where the kind of rows changes.
  static func heading(_ row: FaultRow, after last: FaultRow?, _ phone: Phone<FaultsTool>) -> Phrase? {
    guard phone.own.search?.isEmpty ?? true else { return nil }
    return switch row {
    case .preset: if case .preset? = last { nil } else { .faultPresets }
    case .endpoint: if case .endpoint? = last { nil } else { .faultsByEndpoint }
    case .times: last == nil ? .faultHowOften : nil
    case .on, .allOff, .atServer, .defect: nil
    }
  }

  static func side(_ side: FaultSide, _ look: Look) -> String {
    look.catalogue(side == .app ? .faultsAtPhone : .faultsAtServer)
  }

  static func title(_ preset: FaultPresets.Preset, _ look: Look) -> String {
    look.catalogue(.faultPreset(preset.name, english: preset.plan.title ?? preset.name))
  }

  static func about(_ row: FaultRow, _ phone: Phone<FaultsTool>, _ look: Look) -> String {
    let isOfServer = phone.own.server.isShown
    let phrase: Phrase =
      switch row {
      case .atServer: .faultAboutOffAtServer
      case .endpoint(let endpoint), .defect(let endpoint, _): isOfServer ? .faultAboutServer : about(endpoint)
      case .times(let rule): isOfServer ? .faultAboutServer : about(rule.endpoint)
      case .on, .allOff: .faultAboutOff
      case .preset(let preset): .faultPreset(preset.name + ".about", english: preset.plan.description ?? "")
      }
    return look.catalogue(phrase)
  }

  private static func about(_ endpoint: FaultEndpoint) -> Phrase {
    if endpoint.isAsked { return .faultAboutAsked }
    if endpoint.isVisited { return .faultAboutVisited }
    return endpoint == .browser
      ? .faultAboutBrowser : endpoint == .secureElement ? .faultAboutElement : .faultAboutKeystore
  }

  static func head(_ phone: Phone<FaultsTool>, _ look: Look) -> String {
    switch phone.own.level {
    case .top where phone.own.server.isShown:
      if let problem = phone.own.server.problem { return look.catalogue(ErrorText.of(problem.code.rawValue).title) }
      let count = phone.own.server.count
      return count == 0 ? look.catalogue(.faultsNone) : look.catalogue(.faultsOn, ["count": "\(count)"])
    case .top:
      let active = phone.own.active
      guard !active.isEmpty else { return look.catalogue(.faultsNone) }
      let preset = FaultPresets.all.first { $0.plan.title == active.title }
      let title = preset.map { self.title($0, look) } ?? active.title
      let values = ["count": "\(active.count)", "title": title ?? ""]
      return look.catalogue(active.title == nil ? .faultsOn : .faultsOnOne, values)
    case .defects(let endpoint): return self.endpoint(endpoint, look)
    case .times(let endpoint, let defect): return rule(FaultRule(endpoint, defect), look)
    }
  }
}

/// What faults are called in the menu, by the names of fault files. `nil` for a name that no fault file knows.
extension Phrase {
  package static func faultEndpoint(_ name: String) -> Phrase? { PhrasesByName.faultEndpoint[name] }
  package static func faultDefect(_ name: String) -> Phrase? { PhrasesByName.faultDefect[name] }
  package static func faultIDToken(_ kind: String) -> Phrase? { PhrasesByName.faultIDToken[kind] }

  /// The title of a preset of the fault menu; with `.about` after its name, the description. Their English stands in the presets' files, where people
  /// who copy one read it.
  package static func faultPreset(_ name: String, english: String) -> Phrase {
    PhrasesByName.faultPreset[name]?.inEnglish(english) ?? Phrase("fault.preset." + name, english)
  }
}
