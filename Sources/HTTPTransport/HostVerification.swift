import SharedValues

/// Checks that a certificate is for the requested host (RFC 9525 §6), in addition to the library's check.
///
/// The library also accepts a certificate for the address that a name resolved to, and a common name. Neither proves
/// that the server has that name, so browsers reject both, and so does this check.
enum HostVerification {
  static func covers(_ certificate: PeerCertificate, _ origin: Origin) -> Bool {
    let address = Origin.address(origin.host)
    return certificate.subjectAlternativeNames.contains { name in
      address == nil ? matches(name.lowercased(), host: origin.host) : Origin.address(name) == address
    }
  }

  /// `*` matches exactly one whole label, the first, and must have at least two labels after it (RFC 9525 §6.3).
  private static func matches(_ pattern: String, host: String) -> Bool {
    let name = host.without(suffix: ".") ?? host[...]
    guard let parent = pattern.without(prefix: "*.") else { return pattern == name }
    guard parent.contains(scalar: "."), !parent.contains(scalar: "*"), let dot = name.firstIndex(ofScalar: "."),
      dot != name.startIndex
    else { return false }
    return name.after(dot) == parent
  }
}
