import FoundationEssentials
import SharedValues

/// Scheme, host and port of a URL (RFC 6454), which identify its connections.
struct Origin: Hashable, Sendable {
  var scheme: String
  var host: String
  var port: Int

  var isSecure: Bool { scheme == "https" }

  /// The server name for SNI and verification; `nil` for an IP literal, which RFC 6066 §3 forbids in SNI.
  var serverName: String? { IPAddress(host) == nil ? host : nil }

  /// Sets the host to the A-label form that is looked up, sent as SNI and named by certificates (RFC 9525 §6.3). Refuses anything but an absolute
  /// http(s) URL with a host and without user information (RFC 9110 §4.2.4). Also refuses paths whose escapes are not UTF-8.
  init(of url: String) throws(TransportFailure) {
    guard let parts = URLComponents(string: url, encodingInvalidCharacters: false) else {
      throw TransportFailure(.invalidURL, "not a URL")
    }
    // AsyncHTTPClient uses the decoded path; if decoding failed, it would request "/" instead.
    guard (try? PercentCoding.decode(parts.percentEncodedPath.utf8)) != nil else {
      throw TransportFailure(.invalidURL, "the path has escapes that are no UTF-8")
    }
    guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw TransportFailure(.invalidURL, "the scheme is neither http nor https")
    }
    guard let host = parts.encodedHost, !host.isEmpty else { throw TransportFailure(.invalidURL, "there is no host") }
    // The library would look up one name and request another.
    guard !host.contains(scalar: "%") else { throw TransportFailure(.invalidURL, "the host has escapes") }
    guard parts.user == nil, parts.password == nil else {
      throw TransportFailure(.invalidURL, "user information is not allowed in a URL")
    }
    let port = parts.port ?? (scheme == "https" ? 443 : 80)
    guard (1...65535).contains(port) else { throw TransportFailure(.invalidURL, "the port is out of range") }
    self.scheme = scheme
    // An IPv6 literal has brackets only in URLs.
    self.host = host.lowercased().trimming { "[]".unicodeScalars.contains($0) }
    self.port = port
  }
}

/// Checks that a certificate is for the requested host (RFC 9525 §6). The library also accepts one for the address that a name resolved to, and a
/// common name; neither proves that the server has that name, so browsers reject both.
enum HostVerification {
  static func covers(_ certificate: PeerCertificate, _ origin: Origin) -> Bool {
    let address = IPAddress(origin.host)
    return certificate.subjectAlternativeNames.contains { name in
      address == nil ? HostName.covers(name, origin.host) : IPAddress(name) == address
    }
  }
}
