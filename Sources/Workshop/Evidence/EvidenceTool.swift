import AppState
import Faults
import FoundationEssentials

/// The evidence bundle that a tester asked for, with its outcome, until the tester dismisses it.
///
/// The sheet covers everything else, even an error, and changes nothing below it: what the tester wants to show stays.
package enum EvidenceReport: Hashable, Sendable {
  case pending
  case done(EvidenceFile)
  case failed(ExportProblem)
}

/// A bundle that has been written.
package struct EvidenceFile: Hashable, Sendable {
  /// The full path.
  package var path: String
  package var bytes: Int

  package init(path: String, bytes: Int) { (self.path, self.bytes) = (path, bytes) }
}

/// What the app contributes to a bundle.
package struct EvidenceRequest: Hashable, Sendable {
  package var messages: MessageLog
  package var phases: PhaseHistory
  package var settings: AppSettings
  package var preferences: Preferences
  /// The faults that are on, including used-up ones.
  package var faults: ActiveFaults
  package var clocks: Clocks
  /// By the app's clock.
  package var time: Date

  /// All messages that the log keeps, oldest first.
  package var listed: ListedMessages { ListedMessages(log: messages, numbers: nil) }
}

package enum EvidenceAction: ToolAction {
  package typealias Owner = EvidenceTool

  case write
  /// The outcome of ``EvidenceEffect/write(_:_:)`` with the same number.
  case written(Int, Result<EvidenceFile, ExportProblem>)
  case close
}

extension EvidenceAction {
  package func apply(to phone: inout Phone<EvidenceTool>) -> [Effect] {
    switch self {
    case .write:
      guard phone.own.report != .pending else { return [] }
      phone.own.last += 1
      phone.own.report = .pending
      // The sheet with the file's path must be visible. The bundle keeps what the help showed.
      phone.look(.palette(.close))
      if phone.view.showsHelp { phone.look(.toggleHelp) }
      let request = EvidenceRequest(
        messages: phone[MessagesTool.self].log, phases: phone[PhaseHistory.self], settings: phone.settings,
        preferences: phone.preferences, faults: phone[FaultsTool.self].active, clocks: phone[Clocks.self],
        time: phone.now)
      return [.evidence(.write(phone.own.last, request))]
    case .written(let number, let result):
      guard phone.own.report != nil, phone.own.last == number else { return [] }
      switch result {
      case .success(let file): phone.own.report = .done(file)
      case .failure(let problem): phone.own.report = .failed(problem)
      }
    case .close: phone.own.report = nil
    }
    return []
  }
}

/// Effects of the tool **Evidence**.
package enum EvidenceEffect: ToolEffect {
  /// Writes a bundle; ``EvidenceAction/written(_:_:)`` with the same number answers.
  case write(Int, EvidenceRequest)

  package var name: String {
    switch self {
    case .write: "write evidence"
    }
  }
}

extension Effect { package static func evidence(_ effect: EvidenceEffect) -> Effect { .tool(AnyToolEffect(effect)) } }

extension Action { package static func evidence(_ action: EvidenceAction) -> Action { .tool(AnyToolAction(action)) } }

/// The tool **Evidence**.
package struct EvidenceTool: Tool {
  /// The bundle that was requested, until its outcome is dismissed.
  package var report: EvidenceReport?
  /// Number of the last bundle that was requested.
  var last = 0

  package init() {}
}
