import Workshop
import AppState

/// Writes bundles of evidence, one after another.
@MainActor
final class EvidenceWriter: Desk {
  private let exports: ExportWriter
  private let evidence: EvidenceRecorder
  private let writing = SerialQueue()

  init(_ exports: ExportWriter, _ evidence: EvidenceRecorder) { (self.exports, self.evidence) = (exports, evidence) }

  func run(_ order: EvidenceEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch order {
    case .write(let number, let order):
      // The bundle contains nothing that happens after this moment.
      let bundle = evidence.bundle(order)
      writing.add { [exports] in report(.evidence(.written(number, await exports.write(bundle)))) }
    }
  }

  func stop() async { await writing.finish() }
}
