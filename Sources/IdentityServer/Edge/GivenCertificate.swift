import NIOSSL
import SmallFiles
import SwiftASN1
import X509

/// A certificate that the server did not make: the files that its administrator names. It is used as it is; clients judge its names and its time, and `serve` warns if it does not name the issuer's host, or is not valid now.
enum GivenCertificate {
  /// - Throws: `server_certificate_unreadable` for a file that is missing or no PEM file of its kind, `server_certificate_key_differs`.
  static func configuration(_ files: ServerReach.CertificateFiles) throws(IdentityServerError) -> TLSConfiguration {
    let chain = try pem(files.certificate)
    let certificate = try certificate(in: chain, files.certificate)
    let keys = try pem(files.key)
    let key = try parsed(files.key) {
      try Certificate.PrivateKey(pemDocument: try first(in: keys) { $0.hasSuffix(bytes: "PRIVATE KEY") })
    }
    guard key.publicKey == certificate.publicKey else {
      throw IdentityServerError(.certificateKeyDiffers, files.key, detail: files.certificate)
    }
    do throws(IdentityServerError) {
      return try LocalTLS.configuration(certificate: chain, key: keys, files.certificate)
    } catch { throw IdentityServerError(.certificateUnreadable, files.certificate, detail: error.detail) }
  }

  /// Whether a client that judges the certificate's names (RFC 9525 §6) takes it for this host, which is given as it stands in URLs.
  /// - Throws: `server_certificate_unreadable`.
  static func names(_ host: String, _ files: ServerReach.CertificateFiles) throws(IdentityServerError) -> Bool {
    let certificate = try certificate(in: try pem(files.certificate), files.certificate)
    guard let names = try? certificate.extensions.subjectAlternativeNames else { return false }
    let address = IPAddress(host: host)
    return names.contains { name in
      switch name {
      case .dnsName(let name): address == nil && HostName.covers(name, host)
      case .ipAddress(let bytes): address?.bytes == Array(bytes.bytes)
      default: false
      }
    }
  }

  /// Whether its time has come and has not passed.
  /// - Throws: `server_certificate_unreadable`.
  static func isCurrent(_ files: ServerReach.CertificateFiles, at now: Date) throws(IdentityServerError) -> Bool {
    let certificate = try certificate(in: try pem(files.certificate), files.certificate)
    return certificate.notValidBefore <= now && now <= certificate.notValidAfter
  }

  private static func certificate(in chain: String, _ path: String) throws(IdentityServerError) -> Certificate {
    try parsed(path) { try Certificate(pemDocument: try first(in: chain) { $0 == "CERTIFICATE" }) }
  }

  private static func pem(_ path: String) throws(IdentityServerError) -> String {
    do throws(SystemError) {
      let bytes = try SmallFile.readNamed(path, upTo: LocalCertificates.largestFile)
      return String(decoding: bytes, as: UTF8.self)
    } catch { throw IdentityServerError(.certificateUnreadable, path, detail: error.message) }
  }

  private struct Missing: Error {}

  /// The first document of its kind: OpenSSL writes parameters before some keys.
  private static func first(in text: String, where isWanted: (String) -> Bool) throws -> PEMDocument {
    guard let document = try PEMDocument.parseMultiple(pemString: text).first(where: { isWanted($0.discriminator) })
    else { throw Missing() }
    return document
  }

  private static func parsed<Value>(
    _ path: String, _ read: () throws -> Value
  ) throws(IdentityServerError) -> Value {
    do { return try read() } catch {
      throw IdentityServerError(
        .certificateUnreadable, path, detail: "it is no PEM file with what is needed, unencrypted")
    }
  }
}
