/// The faults that are switched on, and how often each has happened: one value per phone.
package struct ActiveFaults: Hashable, Sendable {
  package struct Entry: Hashable, Sendable, Identifiable {
    package let id: Int
    package let rule: FaultRule
    /// How many requests have passed before it began.
    package internal(set) var passed = 0
    package internal(set) var hits = 0

    /// How often it will still happen; `nil`: always.
    package var left: Int? { rule.times.left(after: hits) }
    package var isOn: Bool { left != 0 }
  }

  package private(set) var entries: [Entry] = []
  /// The title of the plan that was switched on as a whole; `nil` once it was changed.
  package private(set) var title: String?
  private var lastID = 0

  package init(_ plan: FaultPlan = .none) { use(plan) }

  package var isEmpty: Bool { entries.isEmpty }
  package var count: Int { entries.count(where: \.isOn) }
  package var plan: FaultPlan { FaultPlan(entries.map(\.rule), title: title) }

  /// Whether exactly these faults were switched on, and can still happen.
  package func isOn(_ plan: FaultPlan) -> Bool { count > 0 && title == plan.title && entries.map(\.rule) == plan.rules }

  package mutating func use(_ plan: FaultPlan) {
    entries = plan.rules.map { entry($0) }
    title = plan.title
  }

  /// Adds a rule. It replaces the endpoint's defect, because only one defect can decide; a latency replaces a latency.
  package mutating func add(_ rule: FaultRule) {
    entries.removeAll { $0.rule.endpoint == rule.endpoint && $0.rule.defect.isLatency == rule.defect.isLatency }
    entries.append(entry(rule))
    title = nil
  }

  package mutating func remove(_ id: Int) {
    entries.removeAll { $0.id == id }
    title = nil
  }

  package mutating func removeAll() { (entries, title) = ([], nil) }

  private mutating func entry(_ rule: FaultRule) -> Entry {
    lastID += 1
    return Entry(id: lastID, rule: rule)
  }

  /// The faults of the next request: a latency and a defect. Both count as having happened; a fault that turns out to have no effect is given back.
  /// - Parameter isShared: whether the request is from a client that many phones share.
  package mutating func take(_ endpoint: FaultEndpoint, isShared: Bool = false) -> (latency: Entry?, defect: Entry?) {
    (take(endpoint) { $0.isLatency }, take(endpoint) { !$0.isLatency && !(isShared && $0.isOfOwnClient) })
  }

  private mutating func take(_ endpoint: FaultEndpoint, _ isMeant: (FaultDefect) -> Bool) -> Entry? {
    for index in entries.indices where entries[index].rule.endpoint == endpoint && isMeant(entries[index].rule.defect) {
      guard entries[index].isOn else { continue }
      guard entries[index].passed >= entries[index].rule.after else {
        entries[index].passed += 1
        continue
      }
      entries[index].hits += 1
      return entries[index]
    }
    return nil
  }

  /// The request had nothing that the fault could change.
  package mutating func giveBack(_ id: Int) {
    guard let index = entries.firstIndex(where: { $0.id == id }), entries[index].hits > 0 else { return }
    entries[index].hits -= 1
  }

  /// Adopts the counts of a newer copy of the same faults.
  package mutating func adoptCounts(of other: ActiveFaults) {
    for entry in other.entries {
      guard let index = entries.firstIndex(where: { $0.id == entry.id }) else { continue }
      (entries[index].hits, entries[index].passed) = (entry.hits, entry.passed)
    }
  }
}
