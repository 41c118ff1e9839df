import Workshop

/// States with an evidence bundle that was requested.
extension StateRegistry {
  static let evidence: [Entry] = [
    ("evidence-pending", state { $0.tools[EvidenceTool.self].report = .pending }),
    (
      "evidence-written",
      state(signedIn: true) {
        $0.tools[EvidenceTool.self].report = .done(
          EvidenceFile(
            path: "/home/me/.local/share/dcr-terminal/exports/evidence-2026-11-21T225053Z.zip", bytes: 1_234_567))
        $0.view.focus = .panel
      }
    ),
    (
      "evidence-no-space",
      state {
        $0.tools[EvidenceTool.self].report = .failed(
          ExportProblem(
            .exportNoSpace, path: "/home/me/.local/share/dcr-terminal/exports/evidence-2026-11-21T225053Z.zip",
            detail: "no space left on device"))
      }
    ),
  ]
}
