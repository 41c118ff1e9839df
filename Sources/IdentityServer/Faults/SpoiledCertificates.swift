import Crypto
import Faults
import NIOSSL
import Synchronization
import X509

/// The certificates that the main port shows while a fault spoils its own. Each is made when it is first needed, and never written to a file.
///
/// Exactly one thing is wrong with each: its time, its names, or its authority. Where the server uses a certificate that its administrator
/// named, the two others come from the server's own authority all the same.
final class SpoiledCertificates: Sendable {
  private let folder: URL
  private let names: CertificateNames
  private let made = Mutex<[ConnectionDefect: NIOSSLContext]>([:])

  init(_ configuration: IdentityServerConfiguration) {
    folder = configuration.directory.appendingPathComponent("tls")
    names = CertificateNames(configuration.reach)
  }

  /// The TLS with this certificate. Tickets of other certificates do not resume in it (RFC 8446 §4.6.1), so each connection shows it.
  func context(_ defect: ConnectionDefect) throws -> NIOSSLContext {
    try made.withLock { made in
      if let known = made[defect] { return known }
      // Peers judge certificates by the machine's time.
      let context = try NIOSSLContext(configuration: configuration(defect, now: TimeSource.system.now))
      made[defect] = context
      return context
    }
  }

  private func configuration(_ defect: ConnectionDefect, now: Date) throws -> TLSConfiguration {
    guard var authority = try LocalCertificates.authority(in: folder, now: now) else {
      throw IdentityServerError(.certificateDamaged, folder.path)
    }
    var (names, issued, days) = (names, now, LocalCertificates.certificateDays)
    switch defect {
    case .expired: (issued, days) = (now - 40 * 86_400, 39)
    case .untrusted: authority = try LocalCertificates.newAuthority(for: names, now: now)
    // The authority may sign for this name (RFC 5280 §4.2.1.10), so that only the host is wrong.
    default: (names.hosts, names.addresses) = (["elsewhere.localhost"], [])
    }
    let key = P256.Signing.PrivateKey()
    let certificate = try authority.certifyServer(key.publicKey, names, days: days, now: issued)
    return try LocalTLS.configuration(
      certificate: try certificate.serializeAsPEM().pemString, key: key.pemRepresentation, folder.path)
  }
}

extension FaultRule {
  /// The certificate that it shows; `nil`: it concerns requests.
  ///
  /// TLS shows its certificate before there is a request, so such a rule holds for new connections, whichever endpoint it names.
  var spoiledCertificate: ConnectionDefect? {
    if spoilsCertificate, case .connection(let defect) = defect { defect } else { nil }
  }

  /// `token: status 503`; `certificate-expired`, because that happens to connections.
  var summaryAtServer: String { spoilsCertificate ? defect.summary : summary }
}

extension FaultPlan {
  /// The rules as the server has them: each wrong certificate once.
  var rulesAtServer: [FaultRule] {
    var certificates: Set<ConnectionDefect> = []
    return rules.filter { rule in rule.spoiledCertificate.map { certificates.insert($0).inserted } ?? true }
  }
}

extension Provider {
  /// Takes up the faults that are switched on now. While one spoils certificates, kept connections are closed as soon as they wait, so that
  /// clients have to look at the certificate.
  func takeUpFaults() throws {
    try faults.synchronise(with: store)
    closeSpoiledConnections()
  }

  /// The faults of a test, in memory alone; none ends them. Other tests keep theirs.
  func takeUp(_ testing: [ServerFault], of test: Int) {
    faults.set(testing, of: test)
    heldAnswers.drop(unless: faults.holds)
    closeSpoiledConnections()
  }

  private func closeSpoiledConnections() {
    guard faults.entries.contains(where: \.rule.spoilsCertificate) else { return }
    connections.closeReplaceable { faults.spoilingCertificate(for: $0) != nil }
  }

  /// Says how a handshake with a wrong certificate has ended.
  func noteHandshake(_ fault: ServerFault, from address: String, _ outcome: HandshakeOutcome) {
    metrics.faulted()
    if outcome != .accepted { faults.countRefusedHandshake(fault) }
    configuration.onEvent(
      ServerEvent(time: now, method: "TLS", path: address, status: 0, note: outcome.note, fault: fault.summary))
    configuration.logger.info(
      "handshake",
      metadata: [
        "side": "\(Answering.Side.server.rawValue)", "address": "\(address)", "note": "\(outcome.note)",
        "fault": "\(fault.summary)",
      ])
  }
}
