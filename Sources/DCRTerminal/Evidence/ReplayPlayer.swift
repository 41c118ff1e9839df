import Foundation
import TerminalUI

/// Brings the app through the steps of a recorded run: each key when the app has come to the state in which it was pressed.
@MainActor
final class ReplayPlayer {
  private let run: RecordedRun
  private let stage: ScriptStage
  private let clock = ContinuousClock()
  /// What the app has gone through so far, by number.
  private var seen: [Int: RecordedRun.Change] = [:]
  /// What the browser has been told in this visit.
  private var answered: Set<String> = []

  /// Seconds that a state is waited for, and for which nothing may move before a key is pressed.
  private static let patience = 15.0
  private static let rest = 0.15

  init(_ run: RecordedRun, _ stage: ScriptStage) { (self.run, self.stage) = (run, stage) }

  /// The changes of the replay, as far as it went.
  func play() -> [RecordedRun.Change] {
    // The bundle itself was the last thing that was asked for.
    let presses = run.presses.last?.key == "E" ? Array(run.presses.dropLast()) : run.presses
    for (index, press) in presses.enumerated() {
      guard reach(press.changes) else { return changes }
      settle()
      send(press, before: presses.dropFirst(index + 1))
      guard wait(until: { stage.hasTakenAll }) else { return changes }
    }
    _ = reach(run.changes.count)
    settle()
    return changes
  }

  private var changes: [RecordedRun.Change] {
    (1..<(seen.keys.max() ?? 0) + 1).compactMap { seen[$0] }
  }

  private func send(_ press: RecordedRun.Press, before later: ArraySlice<RecordedRun.Press>) {
    switch ReplayKey(press.key) {
    case .bytes(let bytes): stage.type(bytes)
    case .resize(let size): stage.resize(size)
    // What stood there nobody knows: once for all its characters.
    case .typed(let field) where later.first?.key != press.key:
      let isLastTry = !later.contains { $0.key == press.key && $0.changes == press.changes }
      stage.type(Array(text(for: field, press.changes, isLastTry).utf8))
    case .typed, .nothing, nil: break
    }
  }

  /// The passphrase where the app was unlocked by it, else something.
  private func text(for field: String, _ count: Int, _ isLastTry: Bool) -> String {
    let leavesLock = run.changes.indices.contains(count) && run.changes[count].from == "locked"
    return field == "passphrase" && isLastTry && leavesLock ? DeviceShelf.passphrase : "x"
  }

  // MARK: Waiting

  /// Until there were that many changes of state and the app has the terminal; the browser is answered on the way.
  private func reach(_ count: Int) -> Bool {
    wait(until: {
      if stage.sight?.program == .browser {
        answerBrowser()
        return false
      }
      answered = []
      return stage.sight != nil && Int(stage.sight?.facts["changes"] ?? "") ?? 0 >= count
    })
  }

  /// Logs in as the demo user, or cancels where that was done.
  private func answerBrowser() {
    guard let sight = stage.sight, stage.hasTakenAll else { return }
    let next = seen.keys.max() ?? 0
    let isCancelled = run.changes.indices.contains(next) && run.changes[next].cause == "closed"
    let escape: [UInt8] = [0x1B]
    switch sight.facts["page"] {
    case "login":
      answer("login", isCancelled ? escape : Array("\(DeviceShelf.user)\t\(DeviceShelf.password)\r".utf8))
    case "page": answer(sight.canvas.text, isCancelled ? escape : [0x0D])
    case "failure": answer("failure", escape)
    default: break
    }
  }

  /// Each question once in a visit.
  private func answer(_ question: String, _ bytes: [UInt8]) {
    if answered.insert(question).inserted { stage.type(bytes) }
  }

  private func settle() {
    var last = stage.sight?.canvas
    var still = clock.now
    let end = clock.now + .seconds(2)
    while clock.now < end, clock.now - still < .seconds(ReplayPlayer.rest) {
      turn()
      if stage.sight?.canvas != last { (last, still) = (stage.sight?.canvas, clock.now) }
    }
  }

  private func wait(until condition: () -> Bool) -> Bool {
    let end = clock.now + .seconds(ReplayPlayer.patience)
    while !condition() {
      guard clock.now < end, stage.exit == nil, !Interruption.hasCome else { return false }
      turn()
    }
    return true
  }

  private func turn() {
    stage.turn(0.05)
    for (number, change) in RecordedRun.Change.all(stage.sight?.facts["history"] ?? "") { seen[number] = change }
  }
}

extension RecordedRun.Change {
  /// As ``Screens/ScreenFact/history`` writes them: `3 registering unauthenticated saved -;4 …`
  static func all(_ text: String) -> [(Int, RecordedRun.Change)] {
    text.split(separator: ";").compactMap { entry in
      let words = entry.split(separator: " ").map(String.init)
      guard words.count == 5, let number = Int(words[0]) else { return nil }
      let code = words[4] == "-" ? nil : words[4]
      return (number, RecordedRun.Change(from: words[1], to: words[2], cause: words[3], code: code))
    }
  }
}
