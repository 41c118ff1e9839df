import Edge
import Workshop
import AppState

/// The embedded server's database, for the panel **Server**. The program waits for changes before it ends.
@MainActor
final class ServerEffectHandler: EffectHandler {
  private let reader: ServerReader
  private let changes = SerialQueue()

  nonisolated init(_ reader: ServerReader) { self.reader = reader }

  func run(_ effect: ServerEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch effect {
    case .read(let number, let inquiry):
      Task { [reader] in report(.serverPanel(.read(number, await reader.read(inquiry)))) }
    case .change(let change):
      changes.add { [reader] in report(.serverPanel(.changed(change, await reader.administer(change)))) }
    }
  }

  func stop() async { await changes.finish() }
}
