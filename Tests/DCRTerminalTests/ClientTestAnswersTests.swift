import Edge
import Programs
import SharedValues
import Testing

@testable import DCRTerminal
@testable import Workshop

/// The lines between the app and its server about a test of a client.
@Suite struct ClientTestAnswersTests {
  @Test func whatThePersonHasToDoComesInOrder() throws {
    let news = try #require(
      ClientTestNews([
        "event": "client-test", "client": "c-1", "stage": "acting", "number": 4, "first": ["restart"],
        "action": "login", "seconds": 90, "done": 3, "planned": 36,
        "verdicts": [
          [
            "id": "cb-state", "about": "Refuses a wrong state", "verdict": "failed", "evidence": "It redeems the code.",
          ],
          ["id": "cb-iss", "about": "of a later version", "verdict": "perhaps"],
        ],
      ]))
    #expect(news.client == "c-1" && news.stage == .acting(number: 4, [.restart, .login], seconds: 90))
    #expect(news.done == 3 && news.planned == 36)
    #expect(news.verdicts == [.init("cb-state", "Refuses a wrong state", .failed, "It redeems the code.")])
  }

  @Test func refusalsAndEndsAreTold() {
    func stage(_ members: JSON) -> ClientTestNews.Stage? {
      ClientTestNews(members.setting("event", "client-test").setting("client", "c"))?.stage
    }
    #expect(stage(["problem": "client_tests_too_many"]) == .refused("client_tests_too_many"))
    #expect(stage(["stage": "asking", "number": 2, "text": "Did it?"]) == .asking(number: 2, "Did it?"))
    #expect(stage(["stage": "stopped"]) == .stopped && stage(["stage": "ended"]) == .ended)
    #expect(stage(["stage": "waiting"]) == .waiting && stage(["stage": "of a later version"]) == .watching)
    #expect(ClientTestNews(["event": "request"]) == nil && ClientTestNews(["event": "client-test"]) == nil)
  }

  @Test(arguments: [
    ClientTestWish.start(all: false), .start(all: true), .acted(7, isPossible: true), .acted(7, isPossible: false),
    .answer(7, .yes), .answer(7, .no), .answer(7, .skip), .stop,
  ])
  func anOrderIsReadAsItWasWritten(_ wish: ClientTestWish) {
    let order = ClientTestLine(wish, client: "a \"client\"")
    #expect(ClientTestLine(order.line) == order)
    #expect(ExchangeOrder(order.line) == nil)
  }

  @Test func otherLinesAreNoOrders() {
    for line in ["", "{}", #"{"clientTest":{"client":"c"}}"#, #"{"clientTest":{"client":"c","do":"destroy"}}"#] {
      #expect(ClientTestLine(line) == nil, "\(line)")
    }
  }
}
