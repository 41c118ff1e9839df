import Foundation
import HTTPTransport
import SharedValues
import Testing
import TestSupport

/// Every way in which an exchange fails has its own code.
@Suite(.timeLimit(.minutes(5))) struct FailureTests {
  private let short = Deadlines(connect: .milliseconds(400), exchange: .milliseconds(400))

  private func code(
    _ reply: LoopbackServer.Reply, deadlines: Deadlines = Deadlines()
  ) async throws -> TransportFailure.Code? {
    let server = try await LoopbackServer { _ in reply }
    let transport = HTTPClientTransport(deadlines: deadlines)
    return await failure(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/"), by: transport)?.code
  }

  @Test func `a server that never answers`() async throws {
    #expect(try await code(.silence, deadlines: short) == .timeout)
  }

  @Test func `a server that stops in the middle of the body`() async throws {
    let half = LoopbackServer.Reply.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
    #expect(try await code(half, deadlines: short) == .timeout)
  }

  @Test func `a server that never shakes hands`() async throws {
    let server = try await LoopbackServer { _ in .silence }
    let transport = HTTPClientTransport(deadlines: Deadlines(connect: .milliseconds(300), exchange: .seconds(20)))
    let failure = await failure(HTTPRequest("GET", "https://127.0.0.1:\(server.port)/"), by: transport)
    #expect(failure?.code == .connectTimeout)
  }

  /// A resolver may answer every name with an address.
  @Test func `a reserved name, for a confined program`() async throws {
    for host in ["login.example", "LOGIN.Invalid", "a.example."] {
      let transport = HTTPClientTransport(confinement: .whole)
      let failure = await failure(HTTPRequest("GET", "https://\(host)/"), by: transport)
      #expect(failure?.code == .hostNotFound && failure?.detail.hasPrefix("nobody has") == true, "\(host)")
    }
    for host in ["login.test", "example.com"] {
      let transport = HTTPClientTransport(confinement: .whole)
      #expect(await failure(HTTPRequest("GET", "https://\(host)/"), by: transport)?.code == .hostNotAllowed)
    }
  }

  @Test func `a server that speaks no TLS`() async throws {
    // It answers the handshake with text as soon as a line of it could be a request.
    let server = try await PlainTextServer()
    let failure = await failure(HTTPRequest("GET", "https://127.0.0.1:\(server.port)/"), by: HTTPClientTransport())
    #expect(failure?.code == .tlsFailure)
  }

  @Test func `a server that hangs up during the handshake`() async throws {
    let server = try await PlainTextServer(saying: nil)
    let failure = await failure(HTTPRequest("GET", "https://127.0.0.1:\(server.port)/"), by: HTTPClientTransport())
    #expect(failure == TransportFailure(.tlsFailure, "EOF during handshake"))
  }

  @Test func `nothing listens`() async throws {
    let closed = ClosedPort()
    for url in ["http://127.0.0.1:\(closed.port)/", "https://localhost:\(closed.port)/"] {
      #expect(await failure(HTTPRequest("GET", url), by: HTTPClientTransport())?.code == .connectionRefused)
    }
  }

  @Test func `the server hangs up without an answer`() async throws {
    #expect(try await code(.bytes([], close: true)) == .connectionLost)
  }

  @Test func `the server hangs up in the middle of the body`() async throws {
    let half = LoopbackServer.Reply.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", close: true)
    #expect(try await code(half) == .connectionLost)
  }

  @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n"])
  func `garbage`(text: String) async throws {
    #expect(try await code(.text(text, close: true)) == .malformedResponse)
  }

  @Test func `headers without an end are malformed, not a way to fill the memory`() async throws {
    let endless =
      "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", count: 40000)
    #expect(try await code(.text(endless)) == .malformedResponse)
  }

  @Test func `a body of exactly 1 MiB is taken, one byte more is not`() async throws {
    let limit = 1 << 20
    #expect(try await code(.http("200 OK", body: [UInt8](repeating: 65, count: limit))) == nil)
    #expect(try await code(.http("200 OK", body: [UInt8](repeating: 65, count: limit + 1))) == .bodyTooLarge)
  }

  @Test func `a body of unknown length is cut off too`() async throws {
    let chunk = "10000\r\n" + String(repeating: "a", count: 0x10000) + "\r\n"
    let endless = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 17)
    #expect(try await code(.text(endless)) == .bodyTooLarge)
  }

  @Test func `a body that is announced as too large is not waited for`() async throws {
    let announced = LoopbackServer.Reply.text("HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n")
    #expect(try await code(announced) == .bodyTooLarge)
  }

  @Test func `cancelling the task ends the exchange`() async throws {
    let server = try await LoopbackServer { _ in .silence }
    let transport = HTTPClientTransport()
    let (started, signal) = AsyncStream<Void>.makeStream()
    let url = "http://127.0.0.1:\(server.port)/"
    let task = Task {
      signal.yield()
      return await failure(HTTPRequest("GET", url), by: transport)
    }
    for await _ in started.prefix(1) {}
    task.cancel()
    #expect(await task.value?.code == .cancelled)
  }

  @Test(arguments: [
    "", "localhost", "/path", "ftp://localhost/", "https://", "https:///path", "https://user:secret@localhost/",
    "https://user@localhost/", "http://localhost:99999/", "http://local host/", "https://localhost/\n",
    "https://localhost/x/%ff", "https://localhost/%C3", "https://localhost/%80/x?y=%20",
  ])
  func `other URLs than http are not sent`(url: String) async {
    #expect(await failure(HTTPRequest("GET", url), by: HTTPClientTransport())?.code == .invalidURL)
  }
}
