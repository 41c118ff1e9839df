import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTPCompression
import SharedValues
import Synchronization

/// Real HTTP (RFC 9110, HTTP/1.1) over TLS 1.2 or later.
///
/// In addition to the guarantees of ``Transport``: it never stores or sends cookies, trusts the system's roots and the given PEM files, always verifies
/// host names, and traces the start and the end of each exchange.
package final class HTTPClientTransport: Transport {
  private let deviceCertificate: DeviceCertificateFiles?
  private let deadlines: Deadlines
  private let time: TimeSource
  private let confinement: Confinement
  private let faults: (any FaultInjecting)?
  private let trace: (@Sendable (TraceEvent) -> Void)?
  private let pools: ConnectionPools
  private let lastNumber = Atomic(0)

  /// - Parameters:
  ///   - trustedCertificates: PEM files, trusted besides the system's roots, read at the first https request to an origin.
  ///   - deviceCertificate: presented only by requests that ask for it.
  ///   - trace: called for every exchange, on any thread.
  ///   - pins: for a host the address to connect to in place of those that the resolver names; certificates are judged by the host all the same.
  ///   - confinement: a forbidden host is ``TransportFailure/Code/hostNotAllowed``; its name is not looked up.
  package init(
    trustedCertificates: [String] = [], deviceCertificate: DeviceCertificateFiles? = nil,
    deadlines: Deadlines = Deadlines(), time: TimeSource = .system,
    proxies: Proxies = .ofThisProgram, pins: [String: IPAddress] = [:], confinement: Confinement = .none,
    faults: (any FaultInjecting)? = nil,
    trace: (@Sendable (TraceEvent) -> Void)? = nil
  ) {
    (self.deviceCertificate, self.deadlines, self.time) = (deviceCertificate, deadlines, time)
    (self.confinement, self.faults, self.trace) = (confinement, faults, trace)
    pools = ConnectionPools(
      trustedFiles: trustedCertificates, connectLimit: deadlines.connect, time: time, proxies: proxies,
      pins: pins)
  }

  package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    try await exchange(request).response
  }

  package typealias Answer = (response: HTTPResponse, certificate: PeerCertificate?)

  /// Like ``send(_:)``, with the server's certificate; `nil` over plain HTTP and for an injected answer.
  package func exchange(_ request: HTTPRequest) async throws(TransportFailure) -> Answer {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    // Durations use the machine's clock, because the injected clock may jump or run at another speed.
    let begun = TimeSource.system.now
    var traced = Exchange(request, started: time.now)
    trace?(TraceEvent(number: number, content: .started(request)))
    let marks = Mutex<[FaultMark]>([])
    let result: Result<Answer, TransportFailure>
    do throws(TransportFailure) {
      let fault = faults?.fault(for: request)
      result = .success(
        try await withinDeadline { [self] in
          try await attempt(request, fault) { mark in marks.withLock { $0.append(mark) } }
        })
    } catch { result = .failure(error) }
    traced.outcome = result.map(\.response)
    traced.finished = traced.started + TimeSource.system.now.timeIntervalSince(begun)
    traced.faults = marks.withLock { $0 }
    trace?(TraceEvent(number: number, content: .finished(traced)))
    return try result.get()
  }

  /// The certificate of the newest connection to this URL's origin; `nil` when there was none or it is not https.
  package func certificate(of url: String) -> PeerCertificate? { (try? Origin(of: url)).flatMap(pools.certificate) }

  /// Closes idle connections. A later request opens new ones.
  package func shutdown() async { pools.shutdown() }

  /// For example `0:00:30`.
  private static func hours(_ limit: Duration) -> String {
    let seconds = Int((limit / .seconds(1)).rounded(.toNearestOrEven))
    return "\(seconds / 3600):" + FixedPoint.padded(seconds / 60 % 60, to: 2) + ":"
      + FixedPoint.padded(seconds % 60, to: 2)
  }

  /// Runs the exchange against the deadline. The loser is cancelled and awaited, so nothing continues after the return.
  private func withinDeadline(
    _ work: @escaping @Sendable () async throws -> Answer
  ) async throws(TransportFailure) -> Answer {
    let limit = deadlines.exchange
    do {
      return try await withThrowingTaskGroup(of: Answer.self) { group in
        group.addTask { try await work() }
        group.addTask {
          try await Task.sleep(for: limit)
          throw TransportFailure(.timeout, "no complete answer within \(HTTPClientTransport.hours(limit))")
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw TransportFailure(.cancelled) }
        return first
      }
    } catch {
      if Task.isCancelled { throw TransportFailure(.cancelled) }
      throw AttemptFailure.of(error) ?? TransportFailure(.tlsFailure, "\(error)")
    }
  }

  private func attempt(
    _ request: HTTPRequest, _ fault: Fault?, _ mark: @escaping @Sendable (FaultMark) -> Void
  ) async throws -> Answer {
    let origin = try Origin(of: request.url)
    guard confinement.allows(host: origin.host) else { throw TransportFailure(.hostNotAllowed, origin.host) }
    // A reserved host is allowed but not looked up: a resolver that completes names, or answers all of them, would find a computer.
    if !confinement.allowsServers, ReservedHost.contains(origin.host) {
      throw TransportFailure(.hostNotFound, "nobody has the name \(origin.host)")
    }
    guard let fault else { return try await ask(request, at: origin) }
    let certificate = Mutex<PeerCertificate?>(nil)
    let response = try await fault.carryOut(mark) { [self] in
      let answer = try await ask(request, at: origin)
      certificate.withLock { $0 = answer.certificate }
      return answer.response
    }
    return (response, certificate.withLock { $0 })
  }

  private func ask(_ request: HTTPRequest, at origin: Origin) async throws -> Answer {
    let identity = request.presentsDeviceCertificate ? try DeviceCertificate(deviceCertificate, now: time.now) : nil
    guard identity == nil || origin.isSecure else {
      throw TransportFailure(.tlsFailure, "a device certificate is presented over https alone")
    }
    let pool = try pools.pool(for: origin, presenting: identity)
    do {
      let deadline = NIODeadline.now() + TimeAmount(deadlines.exchange)
      let opened = pool.connections.opened
      do { return try await answer(to: request, from: pool, deadline) } catch {
        // A server may close a kept connection while a request is on its way. Without an answer the request may be sent once more (RFC 9110 §9.2.2),
        // over a connection of its own: other kept ones may be closed as well.
        guard AttemptFailure.isClosing(error), ["GET", "HEAD"].contains(request.method), opened > 0,
          pool.connections.opened == opened
        else { throw error }
        let fresh = try pools.makePool(for: origin, presenting: identity)
        defer { fresh.client.shutdown { _ in } }
        return try await answer(to: request, from: fresh, deadline)
      }
    } catch {
      if let failure = AttemptFailure.of(error, through: try pools.proxies.proxy(for: origin)) { throw failure }
      // The second connection, which finds the reason, must not ask the resolver where the first did not.
      let address = pools.pins[origin.host]?.text ?? origin.host
      guard pools.pins.isEmpty || IPAddress(address) != nil else {
        throw TransportFailure(.tlsFailure, "\(error)")
      }
      throw await reasonOfRefusal(by: origin, at: address)
    }
  }

  private func answer(
    to request: HTTPRequest, from pool: ConnectionPools.Pool, _ deadline: NIODeadline
  ) async throws -> Answer {
    let response = try await pool.client.execute(clientRequest(request), deadline: deadline)
    let body = try await HTTPClientTransport.body(of: response)
    let codings = response.headers[canonicalForm: "Content-Encoding"]
    if !body.isEmpty { try ContentCoding.judge(codings.map(String.init)) }
    let headers = response.headers.map { HTTPHeader($0.name, $0.value) }
    return (HTTPResponse(Int(response.status.code), headers: headers, body: body), pool.connections.certificate)
  }

  private func clientRequest(_ request: HTTPRequest) -> HTTPClientRequest {
    var client = HTTPClientRequest(url: request.url)
    client.method = .init(rawValue: request.method)
    for header in request.headers { client.headers.add(name: header.name, value: header.value) }
    // Some servers and proxies compress anyway: `ContentCoding` lists what can be decoded.
    let usual = [("User-Agent", ProductAgent.app), ("Accept-Encoding", "identity"), ("Accept", "*/*")]
    for (name, value) in usual where !client.headers.contains(name: name) {
      client.headers.add(name: name, value: value)
    }
    if !request.body.isEmpty { client.body = .bytes(request.body) }
    return client
  }

  private static func body(of response: HTTPClientResponse) async throws -> [UInt8] {
    let announced = response.headers.first(name: "Content-Length").flatMap { Int($0) }
    if let announced, announced > TransportLimits.body { throw TransportFailure.bodyTooLarge }
    // Answers with these statuses have no content and announce none (RFC 9110 §6.4.1, §8.6).
    let isEmpty = announced == 0 || [204, 304].contains(response.status.code)
    var body: [UInt8] = []
    do {
      for try await part in response.body {
        guard body.count + part.readableBytes <= TransportLimits.body else { throw TransportFailure.bodyTooLarge }
        body.append(contentsOf: part.readableBytesView)
      }
    } catch let error as NIOHTTPDecompression.ExtraDecompressionError where error == .truncatedData && isEmpty {
      // Empty content needs no decoding, whatever Content-Encoding says.
    }
    return body
  }

  private func reasonOfRefusal(by origin: Origin, at address: String) async -> TransportFailure {
    guard let trust = try? TrustedCertificates(files: pools.trustedFiles) else {
      return TransportFailure(.certificateUntrusted)
    }
    let chain = await RefusedChain.fetch(from: origin, at: address, trust: trust, within: deadlines.connect)
    return await chain.reason(trusted: trust.certificates, now: time.now)
  }
}

/// How long the transport waits; then an attempt fails with ``TransportFailure/Code/connectTimeout`` or ``TransportFailure/Code/timeout``.
package struct Deadlines: Hashable, Sendable {
  /// For connecting, including the TLS handshake.
  package var connect: Duration
  /// For an exchange, from the call to the last byte of the body, including connecting.
  package var exchange: Duration

  package init(connect: Duration = .seconds(5), exchange: Duration = .seconds(15)) {
    (self.connect, self.exchange) = (connect, exchange)
  }
}

/// Limits on what the transport reads from any server.
package enum TransportLimits {
  /// Bytes of one response body: 1 MiB.
  package static let body = 1 << 20
}

/// The start or end of an exchange, as a value. Every `started` is followed by exactly one `finished` with the same number.
package struct TraceEvent: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case started(HTTPRequest)
    case finished(Exchange)
  }

  /// The exchange's number in its transport, starting at 1.
  package var number: Int
  package var content: Content
}
