import FoundationEssentials
import NIOSSL
import SharedValues
import SmallFiles
import X509

/// The paths of a device's certificate and key: two PEM files, read again for each connection that presents them.
package struct DeviceCertificateFiles: Hashable, Sendable {
  package var certificate: String
  package var key: String
  package init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }

  /// Whether a connection could present them now.
  /// - Throws: `device_certificate_missing`, `device_certificate_unusable`, `device_certificate_expired`.
  package func check(now: Date) throws(TransportFailure) { _ = try DeviceCertificate(self, now: now) }

  /// The end of the certificate's validity; `nil` when there is no readable certificate.
  package var expiry: Date? {
    (try? DeviceCertificate.bytes(certificate)).flatMap(DeviceCertificate.chain(in:))?.own.notValidAfter
  }
}

/// The certificate as read from the files: presented by connections, and part of their identity.
struct DeviceCertificate: Hashable, Sendable {
  /// DER, the device's own certificate first.
  private let chain: [[UInt8]]
  private let keyPEM: Secret

  /// - Throws: `device_certificate_…`, before anything is sent: a server could only report a failed handshake.
  init(_ files: DeviceCertificateFiles?, now: Date) throws(TransportFailure) {
    guard let files else { throw TransportFailure(.deviceCertificateMissing, "no certificate is configured") }
    let pem = try DeviceCertificate.bytes(files.certificate)
    let key = try DeviceCertificate.bytes(files.key)
    guard let (own, chain) = DeviceCertificate.chain(in: pem) else {
      throw TransportFailure(.deviceCertificateUnusable, "no PEM certificate in \(files.certificate)")
    }
    guard let privateKey = try? Certificate.PrivateKey(pemEncoded: String(decoding: key, as: UTF8.self)) else {
      throw TransportFailure(.deviceCertificateUnusable, "no PEM private key in \(files.key)")
    }
    guard privateKey.publicKey == own.publicKey else {
      throw TransportFailure(
        .deviceCertificateUnusable, "the key in \(files.key) does not belong to \(files.certificate)")
    }
    guard own.notValidBefore <= now, now <= own.notValidAfter else {
      let (begin, end) = (own.notValidBefore.formatted(.iso8601), own.notValidAfter.formatted(.iso8601))
      throw TransportFailure(.deviceCertificateExpired, "\(files.certificate) is valid from \(begin) to \(end)")
    }
    self.chain = chain
    keyPEM = Secret(String(decoding: key, as: UTF8.self))
  }

  /// The DER forms in a PEM file, and the first one parsed.
  fileprivate static func chain(in pem: [UInt8]) -> (own: Certificate, all: [[UInt8]])? {
    let all = (try? NIOSSLCertificate.fromPEMBytes(pem))?.compactMap { try? $0.toDERBytes() } ?? []
    return all.first.flatMap { try? Certificate(derEncoded: $0) }.map { ($0, all) }
  }

  func present(in configuration: inout TLSConfiguration) throws(TransportFailure) {
    do {
      let key = try NIOSSLPrivateKey(bytes: Array(keyPEM.revealed.utf8), format: .pem)
      configuration.certificateChain = try chain.map { .certificate(try NIOSSLCertificate(bytes: $0, format: .der)) }
      configuration.privateKey = .privateKey(key)
    } catch { throw TransportFailure(.deviceCertificateUnusable, "\(error)") }
  }

  fileprivate static func bytes(_ path: String) throws(TransportFailure) -> [UInt8] {
    guard FileManager.default.fileExists(atPath: path) else {
      throw TransportFailure(.deviceCertificateMissing, "\(path) does not exist")
    }
    guard let bytes = SmallFile.whole(path, limit: 1 << 20) else {
      throw TransportFailure(.deviceCertificateUnusable, "\(path) cannot be read")
    }
    return bytes
  }
}

/// Certificates that are trusted besides the system's: the PEM files named in the configuration's `trustedCertificates`.
package struct TrustedCertificates: Sendable {
  let certificates: [NIOSSLCertificate]

  /// Bytes; many times the size of an operating system's bundle.
  private static let largest = 16 << 20

  /// Reads every file; one that is missing, unreadable or without a certificate is ``TransportFailure/Code/tlsFailure``.
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

  /// TLS 1.2 or later, full verification, the system's roots, if it has any, plus these.
  var clientConfiguration: TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.certificateVerification = .fullVerification
    configuration.trustRoots = SystemRoots.trust
    if !certificates.isEmpty { configuration.additionalTrustRoots = [.certificates(certificates)] }
    return configuration
  }
}
