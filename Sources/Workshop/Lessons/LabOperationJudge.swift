import ForeignText
import AppState
import SharedValues

/// Validates one entry of `do`: exactly one operation, its expected result, and what it proves.
enum LabOperationJudge {
  private static let acts = [
    "app", "browser", "request", "copy", "keystore", "keys", "administer", "clock", "inspect", "loot",
  ]

  static func operation(
    _ object: DocumentMembers, _ known: inout LabVariables, _ world: LabWorldSettings
  ) throws(DocumentFault) -> LabOperation {
    var members = object
    let given = acts.filter { members.has($0) }
    guard given.count == 1 else {
      throw DocumentFault(
        place: members.place, code: "wrong", expected: "exactly one of \(acts.joined(separator: ", "))")
    }
    let act = try act(given[0], &members, known, world)
    let expect = try pairs("expect", &members, known)
    try checkCounts(expect, of: act, at: members.place)
    let proves: LabOperation.Meaning = try members.choice("proves", LabOperation.Meaning.normal)
    let keep = try members.pairs("keep")
    for pair in keep {
      guard DocumentMembers.isName(pair.name), !pair.value.isEmpty else {
        throw DocumentFault(
          place: members.place + [.member("keep"), .member(pair.name)], code: "wrong",
          expected: "a name of letters, digits, hyphens and underscores with the name of a fact")
      }
    }
    try members.finish()
    known.add(Set(keep.map(\.name)))
    return LabOperation(act: act, expect: expect, proves: proves, keep: keep)
  }

  /// The facts of an operation that are counts: comparing one with a word would always fail.
  private static func counts(of act: LabAct) -> Set<String> {
    switch act {
    case .inspect, .keys:
      [
        "clients", "active", "sessions", "grants", "access_tokens", "refresh_tokens", "bound_access_tokens",
        "bound_refresh_tokens", "keys",
      ]
    case .endSessions: ["ended"]
    case .request: ["served", "refused"]
    default: []
    }
  }

  static func checkCounts(_ expect: [LabPair], of act: LabAct, at place: [JSONPlace]) throws(DocumentFault) {
    let counts = counts(of: act)
    for pair in expect where counts.contains(pair.name) {
      let value = pair.value
      let isCount = ["", "-"].contains(value) || value.contains(scalar: "{") || Int(value).map { $0 >= 0 } ?? false
      guard !isCount else { continue }
      throw DocumentFault(
        place: place + [.member("expect"), .member(pair.name)], code: "wrong",
        expected: "a number, \"\" for any, or \"-\" for none")
    }
  }

  private static func act(
    _ name: String, _ members: inout DocumentMembers, _ known: LabVariables, _ world: LabWorldSettings
  ) throws(DocumentFault) -> LabAct {
    var inner = try members.object(name)
    let act: LabAct
    switch name {
    case "app": act = .app(try app(&inner, known, world))
    case "browser": act = .browser(try browser(&inner, known, world))
    case "request": act = .request(try request(&inner, known, world))
    case "copy": act = try copy(&inner)
    case "keystore": act = try keystore(&inner)
    case "keys": act = try keys(&inner)
    case "administer": act = try administer(&inner, known)
    case "clock": act = .clock(try inner.choice("of", .server), ahead: try inner.number("ahead", 1...100_000_000))
    case "inspect":
      act = .inspect(
        LabInspection(client: try variableText("client", &inner, known), user: try optionalUser(&inner)))
    default:
      guard world.hasRogue else { throw members.fault(name, "\"rogue\": true in world") }
      act = .loot
    }
    try inner.finish()
    return act
  }

  private static func app(
    _ members: inout DocumentMembers, _ known: LabVariables, _ world: LabWorldSettings
  ) throws(DocumentFault) -> LabApp {
    let until = try members.text("until", limit: 40)
    let steps = FlowStep.allCases.filter { $0.isPartOfFlow || $0 == .payment }
    guard let step = FlowStep(rawValue: until), steps.contains(step) else {
      throw members.fault("until", "one of \(steps.map(\.rawValue).joined(separator: ", "))")
    }
    let phone = try LessonJudge.members("phone", &members, of: LabWorldSettings.phoneMembers)
    guard ![.accounts, .payment].contains(step) || (phone["api"] ?? world.phone["api"]) != nil else {
      throw members.fault("until", "a step before accounts, or \"api\": \"/api\" in phone")
    }
    let rogue = try rogue(&members, known, world)
    let forged = try variableText("forged", &members, known)
    let isStolen = try members.flag("stolen")
    guard forged == nil || !isStolen else { throw members.fault("stolen", "stolen or forged, not both") }
    return LabApp(
      device: try members.name("device"), until: step, user: try user(&members),
      softwareID: try members.optionalText("softwareId", limit: 100), rogue: rogue,
      isEphemeral: try members.flag("ephemeral"),
      redirect: forged.map(LabApp.Redirect.forged) ?? (isStolen ? .stolen : .app),
      nobodyTypes: try members.flag("nobodyTypes"),
      phone: phone, faults: try faults(&members))
  }

