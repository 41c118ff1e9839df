import Workshop
import AppState

/// Writes bundles of evidence, one after another.
@MainActor
final class EvidenceWriter: EffectHandler {
  private let exports: ExportWriter
  private let evidence: EvidenceRecorder
  private let writing = SerialQueue()

  init(_ exports: ExportWriter, _ evidence: EvidenceRecorder) { (self.exports, self.evidence) = (exports, evidence) }

  func run(_ effect: EvidenceEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch effect {
    case .write(let number, let request):
      // The bundle contains nothing that happens after this moment.
      let bundle = evidence.bundle(request)
      writing.add { [exports] in report(.evidence(.written(number, await exports.write(bundle)))) }
    }
  }

  func stop() async { await writing.finish() }
}
