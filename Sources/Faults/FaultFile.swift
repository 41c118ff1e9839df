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
