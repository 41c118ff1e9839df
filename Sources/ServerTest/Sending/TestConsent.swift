import SharedValues

/// Which hosts a run may ask: those of this computer, and each other host that the tester has named exactly.
package struct TestConsent: Hashable, Sendable {
  /// As `--i-may-test` has named them, in lower case.
  package let named: Set<String>
  /// `--deep`: rows that can do more than show themselves.
  package let isDeep: Bool

  package init(named: [String], isDeep: Bool = false) {
    (self.named, self.isDeep) = (Set(named.map { $0.lowercased() }), isDeep)
  }

  /// - Parameter host: of a URL, in lower case; an IPv6 address in brackets.
  package func allows(host: String) -> Bool {
    LoopbackHost.contains(host) || named.contains(host) || named.contains(TestConsent.bare(host))
  }

  /// Deep rows need the name even of a host on this computer.
  package func allowsDeep(host: String) -> Bool {
    isDeep && (named.contains(host) || named.contains(TestConsent.bare(host)))
  }

  /// The URL, if it may be asked: https, or http on this computer, and on a host that is allowed. Scheme and host are in lower case, because
  /// addresses are pinned by the host as it stands.
  package func judged(_ text: String) -> AbsoluteURL? {
    guard let url = AbsoluteURL(text), let host = url.host, url.fragment == nil, allows(host: host),
      url.scheme == "https" || url.scheme == "http" && url.isLoopback, text.hasPrefix(bytes: "\(url.scheme)://\(host)")
    else { return nil }
    return url
  }

  /// The addresses of a host that may be connected to. A name of this computer must lead to this computer, whatever the resolver says.
  package func fit(_ host: String, of addresses: [IPAddress]) -> [IPAddress] {
    LoopbackHost.contains(host) ? addresses.filter(\.isLoopback) : addresses
  }

  /// Without the brackets of an IPv6 address.
  package static func bare(_ host: String) -> String {
    host.without(prefix: "[").flatMap { $0.without(suffix: "]") }.map { String($0) } ?? host
  }
}
