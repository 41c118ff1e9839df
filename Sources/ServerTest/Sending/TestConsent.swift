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

  /// The URL, if it may be asked: https, or http on this computer, and on a host that is allowed.
  package func judged(_ text: String) -> AbsoluteURL? {
    guard let url = AbsoluteURL(text), let host = url.host, url.fragment == nil, allows(host: host),
      url.scheme == "https" || url.scheme == "http" && url.isLoopback
    else { return nil }
    return url
  }

  /// The address to connect to for a host. A name of this computer must lead to this computer, whatever the resolver says.
  /// - Returns: `nil`: no address is fit.
  package func pin(_ host: String, of addresses: [IPAddress]) -> IPAddress? {
    LoopbackHost.contains(host) ? addresses.first(where: \.isLoopback) : addresses.first
  }

  /// Without the brackets of an IPv6 address.
  package static func bare(_ host: String) -> String {
    host.without(prefix: "[").flatMap { $0.without(suffix: "]") }.map { String($0) } ?? host
  }
}
