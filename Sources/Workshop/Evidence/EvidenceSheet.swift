import ForeignText
import AppState
import Catalogue
import Screens
import TerminalUI

/// Says where the evidence bundle is, or why there is none. It covers everything else, even an error.
enum EvidenceSheet {
  static func page(_ report: EvidenceReport, _ state: AppState, _ look: Look) -> PhonePage {
    // Hides user name and folders from an audience.
    func shown(_ path: String) -> String {
      state.settings.presenter ? path.split(scalar: "/").last.map(String.init) ?? path : path
    }

    let close = Control(.dismissNotice, .evidence(.close))
    switch report {
    case .pending:
      return PhonePage(
        title: look.catalogue(.evidenceTitle), blocks: [.text(look.catalogue(.exportPending), Style(.phone), .left)],
        controls: [close])
    case .done(let file):
      let size = look.catalogue.number(max(1, (file.bytes + 500) / 1000))
      let blocks: [PhonePage.Block] = [
        .text(look.catalogue(.evidenceDone), Style(.phone), .left), .gap,
        .text(shown(file.path), Style(.phoneValue), .left),
        .text(look.catalogue(.evidenceSize, ["size": size]), Style(.phoneSecondary), .left), .gap,
        .text(look.catalogue(.evidenceHolds), Style(.phoneSecondary), .left),
      ]
      return PhonePage(
        title: "\(look.marks.note) " + look.catalogue(.evidenceTitle), titleStyle: Style(.phoneSuccess, bold: true),
        blocks: blocks, controls: [close])
    case .failed(var problem):
      problem.path = shown(problem.path)
      let words = ErrorWording(problem, look)
      return PhonePage(
        title: "\(look.marks.warning) \(words.title)", titleStyle: Style(.phoneError, bold: true),
        blocks: [words.explanation, words.hint].map { .text($0, Style(.phone), .left) }, controls: [close])
    }
  }
}

extension EvidenceTool: ToolView {
  package static func files(_ state: AppState) -> [String] {
    guard case .done(let file)? = state[EvidenceTool.self].report else { return [] }
    return [file.path]
  }
}

extension EvidenceTool {
  package static var sheets: [String] { ["evidence"] }

  package static func sheet(_ state: AppState) -> ToolSheet? {
    guard let report = state[EvidenceTool.self].report else { return nil }
    let code: String? = if case .failed(let problem) = report { problem.code.rawValue } else { nil }
    return ToolSheet("evidence", leave: .evidence(.close), errorCode: code)
  }

  package static func page(_ sheet: ToolSheet, _ state: AppState, _ look: Look) -> PhonePage {
    EvidenceSheet.page(state[EvidenceTool.self].report ?? .pending, state, look)
  }

  package static func keysEverywhere(_ state: AppState) -> [Binding] {
    [Binding([.character("E")], .keyEvidence, .evidence(.write), global: true)]
  }
}
