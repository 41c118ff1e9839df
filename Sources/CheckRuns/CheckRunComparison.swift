import FoundationEssentials
import SharedValues

/// How the verdicts changed since an earlier run, by the ids of the checks.
package struct CheckRunComparison: Hashable, Sendable {
  /// In the order of importance for a reader.
  package enum Change: String, CaseIterable, Sendable {
    /// Failed now, and did not fail before.
    case newlyFailed = "newly failed"
    /// Passed before, and is not seen now.
    case weaker
    /// Any other change of the verdict, such as from passed to warning.
    case changed
    /// Failed before, and passes now.
    case fixed
    /// Was not seen before, and passes or warns now.
    case newlySeen = "newly seen"
    /// Only the new run has it.
    case added
    /// Only the earlier run has it.
    case gone
    /// The check itself has changed, so that its verdicts cannot be compared.
    case revised = "another check"
    case same
  }

  package struct Entry: Hashable, Sendable, Identifiable {
    package var id: String
    package var about: String
    package var change: Change
    package var before: CheckOutcome?
    package var now: CheckOutcome?
  }

  /// When the earlier run started.
  package let earlier: Date
  /// Each check that either run has, sorted by kind of change, then by id.
  package let entries: [Entry]

  package init(_ run: CheckRun, with earlier: CheckRun) {
    self.earlier = earlier.started
    let ids = Set((run.verdicts + earlier.verdicts).map(\.id))
    let order = Dictionary(uniqueKeysWithValues: Change.allCases.enumerated().map { ($1, $0) })
    entries = ids.map { id in
      let (before, now) = (earlier.verdict(id), run.verdict(id))
      return Entry(
        id: id, about: (now ?? before)?.definition.about ?? "",
        change: CheckRunComparison.change(from: before, to: now), before: before?.outcome, now: now?.outcome)
    }.sorted { (order[$0.change] ?? 0, $0.id) < (order[$1.change] ?? 0, $1.id) }
  }

  /// The entries that a reader has to see.
  package var changes: [Entry] { entries.filter { $0.change != .same } }
  package func entries(_ change: Change) -> [Entry] { entries.filter { $0.change == change } }

  /// For scripts. Later versions may add members.
  package var json: JSON {
    [
      "earlier": .string(earlier.formatted(.iso8601)),
      "changes": .array(
        changes.map { entry in
          [
            "id": .string(entry.id), "about": .string(entry.about), "change": .string(entry.change.rawValue),
            "before": entry.before.map { .string($0.rawValue) } ?? .null,
            "now": entry.now.map { .string($0.rawValue) } ?? .null,
          ]
        }),
    ]
  }

  private static func change(from before: CheckedVerdict?, to now: CheckedVerdict?) -> Change {
    guard let before else { return .added }
    guard let now else { return .gone }
    guard before.definition == now.definition else { return .revised }
    return switch (before.outcome, now.outcome) {
    case (let before, let now) where before == now: .same
    case (_, .failed): .newlyFailed
    case (.failed, .passed): .fixed
    case (.passed, .notSeen): .weaker
    case (.notSeen, .passed), (.notSeen, .warning): .newlySeen
    default: .changed
    }
  }
}
