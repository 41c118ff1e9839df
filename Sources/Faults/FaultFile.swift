import SharedValues

/// Reads a fault file (docs/faults.schema.json): strict, so that a typing error is found here, and no test passes because a fault never happened.
///
/// The bytes are hostile: size, depth, types, lengths and counts are bounded; unknown members are refused, and so is a rule that would never act.
package enum FaultFile {
  package static let version = 1
  /// The maximum size of a file, in bytes.
  package static let limit = 256 << 10

  /// - Parameter name: of the file, for problems.
  /// - Throws: ``DocumentProblem``, `never_acts` among its codes.
  package static func read(_ bytes: [UInt8], name: String) throws(DocumentProblem) -> FaultPlan {
    try DocumentMembers.read(bytes, name: name, limit: limit) { (members) throws(DocumentFault) in
      try plan(members)
    }
  }

  private static func plan(_ members: DocumentMembers) throws(DocumentFault) -> FaultPlan {
    var members = members
    _ = try members.number("version", version...version)
    var plan = FaultPlan(
      title: try members.optionalText("title", limit: 60),
      description: try members.optionalText("description", limit: 400))
    for item in try members.list("faults", 1...FaultPlan.most) {
      let rule = try FaultRuleReader.rule(DocumentMembers(item.value, at: item.place))
      if let first = plan.rules.first(where: { $0.endpoint == rule.endpoint && $0.hidesFollowing }),
        !rule.defect.isLatency
      {
        throw DocumentFault(
          place: item.place, code: "never_acts",
          expected: "a rule that can act: “\(first.summary)” comes before it and always acts")
      }
      plan.rules.append(rule)
    }
    try members.finish()
    return plan
  }
}

/// Fault files as this program writes them: reading one gives the same plan.
extension FaultPlan {
  package var json: JSON {
    (["version": .number("\(FaultFile.version)")] as JSON).setting("title", title.map(JSON.string))
      .setting("description", description.map(JSON.string)).setting("faults", .array(rules.map(\.json)))
  }
}

extension FaultRule {
  package var json: JSON {
    let count: JSON =
      switch times {
      case .times(let number): .number("\(number)")
      case .always: "always"
      }
    return defect.added(to: ["endpoint": .string(endpoint.rawValue)]).setting("times", count)
      .setting("after", after > 0 ? .number("\(after)") : nil)
  }
}

extension FaultDefect {
  fileprivate func added(to rule: JSON) -> JSON {
    let rule = rule.setting("defect", .string(name))
    return switch self {
    case .latency(let milliseconds): rule.setting("milliseconds", .number("\(milliseconds)"))
    case .status(let defect):
      rule.setting("status", .number("\(defect.status)")).setting("error", defect.error.map(JSON.string))
        .setting("errorDescription", defect.description.map(JSON.string))
        .setting("retryAfter", defect.retryAfter.map { .number("\($0)") })
    case .missingMember(let member): rule.setting("member", .string(member))
    case .wrongMember(let member, let value): rule.setting("member", .string(member)).setting("value", value)
    case .idToken(let defect): rule.setting("kind", .string(defect.rawValue))
    case .errorRedirect(let error, let description):
      rule.setting("error", .string(error)).setting("errorDescription", description.map(JSON.string))
    default: rule
    }
  }
}

enum FaultRuleReader {
  /// The names that do not belong to a family of defects.
  enum Own: String, CaseIterable {
    case latency, status, missingMember = "missing-member", wrongMember = "wrong-member"
    case idToken = "id-token", errorRedirect = "error-redirect"
  }

  static func rule(_ members: DocumentMembers) throws(DocumentFault) -> FaultRule {
    var members = members
    let endpoint: FaultEndpoint = try members.choice("endpoint")
    let defect = try defect(&members)
    guard endpoint.allows(defect) else {
      let field = if case .idToken = defect { "kind" } else { "defect" }
      throw members.fault(field, "a defect that \(endpoint.rawValue) can have")
    }
    let times = try times(&members)
    let after = try members.optionalNumber("after", 0...FaultTimes.most) ?? 0
    try members.finish()
    return FaultRule(endpoint, defect, times, after: after)
  }

  private static func times(_ members: inout DocumentMembers) throws(DocumentFault) -> FaultTimes {
    guard let value = members.take("times"), value != "always" else { return .always }
    guard let number = value.intValue, (1...FaultTimes.most).contains(number) else {
      throw members.fault("times", "a number from \(1) to \(FaultTimes.most), or “always”")
    }
    return .times(number)
  }

  private static func defect(_ members: inout DocumentMembers) throws(DocumentFault) -> FaultDefect {
    let name = try members.text("defect", limit: 40)
    if let own = Own(rawValue: name) { return try defect(own, &members) }
    if let defect = FaultDefect.byName.first(where: { $0.name == name }) { return defect }
    throw members.fault("defect", "one of \(FaultDefect.names.joined(separator: ", "))")
  }

  private static func defect(_ own: Own, _ members: inout DocumentMembers) throws(DocumentFault) -> FaultDefect {
    switch own {
    case .latency: return .latency(milliseconds: try members.number("milliseconds", 1...300_000))
    case .status:
      let status = try members.number("status", 300...599)
      var defect = StatusDefect(status, error: try members.errorCode(isRequired: false))
      if let text = try members.optionalText("errorDescription", limit: 400) {
        guard defect.error != nil else { throw members.fault("errorDescription", "no description without “error”") }
        defect.description = text
      }
      defect.retryAfter = try members.optionalNumber("retryAfter", 0...86_400)
      return .status(defect)
    case .missingMember: return .missingMember(try members.text("member", limit: 80))
    case .wrongMember:
      let member = try members.text("member", limit: 80)
      guard let value = members.take("value") else { throw members.fault("value", "any JSON", code: "missing") }
      guard FaultReach.isLawful(value) else {
        throw members.fault("value", "a URL at localhost or at a host that ends in .example or .invalid")
      }
      return .wrongMember(member, value)
    case .idToken: return .idToken(try members.choice("kind"))
    case .errorRedirect:
      return .errorRedirect(
        try members.errorCode(isRequired: true) ?? "",
        description: try members.optionalText("errorDescription", limit: 400))
    }
  }
}

extension DocumentMembers {
  /// `error`, in the characters that RFC 6749 §5.2 allows.
  fileprivate mutating func errorCode(isRequired: Bool) throws(DocumentFault) -> String? {
    guard isRequired || has("error") else { return nil }
    let text = try text("error", limit: 80)
    let isCode = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
    guard isCode else { throw fault("error", "printable ASCII without spaces, quotes and backslashes") }
    return text
  }
}

extension FaultDefect {
  package static let names: [String] = FaultRuleReader.Own.allCases.map(\.rawValue) + byName.map(\.name)
}
