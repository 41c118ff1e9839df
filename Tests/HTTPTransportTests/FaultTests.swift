import HTTPTransport
import SharedValues
import Testing
import TestSupport

/// Faults on purpose: they look like real ones, in the trace too, and the server is not asked.
@Suite struct FaultTests {
  private struct Always: FaultInjecting {
    var injected: Fault?
    func fault(for request: HTTPRequest) -> Fault? { injected }
  }

  @Test func `an injected failure is thrown and traced, and nothing is sent`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let log = EventLog()
    let faults = Always(injected: .failure(TransportFailure(.connectionLost, "on purpose")))
    let transport = HTTPClientTransport(faults: faults) { log.append($0) }
    let request = HTTPRequest("GET", "http://127.0.0.1:\(server.port)/")
    #expect(await failure(request, by: transport) == TransportFailure(.connectionLost, "on purpose"))
    #expect(server.requests.isEmpty)
    guard case .finished(let exchange)? = log.all.last?.content else {
      Issue.record("no end was traced")
      return
    }
    #expect(exchange.outcome == .failure(TransportFailure(.connectionLost, "on purpose")))
  }

  @Test func `an injected answer comes instead of the server's`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let transport = HTTPClientTransport(faults: Always(injected: .answer(HTTPResponse(503))))
    let response = try await transport.send(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/"))
    #expect(response.status == 503)
    #expect(server.requests.isEmpty)
  }

  @Test func `a delay beyond the deadline is a time-out`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let transport = HTTPClientTransport(
      deadlines: Deadlines(exchange: .milliseconds(200)), faults: Always(injected: .delay(.seconds(60))))
    let request = HTTPRequest("GET", "http://127.0.0.1:\(server.port)/")
    #expect(await failure(request, by: transport)?.code == .timeout)
  }

  @Test func `without a fault the server is asked`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let transport = HTTPClientTransport(faults: Always(injected: nil))
    #expect(try await transport.send(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/")).status == 200)
  }
}
