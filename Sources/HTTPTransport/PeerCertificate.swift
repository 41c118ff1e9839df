import Crypto
import FoundationEssentials
import NIOSSL
import SharedValues
import SwiftASN1
import X509

/// A server's certificate that the library has accepted, for display.
package struct PeerCertificate: Hashable, Sendable {
  /// Distinguished names in the format of RFC 4514: `CN=localhost,O=Example`.
  package var subject: String
  package var issuer: String
  package var notBefore: Date
  package var notAfter: Date
  /// DNS names and IP addresses, as in the certificate.
  package var subjectAlternativeNames: [String]
  /// SHA-256 of the DER form: 64 lower-case hexadecimal digits.
  package var sha256: String

  package init(
    subject: String, issuer: String, notBefore: Date, notAfter: Date, subjectAlternativeNames: [String], sha256: String
  ) {
    (self.subject, self.issuer, self.notBefore, self.notAfter) = (subject, issuer, notBefore, notAfter)
    (self.subjectAlternativeNames, self.sha256) = (subjectAlternativeNames, sha256)
  }

  /// The subject's name for people: its common name, or else the first alternative name.
  package var subjectName: String {
    PeerCertificate.attribute("CN", of: subject) ?? subjectAlternativeNames.first ?? subject
  }

  /// The issuer's name for people: its common name, or else its organization.
  package var issuerName: String {
    PeerCertificate.attribute("CN", of: issuer) ?? PeerCertificate.attribute("O", of: issuer) ?? issuer
  }

  private static func attribute(_ key: String, of name: String) -> String? {
    let parts = name.split(scalar: ",").map { $0.withoutEdgeSpaces }
    return parts.lazy.compactMap { $0.without(prefix: key + "=") }.first.map(String.init)
  }

  /// `nil` when the certificate cannot be read; verification would have refused it already.
  init?(_ certificate: NIOSSLCertificate) {
    guard let der = try? certificate.toDERBytes(), let parsed = try? Certificate(derEncoded: der) else { return nil }
    self.init(
      subject: parsed.subject.description, issuer: parsed.issuer.description, notBefore: parsed.notValidBefore,
      notAfter: parsed.notValidAfter, subjectAlternativeNames: PeerCertificate.names(of: parsed),
      sha256: SHA256.hash(data: der).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }

  private static func names(of certificate: Certificate) -> [String] {
    guard let names = try? certificate.extensions.subjectAlternativeNames else { return [] }
    return names.compactMap { name in
      switch name {
      case .dnsName(let name): name
      case .ipAddress(let octets) where [4, 16].contains(octets.bytes.count):
        IPAddress(bytes: Array(octets.bytes)).text
      default: nil
      }
    }
  }
}
