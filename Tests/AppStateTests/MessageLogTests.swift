import Foundation
import SharedValues
import TestValues
import Testing

@testable import AppState
@testable import Workshop

/// The log keeps the last ten thousand messages within a bound of memory, and finds each without a search.
struct MessageLogTests {
  private let time = Scenario.start

  private func exchange(_ path: String, body: Int = 0, answer: Int? = 0, endpoint: Endpoint = .token) -> Exchange {
    Exchange(
      HTTPRequest(
        "POST", "https://idp.example/\(path)", headers: [HTTPHeader("Accept", "*/*")],
        body: Array(repeating: 97, count: body), endpoint: endpoint),
      outcome: answer.map { .success(HTTPResponse(200, body: Array(repeating: 98, count: $0))) }, started: time,
      finished: time + 0.01)
  }

  @discardableResult
  private func add(_ content: Message.Content, to log: inout MessageLog, step: FlowStep? = nil) -> Int {
    log.append(Message(from: .app, to: .server, content, at: time, step: step))
  }

  @Test func theLastMessagesKeepTheirNumbers() {
    var log = MessageLog()
    let extra = MessageLog.blockSize * 2 + 3
    for number in 1...(MessageLog.capacity + extra) { add(.exchange(exchange("\(number)")), to: &log) }
    #expect(log.count == MessageLog.capacity)
    #expect(log.firstNumber == extra + 1)
    #expect(log.message(extra) == nil)
    #expect(log.message(log.lastNumber + 1) == nil)
    for number in stride(from: log.firstNumber, through: log.lastNumber, by: 61) {
      #expect(log.message(number)?.id == number)
      #expect(log.position(of: number).map { log[$0].id } == number)
    }
    #expect(log.first?.id == extra + 1)
    #expect(log.map(\.id) == Array(log.firstNumber...log.lastNumber))
  }

  @Test func theOldestBodiesBeyondTheBoundAreDropped() throws {
    var log = MessageLog()
    let megabyte = 1 << 20
    for number in 1...40 { add(.exchange(exchange("\(number)", body: 10, answer: megabyte)), to: &log) }
    #expect(log.weight <= MessageLog.weightLimit)
    #expect(log.count == 40, "messages stay when their bodies are dropped")
    let first = try #require(log.first)
    #expect(first.droppedSizes == Message.DroppedSizes(request: 10, response: megabyte))
    guard case .exchange(let kept) = first.content, case .success(let response) = kept.outcome else {
      throw Unexpected("the message is no exchange")
    }
    #expect(response.status == 200 && response.body.isEmpty && kept.request.headers.isEmpty)
    #expect(kept.request.url == "https://idp.example/1")
    let last = try #require(log.last)
    #expect(last.droppedSizes == nil)
    #expect(last.content == .exchange(exchange("40", body: 10, answer: megabyte)))
    // As many bodies as fit are whole.
    #expect(log.filter { $0.droppedSizes == nil }.count == 15)
  }

  @Test func droppedBodiesDoNotCount() {
    var log = MessageLog()
    for _ in 1...(MessageLog.capacity + 200) { add(.exchange(exchange("x", body: 700, answer: 1300)), to: &log) }
    #expect(log.weight <= MessageLog.weightLimit)
    #expect(log.weight == log.reduce(0) { $0 + $1.weight })
    log.removeAll()
    #expect(log.weight == 0 && log.isEmpty)
    #expect(add(.userAgentClosed, to: &log) == MessageLog.capacity + 201, "numbers are never used twice")
    #expect(log.count == 1)
  }

  @Test func lateAnswersCountTowardsTheBoundToo() {
    var log = MessageLog()
    let late = add(.exchange(exchange("late", answer: nil)), to: &log)
    for _ in 1...20 { add(.exchange(exchange("x", answer: 1 << 20)), to: &log) }
    log.update(late, .exchange(exchange("late", answer: 1 << 20)))
    #expect(log.weight <= MessageLog.weightLimit)
    #expect(log.message(late)?.droppedSizes?.response == 1 << 20)
    // Updates of removed messages and of unknown numbers are ignored.
    log.update(0, .userAgentClosed)
    log.update(log.lastNumber + 7, .userAgentClosed)
    #expect(log.count == 21)
  }

  /// Addresses and headers come from the server and may have any length.
  @Test func longAddressesAreCutWithTheBodies() throws {
    var log = MessageLog()
    let long = "https://idp.example/a?code=1&x=" + String(repeating: "y", count: 1 << 20)
    for _ in 1...40 { log.append(Message(from: .browser, to: .app, .redirect(url: long), at: time, step: .login)) }
    #expect(log.weight <= MessageLog.weightLimit)
    guard case .redirect(let url) = try #require(log.first).content else { return }
    #expect(url == "https://idp.example/a?code=1")
  }

