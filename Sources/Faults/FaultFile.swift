import SharedValues

/// Why a fault file is not used: which, in which line, and why. Nothing of it is applied then.
public struct FaultFileProblem: Error, Hashable, Sendable {
  public var file: String
  public var line: Int
  /// Stable: `not_json`, `missing`, `wrong`, `unknown_member`, `never_acts`, `too_large`.
  public var code: String
  /// The member, as a path: `faults[2].status`.
  public var member: String
  /// What was expected there.
  public var expected: String

  public init(file: String, line: Int = 1, code: String, member: String = "", expected: String = "") {
    self.file = file
    self.line = line
    self.code = code
    self.member = member
    self.expected = expected
  }
}

/// Reads one fault file, docs/faults.schema.json in words: strict, so that a typing error is found where it stands and no test
/// passes because a fault never happened.
///
/// The bytes are hostile: size, depth, types, lengths and numbers of things are bounded, members that nobody knows are refused,
/// and so is a rule that never has its turn.
public enum FaultFile {
  /// The version of the format.
  public static let version = 1
  /// Bytes; more are not read.
  public static let limit = 256 << 10

  /// - Parameter name: of the file, for the problem.
  public static func read(_ bytes: [UInt8], name: String) throws(FaultFileProblem) -> FaultPlan {
    guard bytes.count <= limit else {
      throw FaultFileProblem(file: name, code: "too_large", expected: "at most \(limit) bytes")
    }
    let document: JSON
    do { document = try JSON.parse(bytes) } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw FaultFileProblem(
        file: name, line: line, code: "not_json", member: error.member ?? "", expected: error.reason.rawValue)
    }
    do throws(DocumentFault) {
      return try plan(DocumentMembers(document, at: []))
    } catch {
      throw FaultFileProblem(
        file: name, line: JSONPlaces.line(of: error.place, in: bytes), code: error.code, member: error.place.path,
        expected: error.expected)
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
