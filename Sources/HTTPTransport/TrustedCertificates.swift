import Glibc
import NIOSSL
import SharedValues
import SmallFiles

/// Certificates that are trusted besides the system's: the PEM files named in the configuration's `trustedCertificates`.
package struct TrustedCertificates: Sendable {
  let certificates: [NIOSSLCertificate]

  /// Bytes; many times the size of an operating system's bundle.
  private static let largest = 16 << 20

  /// Reads every file; one that is missing, unreadable or without a certificate is ``TransportFailure/Code/tlsFailure``
  /// with the path in its detail. Skipping it silently would only fail later and less clearly.
  package init(files: [String]) throws(TransportFailure) {
    var found: [NIOSSLCertificate] = []
    for file in files {
      guard let bytes = SmallFile.whole(file, limit: TrustedCertificates.largest) else {
        throw TransportFailure(.tlsFailure, "cannot read the trusted certificates in \(file)")
      }
      guard let some = try? NIOSSLCertificate.fromPEMBytes(bytes), !some.isEmpty else {
        throw TransportFailure(.tlsFailure, "no PEM certificate in \(file)")
      }
      found += some
    }
    certificates = found
  }

  private static let rootFiles = ["/etc/ssl/certs", "/etc/pki/tls/certs/ca-bundle.crt"]

  /// A small system has no roots (no ca-certificates), which NIOSSL treats as an error.
  private static let systemHasRoots = rootFiles.contains { access($0, R_OK) == 0 }

  /// TLS 1.2 or later, full verification, the system's roots, if it has any, plus these.
  var clientConfiguration: TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.certificateVerification = .fullVerification
    configuration.trustRoots = TrustedCertificates.systemHasRoots ? .default : .certificates([])
    if !certificates.isEmpty { configuration.additionalTrustRoots = [.certificates(certificates)] }
    return configuration
  }
}
