import AppState
import SharedValues

/// Validates one entry of `do`: exactly one operation, its expected result, and what it proves. The objects inside have judges of their own.
struct LabOperationJudge {
  var members: DocumentMembers
  /// The variables that earlier operations have defined.
  let known: LabVariables
  let world: LabWorldSettings

  private static let acts = [
    "app", "browser", "request", "copy", "keystore", "keys", "administer", "clock", "inspect", "loot",
  ]

  mutating func operation() throws(DocumentFault) -> LabOperation {
    let act = try act(try only(of: LabOperationJudge.acts))
    let expect = try pairs("expect")
    try checkCounts(expect, of: act)
    let proves: LabOperation.Meaning = try members.choice("proves", LabOperation.Meaning.normal)
    let keep = try plainPairs("keep")
    for pair in keep where !DocumentMembers.isName(pair.name) || pair.value.isEmpty {
      throw members.fault(
        "keep", at: .member(pair.name),
        "a name of letters, digits, hyphens and underscores with the name of a fact")
    }
    try members.finish()
    return LabOperation(act: act, expect: expect, proves: proves, keep: keep)
  }

  mutating func goal() throws(DocumentFault) -> Lesson.Goal {
    let expect = try pairs("expect")
    try checkCounts(expect, of: .inspect(client: nil, user: nil))
    let facts = LabOperationJudge.factsOfUser
    let wanted: Term = "one of \(facts.joined(separator: ", "))"
    guard !expect.isEmpty else { throw members.fault("expect", wanted, code: "missing") }
    for pair in expect where !facts.contains(pair.name) {
      // With a misspelt fact nobody could ever reach the goal.
      throw members.fault("expect", at: .member(pair.name), wanted, code: "unknown_member")
    }
    let goal = Lesson.Goal(
      text: try members.text("text", limit: 300), user: try user(), expect: expect,
      reached: try members.text("reached"))
    try members.finish()
    return goal
  }

  private static let countsOfUser = [
    "clients", "active", "sessions", "grants", "access_tokens", "refresh_tokens", "bound_access_tokens",
    "bound_refresh_tokens",
  ]

  /// All that `inspect` finds about a user.
  private static let factsOfUser = countsOfUser + ["dpop_key"]

  /// The facts of an operation that are counts: comparing one with a word would always fail.
  private static func counts(of act: LabAct) -> Set<String> {
    switch act {
    case .inspect, .keys: Set(countsOfUser + ["keys"])
    case .endSessions: ["ended"]
    case .request: ["served", "refused"]
    default: []
    }
  }

  private func checkCounts(_ expect: [NamedValue], of act: LabAct) throws(DocumentFault) {
    let counts = LabOperationJudge.counts(of: act)
    for pair in expect where counts.contains(pair.name) {
      let value = pair.value
      let isCount = ["", "-"].contains(value) || value.contains(scalar: "{") || Int(value).map { $0 >= 0 } ?? false
      guard !isCount else { continue }
      throw members.fault("expect", at: .member(pair.name), "a number, “” for any, or “-” for none")
    }
  }

  private mutating func act(_ name: String) throws(DocumentFault) -> LabAct {
    var inner = try inner(name)
    guard name != "loot" || world.hasRogue else { throw needsRogue(name) }
    let act: LabAct =
      switch name {
      case "app": .app(try inner.app())
      case "browser": .browser(try inner.browser())
      case "request": .request(try inner.request())
      case "copy": try inner.copy()
      case "keystore": try inner.keystore()
      case "keys":
        .keys(
          device: try inner.members.name("device"), sender: try inner.user(of: "by", .app),
          make: try inner.members.has("make") ? inner.members.choice("make") : nil)
      case "administer": try inner.administer()
      case "clock":
        .clock(try inner.members.choice("of", .server), ahead: try inner.members.number("ahead", 1...100_000_000))
      case "inspect": .inspect(client: try inner.variableText("client"), user: try inner.optionalUser())
      default: .loot
      }
    try inner.members.finish()
    return act
  }

  private mutating func app() throws(DocumentFault) -> LabApp {
    let until = try members.text("until", limit: 40)
    let steps = FlowStep.allCases.filter { $0.isPartOfFlow || $0 == .payment }
    guard let step = FlowStep(rawValue: until), steps.contains(step) else {
      throw members.fault("until", "one of \(steps.map(\.rawValue).joined(separator: ", "))")
    }
    let phone = try LessonJudge.members("phone", &members, of: LabWorldSettings.phoneMembers)
    guard ![.accounts, .payment].contains(step) || (phone["api"] ?? world.phone["api"]) != nil else {
      throw members.fault("until", "a step before accounts, as phone has no “api”")
    }
    let rogue = try rogue()
    let forged = try variableText("forged")
    let isStolen = try members.flag("stolen")
    guard forged == nil || !isStolen else { throw members.fault("stolen", "stolen or forged, not both") }
    return LabApp(
      device: try members.name("device"), until: step, user: try user(),
      softwareID: try members.optionalText("softwareId", limit: 100), rogue: rogue,
      isEphemeral: try members.flag("ephemeral"),
      redirect: forged.map(LabApp.Redirect.forged) ?? (isStolen ? .stolen : .app),
      nobodyTypes: try members.flag("nobodyTypes"), phone: phone,
      // The code for fault files validates the rules.
      faults: .array(try members.list("faults", 0...20).map(\.value)))
  }

