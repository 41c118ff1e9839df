import Glibc

/// An IP address, compared by its bytes: every spelling of an address is the same value, and an IPv4 address in IPv6 (RFC 4291 §2.5.5.2) is
/// the IPv4 address.
public struct IPAddress: Hashable, Sendable {
  /// 4 bytes, or 16.
  public let bytes: [UInt8]

  /// - Returns: `nil`: the text is no address literal, or one with a zone (RFC 4007 §11).
  public init?(_ text: String) {
    // Longer than the longest spelling of an address (RFC 4291 §2.2).
    guard text.utf8.count <= 45, !text.contains(scalar: "\0") else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(bytes: Array(bytes.prefix(4)))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(bytes: bytes)
    } else {
      return nil
    }
  }

  /// - Parameter host: of a URL (RFC 3986 §3.2.2), with an IPv6 address in brackets.
  public init?(host: String) {
    let literal = host.without(prefix: "[").flatMap { $0.without(suffix: "]") }
    self.init(literal.map { String($0) } ?? host)
  }

  /// - Parameter bytes: 4 or 16, in network order.
  public init(bytes: [UInt8]) {
    let isMapped = bytes.count == 16 && bytes.starts(with: IPAddress.mapped)
    self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
  }

  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  public static let loopback4 = IPAddress(bytes: [127, 0, 0, 1])
  public static let loopback6 = IPAddress(bytes: [UInt8](repeating: 0, count: 15) + [1])
  /// `0.0.0.0`: all IPv4 addresses of a machine.
  static let all4 = IPAddress(bytes: [0, 0, 0, 0])
  /// `::`: all addresses of a machine, because a socket that is bound to it takes connections to IPv4 addresses as well.
  public static let all6 = IPAddress(bytes: [UInt8](repeating: 0, count: 16))

  public var isIPv6: Bool { bytes.count == 16 }
  public var isAll: Bool { self == .all4 || self == .all6 }
  /// 127.0.0.0/8 or ::1, which no other machine reaches.
  public var isLoopback: Bool { isIPv6 ? self == .loopback6 : bytes[0] == 127 }
  /// fe80::/10, which is no whole address without the name of an interface (RFC 4291 §2.5.6).
  public var isLinkLocal6: Bool { isIPv6 && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 }

  /// The usual spelling (RFC 5952 §4).
  public var text: String {
    var buffer = [CChar](repeating: 0, count: 64)
    _ = bytes.withUnsafeBytes { inet_ntop(isIPv6 ? AF_INET6 : AF_INET, $0.baseAddress, &buffer, socklen_t(64)) }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The host of a URL (RFC 3986 §3.2.2): an IPv6 address in brackets.
  public var host: String { isIPv6 ? "[\(text)]" : text }
}

extension IPAddress: RawRepresentable, Codable {
  public init?(rawValue: String) { self.init(rawValue) }
  public var rawValue: String { text }
}

/// The name of a host as URLs and certificates have it.
public enum HostName {
  /// - Returns: the name in lower case; `nil`: it is no host name (RFC 952, RFC 1123 §2.1), or its last label is a number, as in an address.
  public static func judged(_ text: String) -> String? {
    let name = text.lowercased()
    let labels = name.split(scalar: ".", omittingEmptySubsequences: false)
    guard name.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last,
      !last.utf8.allSatisfy(\.isASCIIDigit)
    else { return nil }
    return name
  }

  /// Whether a name of a certificate is for a host, given in lower case. `*` matches exactly one whole label, the first, and must have at least
  /// two labels after it (RFC 9525 §6.3).
  public static func covers(_ certified: String, _ host: String) -> Bool {
    let (pattern, name) = (certified.lowercased(), host.without(suffix: ".") ?? host[...])
    guard let parent = pattern.without(prefix: "*.") else { return pattern == name }
    guard parent.contains(scalar: "."), !parent.contains(scalar: "*"), let dot = name.firstIndex(ofScalar: "."),
      dot != name.startIndex
    else { return false }
    return name.after(dot) == parent
  }

  private static func isLabel(_ label: Substring) -> Bool {
    let dash = UInt8(ascii: "-")
    return (1...63).contains(label.utf8.count) && label.utf8.first != dash && label.utf8.last != dash
      && label.utf8.allSatisfy { $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == dash }
  }
}
