import AppState
import Synchronization
import Testing

@testable import DCRTerminal
@testable import Edge
@testable import Workshop

/// A tool's effects reach the handler of that tool and no other.
@Suite(.timeLimit(.minutes(5))) @MainActor struct EffectHandlerTests {
  private struct Sum: ToolEffect {
    var number: Int
    var name: String { "sum" }
  }

  private struct Product: ToolEffect {
    var number: Int
    var name: String { "product" }
  }

  private final class SumHandler: EffectHandler {
    private(set) var sum = 0
    func run(_ effect: Sum, _ report: @escaping @Sendable (Action) -> Void) {
      sum += effect.number
      report(.tick)
    }
  }

  private final class ProductHandler: EffectHandler {
    private(set) var product = 1
    func run(_ effect: Product, _ report: @escaping @Sendable (Action) -> Void) { product *= effect.number }
  }

  @Test func aHandlerGetsTheEffectsOfItsToolAlone() {
    let (sum, product) = (SumHandler(), ProductHandler())
    let answers = Mutex<[Action]>([])
    for handler in [sum, product] as [any EffectHandler] {
      for effect in [Sum(number: 2), Sum(number: 3), Product(number: 5)] as [any ToolEffect] {
        handler.run(any: effect) { answer in answers.withLock { $0.append(answer) } }
      }
    }
    #expect(sum.sum == 5 && product.product == 5)
    #expect(answers.withLock { $0 } == [.tick, .tick])
  }

  @Test func wrappedEffectsAreEqualWhereTheirEffectsAre() {
    #expect(AnyToolEffect(Sum(number: 1)) == AnyToolEffect(Sum(number: 1)))
    #expect(AnyToolEffect(Sum(number: 1)) != AnyToolEffect(Sum(number: 2)))
    #expect(AnyToolEffect(Sum(number: 1)) != AnyToolEffect(Product(number: 1)))
    #expect(Effect.tool(AnyToolEffect(Sum(number: 1))).of(Sum.self) == Sum(number: 1))
    #expect(Effect.tool(AnyToolEffect(Sum(number: 1))).of(Product.self) == nil && Effect.quit.of(Sum.self) == nil)
  }

  /// The second operation begins when the first has ended, however long that takes; closing the queue waits for both.
  @Test func aQueueDoesOneThingAfterAnother() async {
    let queue = SerialQueue()
    let done = Mutex<[Int]>([])
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    queue.add {
      for await _ in gate { break }
      done.withLock { $0.append(1) }
    }
    queue.add { done.withLock { $0.append(2) } }
    for _ in 0..<1000 { await Task.yield() }
    #expect(done.withLock { $0 }.isEmpty)
    opener.yield()
    await queue.finish()
    #expect(done.withLock { $0 } == [1, 2])
  }
}