  private mutating func browser() throws(DocumentFault) -> LabBrowser {
    let device = try members.name("device")
    let page = try page()
    let parameters = try pairs("parameters")
    let sender = try user(of: "by", .attacker)
    let rogue = try rogue()
    var checks: [LabBrowser.Check] = []
    for (index, name) in try members.texts("checks", count: 0...2).enumerated() {
      guard let check = LabBrowser.Check(rawValue: name) else {
        throw members.fault("checks", at: .element(index), "state or iss")
      }
      checks.append(check)
    }
    return LabBrowser(
      device: device, sender: sender, receiver: try user(of: "receiver", sender), user: try user(),
      password: try variableText("password"), parameters: parameters, page: page, rogue: rogue,
      forged: try variableText("forged"), checks: checks, isEphemeral: try members.flag("ephemeral"),
      nobodyTypes: try members.flag("nobodyTypes"), isEmbedded: try members.flag("embedded"))
  }

  /// A page excludes every member about a redirect, because the lab waits for none.
  private mutating func page() throws(DocumentFault) -> String? {
    guard members.has("page") else {
      guard members.has("parameters") else { throw members.fault("parameters", "parameters or page", code: "missing") }
      return nil
    }
    for name in ["parameters", "receiver", "rogue", "forged", "checks"] where members.has(name) {
      throw members.fault(name, "left out where “page” is given")
    }
    return try ownURL("page")
  }

  private mutating func request() throws(DocumentFault) -> LabRequest {
    let sender: LabRequest.Sender = try members.choice("by", .attacker)
    guard sender != .rogue || world.hasRogue else { throw needsRogue("by") }
    let method = try members.text("method", limit: 10)
    guard ["GET", "POST", "PUT", "DELETE"].contains(method) else {
      throw members.fault("method", "GET, POST, PUT or DELETE")
    }
    let url = try ownURL("url")
    var basic: NamedValue?
    if members.has("basic") {
      let both = try members.texts("basic", count: 2...2)
      for text in both { try known.check(text, at: members.place + [.member("basic")]) }
      basic = NamedValue(both[0], both[1])
    }
    guard !(members.has("form") && members.has("json")) else { throw members.fault("json", "form or json, not both") }
    var body = LabRequest.Body.none
    if members.has("form") { body = .form(try pairs("form")) }
    if members.has("json") {
      let json = try members.json("json")
      try check(json, at: members.place + [.member("json")])
      body = .json(json)
    }
    let (bearer, dpop) = (try variableText("bearer"), try variableText("dpop"))
    guard bearer == nil || dpop == nil else { throw members.fault("dpop", "bearer or dpop, not both") }
    return LabRequest(
      sender: sender, method: method, url: url, bearer: bearer, dpop: dpop, proof: try signed("proof"),
      assertion: try assertion(in: body), basic: basic, body: body, nonce: try variableText("nonce"),
      copies: try members.optionalNumber("copies", 1...20) ?? 1, isCaught: try members.flag("caught"))
  }

  private mutating func copy() throws(DocumentFault) -> LabAct {
    let files = try members.texts("files", count: 1...3)
    guard files.allSatisfy({ ["keystore.age", "device.key", "cookies.json"].contains($0) }) else {
      throw members.fault("files", "one or more of keystore.age, device.key and cookies.json")
    }
    return .copy(from: try members.name("from"), to: try members.name("to"), files: files)
  }

  private mutating func keystore() throws(DocumentFault) -> LabAct {
    let device = try members.name("device")
    let passphrase = try members.optionalText("passphrase", limit: 100)
    guard try members.flag("protect") else { return .openKeystore(device: device, passphrase: passphrase) }
    guard let passphrase else { throw members.fault("passphrase", "a passphrase", code: "missing") }
    return .protectKeystore(device: device, passphrase: passphrase)
  }

  private mutating func administer() throws(DocumentFault) -> LabAct {
    switch try only(of: ["revoke", "activate", "endSessions", "template", "policies"]) {
    case "policies":
      return .changePolicies(try LessonJudge.members("policies", &members, of: LabWorldSettings.laterPolicies))
    case "endSessions": return .endSessions(user: try user("endSessions"))
    case "revoke": return .revoke(client: try variableText("revoke") ?? "")
    case "activate": return .activate(client: try variableText("activate") ?? "")
    default:
      let id = try members.text("template", limit: 100)
      let metadata = try members.json("metadata")
      guard metadata.objectValue != nil else { throw members.fault("metadata", "an object") }
      return .changeTemplate(id, metadata)
    }
  }

}
