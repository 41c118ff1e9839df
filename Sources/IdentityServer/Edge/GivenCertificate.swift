import NIOSSL
import SharedValues
import SmallFiles
import SwiftASN1
import X509

/// A certificate that the server did not make: the files that its administrator names. It is used as it is; clients judge its names and its time.
enum GivenCertificate {
  /// - Throws: `server_certificate_unreadable` for a file that is missing or no PEM file of its kind, `server_certificate_key_differs`.
  static func configuration(_ files: ServerReach.CertificateFiles) throws(IdentityServerError) -> TLSConfiguration {
    let chain = try pem(files.certificate)
    let certificate = try parsed(files.certificate) {
      try Certificate(pemDocument: try first(in: chain) { $0 == "CERTIFICATE" })
    }
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