  @Test func aCopyIsIndependent() {
    var log = MessageLog()
    for _ in 1...200 { add(.exchange(exchange("x")), to: &log) }
    let copy = log
    add(.userAgentClosed, to: &log)
    log.update(3, .userAgentClosed)
    #expect(copy.count == 200 && copy.message(3)?.content == .exchange(exchange("x")))
    #expect(log.count == 201 && log.message(3)?.content == .userAgentClosed)
    #expect(copy != log)
    log.update(3, .exchange(exchange("x")))
    var again = copy
    again.append(Message(from: .app, to: .server, .userAgentClosed, at: time, step: nil))
    #expect(again == log && again.hashValue == log.hashValue)
  }

  // MARK: Parts

  private func opened(_ step: FlowStep, in log: inout MessageLog) {
    log.append(
      Message(from: .app, to: .browser, .userAgentOpened(url: "https://idp.example?client_id=a"), at: time, step: step))
  }

  private func flow(_ id: FlowID, _ kind: Flow.Kind, started: TimeInterval = 0) -> FlowMark {
    FlowMark(id, kind, started: time + started)
  }

  private func say(_ flow: FlowMark?, in log: inout MessageLog, from: Party = .app) {
    log.append(Message(from: from, to: .server, .userAgentClosed, at: time, step: nil, flow: flow))
  }

  @Test func eachFlowIsANumberedPart() {
    var log = MessageLog()
    for kind in [Flow.Kind.registration, .authentication, .refresh, .refresh, .signOut].enumerated() {
      for _ in 1...3 { say(flow(kind.offset + 1, kind.element), in: &log) }
    }
    #expect(
      log.flows == [
        MessagePart(number: 1, kind: .registration, first: 1), MessagePart(number: 2, kind: .authentication, first: 4),
        MessagePart(number: 3, kind: .refresh, first: 7),
        MessagePart(number: 4, kind: .refresh, first: 10), MessagePart(number: 5, kind: .signOut, first: 13),
      ])
    log.removeAll()
    say(flow(6, .registration), in: &log)
    #expect(log.flows == [MessagePart(number: 1, kind: .registration, first: 16)], "a reset counts anew")
  }

  /// The server may report the browser's last requests after the flow has ended; requests of other software belong to no flow.
  @Test func messagesOfNoFlowStayWithTheFlowBefore() {
    var log = MessageLog()
    say(nil, in: &log)
    say(flow(1, .signOut), in: &log)
    say(nil, in: &log, from: .browser)
    say(nil, in: &log, from: .attacker)
    say(flow(2, .authentication), in: &log)
    #expect(
      log.flows == [
        MessagePart(number: 1, kind: .signOut, first: 2), MessagePart(number: 2, kind: .authentication, first: 5),
      ])
  }

  @Test func flowsOfTwoPhonesAreTwoParts() {
    var log = MessageLog()
    say(flow(1, .registration), in: &log)
    say(flow(1, .registration, started: 1), in: &log)
    #expect(log.flows.map(\.number) == [1, 2])
  }

  @Test func partsAreDroppedWithTheirMessages() {
    var log = MessageLog()
    for _ in 1...6 {
      for _ in 1...1000 { say(flow(1, .refresh), in: &log) }
      for _ in 1...1000 { say(flow(2, .signOut), in: &log) }
    }
    #expect(log.flows.count == 10)
    #expect(log.flows.first == MessagePart(number: 3, kind: .refresh, first: 2001), "a part keeps its number")
    say(flow(2, .signOut), in: &log)
    #expect(log.flows.first == MessagePart(number: 3, kind: .refresh, first: 2002))
  }

  // MARK: The filter

  @Test(arguments: [
    (MessageFilter(), [1, 2, 3, 4, 5]), (MessageFilter(party: .browser), [2, 3]),
    (MessageFilter(party: .keystore), [5]), (MessageFilter(endpoint: .token), [4]),
    (MessageFilter(party: .browser, endpoint: .authorization), [2, 3]),
    (MessageFilter(party: .keystore, endpoint: .token), []),
  ])
  func aFilterAsksForActorAndEndpoint(_ filter: MessageFilter, _ wanted: [Int]) {
    var log = MessageLog()
    add(.exchange(exchange("metadata", endpoint: .metadata)), to: &log)
    opened(.login, in: &log)
    log.append(
      Message(
        from: .browser, to: .server,
        .observed(
          ObservedRequest(
            method: "GET", path: "/oauth/v2/oauth-authorize", status: 200, note: "", endpoint: .authorization)),
        at: time,
        step: .login))
    add(.exchange(exchange("token")), to: &log)
    log.append(Message(from: .app, to: .keystore, .keystoreSaved(file: "keystore.age"), at: time, step: .token))
    #expect(log.numbers(passing: filter.passes) == wanted)
    #expect(log.numbers(passing: filter.passes, from: 4) == wanted.filter { $0 >= 4 })
  }
}
