import HTTPTransport
import SharedValues
import TestValues
import Testing
import TestSupport

/// Injected faults look like real ones, also in the trace, and the server is not asked.
@Suite struct FaultTests {
  private struct Always: FaultInjecting {
    var injected: Fault?
    func fault(for request: HTTPRequest) -> Fault? { injected }
  }

  @Test func `an injected failure is thrown and traced, and nothing is sent`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let log = EventLog()
    let faults = Always(injected: Fault("a reset", .failure(TransportFailure(.connectionLost, "on purpose"))))
    let transport = HTTPClientTransport(faults: faults) { log.append($0) }
    let request = HTTPRequest("GET", "http://127.0.0.1:\(server.port)/")
    #expect(await failure(request, by: transport) == TransportFailure(.connectionLost, "on purpose"))
    #expect(server.requests.isEmpty)
    guard case .finished(let exchange)? = log.all.last?.content else { throw Unexpected("the trace has no end") }
    #expect(exchange.outcome == .failure(TransportFailure(.connectionLost, "on purpose")))
    #expect(exchange.faults == ["a reset"])
  }

  @Test func `an injected answer comes instead of the server's`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let transport = HTTPClientTransport(faults: Always(injected: Fault("503", .answer(HTTPResponse(503)))))
    let response = try await transport.send(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/"))
    #expect(response.status == 503)
    #expect(server.requests.isEmpty)
  }

  @Test func `a delay beyond the deadline is a time-out, marked as a delay`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let log = EventLog()
    let transport = HTTPClientTransport(
      deadlines: Deadlines(exchange: .milliseconds(200)),
      faults: Always(
        injected: Fault("late", .none, hold: Fault.Hold("late") { try await hangUntilCancelled() }))
    ) { log.append($0) }
    let request = HTTPRequest("GET", "http://127.0.0.1:\(server.port)/")
    #expect(await failure(request, by: transport)?.code == .timeout)
    guard case .finished(let exchange)? = log.all.last?.content else { throw Unexpected("the trace has no end") }
    #expect(exchange.faults == [FaultMark("late", isDelay: true)])
  }

  @Test func `without a fault the server is asked`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let transport = HTTPClientTransport(faults: Always(injected: nil))
    #expect(try await transport.send(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/")).status == 200)
  }

  @Test func `a real answer is rewritten, marked, and held against the limits`() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let log = EventLog()
    let request = HTTPRequest("GET", "http://127.0.0.1:\(server.port)/")
    func transport(_ rewrite: @escaping @Sendable (HTTPResponse) -> Result<HTTPResponse, TransportFailure>?)
      -> HTTPClientTransport
    {
      HTTPClientTransport(faults: Always(injected: Fault("rewritten", .rewrite(rewrite)))) { log.append($0) }
    }
    func marks() -> [FaultMark]? {
      if case .finished(let exchange)? = log.all.last?.content { exchange.faults } else { nil }
    }
    let other = transport { .success(HTTPResponse($0.status + 4, body: Array("other".utf8))) }
    #expect(try await other.send(request).status == 204)
    #expect(marks() == ["rewritten"])
    #expect(try await transport { _ in nil }.send(request).status == 200)
    #expect(marks() == [])
    let huge = transport {
      .success(HTTPResponse($0.status, body: [UInt8](repeating: 0, count: TransportLimits.body + 1)))
    }
    #expect(await failure(request, by: huge)?.code == .bodyTooLarge)
    #expect(marks() == ["rewritten"])
    let lost = transport { _ in .failure(TransportFailure(.connectionLost)) }
    #expect(await failure(request, by: lost)?.code == .connectionLost)
    #expect(server.requests.count == 4)
  }

  @Test(arguments: ["failure:connection_refused", "status:503", "time-out"])
  func `a page fault has one spelling`(_ text: String) {
    #expect(PageFault(text)?.text == text)
  }

  @Test(arguments: ["", "failure", "failure:", "failure:x", "status:200", "status:abc", "time-out:1", "Status:503"])
  func `anything else is no page fault`(_ text: String) { #expect(PageFault(text) == nil) }

  @Test func `only the first page of a browser is spoiled`() {
    let fault = FirstPageFault(.status(503))
    let request = HTTPRequest("GET", "https://localhost/")
    #expect(fault.fault(for: request) != nil)
    #expect(fault.fault(for: request) == nil)
  }
}
