import SharedValues
import Workshop

/// The faults of the embedded server, for the fault menu: through the server's program, as its administration. The running server takes them up
/// within a second.
@MainActor final class ServerFaultEffectHandler: EffectHandler {
  private let reader: ServerReader
  private let work = SerialQueue()

  nonisolated init(_ reader: ServerReader) { self.reader = reader }

  func run(_ effect: ServerFaultEffect, _ report: @escaping @Sendable (Action) -> Void) {
    work.add { [reader] in report(.faults(.server(await reader.faults(after: effect)))) }
  }

  func stop() async { await work.finish() }
}

extension ServerReader {
  /// The faults that are on after the effect.
  func faults(after effect: ServerFaultEffect) async -> Result<[ActiveServerFault], ServerProblem> {
    let change: DatabaseRequest.Operation? =
      switch effect {
      case .read: nil
      case .on(let file, let name): .switchFaultsOn(file, name: name)
      case .off(let name): .switchFaultsOff(name)
      }
    do throws(DatabaseAnswer.Failure) {
      if let change { _ = try await database.perform(DatabaseRequest(change, now: time.now)) }
      return .success(try await database.perform(DatabaseRequest(.faults, now: time.now)).faults)
    } catch { return .failure(ServerProblem(error)) }
  }
}
