import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle

struct Listener: Sendable {
  var address: IPAddress
  var port: Int
  private var service: ServiceGroup
  private var task: Task<Void, any Error>
  private var logger: Logger

  /// Seconds that running requests may still take when the server stops.
  static let graceSeconds = 2

  /// - Parameter tls: `nil`: plain HTTP.
  static func open(
    _ address: IPAddress, port: Int, _ answering: Answering, _ tls: TLSChannelConfiguration?
  ) async throws -> Listener {
    let configuration = answering.provider.configuration
    let (connections, logger) = (answering.provider.connections, configuration.logger)
    let (running, signal) = AsyncThrowingStream<Int, any Error>.makeStream()
    let application = Application(
      responder: SocketResponder(answering: answering),
      server: HTTPServerBuilder { responder in
        let edge = EdgeChannel(
          http: HTTP1Channel(responder: responder), limits: configuration.connections,
          connections: connections, onCutOff: answering.noteCutOff)
        guard let tls else { return edge }
        guard answering.side == .server else { return try TLSChannel(edge, configuration: tls) }
        return try MainPortChannel(edge, tls, answering.provider)
      },
      configuration: ApplicationConfiguration(address: .hostname(address.text, port: port)),
      onServerRunning: { signal.yield($0.localAddress?.port ?? port) }, logger: logger)
    let service = ServiceGroup(services: [application], logger: logger)
    let task = Task {
      do {
        try await service.run()
        signal.finish()
      } catch {
        signal.finish(throwing: error)
        throw error
      }
    }
    for try await actual in running {
      return Listener(address: address, port: actual, service: service, task: task, logger: logger)
    }
    throw CancellationError()
  }

  func whenEnded(_ act: @escaping @Sendable () -> Void) {
    Task { [task] in
      _ = await task.result
      act()
    }
  }

  /// Running requests get ``graceSeconds`` to finish. The log says when some had to be cut off.
  func close() async {
    await service.triggerGracefulShutdown()
    let deadline = Task {
      try await Task.sleep(for: .seconds(Listener.graceSeconds))
      logger.warning("stop forced: a request was still under way", metadata: ["port": "\(port)"])
      task.cancel()
    }
    _ = await task.result
    deadline.cancel()
  }
}

/// One port on each of the given addresses: at least on 127.0.0.1 and ::1, because `localhost` may resolve to either.
struct PortListeners: Sendable {
  var port: Int
  var listeners: [Listener]

  /// - Parameters:
  ///   - addresses: those of the loopback may be missing on this machine, others may not.
  ///   - onEnd: called when any listener has ended, but not for listeners of an abandoned attempt.
  static func open(
    _ addresses: [IPAddress], port: Int, _ answering: Answering, _ tls: TLSChannelConfiguration?,
    onEnd: @escaping @Sendable () -> Void
  ) async throws(IdentityServerError) -> PortListeners {
    // The port that the system chose may be taken on the other address: then another port is tried.
    for attempt in 1... {
      var open: [Listener] = []
      var failure = IdentityServerError(.cannotListen, String(port), detail: "no loopback address")
      do {
        for address in addresses {
          do {
            open.append(try await Listener.open(address, port: open.first?.port ?? port, answering, tls))
          } catch let error where isMissing(error) && ServerReach.loopback.contains(address) {}
        }
        if let first = open.first {
          for listener in open { listener.whenEnded(onEnd) }
          return PortListeners(port: first.port, listeners: open)
        }
      } catch {
        let isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
        failure = IdentityServerError(isTaken ? .portInUse : .cannotListen, String(port), detail: "\(error)")
      }
      for listener in open { await listener.close() }
      guard port == 0, attempt < 8, failure.code == .portInUse else { throw failure }
    }
    throw IdentityServerError(.cannotListen, String(port))
  }

  func close() async {
    await withDiscardingTaskGroup { group in
      for listener in listeners { group.addTask { await listener.close() } }
    }
  }

  /// Whether this machine lacks the address: IPv6 is often switched off.
  private static func isMissing(_ error: any Error) -> Bool {
    [EADDRNOTAVAIL, EAFNOSUPPORT].contains((error as? IOError)?.errnoCode ?? 0)
  }
}

/// The listeners' TLS: 1.2 and up.
enum LocalTLS {
  /// TLS that requests a client certificate but accepts any, or none: TLS proves that the peer holds the key, and
  /// ``DeviceAuthentication`` judges the rest, so that a refusal is an answer instead of a broken handshake.
  static func forDevices(_ configuration: TLSConfiguration) -> TLSChannelConfiguration {
    var configuration = configuration
    configuration.certificateVerification = .optionalVerification
    // No trust roots are needed, and a machine without ca-certificates has none to load.
    configuration.trustRoots = .certificates([])
    return TLSChannelConfiguration(
      tlsConfiguration: configuration,
      customVerificationCallback: { _, verdict in verdict.succeed(.certificateVerified) })
  }
  /// How long closing a connection waits for the peer's close_notify (RFC 8446 §6.1). An idle client that does not read
  /// never sends it, and must not delay the server's stop: by then every answer has been sent.
  static let goodbye = TimeAmount.milliseconds(300)

  /// - Parameters:
  ///   - certificate: PEM: the server's, then those between it and its authority.
  ///   - source: the file or folder that the error names.
  static func configuration(certificate: String, key: String, _ source: String) throws(IdentityServerError)
    -> TLSConfiguration
  {
    do {
      let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
      let key = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      configuration.minimumTLSVersion = .tlsv12
      configuration.applicationProtocols = ["http/1.1"]
      configuration.shutdownTimeout = goodbye
      return configuration
    } catch { throw IdentityServerError(.certificateDamaged, source, detail: "\(error)") }
  }
}
