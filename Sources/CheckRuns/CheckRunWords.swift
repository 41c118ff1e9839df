import FoundationEssentials
import SharedValues
import Workshop

extension CheckOutcome {
  package var words: String {
    switch self {
    case .failed: "failed"
    case .warning: "warning"
    case .needsPerson: "needs a person"
    case .notSeen: "not seen"
    case .notApplicable: "not applicable"
    case .passed: "passed"
    }
  }

  /// As they follow the number.
  fileprivate func words(of count: Int) -> String {
    switch self {
    case .warning where count > 1: "warnings"
    case .needsPerson where count > 1: "need a person"
    default: words
    }
  }
}

extension CheckedVerdict {
  /// What was seen, and what a person said.
  var saying: String { person.map { "\(evidence) A person was asked: \($0.text)" } ?? evidence }
}

extension CheckRun {
  /// `3 failed, 2 warnings, 20 passed`: outcomes that occur.
  package var counts: String {
    CheckRun.counted(CheckOutcome.allCases.map { (count($0), $0.words(of: count($0))) }) ?? "no verdict"
  }

  fileprivate static func counted(_ counts: [(Int, String)]) -> String? {
    let some = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return some.isEmpty ? nil : some.joined(separator: ", ")
  }

  var title: String {
    let name = subject["client"]?.stringValue ?? subject["issuer"]?.stringValue
    return kind.rawValue + (name.map { " of " + OneLine.of($0, 100) } ?? "")
  }

  var heads: [NamedValue] {
    [
      NamedValue("started", started.formatted(.iso8601)),
      NamedValue("ended", ended?.formatted(.iso8601) ?? "not ended"), NamedValue("dcr-terminal", version),
    ] + CheckRun.named(subject) + CheckRun.named(facts)
  }

  /// The members of an object, of any content, as lines: texts, numbers and lists of texts as they are, others as JSON.
  private static func named(_ object: JSON) -> [NamedValue] {
    (object.objectValue ?? []).prefix(60).compactMap { member in
      let text =
        switch member.value {
        case .null: ""
        case .string(let text): text
        case .array(let values) where member.value.stringArray != nil:
          values.prefix(60).compactMap(\.stringValue).joined(separator: ", ")
        default: member.value.compact
        }
      return text.isEmpty ? nil : NamedValue(OneLine.of(member.name, 60), OneLine.of(text))
    }
  }

  /// The groups of the checks, in the order in which they first appear.
  var groups: [String] {
    verdicts.reduce(into: []) { groups, verdict in
      if !groups.contains(verdict.definition.group) { groups.append(verdict.definition.group) }
    }
  }

  func exchanges(of verdict: CheckedVerdict) -> [JSON] {
    let wanted = Set(verdict.exchanges)
    return exchanges.filter { $0["number"]?.intValue.map(wanted.contains) ?? false }
  }

  /// Says that verdicts are missing; `nil`: none is.
  var remark: String? { ended == nil ? "This run has not ended: checks are missing." : nil }
}

extension CheckRunComparison {
  /// `1 newly failed, 2 fixed`, or that nothing has changed.
  package var counts: String {
    let changed = Change.allCases.filter { $0 != .same }
    return CheckRun.counted(changed.map { (entries($0).count, $0.rawValue) }) ?? "no verdict has changed"
  }
}
