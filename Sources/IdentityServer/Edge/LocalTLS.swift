import NIOSSL

/// TLS as the listeners speak it: 1.2 and up, with the local certificate.
enum LocalTLS {
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
      return configuration
    } catch {
      throw IdentityServerError(.certificateDamaged, folder, detail: "\(error)")
    }
  }
}
