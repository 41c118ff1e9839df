import FoundationEssentials
import NIOCore
import NIOPosix
import NIOSSL
import SharedValues
import Synchronization
import SwiftASN1
import X509

/// Explains why TLS refused a certificate (RFC 5280 §6): fetches the chain again, over a connection that can never be completed.
struct RefusedChain {
  let presented: [Certificate]

  /// `certificate_expired` when only the validity period of a trusted chain is wrong; else `certificate_untrusted`.
  func reason(trusted: [NIOSSLCertificate], now: Date) async -> TransportFailure {
    guard let leaf = presented.first else { return TransportFailure(.certificateUntrusted, "no certificate was shown") }
    let extra = trusted.compactMap { try? Certificate(derEncoded: $0.toDERBytes()) }
    var roots = CertificateStore.systemTrustRoots
    roots.append(contentsOf: extra)
    var verifier = Verifier(rootCertificates: roots) { ChainOnly() }
    let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore(presented.dropFirst()))
    if case .validCertificate(let chain) = result,
      let late = chain.first(where: { now < $0.notValidBefore || now > $0.notValidAfter })
    {
      return TransportFailure(
        .certificateExpired, RefusedChain.span(late.subject.description, late.notValidBefore, late.notValidAfter))
    }
    return TransportFailure(.certificateUntrusted, "\(leaf.subject) was issued by \(leaf.issuer)")
  }

  static func span(_ subject: String, _ begin: Date, _ end: Date) -> String {
    "\(subject) is valid from \(day(begin)) to \(day(end))"
  }

  private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }

  /// Checks only signatures and names. Used to explain a refusal, never to accept a certificate.
  private struct ChainOnly: VerifierPolicy {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [
      .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage, .X509ExtensionID.nameConstraints,
      .X509ExtensionID.extendedKeyUsage, .X509ExtensionID.subjectAlternativeName,
    ]
    mutating func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
      .meetsPolicy
    }
  }

  /// Fetches the server's certificates. The handshake is always refused, so nothing can be sent.
  /// - Parameter address: where to connect: the origin's host, or the address that stands for it.
  static func fetch(
    from origin: Origin, at address: String, trust: TrustedCertificates, within limit: Duration
  ) async -> RefusedChain {
    let seen = Mutex<[NIOSSLCertificate]>([])
    guard let context = try? NIOSSLContext(configuration: trust.clientConfiguration) else {
      return RefusedChain(presented: [])
    }
    let wait = TimeAmount(limit)
    let channel = try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(wait)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handler = try NIOSSLClientHandler(
            context: context, serverHostname: origin.serverName,
            customVerificationCallback: { certificates, verdict in
              seen.withLock { $0 = certificates }
              verdict.succeed(.failed)
            })
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
      .connect(host: address, port: origin.port).get()
    if let channel {
      let timeUp = channel.eventLoop.scheduleTask(in: wait) { channel.close(promise: nil) }
      await withTaskCancellationHandler {
        try? await channel.closeFuture.get()
      } onCancel: {
        channel.close(promise: nil)
      }
      timeUp.cancel()
    }
    return RefusedChain(presented: seen.withLock { $0 }.compactMap { try? Certificate(derEncoded: $0.toDERBytes()) })
  }
}

extension TimeAmount {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
