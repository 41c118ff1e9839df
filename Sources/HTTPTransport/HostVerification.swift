import ForeignText
import FoundationEssentials
import Glibc

/// Whether a certificate is for the host that was asked for (RFC 9525 §6), on top of the library's own check.
///
/// The library also accepts a certificate for the address that a name resolved to, and a common name. Neither says that
/// the server is the one named, so browsers accept neither, and nor does this.
enum HostVerification {
  static func covers(_ certificate: PeerCertificate, _ origin: Origin) -> Bool {
    guard origin.serverName != nil else {
      guard let wanted = address(origin.host) else { return false }
      return certificate.subjectAlternativeNames.contains { address($0) == wanted }
    }
    return certificate.subjectAlternativeNames.contains { matches($0.lowercased(), host: origin.host) }
  }

  /// `*` stands for exactly one whole label, the first, and never above two more (RFC 9525 §6.3).
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

  /// The bytes of an address literal, so that its spellings compare.
  private static func address(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
  }
}
