import AppState
import Faults
import FoundationEssentials
import Screens
import SharedValues
import TerminalUI

/// The evidence bundle that a tester asked for, with its outcome, until the tester dismisses it.
///
/// The sheet covers everything else, even an error, and changes nothing below it: what the tester wants to show stays.
package enum EvidenceReport: Hashable, Sendable {
  case pending
  case done(EvidenceFile)
  case failed(FileProblem)
}

package struct EvidenceFile: Hashable, Sendable {
  package var path: String
  package var bytes: Int

  package init(path: String, bytes: Int) { (self.path, self.bytes) = (path, bytes) }
}

/// What the app contributes to a bundle.
package struct EvidenceRequest: Hashable, Sendable {
  package var messages: MessageLog
  /// What the server has seen of others, if that was chosen; `nil`: it was not.
  package var seen: MessageLog?
  package var phases: PhaseHistory
  package var settings: AppSettings
  package var preferences: Preferences
  /// The faults that are on, including used-up ones.
  package var faults: ActiveFaults
  package var clocks: Clocks
  /// By the app's clock.
  package var time: Date

  package var listed: ListedMessages { ListedMessages(log: messages, numbers: nil) }
  package var listedOfServer: ListedMessages? { seen.map { ListedMessages(log: $0, numbers: nil) } }
}

package enum EvidenceAction: ToolAction {
  case write
  case written(Int, Result<EvidenceFile, FileProblem>)
  case close

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
        messages: phone[MessagesTool.self].log, seen: phone[ServerMessages.self].messages,
        phases: phone[PhaseHistory.self], settings: phone.settings,
        preferences: phone.preferences, faults: phone[FaultsTool.self].active, clocks: phone[Clocks.self],
        time: phone.now)
      return [.tool(EvidenceEffect.write(phone.own.last, request))]
    case .written(let number, let result):
      guard phone.own.report != nil, phone.own.last == number else { return [] }
      do { phone.own.report = .done(try result.get()) } catch { phone.own.report = .failed(error) }
    case .close: phone.own.report = nil
    }
    return []
  }
}

package enum EvidenceEffect: ToolEffect {
  /// Writes a bundle; ``EvidenceAction/written(_:_:)`` with the same number answers.
  case write(Int, EvidenceRequest)

  package var name: String { "write evidence" }
}

extension Action { package static func evidence(_ action: EvidenceAction) -> Action { .tool(AnyToolAction(action)) } }

package struct EvidenceTool: Tool {
  package var report: EvidenceReport?
  var last = 0

  package init() {}
}

extension EvidenceTool: ToolView {
  package static var sheets: [String] { ["evidence"] }

  package static func sheet(_ state: AppState) -> ToolSheet? {
    guard let report = state[EvidenceTool.self].report else { return nil }
    let code: String? = if case .failed(let problem) = report { problem.code.rawValue } else { nil }
    return ToolSheet("evidence", leave: .evidence(.close), errorCode: code)
  }

  package static func page(_ sheet: ToolSheet, _ state: AppState, _ look: Look) -> PhonePage {
    // Hides user name and folders from an audience.
    func shown(_ path: String) -> String {
      state.settings.presenter ? path.split(scalar: "/").last.map(String.init) ?? path : path
    }
    var page = PhonePage(
      title: look.catalogue(.evidenceTitle), blocks: [.text(look.catalogue(.exportPending), Style(.phone), .left)],
      controls: [Control(.dismissNotice, .evidence(.close))])
    switch state[EvidenceTool.self].report ?? .pending {
    case .pending: break
    case .done(let file):
      let size = look.catalogue.number(max(1, (file.bytes + 500) / 1000))
      (page.title, page.titleStyle) = ("\(look.marks.note) \(page.title)", Style(.phoneSuccess, bold: true))
      page.blocks = [
        .text(look.catalogue(.evidenceDone), Style(.phone), .left), .gap,
        .text(shown(file.path), Style(.phoneValue), .left),
        .text(look.catalogue(.evidenceSize, ["size": size]), Style(.phoneSecondary), .left), .gap,
        .text(look.catalogue(.evidenceHolds), Style(.phoneSecondary), .left),
      ]
    case .failed(var problem):
      problem.path = shown(problem.path)
      let words = ErrorWording(problem, look)
      (page.title, page.titleStyle) = ("\(look.marks.warning) \(words.title)", Style(.phoneError, bold: true))
      page.blocks = [words.explanation, words.hint].map { .text($0, Style(.phone), .left) }
    }
    return page
  }

  package static func keysEverywhere(_ state: AppState) -> [Binding] {
    [Binding([.character("E")], .keyEvidence, .evidence(.write), global: true)]
  }

  package static func files(_ state: AppState) -> [String] {
    if case .done(let file)? = state[EvidenceTool.self].report { [file.path] } else { [] }
  }
}
