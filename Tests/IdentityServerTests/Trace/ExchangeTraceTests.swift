import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// How much is kept, in which order it is read, and which requests are kept.
@Suite struct ExchangeTraceTests {
  private func numbers(_ trace: ExchangeTrace, _ adjust: (inout ExchangeQuery) -> Void = { _ in }) -> [Int] {
    var query = ExchangeQuery()
    adjust(&query)
    return trace.lines(query).map(\.number)
  }

  @Test func theLatestAreKept() {
    let trace = ExchangeTrace(capacity: 5)
    for number in 1...12 { trace.record(.made("/\(number)")) }
    #expect(numbers(trace) == [12, 11, 10, 9, 8])
    #expect(numbers(trace) { $0.order = .oldest } == [8, 9, 10, 11, 12])
    #expect(numbers(trace) { $0.after = 10 } == [12, 11])
    #expect(numbers(trace) { $0.before = 10 } == [9, 8])
    #expect(numbers(trace) { ($0.order, $0.limit) = (.oldest, 2) } == [8, 9])
    #expect(numbers(trace) { $0.after = 12 }.isEmpty)
    #expect(numbers(trace) { $0.after = 999 } == [12, 11, 10, 9, 8], "a number from before a restart")
    #expect(trace.exchange(7) == nil && trace.exchange(13) == nil && trace.exchange(0) == nil)
    #expect(trace.exchange(8)?.line.target == "/8")
  }

  /// Also after the places of dropped exchanges have been given up many times, and while somebody reads in between.
  @Test func eachNumberStaysThatOfItsExchange() {
    let trace = ExchangeTrace(capacity: 100)
    for number in 1...5000 {
      trace.record(.made("/\(number)", client: "client-\(number % 2)"))
      guard number % 999 == 0 else { continue }
      #expect(trace.exchange(number)?.line.parties.clients == ["client-\(number % 2)"])
    }
    let lines = trace.lines(ExchangeQuery(client: "client-0", limit: 1000))
    #expect(lines.map(\.target) == stride(from: 5000, to: 4900, by: -2).map { "/\($0)" })
    #expect(lines.allSatisfy { $0.target == "/\($0.number)" })
  }

  @Test func theWeightIsBounded() {
    let trace = ExchangeTrace(weightLimit: 10_000)
    for _ in 1...50 { trace.record(.made("/", headers: [HTTPHeader("X-Some", "value")], body: 500, answer: 1500)) }
    #expect(numbers(trace) == [50, 49, 48, 47])
    #expect((8000...10_000).contains(trace.weight))
    trace.record(.made("/", body: 20_000))
    #expect(numbers(trace) == [51], "the latest is kept, whatever it weighs")
  }

  @Test func longBodiesAreCutAndSaySo() throws {
    let trace = ExchangeTrace()
    trace.record(.made("/", body: 70_000, answer: 70_000))
    let exchange = try #require(trace.exchange(1))
    #expect(exchange.request.bytes == 70_000 && !exchange.request.isWhole && exchange.request.body.isEmpty)
    #expect(exchange.response.bytes == 70_000 && !exchange.response.isWhole)
    #expect(exchange.response.body.hasPrefix("bbbb"))
    #expect(trace.weight < 70_000)
    trace.record(.made("/", body: 3, answer: 3))
    let short = try #require(trace.exchange(2))
    #expect(short.request.isWhole && short.request.body == "aaa" && short.response.isWhole)
  }

  @Test(arguments: TestServer.Way.allCases)
  func refusalsOfEveryKindAreKept(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      let metadata = server.issuer + "/.well-known/openid-configuration"
      let type = HTTPHeader("Content-Type", "application/x-www-form-urlencoded")
      let token = server.origin + "/oauth/v2/oauth-token"
      let large = [UInt8](repeating: 0x61, count: ServerRequest.maximumBody + 10)
      _ = try await server.send(HTTPRequest("HEAD", metadata))
      _ = try await server.send(HTTPRequest("DELETE", metadata))
      _ = try await server.send(HTTPRequest("GET", server.origin + "/nothing/here"))
      _ = try await server.send(HTTPRequest("POST", token, headers: [type], body: Array("grant_type=x".utf8)))
      _ = try await server.send(HTTPRequest("POST", token, headers: [type], body: large))
      _ = try await server.send(HTTPRequest("GET", server.origin + "/health"))
      #expect(server.lines().map(\.status) == [200, 405, 404, 401, 413])
      let exchanges = server.lines().compactMap { server.trace.exchange($0.number) }
      #expect(exchanges[0].response.body.isEmpty)
      #expect((exchanges[0].response.headers[first: "Content-Length"].flatMap { Int($0) } ?? 0) > 1000)
      #expect(exchanges[3].line.note == "invalid_client" && exchanges[3].line.detail == "no client_id")
      #expect(exchanges[4].request.body.isEmpty && !exchanges[4].request.isWhole)
      let host = String(server.origin.dropFirst("https://".count))
      #expect(exchanges.allSatisfy { $0.request.headers[first: "Host"] == host })
      let address = way == .socket ? ["127.0.0.1", "::1"] : ["in-process"]
      #expect(server.lines().allSatisfy { address.contains($0.address) })
    }
  }

  @Test func foreignHostsAndDevicesAreKeptAndAdministratorsAreNot() async throws {
    try await TestServer.with { server in
      let administrator = try await Administrator(server)
      _ = try await administrator.get("/admin/events")
      #expect(server.lines().isEmpty)
      _ = try await server.send(
        HTTPRequest("GET", server.origin + "/", headers: [HTTPHeader("Host", "rebinding.example")]))
      let refused = try #require(server.lastLine)
      #expect(refused.status == 421)
      #expect(
        server.trace.exchange(refused.number)?.request.headers[all: "Host"] == ["rebinding.example"])
      _ = try await server.send(HTTPRequest("POST", server.server.addresses.deviceURL(Addresses.pushPath)))
      #expect(server.lastLine?.side == .devices && server.lastLine?.status == 400)
    }
  }

  @Test func keepingCanBeSwitchedOff() async throws {
    try await TestServer.with(adjusting: { $0.traces = false }) { server in
      _ = try await server.signedInApp()
      #expect(server.lines().isEmpty)
    }
  }
}
