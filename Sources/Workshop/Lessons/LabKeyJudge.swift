import SharedValues

/// Validates the members of an operation that concern keys.
extension LabOperationJudge {
  static func keys(_ members: inout DocumentMembers) throws(DocumentFault) -> LabAct {
    let (device, sender) = (try members.name("device"), try user(of: "by", .app, &members))
    guard members.has("make") else { return .keys(device: device, sender: sender, make: nil) }
    let use: KeyUse = try members.choice("make")
    return .keys(device: device, sender: sender, make: use)
  }

  static func proof(_ members: inout DocumentMembers, _ known: LabVariables) throws(DocumentFault) -> LabSigned? {
    try signed("proof", &members, known) { (_) throws(DocumentFault) in "" }
  }

  static func assertion(
    _ members: inout DocumentMembers, _ known: LabVariables, _ body: LabRequest.Body
  ) throws(DocumentFault) -> LabSigned? {
    guard members.has("assertion") else { return nil }
    guard case .form = body else { throw members.fault("assertion", "a form to stand in") }
    return try signed("assertion", &members, known) { (inner) throws(DocumentFault) in
      guard let client = try variableText("client", &inner, known) else {
        throw inner.fault("client", "a client id", code: "missing")
      }
      return client
    }
  }

  /// A text, or an object that says which device signs.
  private static func signed(
    _ name: String, _ members: inout DocumentMembers, _ known: LabVariables,
    _ client: (inout DocumentMembers) throws(DocumentFault) -> String
  ) throws(DocumentFault) -> LabSigned? {
    guard let value = members.take(name) else { return nil }
    let place = members.place + [.member(name)]
    if value.stringValue != nil {
      let text = try DocumentMembers.text(value, 2000, place)
      try known.check(text, at: place)
      return .text(text)
    }
    guard value.objectValue != nil else { throw members.fault(name, "a text, or an object with a device") }
    var inner = try DocumentMembers(value, at: place)
    let signature = LabSignature(
      device: try inner.name("device"), client: try client(&inner), claims: try pairs("claims", &inner, known),
      ahead: try inner.optionalNumber("ahead", 0...100_000_000) ?? 0)
    try inner.finish()
    return .signed(signature)
  }
}
