import SharedValues

/// Members that several operations have.
extension LabOperationJudge {
  mutating func inner(_ name: String) throws(DocumentFault) -> LabOperationJudge {
    LabOperationJudge(members: try members.object(name), known: known, world: world)
  }

  /// The only one of these members that is present.
  mutating func only(of names: [String]) throws(DocumentFault) -> String {
    let given = names.filter { members.has($0) }
    guard given.count == 1 else {
      throw DocumentFault(
        place: members.place, code: "wrong", expected: "exactly one of \(names.joined(separator: ", "))")
    }
    return given[0]
  }

  // MARK: Texts with variables

  mutating func variableText(_ name: String) throws(DocumentFault) -> String? {
    guard let text = try members.optionalText(name) else { return nil }
    try known.check(text, at: members.place + [.member(name)])
    return text
  }

  /// A lab contacts only the servers of its own world: a variable names them, and the filled-in URL is validated again.
  mutating func ownURL(_ name: String) throws(DocumentFault) -> String {
    let url = try members.text(name, limit: 1000)
    try known.check(url, at: members.place + [.member(name)])
    guard url.hasPrefix(bytes: "{") else { throw members.fault(name, "a URL that begins with a variable") }
    return url
  }

  /// Every text may contain variables.
  func check(_ json: JSON, at place: [JSONPlace]) throws(DocumentFault) {
    switch json {
    case .string(let text): try known.check(text, at: place)
    case .array(let items):
      for (index, item) in items.enumerated() { try check(item, at: place + [.element(index)]) }
    case .object(let members):
      for member in members { try check(member.value, at: place + [.member(member.name)]) }
    default: break
    }
  }

  mutating func pairs(_ name: String) throws(DocumentFault) -> [NamedValue] {
    let pairs = try plainPairs(name)
    for pair in pairs { try known.check(pair.value, at: members.place + [.member(name), .member(pair.name)]) }
    return pairs
  }

  /// An object of texts, numbers and flags, all read as texts.
  mutating func plainPairs(_ name: String) throws(DocumentFault) -> [NamedValue] {
    guard let value = members.take(name) else { return [] }
    guard let all = value.objectValue, all.count <= 30 else { throw members.fault(name, "an object of texts") }
    var pairs: [NamedValue] = []
    for member in all {
      let here = members.place + [.member(name), .member(member.name)]
      switch member.value {
      case .string(let text) where text.isEmpty: pairs.append(NamedValue(member.name, ""))
      case .string: pairs.append(NamedValue(member.name, try DocumentMembers.text(member.value, 2000, here)))
      case .number(let text): pairs.append(NamedValue(member.name, text))
      case .bool(let flag): pairs.append(NamedValue(member.name, flag ? "true" : "false"))
      default: throw DocumentFault(place: here, code: "wrong", expected: "a text, a number, true or false")
      }
    }
    return pairs
  }

  // MARK: Parties

  /// A server never opens a browser, has a secure element or receives a redirect from an operating system.
  mutating func user(of name: String, _ usual: LabRequest.Sender) throws(DocumentFault) -> LabRequest.Sender {
    let sender = try members.choice(name, usual)
    guard sender != .rogue else { throw members.fault(name, "one of \("attacker, app")") }
    return sender
  }

  mutating func user(_ name: String = "user") throws(DocumentFault) -> String { try optionalUser(name) ?? "demouser" }

  mutating func optionalUser(_ name: String = "user") throws(DocumentFault) -> String? {
    guard let user = try members.optionalText(name, limit: 40) else { return nil }
    guard ["demouser", "jd", "jr"].contains(user) else { throw members.fault(name, "demouser, jd or jr") }
    return user
  }

  /// `true`, or an object with the parameters that the hostile server replaces.
  mutating func rogue() throws(DocumentFault) -> [NamedValue]? {
    guard let value = members.take("rogue") else { return nil }
    if value.boolValue == false { return nil }
    guard world.hasRogue else { throw needsRogue("rogue") }
    if value.boolValue == true { return [] }
    guard value.objectValue != nil else { throw members.fault("rogue", "true, false or an object") }
    var inner = try inner("rogue")
    let rewrites = try inner.pairs("rewrites")
    try inner.members.finish()
    return rewrites
  }

  func needsRogue(_ name: String) -> DocumentFault { members.fault(name, "used only where world has “rogue”") }

  // MARK: Signatures

  mutating func assertion(in body: LabRequest.Body) throws(DocumentFault) -> LabSigned? {
    guard members.has("assertion") else { return nil }
    guard case .form = body else { throw members.fault("assertion", "used together with “form”") }
    return try signed("assertion", hasClient: true)
  }

  /// A text, or an object that says which device signs.
  mutating func signed(_ name: String, hasClient: Bool = false) throws(DocumentFault) -> LabSigned? {
    guard let value = members.take(name) else { return nil }
    if value.stringValue != nil { return try variableText(name).map(LabSigned.text) }
    guard value.objectValue != nil else { throw members.fault(name, "a text, or an object with a device") }
    var inner = try inner(name)
    let device = try inner.members.name("device")
    let client = try hasClient ? inner.variableText("client") : ""
    guard let client else { throw inner.members.fault("client", "a client id", code: "missing") }
    let signature = LabSignature(
      device: device, client: client, claims: try inner.pairs("claims"),
      ahead: try inner.members.optionalNumber("ahead", 0...100_000_000) ?? 0)
    try inner.members.finish()
    return .signed(signature)
  }
}

/// The names that a lab's texts may use in braces, as far as earlier operations have defined them.
package struct LabVariables: Hashable, Sendable {
  private var names: Set<String> = LabVariables.always

  /// Defined from the start of every lab: the server's endpoints, the app's redirect URI, and random values of the lesson's own client.
  package static let always: Set<String> = addresses.union([
    "issuer", "redirect_uri", "verifier", "challenge", "state", "nonce",
  ])
  package static let addresses = Set(Endpoint.addressNames)
  /// Additional names where there is a hostile server.
  package static let ofRogue: Set<String> = ["rogue", "rogue_token_endpoint"]

  mutating func add(_ more: Set<String>) { names.formUnion(more) }

  func check(_ text: String, at place: [JSONPlace]) throws(DocumentFault) {
    var areKnown = true
    _ = text.filled { name in
      areKnown = areKnown && names.contains(name)
      return nil
    }
    guard !areKnown else { return }
    throw DocumentFault(
      place: place, code: "unknown_variable",
      expected: "a variable that is known here: \(names.sorted().joined(separator: ", "))")
  }
}
