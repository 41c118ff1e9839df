import SwiftASN1
import X509

/// What the server's certificate names (RFC 5280 §4.2.1.6), and the domains that its authority may sign for to that end (§4.2.1.10).
struct CertificateNames: Hashable, Sendable {
  var hosts: [String]
  var addresses: [IPAddress]

  static let loopback = CertificateNames(ServerReach())

  init(_ reach: ServerReach) {
    hosts = ["localhost"] + reach.names.filter { $0 != "localhost" }
    addresses = ServerReach.loopback + reach.addresses
    // Clients may use a published address without a proxy: an emulator has one for the loopback of the machine that it runs on.
    if let published = reach.publicOrigin?.address, !addresses.contains(published) { addresses.append(published) }
  }

  var alternatives: SubjectAlternativeNames {
    SubjectAlternativeNames(
      hosts.map { .dnsName($0) } + addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) })
  }

  func areThose(of certificate: Certificate) -> Bool {
    guard let names = try? certificate.extensions.subjectAlternativeNames else { return false }
    return Set(names) == Set(alternatives)
  }

  /// Domains in which no public site can be (RFC 6761 §6.2, RFC 6762 §3, RFC 8375, ICANN's `internal`). They are permitted together with the
  /// first host, so that a later host in one of them needs no new certificate of the authority.
  static let domainsOfOwnNetworks = ["local", "internal", "home.arpa", "test"]

  /// The domains that the authority has to be permitted to sign for, with those that it is permitted already.
  /// - Returns: `nil`: nothing is missing.
  func domains(besides permitted: [String]) -> [String]? {
    let missing = hosts.filter { host in !permitted.contains { CertificateNames.isHost(host, in: $0) } }
    guard !missing.isEmpty else { return nil }
    let own = hosts == ["localhost"] ? [] : CertificateNames.domainsOfOwnNetworks
    let domains = permitted + own.filter { !permitted.contains($0) }
    return domains + missing.filter { host in !domains.contains { CertificateNames.isHost(host, in: $0) } }
  }

  /// RFC 5280 §4.2.1.10: the domain itself, and every name that ends with it.
  private static func isHost(_ host: String, in domain: String) -> Bool {
    host == domain || host.hasSuffix(bytes: "." + domain)
  }
}