  /// The code for fault files validates the rules.
  private static func faults(_ members: inout DocumentMembers) throws(DocumentFault) -> JSON {
    .array(try members.list("faults", 0...20).map(\.value))
  }

  private static func browser(
    _ members: inout DocumentMembers, _ known: LabVariables, _ world: LabWorldSettings
  ) throws(DocumentFault) -> LabBrowser {
    let device = try members.name("device")
    let page = try page(&members, known)
    let parameters = try pairs("parameters", &members, known)
    let sender = try user(of: "by", .attacker, &members)
    let rogue = try rogue(&members, known, world)
    var checks: [LabBrowser.Check] = []
    for (index, name) in try members.texts("checks", count: 0...2).enumerated() {
      guard let check = LabBrowser.Check(rawValue: name) else {
        throw DocumentFault(
          place: members.place + [.member("checks"), .element(index)], code: "wrong", expected: "state or iss")
      }
      checks.append(check)
    }
    return LabBrowser(
      device: device, sender: sender, receiver: try user(of: "receiver", sender, &members), user: try user(&members),
      password: try variableText("password", &members, known),
      parameters: parameters, page: page, rogue: rogue, forged: try variableText("forged", &members, known),
      checks: checks, isEphemeral: try members.flag("ephemeral"), nobodyTypes: try members.flag("nobodyTypes"),
      isEmbedded: try members.flag("embedded"))
  }

  /// A page excludes every member about a redirect, because the lab waits for none.
  private static func page(
    _ members: inout DocumentMembers, _ known: LabVariables
  ) throws(DocumentFault) -> String? {
    guard members.has("page") else {
      guard members.has("parameters") else { throw members.fault("parameters", "parameters or page", code: "missing") }
      return nil
    }
    for name in ["parameters", "receiver", "rogue", "forged", "checks"] where members.has(name) {
      throw members.fault(name, "left out beside page")
    }
    return try ownURL("page", &members, known)
  }

  /// A lab contacts only the servers of its own world: a variable names them, and the filled-in URL is validated again.
  private static func ownURL(
    _ name: String, _ members: inout DocumentMembers, _ known: LabVariables
  ) throws(DocumentFault) -> String {
    let url = try members.text(name, limit: 1000)
    try known.check(url, at: members.place + [.member(name)])
    guard url.hasPrefix(bytes: "{") else { throw members.fault(name, "a URL that begins with a variable") }
    return url
  }

  /// A server never opens a browser, has a secure element or receives a redirect from an operating system.
  static func user(
    of name: String, _ usual: LabRequest.Sender, _ members: inout DocumentMembers
  ) throws(DocumentFault) -> LabRequest.Sender {
    let sender = try members.choice(name, usual)
    guard sender != .rogue else { throw members.fault(name, "one of \("attacker, app")") }
    return sender
  }

  private static func request(
    _ members: inout DocumentMembers, _ known: LabVariables, _ world: LabWorldSettings
  ) throws(DocumentFault) -> LabRequest {
    let sender: LabRequest.Sender = try members.choice("by", .attacker)
    guard sender != .rogue || world.hasRogue else { throw members.fault("by", "\"rogue\": true in world") }
    let method = try members.text("method", limit: 10)
    guard ["GET", "POST", "PUT", "DELETE"].contains(method) else {
      throw members.fault("method", "GET, POST, PUT or DELETE")
    }
    let url = try ownURL("url", &members, known)
    var basic: LabPair?
    if members.has("basic") {
      let both = try members.texts("basic", count: 2...2)
      for text in both { try known.check(text, at: members.place + [.member("basic")]) }
      basic = LabPair(both[0], both[1])
    }
    guard !(members.has("form") && members.has("json")) else { throw members.fault("json", "form or json, not both") }
    var body = LabRequest.Body.none
    if members.has("form") { body = .form(try pairs("form", &members, known)) }
    if members.has("json") {
      let json = try members.json("json")
      try check(json, known, at: members.place + [.member("json")])
      body = .json(json)
    }
    let (bearer, dpop) = (
      try variableText("bearer", &members, known), try variableText("dpop", &members, known)
    )
    guard bearer == nil || dpop == nil else { throw members.fault("dpop", "bearer or dpop, not both") }
    return LabRequest(
      sender: sender, method: method, url: url, bearer: bearer, dpop: dpop, proof: try proof(&members, known),
      assertion: try assertion(&members, known, body), basic: basic, body: body,
      nonce: try variableText("nonce", &members, known),
      copies: try members.optionalNumber("copies", 1...20) ?? 1, isCaught: try members.flag("caught"))
  }

