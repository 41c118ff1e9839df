import SharedValues

/// Fault files as this program writes them: reading one gives the same plan.
extension FaultPlan {
  package var json: JSON {
    var members = [JSON.Member("version", .number("\(FaultFile.version)"))]
    if let title { members.append(JSON.Member("title", .string(title))) }
    if let description { members.append(JSON.Member("description", .string(description))) }
    members.append(JSON.Member("faults", .array(rules.map(\.json))))
    return .object(members)
  }
}

extension FaultRule {
  package var json: JSON {
    var members = [JSON.Member("endpoint", .string(endpoint.rawValue)), JSON.Member("defect", .string(defect.name))]
    members += defect.members
    switch times {
    case .times(let number): members.append(JSON.Member("times", .number("\(number)")))
    case .always: members.append(JSON.Member("times", "always"))
    }
    if after > 0 { members.append(JSON.Member("after", .number("\(after)"))) }
    return .object(members)
  }
}

extension FaultDefect {
  fileprivate var members: [JSON.Member] {
    func text(_ name: String, _ value: String?) -> [JSON.Member] {
      value.map { [JSON.Member(name, .string($0))] } ?? []
    }
    func number(_ name: String, _ value: Int?) -> [JSON.Member] {
      value.map { [JSON.Member(name, .number("\($0)"))] } ?? []
    }
    switch self {
    case .latency(let milliseconds): return number("milliseconds", milliseconds)
    case .status(let defect):
      return number("status", defect.status) + text("error", defect.error)
        + text("errorDescription", defect.description) + number("retryAfter", defect.retryAfter)
    case .missingMember(let member): return text("member", member)
    case .wrongMember(let member, let value): return text("member", member) + [JSON.Member("value", value)]
    case .idToken(let defect): return text("kind", defect.rawValue)
    case .errorRedirect(let error, let description): return text("error", error) + text("errorDescription", description)
    default: return []
    }
  }
}
