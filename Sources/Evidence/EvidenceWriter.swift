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
      writing.add { [exports] in report(.evidence(.written(number, await exports.write(bundle)))) }
    }
  }

  package func stop() async { await writing.finish() }
}

extension ExportWriter {
  /// Writes a bundle of evidence, off the main actor, because drawing its pictures takes a moment.
  func write(_ bundle: EvidenceBundle) async -> Result<EvidenceFile, ExportProblem> {
    await Task.detached { () -> Result<EvidenceFile, ExportProblem> in
      let bytes = bundle.archive.bytes
      do throws(ExportProblem) {
        let path = try save(bytes, "evidence-\(ExportWriter.stamp(bundle.request.time))", "zip")
        return .success(EvidenceFile(path: path, bytes: bytes.count))
      } catch { return .failure(error) }
    }.value
  }
}
