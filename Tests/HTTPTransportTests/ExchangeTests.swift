import Foundation
import HTTPTransport
import SharedValues
import Synchronization
import TestTime
import TestValues
import Testing
import TestSupport

/// What is sent, what is kept, and what the trace says.
@Suite struct ExchangeTests {
  @Test func `method, target, headers and body arrive as given`() async throws {
    let server = try await LoopbackServer { _ in
      .http("201 Created", headers: ["X-Answer: one", "X-Answer: two"], body: Array("done".utf8))
    }
    let response = try await HTTPClientTransport().send(
      HTTPRequest(
        "POST", "http://127.0.0.1:\(server.port)/path?a=%20b#fragment",
        headers: [HTTPHeader("Content-Type", "application/json")], body: Array("{}".utf8)))
    #expect(response.status == 201)
    #expect(response.headers[all: "x-answer"] == ["one", "two"])
    #expect(response.body == Array("done".utf8))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == "/path?a=%20b")
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.body == "{}")
  }

  @Test func `the product names itself, unless the request does`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let transport = HTTPClientTransport()
    let url = "http://127.0.0.1:\(server.port)/"
    _ = try await transport.send(HTTPRequest("GET", url))
    _ = try await transport.send(HTTPRequest("GET", url, headers: [HTTPHeader("user-agent", "other/1")]))
    #expect(server.requests.map { $0.header("User-Agent") } == [ProductAgent.app, "other/1"])
    #expect(ProductAgent.app.hasPrefix("dcr-terminal/"))
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `redirects are reported, not followed`(status: Int) async throws {
    let server = try await LoopbackServer { _ in .http("\(status) Elsewhere", headers: ["Location: /next"]) }
    let response = try await HTTPClientTransport().send(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/"))
    #expect(response.status == status)
    #expect(server.requests.count == 1)
  }

  @Test func `no cookie is kept`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK", headers: ["Set-Cookie: a=b; Path=/"]) }
    let transport = HTTPClientTransport()
    for _ in 0..<2 { _ = try await transport.send(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/")) }
    #expect(server.requests.allSatisfy { $0.header("Cookie") == nil })
  }

  @Test func `a connection is used again`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let transport = HTTPClientTransport()
    for _ in 0..<3 { _ = try await transport.send(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/")) }
    #expect(server.requests.count == 3)
    #expect(server.connections == 1)
  }

  /// The replies to the requests in their order.
  private func server(_ replies: [LoopbackServer.Reply]) async throws -> LoopbackServer {
    let rest = Mutex(replies)
    return try await LoopbackServer { _ in rest.withLock { $0.isEmpty ? .silence : $0.removeFirst() } }
  }

  private static let closed = LoopbackServer.Reply.bytes([], close: true)

  @Test(arguments: [closed, .reset])
  func `a kept connection that the server closes costs no GET`(end: LoopbackServer.Reply) async throws {
    let server = try await server([.http("200 OK"), end, .http("200 OK", body: [1])])
    let transport = HTTPClientTransport()
    let request = HTTPRequest("GET", "http://127.0.0.1:\(server.port)/")
    _ = try await transport.send(request)
    #expect(try await transport.send(request).body == [1])
    #expect(server.requests.count == 3 && server.connections == 2)
  }

  /// The second answer is cut off in its first line.
  @Test func `another method, a begun answer, a new connection, a second time: nothing is sent again`() async throws {
    func lost(_ method: String, _ requests: Int, _ replies: LoopbackServer.Reply...) async throws {
      let server = try await server(replies)
      let transport = HTTPClientTransport()
      let url = "http://127.0.0.1:\(server.port)/"
      if replies.count > 1 { _ = try await transport.send(HTTPRequest("GET", url)) }
      let error = await #expect(throws: TransportFailure.self) { try await transport.send(HTTPRequest(method, url)) }
      #expect(error?.code == .connectionLost)
      #expect(server.requests.count == requests)
    }
    try await lost("POST", 2, .http("200 OK"), Self.closed)
    try await lost("POST", 2, .http("200 OK"), .reset)
    try await lost("GET", 2, .http("200 OK"), .text("HTTP/1.1 200 O", close: true))
    try await lost("GET", 1, Self.closed)
    try await lost("GET", 3, .http("200 OK"), Self.closed, Self.closed)
  }

  @Test func `after a shutdown new connections are made`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let transport = HTTPClientTransport()
    let request = HTTPRequest("GET", "http://127.0.0.1:\(server.port)/")
    _ = try await transport.send(request)
    await transport.shutdown()
    _ = try await transport.send(request)
    #expect(server.connections == 2)
  }

  @Test func `every exchange is traced as it starts and as it ends`() async throws {
    let server = try await LoopbackServer { $0.target == "/good" ? .http("200 OK") : .bytes([], close: true) }
    let log = EventLog()
    let clock = ManualClock(Date(timeIntervalSince1970: 1000))
    let transport = HTTPClientTransport(time: clock.source) { log.append($0) }
    let good = HTTPRequest("GET", "http://127.0.0.1:\(server.port)/good", endpoint: .metadata)
    let bad = HTTPRequest("GET", "http://127.0.0.1:\(server.port)/bad")
    _ = try await transport.send(good)
    clock.advance(by: 5)
    _ = await failure(bad, by: transport)
    let all = log.all
    try #require(all.count == 4)
    #expect(all.map(\.number) == [1, 1, 2, 2])
    #expect(all[0].content == .started(good))
    guard case .finished(let first) = all[1].content, case .finished(let second) = all[3].content else {
      throw Unexpected("the trace has no end")
    }
    #expect(first.request == good)
    #expect(try first.outcome?.get().status == 200)
    #expect(first.started == Date(timeIntervalSince1970: 1000))
    #expect(second.started == Date(timeIntervalSince1970: 1005))
    #expect(
      second.outcome.map { if case .failure(let failure) = $0 { failure.code == .connectionLost } else { false } }
        == true)
  }
}

/// Collects a transport's events, from any thread.
final class EventLog: Sendable {
  private let events = Mutex<[TraceEvent]>([])
  var all: [TraceEvent] { events.withLock { $0 } }
  func append(_ event: TraceEvent) { events.withLock { $0.append(event) } }
}
