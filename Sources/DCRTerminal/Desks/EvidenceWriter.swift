import Workshop
import AppState

/// Writes bundles of evidence, one after another.
@MainActor
final class EvidenceWriter: Desk {
  private let exports: ExportWriter
  private let evidence: EvidenceDesk
  private let writing = SerialQueue()

  init(_ exports: ExportWriter, _ evidence: EvidenceDesk) { (self.exports, self.evidence) = (exports, evidence) }

  func run(_ order: EvidenceEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch order {
    case .write(let number, let order):
      // What is pressed and shown from now on is no part of it.
      let bundle = evidence.bundle(order)
      writing.add { [exports] in report(.evidence(.written(number, await exports.write(bundle)))) }
    }
  }

  func stop() async { await writing.finish() }
}