  /// Every text may contain variables.
  private static func check(_ json: JSON, _ known: LabVariables, at place: [JSONPlace]) throws(DocumentFault) {
    switch json {
    case .string(let text): try known.check(text, at: place)
    case .array(let items):
      for (index, item) in items.enumerated() { try check(item, known, at: place + [.element(index)]) }
    case .object(let members):
      for member in members { try check(member.value, known, at: place + [.member(member.name)]) }
    default: break
    }
  }

  private static func copy(_ members: inout DocumentMembers) throws(DocumentFault) -> LabAct {
    let files = try members.texts("files", count: 1...3)
    guard files.allSatisfy({ ["keystore.age", "device.key", "cookies.json"].contains($0) }) else {
      throw members.fault("files", "of keystore.age, device.key and cookies.json")
    }
    return .copy(from: try members.name("from"), to: try members.name("to"), files: files)
  }

  private static func keystore(_ members: inout DocumentMembers) throws(DocumentFault) -> LabAct {
    let device = try members.name("device")
    let passphrase = try members.optionalText("passphrase", limit: 100)
    guard try members.flag("protect") else { return .openKeystore(device: device, passphrase: passphrase) }
    guard let passphrase else { throw members.fault("passphrase", "a passphrase", code: "missing") }
    return .protectKeystore(device: device, passphrase: passphrase)
  }

  private static func administer(
    _ members: inout DocumentMembers, _ known: LabVariables
  ) throws(DocumentFault) -> LabAct {
    let names = ["revoke", "activate", "endSessions", "template", "policies"].filter { members.has($0) }
    guard names.count == 1 else {
      throw DocumentFault(
        place: members.place, code: "wrong",
        expected: "exactly one of \("revoke, activate, endSessions, template, policies")")
    }
    if names[0] == "policies" {
      return .changePolicies(try LessonJudge.members("policies", &members, of: LabWorldSettings.laterPolicies))
    }
    if names[0] == "endSessions" { return .endSessions(user: try user(&members, "endSessions")) }
    guard names[0] == "template" else {
      let client = try variableText(names[0], &members, known) ?? ""
      return names[0] == "revoke" ? .revoke(client: client) : .activate(client: client)
    }
    let id = try members.text("template", limit: 100)
    let metadata = try members.json("metadata")
    guard metadata.objectValue != nil else { throw members.fault("metadata", "an object") }
    return .changeTemplate(id, metadata)
  }

  // MARK: Parts

  /// `true`, or an object with details.
  private static func rogue(
    _ members: inout DocumentMembers, _ known: LabVariables, _ world: LabWorldSettings
  ) throws(DocumentFault) -> LabRogue? {
    guard let value = members.take("rogue") else { return nil }
    if value.boolValue == false { return nil }
    guard world.hasRogue else { throw members.fault("rogue", "\"rogue\": true in world") }
    if value.boolValue == true { return LabRogue() }
    guard value.objectValue != nil else { throw members.fault("rogue", "true, false or an object") }
    var inner = try DocumentMembers(value, at: members.place + [.member("rogue")])
    let rogue = LabRogue(rewrites: try pairs("rewrites", &inner, known))
    try inner.finish()
    return rogue
  }

  static func user(_ members: inout DocumentMembers, _ name: String = "user") throws(DocumentFault) -> String {
    try optionalUser(&members, name) ?? "demouser"
  }

  private static func optionalUser(
    _ members: inout DocumentMembers, _ name: String = "user"
  ) throws(DocumentFault) -> String? {
    guard let user = try members.optionalText(name, limit: 40) else { return nil }
    guard ["demouser", "jd", "jr"].contains(user) else { throw members.fault(name, "demouser, jd or jr") }
    return user
  }

  static func variableText(
    _ name: String, _ members: inout DocumentMembers, _ known: LabVariables
  ) throws(DocumentFault) -> String? {
    guard let text = try members.optionalText(name) else { return nil }
    try known.check(text, at: members.place + [.member(name)])
    return text
  }

  static func pairs(
    _ name: String, _ members: inout DocumentMembers, _ known: LabVariables
  ) throws(DocumentFault) -> [LabPair] {
    let pairs = try members.pairs(name)
    for pair in pairs { try known.check(pair.value, at: members.place + [.member(name), .member(pair.name)]) }
    return pairs
  }
}
