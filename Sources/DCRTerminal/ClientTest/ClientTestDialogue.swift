import CheckRuns

/// The course of a client test between server, client and person. It says what to do, and does nothing itself.
struct ClientTestDialogue {
  enum Effect: Hashable {
    case write(String)
    case send(ClientTestReply)
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

    var number: Int {
      switch self {
      case .act(let act): act.number
      case .question(let number): number
      }
    }
  }

  let isDriven: Bool
  /// Seconds that a person has for an action or an answer.
  let patience: Int
  /// What an earlier run has found.
  private let earlier: CheckRun?
  /// The checks whose earlier verdicts the server was told.
  private let continued: Set<String>
  private var fresh: CheckRun
  private var planned: [String] = []
  private var begun: Set<String> = []
  /// The checks whose earlier verdicts stay: the server has taken them over, or has seen nothing that could tell this time.
  private var kept: Set<String> = []
  /// What the person is asked for, or the drive command is started for.
  private var request: Request?
  private var noted: Set<String> = []
  private(set) var hasBaseline = false
  private(set) var isReported = false
  private(set) var isStopped = false
  /// What the server said when it was ready; `nil`: it is not.
  private(set) var ready: JSON?

  /// - Parameter ids: the checks whose earlier verdicts the server was told.
  init(_ run: CheckRun, continuing earlier: CheckRun?, of ids: Set<String> = [], isDriven: Bool, patience: Int) {
    (fresh, self.earlier, continued, self.isDriven, self.patience) = (run, earlier, ids, isDriven, patience)
  }

  /// Everything that is known so far. Earlier verdicts count until the check is judged again, or the server begins anew, because the client
  /// shows something else than in the earlier run.
  var run: CheckRun {
    guard let earlier, begun.isDisjoint(with: continued) else { return fresh }
    var judged = fresh
    judged.verdicts.removeAll { kept.contains($0.id) }
    return judged.continuing(earlier)
  }

  // MARK: The server

  mutating func take(_ message: ClientTestMessage) -> [Effect] {
    switch message {
    case .ready(let server):
      ready = server
      return [.write(ClientTestWords.ready(server)), .save]
    case .plan(let checks):
      planned = checks
      return [.write(ClientTestWords.plan(checks.count))]
    case .act(let act):
      request = .act(act)
      return isDriven
        ? [.drive(act)]
        : [.write(ClientTestWords.request(act, place(of: act.check), patience)), .send(.acting(act.number))]
    case .doneActing(let number):
      if request?.number == number { request = nil }
      return []
    case .ask(let question):
      guard !isDriven else { return [.send(.answer(question.number, .skip))] }
      request = .question(question.number)
      return [.write(ClientTestWords.question(question, place(of: question.check), patience))]
    case .began(let check):
      begun.insert(check)
      return []
    case .baseline(let facts):
      hasBaseline = (facts["logins"]?.intValue ?? 0) > 0
      fresh.facts = facts
      return hasBaseline ? [.write("The client has signed in. Now the checks.")] : []
    case .note(let text): return [.write("note: " + text)]
    case .verdict(let verdict):
      fresh.add(verdict)
      guard !isTakenOver(verdict) else {
        kept.insert(verdict.id)
        return []
      }
      kept.remove(verdict.id)
      return [.write(ClientTestWords.verdict(verdict, place(of: verdict.id), explains: !isDriven)), .save]
    case .report(let run):
      isReported = true
      isStopped = isStopped || run.ended == nil
      fresh = run
      return [.save]
    }
  }

  /// Whether the server repeats what it was told, or has not seen again what the earlier run saw. The earlier run knows the exchanges, too.
  private func isTakenOver(_ verdict: CheckedVerdict) -> Bool {
    guard let before = earlier?.verdict(verdict.id), continued.contains(verdict.id), !begun.contains(verdict.id)
    else { return false }
    if verdict.outcome == .notSeen, before.outcome != .notSeen { return true }
    return verdict.exchanges.isEmpty && before.outcome == verdict.outcome
      && before.evidence == verdict.evidence && before.person == verdict.person
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
            .driveMissing,
            ["path": command, "detail": "\(reason) (\(status))" + (log.map { ", see \($0)" } ?? "")]))
      ]
    }
    var effects: [Effect] = [.send(.acted(act.number, status: status))]
    if request?.number == act.number { request = nil }
    guard status != 0, status != ClientTestReply.cannot || isLate else { return effects }
    let what = isLate ? "was ended, because it took longer than \(patience) s" : "ended with \(status)"
    let note =
      "note: for \(act.action.rawValue) the drive command \(what)" + (log.map { "; its output is in \($0)" } ?? "")
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
      guard let status: Int32 = ["": ClientTestReply.cannot, "d": 0][word] else {
        return [.write(ClientTestWords.keys(act))]
      }
      request = nil
      return [.send(.acted(act.number, status: status))]
    case .question(let number)?:
      let answers: [String: ClientTestAnswer] = [
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
