import ForeignText
import FoundationEssentials
import Glibc

/// Checks that a certificate is for the requested host (RFC 9525 §6), in addition to the library's check.
///
/// The library also accepts a certificate for the address that a name resolved to, and a common name. Neither proves
/// that the server has that name, so browsers reject both, and so does this check.
enum HostVerification {
  static func covers(_ certificate: PeerCertificate, _ origin: Origin) -> Bool {
    guard origin.serverName != nil else {
      guard let wanted = address(origin.host) else { return false }
      return certificate.subjectAlternativeNames.contains { address($0) == wanted }
    }
    return certificate.subjectAlternativeNames.contains { matches($0.lowercased(), host: origin.host) }
  }

  /// `*` matches exactly one whole label, the first, and must have at least two labels after it (RFC 9525 §6.3).
  private static func matches(_ pattern: String, host: String) -> Bool {
    let name = host.without(suffix: ".") ?? host[...]
    guard let parent = pattern.without(prefix: "*.") else { return pattern == name }
    guard parent.contains(scalar: "."), !parent.contains(scalar: "*"), let dot = name.firstIndex(ofScalar: "."),
      dot != name.startIndex
    else {
      return false
    }
    return name.after(dot) == parent
  }

  /// The bytes of an address literal, for comparing different spellings.
  private static func address(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
  }
}
