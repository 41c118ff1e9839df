import ForeignText
import AppState
import Catalogue
import FoundationEssentials
import Screens
import SharedValues
import TerminalUI

/// The words of the panel **Lesson** for operations and their results.
package enum LessonWords {
  typealias Detail = (phrase: Phrase, values: [String: String])

  static func operation(_ act: LabAct, _ look: Look) -> String {
    let text = look.catalogue
    switch act {
    case .app(let app):
      let words = person(app.user, isEphemeral: app.isEphemeral, nobodyTypes: app.nobodyTypes) + faults(app.faults)
      return detailed(LessonWords.app(app, look), words, look)
    case .browser(let visit): return browser(visit, look)
    case .request(let request):
      let operation = text(sender(request.sender), ["request": "\(request.method) \(endpoint(request.url))"])
      var details = proof(request) + signatures(request)
      if request.copies > 1 { details.append((.deedCopies, ["count": "\(request.copies)"])) }
      if request.nonce != nil { details.append((.deedChecks, ["names": "nonce"])) }
      return detailed(operation, details, look)
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
      // As the configuration spells them.
      let names = (policies.objectValue ?? []).map { "\($0.name) \($0.value.stringValue ?? "")" }
      return text(.deedPolicies, ["names": names.joined(separator: ", ")])
    case .keys(let device, _, nil): return text(.deedKeys, ["device": device])
    case .keys(let device, _, let use?): return text(.deedMakeKey, ["device": device, "use": use.rawValue])
    case .endSessions(let user): return text(.deedEndSessions, ["user": user])
    case .clock(let clock, let seconds):
      let name: Phrase = clock == .both ? .deedClockBoth : clock == .app ? .deedClockApp : .deedClockServer
      return text(.deedClock, ["clock": text(name), "count": look.catalogue.number(seconds)])
    case .inspect(_, let user?): return text(.deedInspectUser, ["user": user])
    case .inspect(_, nil): return text(.deedInspect)
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
    if let rewrites = visit.rogue { details += [(.deedAtRogue, [:])] + changes(rewrites) }
    if visit.page == nil, visit.sender == .app, visit.receiver == .app {
      let names = visit.checks.map(\.rawValue).joined(separator: ", ")
      details.append(names.isEmpty ? (.deedChecksNothing, [:]) : (.deedChecks, ["names": names]))
    }
    return detailed(look.catalogue(words, device), details, look)
  }

  private static func changes(_ rewrites: [LabPair]) -> [Detail] {
    rewrites.isEmpty ? [] : [(.deedRewrites, ["names": rewrites.map(\.name).joined(separator: ", ")])]
  }

  /// Fault rules, in the words of fault files.
  private static func faults(_ rules: JSON) -> [Detail] {
    (rules.arrayValue ?? []).compactMap { rule in
      guard let endpoint = rule["endpoint"]?.stringValue, let defect = rule["defect"]?.stringValue else { return nil }
      return (.deedFaulty, ["fault": "\(endpoint) \(defect)"])
    }
  }

  private static func app(_ app: LabApp, _ look: Look) -> String {
    let values = ["device": app.device, "step": app.until.rawValue]
    if let rewrites = app.rogue { return detailed(look.catalogue(.deedRogue, values), changes(rewrites), look) }
    switch app.redirect {
    case .app: return look.catalogue(.deedApp, values)
    case .stolen: return look.catalogue(.deedStolen, values)
    case .forged: return look.catalogue(.deedForged, values)
    }
  }

  /// Adds details, so that operations which differ only in a detail do not look the same.
  private static func detailed(_ operation: String, _ details: [Detail], _ look: Look) -> String {
    details.reduce(operation) { words, detail in
      look.catalogue(.deedDetail, ["deed": words, "detail": look.catalogue(detail.phrase, detail.values)])
    }
  }

  /// The user at the phone, if it is not the usual user with the usual browser.
  private static func person(_ user: String, isEphemeral: Bool, nobodyTypes: Bool) -> [Detail] {
    var details: [Detail] = []
    if isEphemeral { details.append((.deedEphemeral, [:])) }
    if nobodyTypes {
      details.append((.deedNobodyTypes, [:]))
    } else if user != "demouser" {
      details.append((.deedUser, ["user": user]))
    }
    return details
  }

  /// Whether a code is redeemed with or without a verifier.
  private static func proof(_ request: LabRequest) -> [Detail] {
    guard case .form(let pairs) = request.body, pairs.contains(where: { $0.name == "code" }) else { return [] }
    return [(pairs.contains { $0.name == "code_verifier" } ? .deedWithVerifier : .deedWithoutVerifier, [:])]
  }

  /// How a request proves that it has a key, or that it does not.
  static func signatures(_ request: LabRequest) -> [Detail] {
    var details: [Detail] = []
    switch request.assertion {
    case .signed(let signature): details.append((.deedAssertion, ["device": signature.device]))
    case .text: details.append((.deedAssertionOld, [:]))
    case nil: break
    }
    switch request.proof {
    case .signed(let signature): details.append((.deedProof, ["device": signature.device]))
    case .text: details.append((.deedProofOld, [:]))
    case nil: if request.dpop != nil { details.append((.deedWithoutProof, [:])) }
    }
    let ahead = [request.proof, request.assertion].compactMap { signed in
      if case .signed(let signature)? = signed, signature.ahead > 0 { signature.ahead } else { nil }
    }
    if let seconds = ahead.first { details.append((.deedDatedAhead, ["count": "\(seconds)"])) }
    if request.isCaught { details.append((.deedCaught, [:])) }
    return details
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
  static func lines(
    _ operation: LabOperation, _ result: LabResult, _ column: TextColumn, reveals: Bool
  ) -> [StyledLine] {
    let look = column.look
    let (mark, words, style) = verdict(result.verdict, look)
    var lines = column.marked(mark, LessonWords.operation(operation.act, look))
    if !result.facts.isEmpty {
      let facts = result.facts.map { fact($0, reveals, look) }.joined(separator: " \(look.marks.separator) ")
      lines += column.marked(" ", facts, Style(.secondary))
    }
    if result.verdict != .asMeant(.normal) { lines += column.marked(" ", words, style) }
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

  // MARK: The list

  static func done(_ lessons: Lessons, _ look: Look) -> String {
    let done = lessons.all.count { lessons.progress[$0.id]?.isComplete == true }
    return look.catalogue(.lessonsDone, ["done": "\(done)", "all": "\(lessons.all.count)"])
  }

  static func kind(_ lesson: Lesson, _ look: Look) -> String {
    look.catalogue(lesson.kind == .lab ? .lessonKindLab : .lessonKindTour)
  }

  /// `nil`: the lesson has not been begun, or is complete.
  static func steps(of lesson: Lesson, _ lessons: Lessons, _ look: Look) -> String? {
    guard let progress = lessons.progress[lesson.id], !progress.isComplete else { return nil }
    let done = min(progress.steps, lesson.steps.count)
    return look.catalogue(.lessonSteps, ["done": "\(done)", "all": "\(lesson.steps.count)"])
  }

  /// Why progress cannot be read or saved; empty: no problem.
  static func progressProblem(_ lessons: Lessons, _ column: TextColumn) -> [StyledLine] {
    guard let problem = lessons.progressProblem else { return [] }
    let phrase: Phrase = problem == .damaged ? .lessonProgressDamaged : .lessonProgressUnwritable
    return column.marked(column.look.marks.warning, phrase, Style(.warning))
  }

  static func problem(_ problem: DocumentProblem, _ look: Look) -> String {
    let expected = look.catalogue(problem.expected)
    let why = look.catalogue(.lessonFault(problem.code), ["member": problem.member, "expected": expected])
    return look.catalogue(.lessonBroken, ["file": problem.file, "line": "\(problem.line)", "why": why])
  }

  // MARK: Without a screen

  /// The operation, its facts and what they prove, a line each. Secrets are masked.
  package static func plain(_ operation: LabOperation, _ result: LabResult) -> [String] {
    lines(operation, result, TextColumn(10_000, Look()), reveals: false).map(\.text)
  }

  package static func plain(_ verdict: LabResult.Verdict) -> String { LessonWords.verdict(verdict, Look()).1 }

  package static func plain(_ problem: DocumentProblem) -> String {
    let why = Catalogue(.english)(
      .lessonFault(problem.code), ["member": problem.member, "expected": "\(problem.expected)"])
    return "line \(problem.line): \(why)"
  }
}

extension Phrase {
  /// Why a lesson file is not used, by the code of the problem.
  package static func lessonFault(_ code: String) -> Phrase {
    switch code {
    case "not_json": .lessonFaultNotJSON
    case "missing": .lessonFaultMissing
    case "unknown_member": .lessonFaultUnknown
    case "unknown_variable": .lessonFaultVariable
    case "too_large": .lessonFaultTooLarge
    case "unreadable": .lessonFaultUnreadable
    default: .lessonFaultWrong
    }
  }
}
