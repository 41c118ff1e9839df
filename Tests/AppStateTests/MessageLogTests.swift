import Foundation
import SharedValues
import Testing

@testable import AppState

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
    log.append(from: .app, to: .server, content, at: time, step: step)
  }

  @Test func theLastOnesAreKeptUnderTheirNumbers() {
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

  @Test func bodiesBeyondTheBoundAreLetGoFromTheOldestOn() throws {
    var log = MessageLog()
    let megabyte = 1 << 20
    for number in 1...40 { add(.exchange(exchange("\(number)", body: 10, answer: megabyte)), to: &log) }
    #expect(log.weight <= MessageLog.weightLimit)
    #expect(log.count == 40, "the lines stay")
    let first = try #require(log.first)
    #expect(first.letGo == Message.LetGo(request: 10, response: megabyte))
    guard case .exchange(let kept) = first.content, case .success(let response) = kept.outcome else {
      Issue.record("it is an exchange no more")
      return
    }
    #expect(response.status == 200 && response.body.isEmpty && kept.request.headers.isEmpty)
    #expect(kept.request.url == "https://idp.example/1")
    let last = try #require(log.last)
    #expect(last.letGo == nil)
    #expect(last.content == .exchange(exchange("40", body: 10, answer: megabyte)))
    // As many as fit are whole.
    #expect(log.filter { $0.letGo == nil }.count == 15)
  }

  @Test func whatIsLetGoIsWeighedNoMore() {
    var log = MessageLog()
    for _ in 1...(MessageLog.capacity + 200) { add(.exchange(exchange("x", body: 700, answer: 1300)), to: &log) }
    #expect(log.weight <= MessageLog.weightLimit)
    #expect(log.weight == log.reduce(0) { $0 + $1.weight })
    log.removeAll()
    #expect(log.weight == 0 && log.isEmpty)
    #expect(add(.userAgentClosed, to: &log) == MessageLog.capacity + 201, "numbers are never used twice")
    #expect(log.count == 1)
  }

  @Test func anAnswerThatComesLateIsNoWayAroundTheBound() {
    var log = MessageLog()
    let late = add(.exchange(exchange("late", answer: nil)), to: &log)
    for _ in 1...20 { add(.exchange(exchange("x", answer: 1 << 20)), to: &log) }
    log.update(late, .exchange(exchange("late", answer: 1 << 20)))
    #expect(log.weight <= MessageLog.weightLimit)
    #expect(log.message(late)?.letGo?.response == 1 << 20)
    // One that is gone for good is nobody's any more.
    log.update(0, .userAgentClosed)
    log.update(log.lastNumber + 7, .userAgentClosed)
    #expect(log.count == 21)
  }

  /// A server may choose its addresses and headers as long as it likes.
  @Test func longAddressesAreCutWithTheBodies() throws {
    var log = MessageLog()
    let long = "https://idp.example/a?code=1&x=" + String(repeating: "y", count: 1 << 20)
    for _ in 1...40 { log.append(from: .browser, to: .app, .redirect(url: long), at: time, step: .login) }
    #expect(log.weight <= MessageLog.weightLimit)
    guard case .redirect(let url) = try #require(log.first).content else { return }
    #expect(url == "https://idp.example/a?code=1")
  }

  @Test func aCopyIsWorthItsOwn() {
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
    again.append(from: .app, to: .server, .userAgentClosed, at: time, step: nil)
    #expect(again == log && again.hashValue == log.hashValue)
  }

  // MARK: Parts

  private func opened(_ step: FlowStep, in log: inout MessageLog) {
    log.append(from: .app, to: .browser, .userAgentOpened(url: "https://idp.example"), at: time, step: step)
  }

  @Test func bothLoginsAreParts() {
    var log = MessageLog()
    add(.exchange(exchange("metadata")), to: &log, step: .discovery)
    opened(.registrationLogin, in: &log)
    add(.exchange(exchange("token")), to: &log, step: .registrationToken)
    opened(.login, in: &log)
    add(.exchange(exchange("token")), to: &log, step: .token)
    #expect(
      log.parts(before: nil) == [MessagePart(.registration, first: 1), MessagePart(.login, first: 4)])
    // A second login begins anew, and what was asked before it belongs to it.
    add(.exchange(exchange("metadata")), to: &log, step: .discovery)
    #expect(log.parts(before: nil).count == 2)
    #expect(log.parts(before: .logout).last == MessagePart(.logout, first: 6))
    opened(.login, in: &log)
    #expect(log.parts(before: nil).last == MessagePart(.login, first: 6))
    #expect(log.parts(before: .login).count == 3)
  }

  @Test func whatAnotherAppDoesInALabIsNotThePartThatComesNext() {
    var log = MessageLog()
    log.append(from: .app, to: .keystore, .keystoreErased, at: Scenario.start, step: .login)
    log.append(from: .attacker, to: .server, .keystoreErased, at: Scenario.start, step: nil)
    log.append(from: .browser, to: .attacker, .keystoreErased, at: Scenario.start, step: nil)
    log.append(from: .app, to: .server, .keystoreErased, at: Scenario.start, step: nil)
    log.append(from: .app, to: .server, .keystoreErased, at: Scenario.start, step: .refresh)
    #expect(log.parts(before: nil) == [MessagePart(.login, first: 1), MessagePart(.refresh, first: 4)])
  }

  @Test func partsGoWithTheirMessages() {
    var log = MessageLog()
    for _ in 1...6 {
      for _ in 1...1000 { add(.exchange(exchange("x")), to: &log, step: .refresh) }
      for _ in 1...1000 { add(.exchange(exchange("x")), to: &log, step: .logout) }
    }
    let parts = log.parts(before: nil)
    #expect(parts.count == 10)
    #expect(parts.first == MessagePart(.refresh, first: 2001))
    add(.userAgentClosed, to: &log, step: .logout)
    #expect(log.parts(before: nil).first == MessagePart(.refresh, first: 2002))
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
      from: .browser, to: .server,
      .observed(
        ObservedRequest(
          method: "GET", path: "/oauth/v2/oauth-authorize", status: 200, note: "", endpoint: .authorization)), at: time,
      step: .login)
    add(.exchange(exchange("token")), to: &log)
    log.append(from: .app, to: .keystore, .keystoreSaved(file: "keystore.age"), at: time, step: .token)
    #expect(log.numbers(passing: filter) == wanted)
    #expect(log.numbers(passing: filter, from: 4) == wanted.filter { $0 >= 4 })
  }
}
