import Crypto
import SmallFiles
import SwiftASN1
import X509

/// The local certificate authority and the server's certificate, in `tls/`: made at the first start and then kept. The
/// authority replaces the server's certificate before it expires.
///
/// The authority may only sign for the name `localhost`, and for those that the server was given besides (RFC 5280 §4.2.1.10),
/// so that trusting it risks nothing else. Where a name is new to it, its certificate is made anew, with the same key and name:
/// whatever it has signed stays valid. A constraint on addresses is left out because BoringSSL refuses every certificate below one.
struct LocalCertificates: Sendable {
  var authority: String
  var certificate: String
  var privateKey: String

  static let authorityYears = 10.0
  static let certificateDays = 397.0
  static let renewalDays = 30.0

  /// Reads existing files and makes missing ones. Folder 0700, files 0600.
  /// - Parameters:
  ///   - names: those of the server's certificate, which is made anew when they have changed.
  ///   - now: the machine's time, because peers judge certificates by theirs.
  static func prepare(
    in folder: URL, names: CertificateNames = .loopback, now: Date
  ) throws(IdentityServerError) -> LocalCertificates {
    try writing(folder) {
      try makeFolder(folder)
      let turn = FolderTurn(folder.path)
      defer { turn.end() }
      let issuer = try authority(in: folder, for: names, now: now)
      let prepared =
        try existing(in: folder, issuer, names, now: now) ?? makeCertificate(in: folder, issuer, names, now: now)
      endLines(of: ["ca.pem", "ca.key", "server.pem", "server.key"], in: folder)
      return prepared
    }
  }

  struct Authority: Sendable {
    var certificate: Certificate
    var key: P256.Signing.PrivateKey

    /// Whether this authority made the certificate, and it is valid for long enough.
    func vouches(for other: Certificate, now: Date) -> Bool {
      other.notValidAfter > now + renewalDays * 86_400 && other.notValidBefore <= now
        && certificate.publicKey.isValidSignature(other.signature, for: other)
    }

    func certifyServer(
      _ key: P256.Signing.PublicKey, _ names: CertificateNames, days: Double, now: Date
    ) throws -> Certificate {
      try certify(key, try DistinguishedName { CommonName("localhost") }, days: days, now: now) {
        try ExtendedKeyUsage([.serverAuth])
        names.alternatives
      }
    }

