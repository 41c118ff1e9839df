import ForeignText
import AppState
import Catalogue
import Screens
import TerminalUI

extension EvidenceTool: ToolView {
  package static var sheets: [String] { ["evidence"] }

  package static func sheet(_ state: AppState) -> ToolSheet? {
    guard let report = state[EvidenceTool.self].report else { return nil }
    let code: String? = if case .failed(let problem) = report { problem.code.rawValue } else { nil }
    return ToolSheet("evidence", leave: .evidence(.close), errorCode: code)
  }

  /// Says where the evidence bundle is, or why there is none. It covers everything else, even an error.
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
