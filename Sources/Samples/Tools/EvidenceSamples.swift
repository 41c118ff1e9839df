import AppState
import Workshop

/// States with an evidence bundle that was requested.
extension StateRegistry {
  static let evidence: [Entry] = [
    state("evidence-pending") { $0.tools[EvidenceTool.self].report = .pending },
    state("evidence-written", .signedIn) {
      $0.tools[EvidenceTool.self].report = .done(EvidenceFile(path: bundle, bytes: 1_234_567))
      $0.view.focus = .panel
    },
    state("evidence-no-space") {
      $0.tools[EvidenceTool.self].report = .failed(
        FileProblem(.exportNoSpace, path: bundle, detail: "no space left on device"))
    },
  ]

  private static let bundle = "/home/me/.local/share/dcr-terminal/exports/evidence-2026-11-21T225053Z.zip"
}
