import SharedValues

/// Reads a fault file (docs/faults.schema.json): strict, so that a typing error is found here, and no test passes because a fault never happened.
///
/// The bytes are hostile: size, depth, types, lengths and counts are bounded; unknown members are refused, and so is a rule that would never act.
package enum FaultFile {
  /// The version of the format.
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
          expected: "a rule that has its turn: “\(first.summary)” stands before it and always acts")
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
    let members: JSON = .object([.init("endpoint", .string(endpoint.rawValue))] + defect.members)
    return members.setting("times", count).setting("after", after > 0 ? .number("\(after)") : nil)
  }
}

extension FaultDefect {
  fileprivate var members: [JSON.Member] {
    var details: [(name: String, value: JSON?)] = [("defect", .string(name))]
    switch self {
    case .latency(let milliseconds): details.append(("milliseconds", .number("\(milliseconds)")))
    case .status(let defect):
      details += [
        ("status", .number("\(defect.status)")), ("error", defect.error.map(JSON.string)),
        ("errorDescription", defect.description.map(JSON.string)),
        ("retryAfter", defect.retryAfter.map { .number("\($0)") }),
      ]
    case .missingMember(let member): details.append(("member", .string(member)))
    case .wrongMember(let member, let value): details += [("member", .string(member)), ("value", value)]
    case .idToken(let defect): details.append(("kind", .string(defect.rawValue)))
    case .errorRedirect(let error, let description):
      details += [("error", .string(error)), ("errorDescription", description.map(JSON.string))]
    default: break
    }
    return details.compactMap { name, value in value.map { JSON.Member(name, $0) } }
  }
}
