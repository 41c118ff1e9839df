import AppState
import Faults
import FoundationEssentials

/// The evidence bundle that a tester asked for, with its outcome, until the tester dismisses it.
///
/// The sheet covers everything else, even an error, and changes nothing below it: what the tester wants to show stays.
public struct EvidenceReport: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case pending
    case done(EvidenceFile)
    case failed(ExportProblem)
  }

  public var outcome: Outcome
  var number: Int

  public init(_ outcome: Outcome, number: Int = 0) {
    (self.outcome, self.number) = (outcome, number)
  }
}

/// A bundle that has been written.
public struct EvidenceFile: Hashable, Sendable {
  /// The full path.
  public var path: String
  public var bytes: Int

  public init(path: String, bytes: Int) { (self.path, self.bytes) = (path, bytes) }
}

/// What the app contributes to a bundle.
public struct EvidenceRequest: Hashable, Sendable {
  public var messages: MessageLog
  public var phases: PhaseHistory
  public var settings: AppSettings
  public var preferences: Preferences
  /// The faults that are on, including used-up ones.
  public var faults: ActiveFaults
  public var clocks: Clocks
  /// By the app's clock.
  public var time: Date

  /// All messages that the log keeps, oldest first.
  public var listed: ListedMessages { ListedMessages(log: messages, numbers: nil) }
}

public enum EvidenceAction: ToolAction {
  case write
  /// The outcome of ``EvidenceEffect/write(_:_:)`` with the same number.
  case written(Int, Result<EvidenceFile, ExportProblem>)
  case close
}

extension AppState {
  mutating func writeEvidence(_ action: EvidenceAction) -> [Effect] {
    switch action {
    case .write:
      if case .pending = evidence?.outcome { return [] }
      evidenceTool.last += 1
      evidence = EvidenceReport(.pending, number: evidenceTool.last)
      // The sheet with the file's path must be visible. The bundle keeps what the help showed.
      (view.showsHelp, view.palette) = (false, nil)
      let request = EvidenceRequest(
        messages: messages, phases: phases, settings: settings, preferences: preferences, faults: faults.active,
        clocks: clocks, time: now)
      return [.evidence(.write(evidenceTool.last, request))]
    case .written(let number, let result):
      guard evidence?.number == number else { return [] }
      switch result {
      case .success(let file): evidence = EvidenceReport(.done(file), number: number)
      case .failure(let problem): evidence = EvidenceReport(.failed(problem), number: number)
      }
    case .close: evidence = nil
    }
    return []
  }
}

/// Effects of the tool **Evidence**.
public enum EvidenceEffect: ToolEffect {
  /// Writes a bundle; ``EvidenceAction/written(_:_:)`` with the same number answers.
  case write(Int, EvidenceRequest)

  public var name: String {
    switch self {
    case .write: "write evidence"
    }
  }
}

extension Effect { public static func evidence(_ effect: EvidenceEffect) -> Effect { .tool(AnyToolEffect(effect)) } }

extension EvidenceAction { public func apply(to app: inout AppState) -> [Effect] { app.writeEvidence(self) } }

extension Action { public static func evidence(_ action: EvidenceAction) -> Action { .tool(AnyToolAction(action)) } }

/// The tool **Evidence**.
struct EvidenceTool: Tool {
  var report: EvidenceReport?
  /// Number of the last bundle that was requested.
  var last = 0
}

extension AppState {
  var evidenceTool: EvidenceTool {
    get { tools[EvidenceTool.self] }
    set { tools[EvidenceTool.self] = newValue }
  }

  /// The evidence bundle that was requested, until its outcome is dismissed.
  public var evidence: EvidenceReport? {
    get { evidenceTool.report }
    set { evidenceTool.report = newValue }
  }
}
