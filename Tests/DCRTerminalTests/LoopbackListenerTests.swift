import AppState
import Foundation
import LocalSockets
import OAuthClient
import SharedValues
import Synchronization
import TestSupport
import Testing

@testable import DCRTerminal
@testable import UserAgents
@testable import Workshop

/// Which requests reach the loopback port, and which of them count (RFC 8252 §7.3, §8.3).
@Suite(.timeLimit(.minutes(5)))
struct LoopbackListenerTests {
  private static let own = "http://127.0.0.1:5000/callback"

  @Test(arguments: [
    ("http://127.0.0.1/callback", false, true, "http://[::1]/callback"),
    ("http://[::1]:4321/callback?a=b", true, false, "http://127.0.0.1:4321/callback?a=b"),
    ("http://127.0.0.1/callback", true, true, "http://127.0.0.1/callback"),
    ("http://[::1]/callback", true, true, "http://[::1]/callback"),
    // Neither address is free: listening then fails with an error.
    ("http://127.0.0.1/callback", false, false, "http://127.0.0.1/callback"),
    ("http://localhost:4321/callback", false, true, "http://localhost:4321/callback"),
    ("io.curity.dcrclient:/callback", false, true, "io.curity.dcrclient:/callback"),
  ])
  func theLiteralIsOneThatThisMachineHas(_ configured: String, _ four: Bool, _ six: Bool, _ taken: String) throws {
    let uri = try RedirectURI(configured, allowsLocalhost: true).whereItCanArrive { $0 ? six : four }
    #expect(uri.text == taken)
    #expect(try uri == RedirectURI(taken, allowsLocalhost: true))
  }

  private static func head(
    _ line: String = "GET /callback?code=c&state=s HTTP/1.1", host: String? = "127.0.0.1:5000", _ more: String...
  ) -> [UInt8] {
    Array(([line] + (host.map { ["Host: \($0)"] } ?? []) + more).joined(separator: "\r\n").utf8)
  }

  static let strays: [(String, Int, [UInt8])] = [
    ("an icon", 404, head("GET /favicon.ico HTTP/1.1")), ("the root", 404, head("GET /?code=c&state=s HTTP/1.1")),
    ("a longer path", 404, head("GET /callback/?code=c&state=s HTTP/1.1")),
    ("another spelling", 404, head("GET /%63allback?code=c&state=s HTTP/1.1")),
    ("an absolute target", 404, head("GET http://127.0.0.1:5000/callback?code=c&state=s HTTP/1.1")),
    ("a post", 405, head("POST /callback?code=c&state=s HTTP/1.1", host: "127.0.0.1:5000", "Content-Length: 0")),
    ("a look ahead", 405, head("HEAD /callback?code=c&state=s HTTP/1.1")),
    ("no query", 400, head("GET /callback HTTP/1.1")), ("an empty query", 400, head("GET /callback? HTTP/1.1")),
    ("other parameters", 400, head("GET /callback?a=b&states=s HTTP/1.1")),
    ("no Host", 400, head(host: nil)), ("two Hosts", 400, head(host: "127.0.0.1:5000", "Host: 127.0.0.1:5000")),
    ("a rebound name", 421, head(host: "evil.example:5000")), ("localhost", 421, head(host: "localhost:5000")),
    ("another port", 421, head(host: "127.0.0.1:5001")), ("no port", 421, head(host: "127.0.0.1")),
    ("an image of a page", 400, head(host: "127.0.0.1:5000", "Sec-Fetch-Dest: image")),
    ("a frame of a page", 400, head(host: "127.0.0.1:5000", "sec-fetch-dest: iframe")),
    ("a body", 400, head(host: "127.0.0.1:5000", "Content-Length: 3")),
    ("a chunked body", 400, head(host: "127.0.0.1:5000", "Transfer-Encoding: chunked")),
    ("no HTTP", 400, Array("hello".utf8)), ("an old version", 400, head("GET /callback?code=c HTTP/0.9")),
    ("a space in the target", 400, head("GET /callback?code=c d HTTP/1.1")),
    ("bytes that are no ASCII", 400, head("GET /callback?code=\u{e9} HTTP/1.1")),
    ("a bare line feed", 400, head("GET /callback?code=c HTTP/1.1", host: "127.0.0.1:5000\nX: y")),
    ("a folded header", 400, head(host: "127.0.0.1:5000", " more")), ("nothing", 400, []),
  ]

