import FoundationEssentials
import Programs
import SharedValues

/// A run of `client-test` or `server-test`: what was tested, what was found, and the exchanges that the verdicts rest on, with masked secrets.
package struct CheckRun: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case clientTest = "client-test"
    case serverTest = "server-test"
  }

  package var kind: Kind
  /// The version of this product that has made it.
  package var version: String
  package var started: Date
  /// `nil`: it was stopped, or goes on.
  package var ended: Date?
  /// What was tested: an object.
  package var subject: JSON
  package var settings: JSON
  package var facts: JSON
  /// In the order in which they were found; each id once.
  package var verdicts: [CheckedVerdict]
  /// As the administrator's exchanges for scripts; each has a `number`.
  package var exchanges: [JSON]

  package init(
    _ kind: Kind, version: String = ProductVersion.text, started: Date, ended: Date? = nil, subject: JSON = .object([]),
    settings: JSON = .object([]), facts: JSON = .object([]), verdicts: [CheckedVerdict] = [], exchanges: [JSON] = []
  ) {
    (self.kind, self.version, self.started, self.ended, self.subject) = (kind, version, started, ended, subject)
    (self.settings, self.facts, self.verdicts, self.exchanges) = (settings, facts, verdicts, exchanges)
  }

  /// Replaces an earlier verdict of the same check.
  package mutating func add(_ verdict: CheckedVerdict) {
    if let place = verdicts.firstIndex(where: { $0.id == verdict.id }) {
      verdicts[place] = verdict
    } else {
      verdicts.append(verdict)
    }
  }

  package func verdict(_ id: String) -> CheckedVerdict? { verdicts.first { $0.id == id } }
  package func count(_ outcome: CheckOutcome) -> Int { verdicts.count { $0.outcome == outcome } }
  package func failures(strict: Bool) -> [CheckedVerdict] { verdicts.filter { $0.isFailure(strict: strict) } }
  /// How many checks have seen enough to tell.
  package var seen: Int { count(.passed) + count(.failed) + count(.warning) }

  /// This run with the verdicts of an earlier one that it does not have.
  ///
  /// The exchanges of those verdicts get numbers after this run's, because each start of a server counts from 1.
  package func continuing(_ earlier: CheckRun) -> CheckRun {
    let own = Set(verdicts.map(\.id))
    var kept = earlier.verdicts.filter { !own.contains($0.id) }
    let wanted = Set(kept.flatMap(\.exchanges))
    let last = (verdicts.flatMap(\.exchanges) + exchanges.compactMap { $0["number"]?.intValue }).max() ?? 0
    for index in kept.indices { kept[index].exchanges = kept[index].exchanges.map { $0 + last } }
    var run = self
    run.verdicts = kept + verdicts
    run.exchanges += earlier.exchanges.compactMap { exchange in
      guard let number = exchange["number"]?.intValue, wanted.contains(number) else { return nil }
      return exchange.setting("number", .number("\(number + last)"))
    }
    if facts == .object([]) { run.facts = earlier.facts }
    if let planned = planned(after: earlier) {
      run.settings = settings.setting("checks", planned)
      let isDone = planned.stringArray.map { Set($0).isSubset(of: run.verdicts.map(\.id)) } ?? (earlier.ended != nil)
      if !isDone { run.ended = nil }
    }
    return run
  }

  /// The checks of both: a run that repeats a few leaves the others to do. A word (`core`, `all`) stands for most of them.
  private func planned(after earlier: CheckRun) -> JSON? {
    guard let own = settings["checks"]?.stringArray, let before = earlier.settings["checks"] else { return nil }
    return before.stringArray.map { known in JSON.strings(known + own.filter { !known.contains($0) }) } ?? before
  }
}

// MARK: - As a file

extension CheckRun {
  package static let format = 1
  /// Bytes of the largest file that is read.
  package static let limit = 16 << 20
  /// The numbers that an exchange may have.
  static let numbers = 1...1_000_000_000

  package var json: JSON {
    [
      "format": .number("\(CheckRun.format)"), "kind": .string(kind.rawValue), "dcr-terminal": .string(version),
      "started": .string(started.formatted(.iso8601)), "ended": ended.map { .string($0.formatted(.iso8601)) } ?? .null,
      "subject": subject, "settings": settings, "facts": facts, "verdicts": .array(verdicts.map(\.json)),
      "exchanges": .array(exchanges),
    ]
  }

  /// Members that it does not know are ignored, because later versions may add some.
  package init(_ json: JSON) throws(DocumentFault) {
    var members = try DocumentMembers(json, at: [])
    guard try members.number("format", 1...1_000_000) == CheckRun.format else {
      throw members.fault("format", "\(CheckRun.format)")
    }
    let kind: Kind = try members.choice("kind")
    func date(_ name: String, _ text: String?) throws(DocumentFault) -> Date {
      guard let text, let date = try? Date(text, strategy: .iso8601) else {
        throw members.fault(name, "a time such as 2026-11-22T06:30:00Z")
      }
      return date
    }
    let ended = members.take("ended") ?? .null
    self.init(
      kind, version: OneLine.of(members.take("dcr-terminal")?.stringValue ?? "", 40),
      started: try date("started", members.take("started")?.stringValue),
      ended: ended == .null ? nil : try date("ended", ended.stringValue))
    func object(_ name: String) throws(DocumentFault) -> JSON {
      guard let value = members.take(name) else { return .object([]) }
      guard value.objectValue != nil else { throw members.fault(name, "an object") }
      return value
    }
    (subject, settings, facts) = (try object("subject"), try object("settings"), try object("facts"))
    verdicts = try members.list("verdicts", 0...1000).map { (item) throws(DocumentFault) in
      try CheckedVerdict(DocumentMembers(item.value, at: item.place))
    }
    guard Set(verdicts.map(\.id)).count == verdicts.count else { throw members.fault("verdicts", "each check once") }
    exchanges = try members.list("exchanges", 0...10_000).map { (item) throws(DocumentFault) in
      guard item.value["number"]?.intValue.map(CheckRun.numbers.contains) == true else {
        throw DocumentFault(place: item.place, code: "wrong", expected: "an exchange with a number")
      }
      return item.value
    }
  }
}
