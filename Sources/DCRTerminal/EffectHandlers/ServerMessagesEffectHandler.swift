/// Asks the embedded server for the exchanges of its clients.
@MainActor final class ServerMessagesEffectHandler: EffectHandler {
  private let server: any ServerKeeping
  private let reading = SerialQueue()

  /// Between two questions: a busy server is asked a few times a second, and the screen is late by no more than this.
  private static let pause: Duration = .milliseconds(50)

  nonisolated init(_ server: any ServerKeeping) { self.server = server }

  func run(_ effect: ServerMessagesEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch effect {
    case .read(let number, let client):
      reading.add { [server] in
        await server.read(ExchangeOrder(feed: number, client: client), report)
        try? await Task.sleep(for: ServerMessagesEffectHandler.pause)
      }
    }
  }

  func stop() async { await reading.finish() }
}
