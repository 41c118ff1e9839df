import FoundationEssentials
import Glibc
import NIOSSL
import SharedValues
import SmallFiles

/// Certificates that are trusted besides the system's: the PEM files that `trustedCertificates` in the configuration names.
public struct TrustedCertificates: Sendable {
  let certificates: [NIOSSLCertificate]

  /// Many times what the bundle of an operating system has.
  private static let largest = 16 << 20

  /// Reads every file; one that is missing, unreadable or holds no certificate is ``TransportFailure/Code/tlsFailure``
  /// with the path in its detail. Trusting less than asked for in silence would only fail later and less clearly.
  public init(files: [String]) throws(TransportFailure) {
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

  /// Where systems keep their roots.
  private static let rootFiles = ["/etc/ssl/certs", "/etc/pki/tls/certs/ca-bundle.crt"]

  /// A small system has none (no ca-certificates), which NIOSSL takes for an error.
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
