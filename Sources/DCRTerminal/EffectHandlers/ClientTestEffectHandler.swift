/// Tests of clients at the embedded server, for the panel.
@MainActor final class ClientTestEffectHandler: EffectHandler {
  private let server: any ServerKeeping
  private let orders = SerialQueue()

  nonisolated init(_ server: any ServerKeeping) { self.server = server }

  func run(_ effect: ClientTestEffect, _ report: @escaping @Sendable (Action) -> Void) {
    let order =
      switch effect {
      case .start(let client, let all): ClientTestLine(all ? .startAll : .start, client: client)
      case .acted(let client, let number, let isPossible):
        ClientTestLine(isPossible ? .acted : .cannot, client: client, number: number)
      case .answer(let client, let number, let answer):
        ClientTestLine(ClientTestLine.Wish(answer), client: client, number: number)
      case .stop(let client): ClientTestLine(.stop, client: client)
      }
    orders.add { [server] in await server.test(order, report) }
  }

  func stop() async { await orders.finish() }
}

extension ClientTestLine.Wish {
  fileprivate init(_ answer: ClientTestAnswer) {
    switch answer {
    case .yes: self = .yes
    case .no: self = .no
    case .skip: self = .skip
    }
  }
}
