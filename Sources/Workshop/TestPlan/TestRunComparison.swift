/// How the cases changed since an earlier run.
package struct TestRunComparison: Hashable, Sendable {
  /// In the order of importance for a reader.
  package enum Change: String, Hashable, Sendable, CaseIterable {
    /// Fails now, and did not fail before.
    case newlyFailing = "newly-failing"
    /// Failed before, and passes now.
    case fixed
    /// Any other change of the mark: from blocked to pass, from fail to blocked.
    case changed
    /// Is marked now, and was not before.
    case added
    /// Was marked before, and is not now.
    case removed
    case same
  }

  package struct Entry: Hashable, Sendable, Identifiable {
    package var id: TestCase.ID
    package var title: String
    package var change: Change
    package var before: TestMark?
    package var now: TestMark?
  }

  package let earlier: TestRun.ID
  package let isOfAnotherPlan: Bool
  /// Each case that either run has marked; sorted by kind of change, then by id.
  package let entries: [Entry]

  package init(_ run: TestRun, with earlier: TestRun) {
    self.earlier = earlier.id
    isOfAnotherPlan = run.planDigest != earlier.planDigest
    let ids = Set(run.results.keys).union(earlier.results.keys)
    let order = Dictionary(uniqueKeysWithValues: Change.allCases.enumerated().map { ($1, $0) })
    entries = ids.map { id in
      let (before, now) = (earlier.results[id], run.results[id])
      return Entry(
        id: id, title: now?.title ?? before?.title ?? "",
        change: TestRunComparison.change(from: before?.mark, to: now?.mark), before: before?.mark, now: now?.mark)
    }.sorted { (order[$0.change] ?? 0, $0.id) < (order[$1.change] ?? 0, $1.id) }
  }

  package func entries(_ change: Change) -> [Entry] { entries.filter { $0.change == change } }

  private static func change(from before: TestMark?, to now: TestMark?) -> Change {
    switch (before, now) {
    case (let before, let now) where before == now: .same
    case (nil, _): .added
    case (_, nil): .removed
    case (_, .fail): .newlyFailing
    case (.fail, .pass): .fixed
    default: .changed
    }
  }
}
