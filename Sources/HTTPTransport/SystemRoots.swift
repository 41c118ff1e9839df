import FoundationEssentials
import Glibc
import NIOSSL
import SharedValues
import SmallFiles

/// The certificate authorities that the operating system trusts.
enum SystemRoots {
  /// A small system has none (no ca-certificates), which NIOSSL treats as an error.
  static let trust: NIOSSLTrustRoots = {
    if isIndex(folder) { return .file(folder) }
    let hasSome = places.contains { access($0, R_OK) == 0 }
    return hasSome ? .default : .certificates([])
  }()

  private static let folder = "/etc/ssl/certs"
  private static let places = [folder, "/etc/pki/tls/certs/ca-bundle.crt"]
  /// Bytes; many times the size of a bundle.
  private static let largest = 16 << 20

  /// Whether a folder has a file for each certificate of its bundle, named by the hash of its subject (openssl-rehash(1)). Then a connection reads the few
  /// certificates that it needs, and not all of them. A bundle with other certificates, as containers are given one, is read as a whole.
  static func isIndex(_ folder: String) -> Bool {
    guard let bundle = SmallFile.whole(folder + "/ca-certificates.crt", limit: largest) else { return false }
    let certificates = String(decoding: bundle, as: UTF8.self).split(bytes: "-----BEGIN ").count
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let hashed = names.count { name in
      let parts = name.split(scalar: ".")
      return parts.count == 2 && parts[0].utf8.count == 8 && parts[0].allSatisfy(\.isHexDigit)
        && UInt32(parts[1]) != nil
    }
    return certificates > 0 && hashed == certificates
  }
}
