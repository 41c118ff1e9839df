import Crypto
import SwiftASN1
import X509

/// Made by the local authority, for client authentication only (RFC 5280 §4.2.1.12).
struct DeviceCertificateFile: Sendable {
  struct Issued: Sendable {
    var hash: Data
    var expires: Date
  }

  static let certificateName = "device-certificate.pem"
  static let keyName = "device-certificate-key.pem"

  let kept: Issued?
  private let name: String
  private let folder: URL
  private let authority: LocalCertificates.Authority
  private let now: Date

  static func prepare(
    _ name: String, in folder: URL, authority: URL, now: Date
  ) throws(IdentityServerError) -> DeviceCertificateFile {
    try LocalCertificates.writing(folder) {
      guard let issuer = try LocalCertificates.authority(in: authority, now: now) else {
        throw IdentityServerError(.databaseMissing, authority.appendingPathComponent("ca.pem").path)
      }
      try LocalCertificates.makeFolder(folder)
      LocalCertificates.endLines(of: [certificateName, keyName], in: folder)
      return DeviceCertificateFile(
        kept: try existing(in: folder, issuer, now: now), name: name, folder: folder, authority: issuer, now: now)
    }
  }

  func make() throws(IdentityServerError) -> Issued {
    try LocalCertificates.writing(folder) {
      let key = P256.Signing.PrivateKey()
      let subject = try DistinguishedName {
        OrganizationName("DCR Terminal")
        OrganizationalUnitName("devices")
        CommonName(name)
      }
      let certificate = try authority.certify(
        key.publicKey, subject, days: LocalCertificates.certificateDays, now: now
      ) { try ExtendedKeyUsage([.clientAuth]) }
      try LocalCertificates.write(key.pemRepresentation, folder, DeviceCertificateFile.keyName)
      try LocalCertificates.write(
        try certificate.serializeAsPEM().pemString, folder, DeviceCertificateFile.certificateName)
      return try DeviceCertificateFile.issued(certificate)
    }
  }

  /// A matching pair of this authority with enough time left; `nil` makes the caller create a new pair.
  private static func existing(in folder: URL, _ issuer: LocalCertificates.Authority, now: Date) throws -> Issued? {
    guard let pem = try? LocalCertificates.text(folder, certificateName),
      let keyPEM = try? LocalCertificates.text(folder, keyName),
      let certificate = try? Certificate(pemEncoded: pem),
      let key = try? P256.Signing.PrivateKey(pemRepresentation: keyPEM),
      certificate.publicKey == Certificate.PublicKey(key.publicKey), issuer.vouches(for: certificate, now: now)
    else { return nil }
    return try issued(certificate)
  }

  private static func issued(_ certificate: Certificate) throws -> Issued {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return Issued(hash: Data(Primitives.sha256(serializer.serializedBytes)), expires: certificate.notValidAfter)
  }
}