    /// A certificate of this authority that certifies nothing itself.
    func certify(
      _ key: P256.Signing.PublicKey, _ subject: DistinguishedName, days: Double, now: Date,
      @ExtensionsBuilder usage: () throws -> Result<Certificate.Extensions, any Error>
    ) throws -> Certificate {
      let usage = try usage().get()
      let identifier = try certificate.extensions.subjectKeyIdentifier
      return try Certificate(
        version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key), notValidBefore: now - 3600,
        notValidAfter: now + days * 86_400, issuer: certificate.subject, subject: subject,
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: Certificate.Extensions {
          Critical(BasicConstraints.notCertificateAuthority)
          Critical(KeyUsage(digitalSignature: true))
          usage
          AuthorityKeyIdentifier(keyIdentifier: identifier?.keyIdentifier)
          SubjectKeyIdentifier(hash: .init(key))
        }, issuerPrivateKey: .init(self.key))
    }
  }

  static func authority(in folder: URL, now: Date) throws -> Authority? {
    guard let (_, certificate, key) = try pair("ca", in: folder) else { return nil }
    guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
      let path = folder.appendingPathComponent("ca.key").path
      throw IdentityServerError(.certificateDamaged, path, detail: "it is not the key of ca.pem")
    }
    return certificate.notValidAfter > now + renewalDays * 86_400 ? Authority(certificate: certificate, key: key) : nil
  }

  /// The authority, permitted to sign for these names.
  private static func authority(in folder: URL, for names: CertificateNames, now: Date) throws -> Authority {
    guard let known = try authority(in: folder, now: now) else {
      return try kept(try newAuthority(for: names, now: now), in: folder)
    }
    guard let constraints = try known.certificate.extensions.nameConstraints,
      let domains = names.domains(besides: Array(constraints.permittedDNSDomains))
    else { return known }
    return try kept(try makeAuthority(known.key, known.certificate.subject, domains, now: now), in: folder)
  }

  private static func existing(
    in folder: URL, _ issuer: Authority, _ names: CertificateNames, now: Date
  ) throws -> LocalCertificates? {
    guard let (pem, certificate, key) = try pair("server", in: folder) else { return nil }
    // The program may have ended between writing a new key and its certificate.
    guard certificate.publicKey == Certificate.PublicKey(key.publicKey), issuer.vouches(for: certificate, now: now),
      names.areThose(of: certificate)
    else { return nil }
    let authority = try issuer.certificate.serializeAsPEM().pemString
    return LocalCertificates(authority: authority, certificate: pem, privateKey: key.pemRepresentation)
  }

  /// - Returns: `nil` if one of the two files is missing.
  private static func pair(
    _ name: String, in folder: URL
  ) throws -> (pem: String, certificate: Certificate, key: P256.Signing.PrivateKey)? {
    guard let pem = try text(folder, name + ".pem"), let keyPEM = try text(folder, name + ".key") else { return nil }
    let certificate = try damaged(folder, name + ".pem") { try Certificate(pemEncoded: pem) }
    let key = try damaged(folder, name + ".key") { try P256.Signing.PrivateKey(pemRepresentation: keyPEM) }
    return (pem, certificate, key)
  }

  /// An authority with a new key, in memory alone.
  static func newAuthority(for names: CertificateNames, now: Date) throws -> Authority {
    let name = try DistinguishedName {
      CommonName("DCR Terminal local CA " + Base64URL.encode(Primitives.random(6)))
      OrganizationName("DCR Terminal")
    }
    return try makeAuthority(P256.Signing.PrivateKey(), name, names.domains(besides: []) ?? [], now: now)
  }

  private static func makeAuthority(
    _ key: P256.Signing.PrivateKey, _ name: DistinguishedName, _ domains: [String], now: Date
  ) throws -> Authority {
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
      notValidBefore: now - 3600, notValidAfter: now + authorityYears * 365.25 * 86_400, issuer: name, subject: name,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        Critical(NameConstraints(permittedDNSDomains: domains))
        SubjectKeyIdentifier(hash: .init(key.publicKey))
      }, issuerPrivateKey: .init(key))
    return Authority(certificate: certificate, key: key)
  }

  private static func kept(_ authority: Authority, in folder: URL) throws -> Authority {
    try write(authority.key.pemRepresentation, folder, "ca.key")
    try write(try authority.certificate.serializeAsPEM().pemString, folder, "ca.pem")
    return authority
  }

  private static func makeCertificate(
    in folder: URL, _ issuer: Authority, _ names: CertificateNames, now: Date
  ) throws -> LocalCertificates {
    let key = P256.Signing.PrivateKey()
    let certificate = try issuer.certifyServer(key.publicKey, names, days: certificateDays, now: now)
    let pem = try certificate.serializeAsPEM().pemString + "\n"
    try write(key.pemRepresentation, folder, "server.key")
    try write(pem, folder, "server.pem")
    return LocalCertificates(
      authority: try issuer.certificate.serializeAsPEM().pemString, certificate: pem, privateKey: key.pemRepresentation)
  }

  static let largestFile = 1 << 20

  static func makeFolder(_ folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Runs `work`, whose errors mean that the folder cannot be written, unless they are the server's own.
  static func writing<Value>(_ folder: URL, _ work: () throws -> Value) throws(IdentityServerError) -> Value {
    do { return try work() } catch let error as IdentityServerError {
      throw error
    } catch {
      let system = error as? POSIXError ?? (error as? CocoaError)?.underlying as? POSIXError
      let reason = system.map { SystemError(number: $0.code.rawValue).message } ?? "\(error)"
      throw IdentityServerError(.directoryUnwritable, folder.path, detail: reason)
    }
  }

  static func text(_ folder: URL, _ name: String) throws -> String? {
    let path = folder.appendingPathComponent(name).path
    do {
      return String(decoding: try SmallFile.read(path, upTo: largestFile), as: UTF8.self)
    } catch .unopened(SystemError(number: ENOENT)) {
      return nil
    } catch .unopened(let error) {
      throw POSIXError(.init(rawValue: error.number) ?? .EIO)
    } catch .notRegular(let kind) { throw POSIXError(kind == S_IFDIR ? .EISDIR : .EINVAL) }
  }

  private static func damaged<Value>(_ folder: URL, _ name: String, _ read: () throws -> Value) throws -> Value {
    do { return try read() } catch {
      let path = folder.appendingPathComponent(name).path
      let what = name.hasSuffix(bytes: ".key") ? "key" : "certificate"
      throw IdentityServerError(.certificateDamaged, path, detail: "it holds no \(what) that can be read (PEM)")
    }
  }

  /// Adds the missing line feed at the end of PEM files that earlier versions wrote. Nothing else changes. A file that
  /// cannot be written stays as it is: only `cat ca.pem other.pem` needs the line feed.
  static func endLines(of names: [String], in folder: URL) {
    for name in names {
      guard let pem = try? text(folder, name), !pem.isEmpty, pem.utf8.last != 0x0A else { continue }
      try? write(pem, folder, name)
    }
  }

  /// Writes a PEM file completely and with mode 0600, or not at all. It ends with a line feed, so that files can be
  /// concatenated (RFC 7468 §3: each line has an end).
  static func write(_ pem: String, _ folder: URL, _ name: String) throws {
    let target = folder.appendingPathComponent(name).path
    do {
      let writer = try AtomicWriter(target, temporary: target + ".new")
      try writer.write(Array(pem.utf8) + (pem.utf8.last == 0x0A ? [] : [0x0A]))
      try writer.commit(.attempted)
    } catch { throw POSIXError(.init(rawValue: error.number) ?? .EIO) }
  }
}
