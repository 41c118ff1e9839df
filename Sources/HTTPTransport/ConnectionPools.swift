import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOPosix
import NIOSSL
import SharedValues
import Synchronization

/// One client per origin, so that the certificate of an origin's connections is known, and a separate one for requests that present a device's
/// certificate, so that other requests never use such a connection. Connections stay open for a while and are reused.
final class ConnectionPools: Sendable {
  struct Pool: Sendable {
    let client: HTTPClient
    let connections: ConnectionRecord
  }

  private struct Key: Hashable {
    var origin: Origin
    var identity: DeviceCertificate?
  }

  let trustedFiles: [String]
  let proxies: Proxies
  let pins: [String: IPAddress]
  private let connectLimit: Duration
  private let time: TimeSource
  private let pools = Mutex<[Key: Pool]>([:])

  /// - Parameter time: judges certificates, in addition to the machine's clock, by which the library judges them.
  init(
    trustedFiles: [String], connectLimit: Duration, time: TimeSource, proxies: Proxies, pins: [String: IPAddress]
  ) {
    (self.trustedFiles, self.connectLimit, self.time) = (trustedFiles, connectLimit, time)
    (self.proxies, self.pins) = (proxies, pins)
  }

  deinit { shutdown() }

  func pool(for origin: Origin, presenting identity: DeviceCertificate?) throws(TransportFailure) -> Pool {
    let key = Key(origin: origin, identity: identity)
    if let pool = pools.withLock({ $0[key] }) {
      // A connection may outlive its certificate; each request is judged by the current time.
      if let peer = pool.connections.certificate { try ConnectionPools.judge(peer, time.now) }
      return pool
    }
    let made = try makePool(for: origin, presenting: identity)
    let kept = pools.withLock { pools -> Pool in
      if let other = pools[key] { return other }
      pools[key] = made
      return made
    }
    if kept.client !== made.client { made.client.shutdown { _ in } }
    return kept
  }

  func certificate(of origin: Origin) -> PeerCertificate? {
    pools.withLock { $0[Key(origin: origin, identity: nil)] }?.connections.certificate
  }

  private static func judge(_ peer: PeerCertificate, _ now: Date) throws(TransportFailure) {
    guard peer.notBefore <= now, now <= peer.notAfter else {
      throw TransportFailure(.certificateExpired, RefusedChain.span(peer.subject, peer.notBefore, peer.notAfter))
    }
  }

  /// Does not wait. AsyncHTTPClient must be shut down; its callback keeps it alive until then.
  func shutdown() {
    let all = pools.withLock { pools in
      defer { pools = [:] }
      return pools.values
    }
    for pool in all { pool.client.shutdown { _ in } }
  }

  /// A client without connections. Its caller has to shut it down.
  func makePool(for origin: Origin, presenting identity: DeviceCertificate?) throws(TransportFailure) -> Pool {
    let (record, time) = (ConnectionRecord(), time)
    // Read at first use: the embedded server writes its CA at its first start, after the app's.
    let trust = try origin.isSecure ? TrustedCertificates(files: trustedFiles) : TrustedCertificates(files: [])
    var tls = trust.clientConfiguration
    try identity?.present(in: &tls)
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(connectLimit)), ignoreUncleanSSLShutdown: false,
      decompression: .enabled(limit: .size(TransportLimits.body)))
    configuration.proxy = try proxies.proxy(for: origin).map(HTTPClient.Configuration.Proxy.init)
    configuration.dnsOverride = pins.mapValues(\.text)
    configuration.httpVersion = .http1Only
    configuration.connectionPool.idleTimeout = .seconds(20)
    // Report a refused connection at once instead of retrying until the deadline.
    configuration.connectionPool.retryConnectionEstablishment = false
    // Runs after the TLS handshake and before any request: nothing is sent to a server that it refuses.
    configuration.http1_1ConnectionDebugInitializer = { channel in
      record.add()
      let prepared = channel.eventLoop.makeCompletedFuture { try OldNameOfGzip.read(on: channel) }
      guard origin.isSecure else { return prepared }
      return prepared.flatMap { channel.nioSSL_peerCertificate() }.flatMapThrowing { certificate in
        guard let peer = certificate.flatMap({ PeerCertificate($0) }) else {
          throw TransportFailure(.tlsFailure, "the server's certificate cannot be read")
        }
        guard HostVerification.covers(peer, origin) else {
          let names = peer.subjectAlternativeNames.joined(separator: ", ")
          throw TransportFailure(.certificateWrongHost, "it is for: \(names)")
        }
        try ConnectionPools.judge(peer, time.now)
        record.set(peer)
      }
    }
    let client = HTTPClient(
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
    return Pool(client: client, connections: record)
  }
}

extension HTTPClient.Configuration.Proxy {
  fileprivate init(_ proxy: Proxy) {
    let credentials = proxy.credentials.map { Data($0.revealed.utf8).base64EncodedString() }
    self =
      proxy.isSOCKS
      ? .socksServer(host: proxy.host, port: proxy.port)
      : .server(host: proxy.host, port: proxy.port, authorization: credentials.map { .basic(credentials: $0) })
  }
}

/// What is known of an origin's connections.
final class ConnectionRecord: Sendable {
  private let state = Mutex<(opened: Int, certificate: PeerCertificate?)>((0, nil))

  var opened: Int { state.withLock { $0.opened } }
  /// The certificate of the newest one.
  var certificate: PeerCertificate? { state.withLock { $0.certificate } }

  func add() { state.withLock { $0.opened += 1 } }
  func set(_ some: PeerCertificate) { state.withLock { $0.certificate = some } }
}
