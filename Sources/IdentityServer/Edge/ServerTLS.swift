import HummingbirdTLS
import NIOSSL

extension IdentityServer {
  /// Makes the local certificate authority and this server's certificate if they are missing, or have other names.
  @discardableResult
  func prepareCertificates() throws(IdentityServerError) -> LocalCertificates {
    let configuration = provider.configuration
    return try LocalCertificates.prepare(
      in: configuration.directory.appendingPathComponent("tls"), names: CertificateNames(configuration.reach),
      now: TimeSource.system.now)
  }

  /// The TLS of the protocol's port, and that of the others, which always have the certificate of the own authority. A named certificate is
  /// judged first: nothing is made if it cannot be used.
  func prepareTLS() throws(IdentityServerError) -> (protocol: TLSChannelConfiguration, own: TLSConfiguration) {
    let configuration = provider.configuration
    var given: TLSConfiguration?
    if let files = configuration.reach.certificate { given = try GivenCertificate.configuration(files) }
    let files = try prepareCertificates()
    let own = try LocalTLS.configuration(
      certificate: files.certificate, key: files.privateKey, configuration.directory.appendingPathComponent("tls").path)
    return (TLSChannelConfiguration(tlsConfiguration: given ?? own), own)
  }

  /// The hosts for which clients need a certificate of the protocol's port; empty: it names one of them, or cannot be read any more.
  package var uncertifiedHosts: [String] {
    let reach = provider.configuration.reach
    guard let files = reach.certificate else { return [] }
    let isNamed = reach.certifiedHosts.contains { (try? GivenCertificate.names($0, files)) ?? true }
    return isNamed ? [] : reach.certifiedHosts
  }

  /// Whether the time of the named certificate has passed, or has not come.
  package var isCertificateOutdated: Bool {
    guard let files = provider.configuration.reach.certificate else { return false }
    return (try? GivenCertificate.isCurrent(files, at: TimeSource.system.now)) == false
  }
}
