import Catalogue

/// Two runs beside each other, change by change.
struct ReplayReport {
  var recorded: [RecordedRun.Change]
  var replayed: [RecordedRun.Change]

  init(_ recorded: [RecordedRun.Change], _ replayed: [RecordedRun.Change]) {
    self.recorded = ReplayReport.withoutTime(recorded)
    self.replayed = ReplayReport.withoutTime(replayed)
  }

  /// The number of the first change that is another one, from 0; `nil`: they are the same.
  var difference: Int? {
    if let place = zip(recorded, replayed).enumerated().first(where: { $1.0 != $1.1 })?.offset { return place }
    return recorded.count == replayed.count ? nil : min(recorded.count, replayed.count)
  }

  /// A line for each change until the first that differs.
  func lines(_ catalogue: Catalogue = Catalogue()) -> [String] {
    let end = difference ?? recorded.count
    var lines = (0..<end).map { index in
      let change = recorded[index]
      return catalogue(
        .replaySame, ["number": "\(index + 1)", "from": change.from, "to": change.to, "cause": change.words])
    }
    if let difference {
      func text(_ changes: [RecordedRun.Change]) -> String {
        guard changes.indices.contains(difference) else { return catalogue(.replayNothing) }
        let change = changes[difference]
        return "\(change.from) → \(change.to) (\(change.words))"
      }
      lines.append(
        catalogue(
          .replayDiffers, ["number": "\(difference + 1)", "expected": text(recorded), "actual": text(replayed)]))
    }
    return lines
  }

  /// Tokens that are renewed because time has passed are renewed at another moment, or not at all.
  private static func withoutTime(_ changes: [RecordedRun.Change]) -> [RecordedRun.Change] {
    var rest: [RecordedRun.Change] = []
    var index = 0
    while index < changes.count {
      let change = changes[index]
      let isRenewal =
        change.cause == "time" && change.to == "refreshing" && changes.indices.contains(index + 1)
        && changes[index + 1].to == change.from
      if !isRenewal { rest.append(change) }
      index += isRenewal ? 2 : 1
    }
    return rest
  }
}

extension RecordedRun.Change {
  fileprivate var words: String { [cause, code].compactMap { $0 }.joined(separator: ", ") }
}
