import AppState
import Faults
import FoundationEssentials

/// The bundle of evidence that a tester has asked for: what came of it, until it is put away.
///
/// The sheet lies over everything else, an error included, and changes nothing below: what the tester wants to show must stay.
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
  /// The whole path.
  public var path: String
  public var bytes: Int

  public init(path: String, bytes: Int) { (self.path, self.bytes) = (path, bytes) }
}

/// What the app knows of itself, for a bundle.
public struct EvidenceOrder: Hashable, Sendable {
  public var messages: MessageLog
  public var phases: PhaseHistory
  public var settings: AppSettings
  public var preferences: Preferences
  /// Those that are on now, the used up ones among them.
  public var faults: FaultStanding
  public var clocks: Clocks
  /// By the app's clock.
  public var time: Date

  /// All that are kept, oldest first.
  public var listed: ListedMessages { ListedMessages(log: messages, numbers: nil) }
}

public enum EvidenceAction: ToolAction {
  case write
  /// What came of ``EvidenceEffect/write(_:_:)`` with this number.
  case written(Int, Result<EvidenceFile, ExportProblem>)
  case close
}

extension AppState {
  mutating func writeEvidence(_ action: EvidenceAction) -> [Effect] {
    switch action {
    case .write:
      if case .pending = evidence?.outcome { return [] }
      evidenceBench.last += 1
      evidence = EvidenceReport(.pending, number: evidenceBench.last)
      // Where the file is has to be seen; what the help showed is in the bundle.
      (view.showsHelp, view.palette) = (false, nil)
      let order = EvidenceOrder(
        messages: messages, phases: phases, settings: settings, preferences: preferences, faults: faults.standing,
        clocks: clocks, time: now)
      return [.evidence(.write(evidenceBench.last, order))]
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

/// What a tester wants kept.
public enum EvidenceEffect: ToolEffect {
  /// Write a bundle; answered by ``EvidenceAction/written(_:_:)`` with the same number.
  case write(Int, EvidenceOrder)

  public var name: String {
    switch self {
    case .write: "write evidence"
    }
  }
}

extension Effect { public static func evidence(_ effect: EvidenceEffect) -> Effect { .tool(ToolOrder(effect)) } }

extension EvidenceAction { public func apply(to app: inout AppState) -> [Effect] { app.writeEvidence(self) } }

extension Action { public static func evidence(_ action: EvidenceAction) -> Action { .tool(ToolEvent(action)) } }

/// The tool **Evidence**.
struct EvidenceBench: Tool {
  var report: EvidenceReport?
  /// Number of the last bundle that was asked for.
  var last = 0
}

extension AppState {
  var evidenceBench: EvidenceBench {
    get { tools[EvidenceBench.self] }
    set { tools[EvidenceBench.self] = newValue }
  }

  /// The bundle of evidence that was asked for, until what came of it is put away.
  public var evidence: EvidenceReport? {
    get { evidenceBench.report }
    set { evidenceBench.report = newValue }
  }
}
