import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A certificate authority that lives as long as a test, and the identities of servers that it issues.
public struct TestAuthority: Sendable {
  public let certificate: Certificate
  private let key: Certificate.PrivateKey

  public init(name: String = "Test CA") throws {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let subject = try DistinguishedName {
      CommonName(name)
      OrganizationName("DCR Terminal tests")
    }
    certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
      notValidBefore: Date() - 3600, notValidAfter: Date() + 86400, issuer: subject, subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        Critical(KeyUsage(keyCertSign: true))
      }, issuerPrivateKey: key)
    self.key = key
  }

  /// Writes the CA's certificate into a folder and returns the file's path.
  public func writePEM(in folder: TemporaryFolder, name: String = "ca.pem") throws -> String {
    let path = folder.path + "/" + name
    try certificate.serializeAsPEM().pemString.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// A client's certificate and key, as PEM.
  public func client(
    notBefore: Date = Date() - 60, notAfter: Date = Date() + 3600
  ) throws -> (certificate: String, key: String) {
    let own = P256.Signing.PrivateKey()
    let leaf = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(own.publicKey),
      notValidBefore: notBefore, notValidAfter: notAfter, issuer: certificate.subject,
      subject: try DistinguishedName { CommonName("phone") }, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        try ExtendedKeyUsage([.clientAuth])
      }, issuerPrivateKey: key)
    return (try leaf.serializeAsPEM().pemString, own.pemRepresentation)
  }

  /// A TLS server configuration with a new certificate.
  public func server(
    names: [String] = ["localhost"], addresses: [[UInt8]] = [[127, 0, 0, 1]], notBefore: Date = Date() - 60,
    notAfter: Date = Date() + 3600
  ) throws -> TLSConfiguration {
    let own = P256.Signing.PrivateKey()
    let alternatives =
      names.map { GeneralName.dnsName($0) } + addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) }
    let leaf = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(own.publicKey),
      notValidBefore: notBefore, notValidAfter: notAfter, issuer: certificate.subject,
      subject: try DistinguishedName { CommonName(names.first ?? "server") }, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(alternatives)
      }, issuerPrivateKey: key)
    return .makeServerConfiguration(
      certificateChain: [
        .certificate(try NIOSSLCertificate(bytes: Array(leaf.serializeAsPEM().pemString.utf8), format: .pem))
      ],
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(own.pemRepresentation.utf8), format: .pem)))
  }
}
