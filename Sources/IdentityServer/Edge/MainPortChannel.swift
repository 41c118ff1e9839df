import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import NIOTLS
import Synchronization

/// The main port's TLS. While a fault spoils certificates, the certificate is chosen by the first bytes of the client, so that a connection
/// that never begins TLS uses up no fault. At all other times this is ``TLSChannel``.
struct MainPortChannel: ServerChildChannel {
  private let ordinary: TLSChannel<EdgeChannel>
  private let edge: EdgeChannel
  private let context: NIOSSLContext
  private let provider: Provider
  private let spoiled: SpoiledCertificates

  init(_ edge: EdgeChannel, _ tls: TLSChannelConfiguration, _ provider: Provider) throws {
    var replaceable = edge
    replaceable.isReplaceable = { true }
    ordinary = try TLSChannel(replaceable, configuration: tls)
    context = try NIOSSLContext(configuration: tls.tlsConfiguration)
    spoiled = SpoiledCertificates(provider.configuration)
    (self.edge, self.provider) = (edge, provider)
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    let address = channel.remoteAddress?.peerText ?? ""
    guard !provider.faults.isEmpty, provider.faults.spoilingCertificate(for: address) != nil else {
      return ordinary.setup(channel: channel, logger: logger)
    }
    let shown = ShownCertificate()
    var edge = edge
    edge.isReplaceable = { shown.isOrdinary.load(ordering: .relaxed) }
    return channel.eventLoop.makeCompletedFuture { [context, provider, spoiled] in
      try channel.pipeline.syncOperations.addHandler(
        CertificateChoice(ordinary: context, spoiled, provider, address: address, shown))
    }.flatMap { [edge] in edge.setup(channel: channel, logger: logger) }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async { await edge.handle(value: value, logger: logger) }
}

/// Which certificate a connection has shown that chose one; until then neither.
final class ShownCertificate: Sendable {
  let isOrdinary = Atomic(false)
}

/// Begins TLS with the first bytes of a connection: with the certificate of the fault that is on then, or with the server's own.
final class CertificateChoice: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let ordinary: NIOSSLContext
  private let spoiled: SpoiledCertificates
  private let provider: Provider
  private let address: String
  private let shown: ShownCertificate
  private var hasChosen = false

  init(
    ordinary: NIOSSLContext, _ spoiled: SpoiledCertificates, _ provider: Provider, address: String,
    _ shown: ShownCertificate
  ) {
    (self.ordinary, self.spoiled, self.provider, self.address) = (ordinary, spoiled, provider, address)
    self.shown = shown
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !hasChosen {
      hasChosen = true
      let wrong = wrongCertificate
      if wrong == nil { shown.isOrdinary.store(true, ordering: .relaxed) }
      let handlers = wrong ?? [NIOSSLServerHandler(context: ordinary)]
      do { try context.pipeline.syncOperations.addHandlers(handlers, position: .after(self)) } catch {
        return context.close(promise: nil)
      }
    }
    context.fireChannelRead(data)
  }

  /// TLS with the certificate of the fault that is on; `nil`: none is on that meets this connection.
  private var wrongCertificate: [any ChannelHandler]? {
    guard let fault = provider.faults.spoilingCertificate(for: address), let defect = fault.rule.spoiledCertificate
    else { return nil }
    do {
      let context = try spoiled.context(defect)
      guard provider.faults.count(fault.number) else { return nil }
      return [
        NIOSSLServerHandler(context: context),
        HandshakeWatch { [provider, address] in provider.noteHandshake(fault, from: address, $0) },
      ]
    } catch {
      provider.configuration.logger.error("no certificate for a fault", metadata: ["detail": "\(error)"])
      return nil
    }
  }
}

/// How a handshake with a wrong certificate ended.
enum HandshakeOutcome: Hashable, Sendable {
  /// The client did not notice, or did not mind.
  case accepted
  /// The alert of RFC 8446 §6.2; `nil`: the client left without one.
  case refused(alert: String?)

  var note: String {
    switch self {
    case .accepted: "wrong certificate accepted"
    case .refused(let alert?): "handshake refused: alert " + alert
    case .refused(nil): "handshake ended without an alert"
    }
  }

  /// BoringSSL has no other sign of the alert than the text of its error. It is only shown.
  init(_ error: any Error) {
    let text = "\(error)"
    self = .refused(alert: HandshakeOutcome.alerts.first { text.contains($0.error) }?.name)
  }

  private static let alerts: [(error: String, name: String)] = [
    ("ALERT_BAD_CERTIFICATE", "bad_certificate"), ("ALERT_UNSUPPORTED_CERTIFICATE", "unsupported_certificate"),
    ("ALERT_CERTIFICATE_REVOKED", "certificate_revoked"), ("ALERT_CERTIFICATE_EXPIRED", "certificate_expired"),
    ("ALERT_CERTIFICATE_UNKNOWN", "certificate_unknown"), ("ALERT_UNKNOWN_CA", "unknown_ca"),
    ("ALERT_ACCESS_DENIED", "access_denied"), ("ALERT_HANDSHAKE_FAILURE", "handshake_failure"),
    ("ALERT_INTERNAL_ERROR", "internal_error"), ("ALERT_USER_CANCELLED", "user_canceled"),
  ]
}

/// Reports once how a handshake ended.
private final class HandshakeWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var report: ((HandshakeOutcome) -> Void)?

  init(_ report: @escaping (HandshakeOutcome) -> Void) { self.report = report }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted? = event as? TLSUserEvent { end(.accepted) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    end(HandshakeOutcome(error))
    context.fireErrorCaught(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(.refused(alert: nil))
    context.fireChannelInactive()
  }

  private func end(_ outcome: HandshakeOutcome) {
    report?(outcome)
    report = nil
  }
}
