import ForeignText
import AppState
import Catalogue
import FoundationEssentials
import Screens
import SharedValues
import TerminalUI

/// The words of the panel **Lesson** for operations and their results.
package enum LessonWords {
  static func operation(_ act: LabAct, _ look: Look) -> String {
    let text = look.catalogue
    switch act {
    case .app(let app):
      let words = person(app.user, isEphemeral: app.isEphemeral, nobodyTypes: app.nobodyTypes) + faults(app.faults)
      return detailed(LessonWords.app(app, look), words, look)
    case .browser(let visit):
      return browser(visit, look)
    case .request(let request):
      let operation = text(
        sender(request.sender),
        ["request": "\(request.method) \(endpoint(request.url))"])
      let copies: [(Phrase, [String: String])] =
        request.copies > 1 ? [(.deedCopies, ["count": "\(request.copies)"])] : []
      let checks: [(Phrase, [String: String])] = request.nonce == nil ? [] : [(.deedChecks, ["names": "nonce"])]
      return detailed(operation, proof(request) + signatures(request) + copies + checks, look)
    case .copy(let from, let to, let files):
      return text(.deedCopy, ["from": from, "to": to, "files": files.joined(separator: ", ")])
    case .openKeystore(let device, nil): return text(.deedOpenKeystore, ["device": device])
    case .openKeystore(let device, let passphrase?):
      return text(.deedOpenKeystoreWith, ["device": device, "passphrase": passphrase])
    case .protectKeystore(let device, _): return text(.deedProtect, ["device": device])
    case .revoke: return text(.deedRevoke)
    case .activate: return text(.deedActivate)
    case .changeTemplate(let id, _): return text(.deedTemplate, ["template": id])
    case .changePolicies(let policies):
      return text(.deedPolicies, ["names": LessonWords.policies(policies)])
    case .keys(let device, _, let use): return keys(device, use, look)
    case .endSessions(let user): return text(.deedEndSessions, ["user": user])
    case .clock(let clock, let seconds):
      let name: Phrase = clock == .both ? .deedClockBoth : clock == .app ? .deedClockApp : .deedClockServer
      return text(.deedClock, ["clock": text(name), "count": look.catalogue.number(seconds)])
    case .inspect(let wanted):
      return wanted.user.map { text(.deedInspectUser, ["user": $0]) } ?? text(.deedInspect)
    case .loot: return text(.deedLoot)
    }
  }

  private static func sender(_ sender: LabRequest.Sender) -> Phrase {
    switch sender {
    case .attacker: .deedRequestAttacker
    case .app: .deedRequestApp
    case .rogue: .deedRequestRogue
    }
  }

  private static func browser(_ visit: LabBrowser, _ look: Look) -> String {
    let person = person(visit.user, isEphemeral: visit.isEphemeral, nobodyTypes: visit.nobodyTypes)
    let device = ["device": visit.device]
    if visit.isEmbedded { return detailed(look.catalogue(.deedEmbedded, device), person, look) }
    let words: Phrase =
      switch (visit.sender, visit.receiver) {
      case _ where visit.page != nil: visit.sender == .attacker ? .deedPageSent : .deedPage
      case (.app, .app): visit.forged == nil ? .deedBrowserOfApp : .deedBrowserForged
      case (.app, .attacker): .deedBrowserStolen
      case (.attacker, .app): .deedBrowserForApp
      default: .deedBrowser
      }
    var details = person
    if visit.password != nil { details.append((.deedTypesPassword, [:])) }
    if let rogue = visit.rogue { details += [(.deedAtRogue, [:])] + changes(rogue) }
    if visit.page == nil, visit.sender == .app, visit.receiver == .app {
      let names = visit.checks.map(\.rawValue).joined(separator: ", ")
      details.append(names.isEmpty ? (.deedChecksNothing, [:]) : (.deedChecks, ["names": names]))
    }
    return detailed(look.catalogue(words, device), details, look)
  }

  private static func changes(_ rogue: LabRogue) -> [(Phrase, [String: String])] {
    rogue.rewrites.isEmpty ? [] : [(.deedRewrites, ["names": rogue.rewrites.map(\.name).joined(separator: ", ")])]
  }

  /// Fault rules, in the words of fault files.
  private static func faults(_ rules: JSON) -> [(Phrase, [String: String])] {
    (rules.arrayValue ?? []).compactMap { rule in
      guard let endpoint = rule["endpoint"]?.stringValue, let defect = rule["defect"]?.stringValue else { return nil }
      return (.deedFaulty, ["fault": "\(endpoint) \(defect)"])
    }
  }

  private static func app(_ app: LabApp, _ look: Look) -> String {
    let values = ["device": app.device, "step": app.until.rawValue]
    if let rogue = app.rogue { return detailed(look.catalogue(.deedRogue, values), changes(rogue), look) }
    switch app.redirect {
    case .app: return look.catalogue(.deedApp, values)
    case .stolen: return look.catalogue(.deedStolen, values)
    case .forged: return look.catalogue(.deedForged, values)
    }
  }

  /// Adds details, so that operations which differ only in a detail do not look the same.
  private static func detailed(_ operation: String, _ details: [(Phrase, [String: String])], _ look: Look) -> String {
    details.reduce(operation) { words, detail in
      look.catalogue(.deedDetail, ["deed": words, "detail": look.catalogue(detail.0, detail.1)])
    }
  }

  /// The user at the phone, if it is not the usual user with the usual browser.
  private static func person(_ user: String, isEphemeral: Bool, nobodyTypes: Bool) -> [(Phrase, [String: String])] {
    var details: [(Phrase, [String: String])] = []
    if isEphemeral { details.append((.deedEphemeral, [:])) }
    if nobodyTypes {
      details.append((.deedNobodyTypes, [:]))
    } else if user != "demouser" {
      details.append((.deedUser, ["user": user]))
    }
    return details
  }

  /// Whether a code is redeemed with or without a verifier.
  private static func proof(_ request: LabRequest) -> [(Phrase, [String: String])] {
    guard case .form(let pairs) = request.body, pairs.contains(where: { $0.name == "code" }) else { return [] }
    return [(pairs.contains { $0.name == "code_verifier" } ? .deedWithVerifier : .deedWithoutVerifier, [:])]
  }

  /// A defence that the lab's server leaves out, by its name in the configuration.
  static func missing(_ name: String, _ look: Look) -> String {
    switch name {
    case "withoutPKCE": look.catalogue(.lessonWithoutPKCE, ["name": name])
    case "withoutIss": look.catalogue(.lessonWithoutIss, ["name": name])
    case "implicit": look.catalogue(.lessonImplicit, ["name": name])
    default: name
    }
  }

  /// `{token_endpoint}` as `token endpoint`.
  private static func endpoint(_ url: String) -> String {
    url.replacingBytes(of: "{", with: "").replacingBytes(of: "}", with: "").replacingBytes(of: "_", with: " ")
  }

  static func activity(_ activity: LabActivity, _ look: Look) -> String {
    let text = look.catalogue
    switch activity {
    case .world: return text(.activityWorld)
    case .app(let device, nil): return text(.activityApp, ["device": device])
    case .app(let device, let step?): return text(.activityAppStep, ["device": device, "step": step.rawValue])
    case .browser(let device): return text(.activityBrowser, ["device": device])
    case .request(let request): return text(.activityRequest, ["request": endpoint(request)])
    case .keystore(let device): return text(.activityKeystore, ["device": device])
    case .keys(let device): return text(.deedKeys, ["device": device])
    case .administration: return text(.activityAdministration)
    }
  }

  /// The operation, its verdict and its facts.
  static func lines(_ operation: LabOperation, _ result: LabResult, width: Int, reveals: Bool, look: Look)
    -> [StyledLine]
  {
    let (mark, words, style) = verdict(result.verdict, look)
    var lines = StyledLine.wrapped(
      "\(mark) " + LessonWords.operation(operation.act, look), Style(.text), width: width, hanging: 2)
    if !result.facts.isEmpty {
      let facts = result.facts.map { fact($0, reveals, look) }.joined(separator: " \(look.marks.separator) ")
      lines += StyledLine.wrapped("  " + facts, Style(.secondary), width: width, hanging: 2)
    }
    if result.verdict != .asMeant(.normal) {
      lines += StyledLine.wrapped("  " + words, style, width: width, hanging: 2)
    }
    return lines
  }

  private static func fact(_ fact: LabFact, _ reveals: Bool, _ look: Look) -> String {
    switch fact.value {
    case .text(let text): "\(fact.name) \(text)"
    case .secret(let secret):
      "\(fact.name) \(reveals ? secret.revealed : secret.masked(with: look.glyphs == .ascii ? "*" : "•"))"
    case .absent: look.catalogue(.factAbsent, ["name": fact.name])
    }
  }

  private static func verdict(_ verdict: LabResult.Verdict, _ look: Look) -> (String, String, Style) {
    let text = look.catalogue
    switch verdict {
    case .asMeant(.normal): return (look.marks.done, text(.verdictNormal), Style(.success))
    case .asMeant(.defence): return (look.marks.done, text(.verdictDefence), Style(.success, bold: true))
    case .asMeant(.despite): return (look.marks.failed, text(.verdictDespite), Style(.error, bold: true))
    case .asMeant(.attack): return (look.marks.failed, text(.verdictAttack), Style(.error, bold: true))
    case .unexpected(let name, let expected, let received):
      let values = ["name": name, "expected": known(expected, look), "received": known(received, look)]
      return (look.marks.warning, text(.verdictUnexpected, values), Style(.warning, bold: true))
    case .failed(let code, let detail):
      return (look.marks.warning, text(.verdictFailed, ["why": error(code, detail, look)]), Style(.warning, bold: true))
    case .tried(let code?, let detail):
      return (look.marks.failed, error(code, detail, look), Style(.warning, bold: true))
    case .tried(nil, _): return (look.marks.done, text(.verdictTried), Style(.success, bold: true))
    }
  }

  /// The words of the error page.
  private static func error(_ code: String, _ detail: String, _ look: Look) -> String {
    let error = look.catalogue.words(code, ["detail": .english(detail), "description": .value(detail)], for: .screen)
    let words = "\(error.title): \(error.explanation)"
    return String(words.reversed().drop { ": ".contains($0) }.reversed())
  }

  private static func known(_ value: String, _ look: Look) -> String {
    switch value {
    case "": look.catalogue(.factAnything)
    case "-": look.catalogue(.factNothing)
    default: value
    }
  }

  /// Why progress cannot be read or saved; empty: no problem.
  static func progressProblem(_ state: AppState, width: Int, _ look: Look) -> [StyledLine] {
    guard let problem = state[Lessons.self].progressProblem else { return [] }
    let phrase: Phrase = problem == .damaged ? .lessonProgressDamaged : .lessonProgressUnwritable
    return StyledLine.wrapped(
      look.marks.warning + " " + look.catalogue(phrase), Style(.warning), width: width, hanging: 2)
  }

  static func problem(_ problem: DocumentProblem, _ look: Look) -> String {
    let expected = look.catalogue(problem.expected)
    let why = look.catalogue(.lessonFault(problem.code), ["member": problem.member, "expected": expected])
    return look.catalogue(.lessonBroken, ["file": problem.file, "line": "\(problem.line)", "why": why])
  }

  // MARK: Without a screen

  /// The operation, its facts and what they prove, a line each. Secrets are masked.
  package static func plain(_ operation: LabOperation, _ result: LabResult) -> [String] {
    lines(operation, result, width: 10_000, reveals: false, look: Look()).map { $0.spans.map(\.text).joined() }
  }

  package static func plain(_ verdict: LabResult.Verdict) -> String { LessonWords.verdict(verdict, Look()).1 }

  package static func plain(_ problem: DocumentProblem) -> String {
    let why = Catalogue(.english)(
      .lessonFault(problem.code), ["member": problem.member, "expected": "\(problem.expected)"])
    return "line \(problem.line): \(why)"
  }
}
