import CheckRuns
import FoundationEssentials

/// The course of a client test between server, client and person. It says what to do, and does nothing itself.
struct ClientTestDialogue {
  enum Effect: Hashable {
    case write(String)
    case send(ClientTestOrder)
    /// Runs the drive command, and ends the one before it.
    case drive(ClientTestMessage.Act)
    /// Ends the drive command and all that belongs to it.
    case endDrive
    case save
    /// Ends everything because of this error.
    case fail(CommandError)
  }

  private enum Request: Hashable {
    case act(ClientTestMessage.Act)
    case question(Int)
  }

  let isDriven: Bool
  /// Seconds that a person has for an action.
  let patience: Int
  /// What an earlier run has found, which this one continues.
  private let earlier: CheckRun?
  private var fresh: CheckRun
  private var planned: [String] = []
  private var judged: Set<String> = []
  /// What the person is asked for, or the drive command is started for.
  private var request: Request?
  private var noted: Set<String> = []
  private(set) var hasBaseline = false
  private(set) var isReported = false
  private(set) var isStopped = false
  /// What the server said when it was ready; `nil`: it is not.
  private(set) var ready: JSON?

  init(_ run: CheckRun, continuing earlier: CheckRun?, isDriven: Bool, patience: Int) {
    (fresh, self.earlier, self.isDriven, self.patience) = (run, earlier, isDriven, patience)
  }

  /// Everything that is known so far.
  var run: CheckRun {
    guard let earlier else { return fresh }
    return fresh.continuing(earlier, without: Set(planned).union(judged))
  }

  // MARK: The server

  mutating func take(_ message: ClientTestMessage) -> [Effect] {
    switch message {
    case .ready(let server):
      ready = server
      return [.write(ClientTestWords.ready(server))]
    case .plan(let checks):
      planned = checks
      return [.write(ClientTestWords.plan(checks.count))]
    case .act(let act):
      request = .act(act)
      return isDriven
        ? [.drive(act)] : [.write(ClientTestWords.request(act, place(of: act.check), patience)), .send(.acting(act.number))]
    case .doneActing(let number):
      if case .act(let act)? = request, act.number == number { request = nil }
      return []
    case .ask(let number, let check, let text):
      guard !isDriven else { return [.send(.answer(number, .skip))] }
      request = .question(number)
      return [.write(ClientTestWords.question(text, place(of: check)))]
    case .began: return []
    case .baseline(let facts):
      hasBaseline = true
      fresh.facts = facts
      return [.write("The baseline is complete.")]
    case .note(let text): return [.write("note: " + text)]
    case .verdict(let verdict):
      fresh.add(verdict)
      judged.insert(verdict.id)
      return [.write(ClientTestWords.verdict(verdict, place(of: verdict.id), explains: !isDriven)), .save]
    case .report(let run):
      isReported = true
      let kept = Set((earlier?.verdicts ?? []).map(\.id)).subtracting(judged)
      fresh = run
      fresh.verdicts.removeAll { kept.contains($0.id) }
      return [.save]
    }
  }

  /// `12 of 48`; `nil`: the plan does not have it.
  private func place(of check: String?) -> String? {
    guard let check, let index = planned.firstIndex(of: check) else { return nil }
    return "\(index + 1) of \(planned.count)"
  }

  // MARK: The drive command

  mutating func driveStarted(_ act: ClientTestMessage.Act) -> [Effect] { [.send(.acting(act.number))] }

  /// - Parameters:
  ///   - isLate: it was ended because the patience was over.
  ///   - log: where its output is; `nil`: it was shown.
  mutating func driveEnded(
    _ act: ClientTestMessage.Act, status: Int32, isLate: Bool, command: String, log: String?
  ) -> [Effect] {
    // The shell's own status for a command that it cannot find or run.
    if !isLate, status == 126 || status == 127 {
      let reason = status == 127 ? "not found" : "not executable"
      return [
        .fail(
          CommandError(
            UserAgentFailure.Code.programNotStarted,
            ["path": command, "detail": "\(reason) (\(status))" + (log.map { ", see \($0)" } ?? "")]))
      ]
    }
    var effects: [Effect] = [.send(.acted(act.number, status: status))]
    if case .act(let current)? = request, current.number == act.number { request = nil }
    guard status != 0, status != ClientTestOrder.cannot || isLate else { return effects }
    let what = isLate ? "was ended, because it took longer than \(patience) s" : "ended with \(status)"
    let note = "note: for \(act.action.rawValue) the drive command \(what)" + (log.map { "; its output is in \($0)" } ?? "")
    if noted.insert(note).inserted { effects.insert(.write(note), at: 0) }
    return effects
  }

  // MARK: The person

  /// - Parameter line: `nil`: there will be no more.
  mutating func typed(_ line: String?) -> [Effect] {
    guard let line, line.withoutEdgeSpaces.lowercased() != "q" else { return stop() }
    let word = line.withoutEdgeSpaces.lowercased()
    switch request {
    case .act(let act)?:
      guard let status: Int32 = ["": ClientTestOrder.cannot, "d": 0][word] else {
        return [.write(ClientTestWords.keys(act))]
      }
      request = nil
      return [.send(.acted(act.number, status: status))]
    case .question(let number)?:
      let answers: [String: ClientTestOrder.Answer] = [
        "": .skip, "y": .yes, "yes": .yes, "n": .no, "no": .no,
      ]
      guard let answer = answers[word] else { return [.write(ClientTestWords.answers)] }
      request = nil
      return [.send(.answer(number, answer))]
    case nil: return []
    }
  }

  mutating func stop() -> [Effect] {
    guard !isStopped else { return [] }
    isStopped = true
    request = nil
    return [.send(.stop), .endDrive]
  }
}