  @Test(arguments: strays) func isRefused(_ what: String, _ status: Int, _ head: [UInt8]) {
    #expect(LoopbackRequest(for: Self.own).judge(head) == .refused(status: status), "\(what)")
  }

  @Test(arguments: ["code=c&state=s", "state=wrong", "error=access_denied&state=s", "iss=x&code=c"])
  func anyAnswerCountsAsTheRedirect(_ query: String) {
    let head = Self.head(
      "GET /callback?\(query) HTTP/1.1", host: "127.0.0.1:5000", "Sec-Fetch-Dest: document", "Accept: */*")
    #expect(LoopbackRequest(for: Self.own).judge(head) == .redirect("\(Self.own)?\(query)"))
  }

  // MARK: The port

  private func reception(_ uri: String) throws -> RedirectReception {
    try RedirectReception(for: RedirectURI(accepted: uri), awaiting: nil, in: "/nonexistent")
  }

  private func port(_ reception: RedirectReception) throws -> Int {
    try #require(URLComponents(string: reception.redirectURI)?.port)
  }

  @Test(arguments: ["127.0.0.1", "[::1]"]) func aRedirectComesInAndClosesThePort(_ host: String) async throws {
    let reception = try reception("http://\(host)/callback")
    let port = try port(reception)
    #expect(reception.redirectURI == "http://\(host):\(port)/callback")
    let peer = try #require(Peer(host, port))
    peer.say("GET /callback?code=c&state=s HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
    var redirects = reception.redirects.makeAsyncIterator()
    #expect(await redirects.next() == reception.redirectURI + "?code=c&state=s")
    // The answer is complete although the port is closed.
    let answer = peer.hear()
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(answer.hasSuffix("</html>\n"))
    for header in ["Cache-Control: no-store", "default-src 'none'", "Referrer-Policy: no-referrer"] {
      #expect(answer.contains(header))
    }
    #expect(!answer.contains("<script") && !answer.contains("code=c"))
    #expect(Peer(host, port) == nil, "the port is closed")
    reception.close()
  }

  @Test func straysChangeNothing() async throws {
    let reception = try reception("http://127.0.0.1:0/callback")
    let port = try port(reception)
    for (line, status) in [("GET /favicon.ico HTTP/1.1", 404), ("GET /callback HTTP/1.1", 400), ("x", 400)] {
      let stray = try #require(Peer("127.0.0.1", port))
      stray.say("\(line)\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      #expect(stray.hear().hasPrefix("HTTP/1.1 \(status) "))
    }
    let large = try #require(Peer("127.0.0.1", port))
    large.say("GET /callback?code=" + String(repeating: "a", count: LoopbackRequest.limit + 10))
    #expect(large.hear().hasPrefix("HTTP/1.1 431 "))
    let peer = try #require(Peer("127.0.0.1", port))
    peer.say("GET /callback?state=s HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    var redirects = reception.redirects.makeAsyncIterator()
    #expect(await redirects.next()?.hasSuffix("?state=s") == true)
    reception.close()
  }

  /// More silent connections than places: the redirect still comes in.
  @Test func silentPeersDoNotKeepTheRedirectOut() async throws {
    let reception = try reception("http://127.0.0.1/callback")
    let port = try port(reception)
    let silent = (0..<LoopbackListener.places * 2).compactMap { _ in Peer("127.0.0.1", port) }
    for peer in silent { peer.say("GET /callb") }
    let peer = try #require(Peer("127.0.0.1", port))
    for byte in "GET /callback?code=c HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n" { peer.say(String(byte)) }
    var redirects = reception.redirects.makeAsyncIterator()
    #expect(await redirects.next()?.hasSuffix("?code=c") == true)
    #expect(silent.count == LoopbackListener.places * 2)
    reception.close()
  }

  /// Any page that guesses the port can send a forged answer: it is dropped and ends nothing.
  @Test(arguments: ["code=evil&state=guessed", "code=evil", "error=access_denied", "code=evil&state="])
  func aForgedAnswerIsDroppedAndTheRightOneStillComesIn(_ forged: String) async throws {
    let dropped = Mutex<[String]>([])
    let reception = try RedirectReception(
      for: RedirectURI("http://127.0.0.1/callback"), awaiting: AwaitedRedirect(state: Secret("right")),
      in: "/nonexistent"
    ) { uri in dropped.withLock { $0.append(uri) } }
    let port = try port(reception)
    let attacker = try #require(Peer("127.0.0.1", port))
    attacker.say("GET /callback?\(forged) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    #expect(attacker.hear().hasPrefix("HTTP/1.1 400 "))
    #expect(!reception.hasArrived)
    #expect(dropped.withLock { $0 } == [reception.redirectURI + "?" + forged])
    let server = try #require(Peer("127.0.0.1", port))
    server.say("GET /callback?code=c&state=right HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    #expect(server.hear().hasPrefix("HTTP/1.1 200 "))
    var redirects = reception.redirects.makeAsyncIterator()
    #expect(await redirects.next() == reception.redirectURI + "?code=c&state=right")
    reception.close()
  }

  /// A browser may resolve `localhost` to either address, so the app listens on both.
  @Test(arguments: ["127.0.0.1", "[::1]"]) func localhostIsServedOnBothLoopbackAddresses(_ host: String) async throws {
    let reception = try reception("http://localhost/callback")
    let port = try port(reception)
    #expect(reception.redirectURI == "http://localhost:\(port)/callback")
    let peer = try #require(Peer(host, port))
    peer.say("GET /callback?code=c HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
    #expect(peer.hear().hasPrefix("HTTP/1.1 200 "))
    var redirects = reception.redirects.makeAsyncIterator()
    #expect(await redirects.next() == reception.redirectURI + "?code=c")
    reception.close()
    #expect(Peer("127.0.0.1", port) == nil && Peer("[::1]", port) == nil)
  }

  @Test(arguments: ["127.0.0.1", "[::1]"]) func localhostIsNotSharedWithAnotherProgram(_ host: String) throws {
    let (other, port) = try LoopbackSocket.listen(isIPv6: host == "[::1]", port: 0)
    defer { close(other) }
    let failure = #expect(throws: UserAgentFailure.self) { try reception("http://localhost:\(port)/callback") }
    #expect(failure?.code.rawValue == "redirect_port_in_use")
  }

  /// The number of connections that peers can hold open is limited.
  @Test func theOldestConnectionMakesRoom() throws {
    let redirect: RedirectURI = "http://127.0.0.1/callback"
    let listener = try LoopbackListener(host: "127.0.0.1", port: nil, redirect: redirect, deadline: 600_000) { _ in true
    }
    let first = try #require(Peer("127.0.0.1", listener.port))
    let others = (0..<LoopbackListener.places).compactMap { _ in Peer("127.0.0.1", listener.port) }
    #expect(others.count == LoopbackListener.places)
    #expect(first.isClosed(), "the connection was closed early")
    listener.close()
  }

  /// Peers that ask for an icon and keep the connection open use up places, but never more than there are.
  @Test func anAnsweredConnectionHasItsPlaceUntilItIsClosed() throws {
    let redirect: RedirectURI = "http://127.0.0.1/callback"
    let listener = try LoopbackListener(
      host: "127.0.0.1", port: nil, redirect: redirect, deadline: 600_000, linger: 600_000
    ) { _ in true }
    let first = try #require(Peer("127.0.0.1", listener.port))
    first.say("GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\r\n")
    #expect(first.hear().hasPrefix("HTTP/1.1 404 "))
    let others = (0..<LoopbackListener.places).compactMap { _ in Peer("127.0.0.1", listener.port) }
    #expect(others.count == LoopbackListener.places)
    #expect(first.isReset(), "the connection was closed early")
    listener.close()
  }

  /// A page that is being sent when the login ends arrives completely.
  @Test func anAnswerOutlivesThePort() throws {
    let redirect: RedirectURI = "http://127.0.0.1/callback"
    let listener = try LoopbackListener(
      host: "127.0.0.1", port: nil, redirect: redirect, deadline: 600_000, linger: 600_000
    ) { _ in true }
    let peer = try #require(Peer("127.0.0.1", listener.port))
    peer.say("GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\r\n")
    #expect(peer.hear().hasPrefix("HTTP/1.1 404 "))
    listener.close()
    while Peer("127.0.0.1", listener.port) != nil {}
    #expect(!peer.isReset(tries: 5))
  }

  /// With no descriptor left, the peer waits in the port's queue; the listener tries again at intervals, not constantly.
  @Test(arguments: [EMFILE, ENFILE]) func theLackOfDescriptorsIsWaitedFor(_ number: Int32) async throws {
    let tries = Mutex<[ContinuousClock.Instant]>([])
    let (redirects, feed) = AsyncStream.makeStream(of: String.self)
    let redirect: RedirectURI = "http://127.0.0.1/callback"
    let listener = try LoopbackListener(
      host: "127.0.0.1", port: nil, redirect: redirect,
      acceptNext: { listening in
        let isFailing = tries.withLock { tries in
          if tries.count < 4 { tries.append(.now) } else { return false }
          return true
        }
        return isFailing ? -number : ConnectionSource.accept(listening)
      },
      receive: {
        feed.yield($0)
        return true
      })
    let peer = try #require(Peer("127.0.0.1", listener.port))
    peer.say("GET /callback?code=c HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\r\n")
    #expect(await redirects.first { _ in true }?.hasSuffix("?code=c") == true)
    let times = tries.withLock { $0 }
    #expect(times.count == 4)
    for (earlier, later) in zip(times, times.dropFirst()) {
      #expect(later - earlier >= .milliseconds(ConnectionSource.pause - 1))
    }
    listener.close()
  }

  /// The port closes during such a pause, and nothing of it remains.
  @Test func aPausedPortCloses() async throws {
    let (tries, feed) = AsyncStream.makeStream(of: Void.self)
    let redirect: RedirectURI = "http://127.0.0.1/callback"
    let listener = try LoopbackListener(
      host: "127.0.0.1", port: nil, redirect: redirect,
      acceptNext: { _ in
        feed.yield()
        return -EMFILE
      }, receive: { _ in true })
    let peer = try #require(Peer("127.0.0.1", listener.port))
    _ = await tries.first { _ in true }
    listener.close()
    #expect(peer.isClosed())
    #expect(Peer("127.0.0.1", listener.port) == nil)
  }

  @Test func thePortIsOpenOnlyWhileARequestIsPending() throws {
    let reception = try reception("http://127.0.0.1/callback")
    let port = try port(reception)
    #expect(Peer("127.0.0.1", port) != nil)
    #expect(Peer("[::1]", port) == nil, "the port is open on another address")
    reception.close()
    #expect(Peer("127.0.0.1", port) == nil)
  }

  @Test func aFixedPortIsReusedAtOnceAndNamedWhenTaken() async throws {
    let port = FreePort.find()
    let uri = "http://127.0.0.1:\(port)/callback"
    for _ in 0..<2 {
      let reception = try reception(uri)
      let peer = try #require(Peer("127.0.0.1", port))
      peer.say("GET /callback?code=c HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      var redirects = reception.redirects.makeAsyncIterator()
      #expect(await redirects.next() != nil)
      _ = peer.hear()
    }
    let first = try reception(uri)
    let failure = #expect(throws: UserAgentFailure.self) { try self.reception(uri) }
    #expect(failure?.code.rawValue == "redirect_port_in_use")
    #expect(failure?.values["received"] == .value("\(port)"))
    first.close()
  }

  /// A raw connection.
  private final class Peer {
    private let descriptor: Int32

    /// `nil` if nothing listens.
    init?(_ host: String, _ port: Int) {
      let isIPv6 = host.hasPrefix("[")
      descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var limit = timeval(tv_sec: 20, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      let number = in_port_t(port).bigEndian
      let connected: Int32
      if isIPv6 {
        var address = sockaddr_in6()
        (address.sin6_family, address.sin6_port) = (sa_family_t(AF_INET6), number)
        address.sin6_addr = in6addr_loopback
        connected = Peer.connect(descriptor, &address)
      } else {
        var address = sockaddr_in()
        (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), number)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        connected = Peer.connect(descriptor, &address)
      }
      guard connected == 0 else { return nil }
    }

    deinit { close(descriptor) }

    func say(_ text: String) {
      let bytes = Array(text.utf8)
      _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Waits for the other side to close; `false` if it does not.
    func isClosed() -> Bool {
      var byte: UInt8 = 0
      return read(descriptor, &byte, 1) == 0 || errno == ECONNRESET
    }

    /// Whether the other side no longer accepts data.
    func isReset(tries: Int = .max) -> Bool {
      for _ in 0..<tries {
        guard send(descriptor, "x", 1, Int32(MSG_NOSIGNAL)) == 1 else { return true }
        sched_yield()
      }
      return false
    }

    /// Everything until the other side closes.
    func hear() -> String {
      var text: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return String(decoding: text, as: UTF8.self) }
        text += buffer[..<count]
      }
    }

    private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
        }
      }
    }
  }
}
