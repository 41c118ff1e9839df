import SmallFiles
import SwiftASN1
import X509

/// The page from which other devices get the authority's certificate, on a port of its own: plain HTTP, because they do not trust the authority
/// yet, and nothing that is secret. Somebody on the way could replace the certificate, so the page shows its fingerprint, to be compared with the
/// one that `serve` prints.
extension Provider {
  static let authorityCertificatePath = "/ca.pem"
  static let authorityProfilePath = "/dcr-terminal.mobileconfig"
  static let networkSecurityPath = "/network_security_config.xml"

  func authorityRoutes() -> RoutingTable {
    var table = RoutingTable()
    table.on(["GET"], "/") { _ in
      pages.authority(fingerprint: try authority().fingerprint, issuer: addresses.issuer)
    }
    table.on(["GET"], Provider.authorityCertificatePath) { _ in
      .text(try authority().pem, "application/x-x509-ca-cert", note: "CA certificate")
    }
    table.on(["GET"], Provider.authorityProfilePath) { _ in
      pages.appleProfile(of: try authority())
    }
    table.on(["GET"], Provider.networkSecurityPath) { _ in
      .text(
        Embedded.pages["network_security_config.xml"] ?? "", "application/xml", note: "network security configuration")
    }
    table.on(["GET"], Addresses.stylesheetPath, stylesheet)
    return table
  }

  /// Read for each request: a start of the server for other names may have made it anew.
  func authority() throws -> AuthorityCertificate {
    let path = configuration.certificateAuthorityPath
    guard let bytes = SmallFile.whole(path, limit: LocalCertificates.largestFile) else {
      throw OAuthError(.serverError, "the server could not do that", detail: path + " cannot be read", status: 500)
    }
    return try AuthorityCertificate(String(decoding: bytes, as: UTF8.self))
  }
}

extension IdentityServer {
  /// The page with the authority's certificate, once the server is ready; `nil`: there is none.
  package var authorityPage: String? { provider.addresses.authorityPage }
  /// The fingerprint that the page shows; `nil`: the authority cannot be read.
  package var authorityFingerprint: String? { try? provider.authority().fingerprint }
}

extension Pages {
  func authority(fingerprint: String, issuer: String) -> ServerResponse {
    let files = [
      (Provider.authorityCertificatePath, say(.serverAuthorityPem)),
      (Provider.authorityProfilePath, say(.serverAuthorityProfile)),
      (Provider.networkSecurityPath, say(.serverAuthorityNetworkSecurity)),
    ]
    let values: [String: Any?] = [
      "text": say(.serverAuthorityText, ["issuer": issuer]), "label": say(.serverAuthorityFingerprint),
      "fingerprint": fingerprint, "compare": say(.serverAuthorityCompare),
      "files": files.map { ["address": $0.0, "text": $0.1] },
    ]
    return page("authority", .serverAuthorityTitle, values, note: "CA page")
  }

  /// A configuration profile (Apple, *Configuration Profile Reference*, `com.apple.security.root`). The same certificate gives the same
  /// identifiers, so that a second installation replaces the first.
  func appleProfile(of authority: AuthorityCertificate) -> ServerResponse {
    let hash = Primitives.sha256(authority.der)
    let values = [
      "certificate": Data(authority.der).base64EncodedString(), "own": AuthorityCertificate.uuid(hash.prefix(16)),
      "whole": AuthorityCertificate.uuid(hash.suffix(16)),
    ]
    return .text(render(values, "authority-profile"), "application/x-apple-aspen-config", note: "CA profile")
  }
}

struct AuthorityCertificate: Sendable {
  let pem: String
  let der: [UInt8]

  init(_ pem: String) throws {
    self.pem = pem
    var serializer = DER.Serializer()
    try serializer.serialize(try Certificate(pemEncoded: pem))
    der = serializer.serializedBytes
  }

  /// SHA-256 of the DER, in pairs with colons, as browsers and `openssl x509 -fingerprint -sha256` show it.
  var fingerprint: String {
    Primitives.sha256(der).map { hex([$0]).uppercased() }.joined(separator: ":")
  }

  /// A UUID of version 8 (RFC 9562 §5.8) from 16 bytes.
  static func uuid(_ bytes: some Sequence<UInt8>) -> String {
    var b = Array(bytes)
    (b[6], b[8]) = (b[6] & 0x0F | 0x80, b[8] & 0x3F | 0x80)
    let uuid = UUID(
      uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]))
    return uuid.uuidString
  }
}
