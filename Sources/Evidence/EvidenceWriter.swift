import Automation
import Edge
import Workshop
import AppState

/// Writes bundles of evidence, one after another.
@MainActor
package final class EvidenceWriter: EffectHandler {
  private let exports: ExportWriter
  private let evidence: EvidenceRecorder
  private let writing = SerialQueue()

  package init(_ exports: ExportWriter, _ evidence: EvidenceRecorder) {
    (self.exports, self.evidence) = (exports, evidence)
  }

  package func run(_ effect: EvidenceEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch effect {
    case .write(let number, let request):
      // The bundle contains nothing that happens after this moment.
      let bundle = evidence.bundle(request)
      // Off the main actor, because drawing the bundle's pictures takes a moment.
      writing.add { [exports] in
        let bytes = bundle.archive.bytes
        let written: Result<EvidenceFile, ExportProblem>
        do throws(ExportProblem) {
          let path = try exports.save(bytes, "evidence-\(ExportWriter.stamp(bundle.request.time))", "zip")
          written = .success(EvidenceFile(path: path, bytes: bytes.count))
        } catch { written = .failure(error) }
        report(.evidence(.written(number, written)))
      }
    }
  }

  package func stop() async { await writing.finish() }
}
