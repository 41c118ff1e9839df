import Automation
import Edge
import TerminalUI

/// Replays a recorded run in a program of its own: sends each key as soon as the facts that were recorded with it are seen again.
@MainActor package final class ReplayPlayer {
  private let run: RecordedRun
  private let terminal: ScriptTerminal
  private let clock = ContinuousClock()
  /// The app's changes of state so far, by number.
  private var seen: [Int: RecordedRun.Change] = [:]
  /// When the app had read the last key; time limits count from then.
  private var lastKey: ContinuousClock.Instant?
  private var answered: Set<String> = []
  private var script: ReplayScript

  /// Seconds to wait for a state, in addition to the time that the recorded run took.
  private static let patience = 15.0
  /// The largest number of seconds added because the recorded run took long.
  private static let longest = 300.0
  /// Seconds that the screen may take to match, once the state does.
  private static let settling = 4.0
  /// Seconds without any change before a key is pressed.
  private static let rest = 0.15

  package init(_ run: RecordedRun, _ terminal: ScriptTerminal) {
    (self.run, self.terminal, script) = (run, terminal, ReplayScript(run))
  }

  /// Plays the run to its end, or until the app behaves differently.
  package func play() -> ReplayReport {
    var report = ReplayReport(run)
    for (index, press) in run.presses.enumerated() where !isContinued(index) {
      let start = clock.now
      let isThere = reach(press, patience(index))
      let actual = facts
      let isSame = isThere && (actual == press.seen || position > run.position(after: press.changes))
      report.steps.append(
        ReplayReport.Step(number: index + 1, key: press.key, expected: press.seen, actual: actual, isSame: isSame))
      note(press, isSame ? actual : nil, after: (clock.now - start) / .seconds(1))
      // The last key wrote the bundle, so the comparison ends before it.
      guard isSame, index < run.presses.count - 1 else {
        if !isSame { report.reached = press.changes }
        break
      }
      settle()
      if keepApart(index), ReplayScript.isUnderWay(actual) { script.add("wait \(DoublePress.seconds)") }
      send(press, before: run.presses.dropFirst(index + 1))
      guard wait(Self.patience, until: { terminal.hasTakenAll }) else { break }
      lastKey = clock.now
    }
    if report.differentStep == nil { _ = wait(Self.patience, until: { comesTo(run.position(after: report.reached)) }) }
    settle()
    report.replayed = changes
    report.canvas = terminal.snapshot?.canvas
    report.exit = terminal.exit?.status
    report.script = script
    return report
  }

  private var changes: [RecordedRun.Change] { (1..<(seen.keys.max() ?? 0) + 1).compactMap { seen[$0] } }
  private var position: Int { RecordedRun.withoutRenewals(changes).count }

  private var facts: [String: String] {
    guard let snapshot = terminal.snapshot, snapshot.program == .app else { return [:] }
    return snapshot.facts.filter { RecordedRun.compared.contains($0.key) }
  }

  /// Whether the next key goes into the same field: the field's text is typed at once, with its last key.
  private func isContinued(_ index: Int) -> Bool {
    guard case .typed? = ReplayKey(run.presses[index].key), index + 1 < run.presses.count else { return false }
    return run.presses[index + 1].key == run.presses[index].key
  }

  /// Waits so that a key that was not part of a double press does not become part of one: the app would not take it for Cancel.
  /// - Returns: whether this key was pressed that late.
  private func keepApart(_ index: Int) -> Bool {
    guard let lastKey, index > 0, ["enter", "space"].contains(run.presses[index].key),
      run.presses[index].at - run.presses[index - 1].at >= Int(DoublePress.seconds * 1000)
    else { return false }
    let end = lastKey + .seconds(DoublePress.seconds)
    _ = wait(DoublePress.seconds, until: { clock.now >= end })
    return true
  }

  /// Adds to the script what it has to wait for before this key.
  /// - Parameter actual: the facts that were seen; `nil`: they differ from the bundle.
  private func note(_ press: RecordedRun.Press, _ actual: [String: String]?, after seconds: Double) {
    if actual == nil { script.add("# From here on the replay went another way; the bundle has this") }
    if seconds > ScriptPlayer.patience / 2 { script.add("timeout \(Int(min(200, seconds).rounded(.up)) * 3)") }
    script.expect(actual ?? press.seen, after: press.changes)
  }

  private func send(_ press: RecordedRun.Press, before later: ArraySlice<RecordedRun.Press>) {
    var text = ""
    switch ReplayKey(press.key) {
    case .bytes(let bytes): terminal.type(bytes)
    case .click(let place): terminal.type(ScriptKey.click(at: place))
    case .resize(let size): terminal.resize(size)
    case .typed(let field):
      let isLastTry = !later.contains { $0.key == press.key && $0.changes == press.changes }
      text = self.text(for: field, press.changes, isLastTry)
      terminal.type(Array(text.utf8))
    case .nothing, nil: break
    }
    script.press(press.key, typing: text)
  }

  /// The passphrase if the app was unlocked with it; otherwise a placeholder, because typed text is not recorded.
  private func text(for field: String, _ count: Int, _ isLastTry: Bool) -> String {
    let leavesLock = run.changes.indices.contains(count) && run.changes[count].from == "locked"
    return field == "passphrase" && isLastTry && leavesLock ? ScriptDevices.passphrase : "x"
  }

  private func patience(_ index: Int) -> Double {
    let before = index > 0 ? run.presses[index - 1].at : 0
    return Self.patience + min(Self.longest, Double(run.presses[index].at - before) / 1000)
  }

  /// Waits until the app has come as far as when the key was pressed and shows the same; `false`: it did not come so far in time.
  private func reach(_ press: RecordedRun.Press, _ patience: Double) -> Bool {
    let target = run.position(after: press.changes)
    guard wait(patience, until: { comesTo(target) }) else { return false }
    _ = wait(Self.settling, until: { comesTo(target) && (facts == press.seen || position > target) })
    return true
  }

  /// Whether the app has the terminal and has come that far; answers the browser meanwhile.
  private func comesTo(_ target: Int) -> Bool {
    guard let snapshot = terminal.snapshot else { return false }
    guard snapshot.program == .app else {
      answerBrowser(snapshot)
      return false
    }
    answered = []
    return position >= target
  }

  /// Logs in as the demo user, or cancels if the recorded run did.
  private func answerBrowser(_ snapshot: ScriptTerminal.Snapshot) {
    guard terminal.hasTakenAll else { return }
    let isCancelled = RecordedRun.withoutRenewals(run.changes).dropFirst(position).first?.cause == "closed"
    let page = snapshot.facts["page"] ?? ""
    // Answers each page once in a visit.
    guard ["login", "page", "failure"].contains(page),
      answered.insert(page == "page" ? snapshot.canvas.text : page).inserted
    else { return }
    let (user, password) = (ScriptDevices.user, ScriptDevices.password)
    if page == "login", !isCancelled {
      script.add("login \(user) \(password)")
      return terminal.type(Array("\(user)\t\(password)\r".utf8))
    }
    let isAgreed = page == "page" && !isCancelled
    script.add("expect page \(page)")
    script.add("press \(isAgreed ? "enter" : "escape")")
    terminal.type(isAgreed ? [0x0D] : [0x1B])
  }

  private func settle() {
    var last = terminal.snapshot?.canvas
    var still = clock.now
    _ = wait(2) {
      if terminal.snapshot?.canvas != last { (last, still) = (terminal.snapshot?.canvas, clock.now) }
      return clock.now - still >= .seconds(Self.rest)
    }
  }

  private func wait(_ seconds: Double, until condition: () -> Bool) -> Bool {
    let end = clock.now + .seconds(seconds)
    turn(0)
    while !condition() {
      guard clock.now < end, terminal.exit == nil, !Interruption.hasCome else { return false }
      turn(0.05)
    }
    return true
  }

  private func turn(_ seconds: Double) {
    terminal.turn(seconds)
    for (number, change) in RecordedRun.Change.all(terminal.snapshot?.facts["history"] ?? "") { seen[number] = change }
  }
}
