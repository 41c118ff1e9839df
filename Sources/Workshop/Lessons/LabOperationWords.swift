import Catalogue
import Screens
import SharedValues

extension LessonWords {
  typealias Detail = (phrase: Phrase, values: [String: String])

  static func operation(_ act: LabAct, _ look: Look) -> String {
    let text = look.catalogue
    switch act {
    case .app(let app):
      let words = person(app.user, isEphemeral: app.isEphemeral, nobodyTypes: app.nobodyTypes) + faults(app.faults)
      return detailed(LessonWords.app(app, look), words, look)
    case .browser(let visit): return browser(visit, look)
    case .request(let request):
      let sent = ["request": "\(request.method) \(endpoint(request.url))"]
      let operation = look.word(request.sender.rawValue, in: PhrasesByName.operationRequest, sent)
      var details = proof(request) + signatures(request)
      if request.copies > 1 { details.append((.operationCopies, ["count": "\(request.copies)"])) }
      if request.nonce != nil { details.append((.operationChecks, ["names": "nonce"])) }
      return detailed(operation, details, look)
    case .copy(let from, let to, let files):
      return text(.operationCopy, ["from": from, "to": to, "files": files.joined(separator: ", ")])
    case .openKeystore(let device, nil): return text(.operationOpenKeystore, ["device": device])
    case .openKeystore(let device, let passphrase?):
      return text(.operationOpenKeystoreWith, ["device": device, "passphrase": passphrase])
    case .protectKeystore(let device, _): return text(.operationProtect, ["device": device])
    case .revoke: return text(.operationRevoke)
    case .activate: return text(.operationActivate)
    case .changeTemplate(let id, _): return text(.operationTemplate, ["template": id])
    case .changePolicies(let policies):
      // As the configuration spells them.
      let names = (policies.objectValue ?? []).map { "\($0.name) \($0.value.stringValue ?? "")" }
      return text(.operationPolicies, ["names": names.joined(separator: ", ")])
    case .keys(let device, _, nil): return text(.operationKeys, ["device": device])
    case .keys(let device, _, let use?): return text(.operationMakeKey, ["device": device, "use": use.rawValue])
    case .endSessions(let user): return text(.operationEndSessions, ["user": user])
    case .clock(let clock, let seconds):
      let name = look.word(clock.rawValue, in: PhrasesByName.operationClock)
      return text(.operationClock, ["clock": name, "count": look.catalogue.number(seconds)])
    case .inspect(_, let user?): return text(.operationInspectUser, ["user": user])
    case .inspect(_, nil): return text(.operationInspect)
    case .loot: return text(.operationLoot)
    }
  }

  private static func browser(_ visit: LabBrowser, _ look: Look) -> String {
    let person = person(visit.user, isEphemeral: visit.isEphemeral, nobodyTypes: visit.nobodyTypes)
    let device = ["device": visit.device]
    if visit.isEmbedded { return detailed(look.catalogue(.operationEmbedded, device), person, look) }
    let words: Phrase =
      switch (visit.sender, visit.receiver) {
      case _ where visit.page != nil: visit.sender == .attacker ? .operationPageSent : .operationPage
      case (.app, .app): visit.forged == nil ? .operationBrowserOfApp : .operationBrowserForged
      case (.app, .attacker): .operationBrowserStolen
      case (.attacker, .app): .operationBrowserForApp
      default: .operationBrowser
      }
    var details = person
    if visit.password != nil { details.append((.operationTypesPassword, [:])) }
    if let rewrites = visit.rogue { details += [(.operationAtRogue, [:])] + changes(rewrites) }
    if visit.page == nil, visit.sender == .app, visit.receiver == .app {
      let names = visit.checks.map(\.rawValue).joined(separator: ", ")
      details.append(names.isEmpty ? (.operationChecksNothing, [:]) : (.operationChecks, ["names": names]))
    }
    return detailed(look.catalogue(words, device), details, look)
  }

  private static func changes(_ rewrites: [NamedValue]) -> [Detail] {
    rewrites.isEmpty ? [] : [(.operationRewrites, ["names": rewrites.map(\.name).joined(separator: ", ")])]
  }

  private static func faults(_ rules: JSON) -> [Detail] {
    (rules.arrayValue ?? []).compactMap { rule in
      let words = ["endpoint", "defect", "kind", "member"].compactMap { rule[$0]?.stringValue }
      return words.isEmpty ? nil : (.operationFaulty, ["fault": words.joined(separator: " ")])
    }
  }

  private static func app(_ app: LabApp, _ look: Look) -> String {
    let values = ["device": app.device, "step": app.until.rawValue]
    if let rewrites = app.rogue { return detailed(look.catalogue(.operationRogue, values), changes(rewrites), look) }
    switch app.redirect {
    case .app: return look.catalogue(.operationApp, values)
    case .stolen: return look.catalogue(.operationStolen, values)
    case .forged: return look.catalogue(.operationForged, values)
    }
  }

  /// Adds details, so that operations which differ only in a detail do not look the same.
  private static func detailed(_ operation: String, _ details: [Detail], _ look: Look) -> String {
    details.reduce(operation) { words, detail in
      look.catalogue(.operationDetail, ["operation": words, "detail": look.catalogue(detail.phrase, detail.values)])
    }
  }

  /// The user at the phone, if it is not the usual user with the usual browser.
  private static func person(_ user: String, isEphemeral: Bool, nobodyTypes: Bool) -> [Detail] {
    var details: [Detail] = []
    if isEphemeral { details.append((.operationEphemeral, [:])) }
    if nobodyTypes {
      details.append((.operationNobodyTypes, [:]))
    } else if user != "demouser" {
      details.append((.operationUser, ["user": user]))
    }
    return details
  }

  /// Whether a code is redeemed with or without a verifier.
  private static func proof(_ request: LabRequest) -> [Detail] {
    guard case .form(let pairs) = request.body, pairs.contains(where: { $0.name == "code" }) else { return [] }
    return [(pairs.contains { $0.name == "code_verifier" } ? .operationWithVerifier : .operationWithoutVerifier, [:])]
  }

  /// How a request proves that it has a key, or that it does not.
  static func signatures(_ request: LabRequest) -> [Detail] {
    var details: [Detail] = []
    switch request.assertion {
    case .signed(let signature): details.append((.operationAssertion, ["device": signature.device]))
    case .text: details.append((.operationAssertionOld, [:]))
    case nil: break
    }
    switch request.proof {
    case .signed(let signature): details.append((.operationProof, ["device": signature.device]))
    case .text: details.append((.operationProofOld, [:]))
    case nil: if request.dpop != nil { details.append((.operationWithoutProof, [:])) }
    }
    let ahead = [request.proof, request.assertion].compactMap { signed in
      if case .signed(let signature)? = signed, signature.ahead > 0 { signature.ahead } else { nil }
    }
    if let seconds = ahead.first { details.append((.operationDatedAhead, ["count": "\(seconds)"])) }
    if request.isCaught { details.append((.operationCaught, [:])) }
    return details
  }
}
