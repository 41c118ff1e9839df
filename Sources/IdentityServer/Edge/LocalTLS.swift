import HummingbirdTLS
import NIOCore
import NIOSSL

/// The listeners' TLS: 1.2 and up, with the local certificate.
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

  /// - Throws: ``IdentityServerError`` `server_certificate_damaged` when key and certificate cannot be used.
  static func configuration(_ files: LocalCertificates, _ folder: String) throws(IdentityServerError)
    -> TLSConfiguration
  {
    do {
      let chain = try NIOSSLCertificate.fromPEMBytes(Array(files.certificate.utf8))
      let key = try NIOSSLPrivateKey(bytes: Array(files.privateKey.utf8), format: .pem)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      configuration.minimumTLSVersion = .tlsv12
      configuration.applicationProtocols = ["http/1.1"]
      configuration.shutdownTimeout = goodbye
      return configuration
    } catch {
      throw IdentityServerError(.certificateDamaged, folder, detail: "\(error)")
    }
  }
}
