/// From where the embedded server can be reached and what it is called there, judged. The default: from this machine, as `localhost`.
public struct ServerReach: Hashable, Sendable, Codable {
  /// The address besides this machine's loopback at which the server listens; `nil`: there is none.
  public var listen: IPAddress?
  /// The machine's addresses beyond loopback that ``listen`` stands for, if it is 0.0.0.0 or ::.
  public var machine: [IPAddress] = []
  /// Host names of the server besides `localhost`, in lower case; the first is the issuer's.
  public var names: [String] = []
  /// Where a tunnel or a proxy on this machine publishes the server; `nil`: nowhere.
  public var publicOrigin: PublicOrigin?
  /// PEM files for the protocol's port, absolute; `nil`: the certificate of the own authority.
  public var certificate: CertificateFiles?
  /// Whether the passwords that the tutorials print may be used from other machines.
  public var allowsTutorialUsers = false
  /// Port of the page with the authority's certificate, 0 for any; `nil`: there is no such page.
  public var authorityPage: Int?
  /// Whether the server keeps the issuer of `localhost` and has, at each other host, an issuer of that host's own. So this machine's phone keeps its
  /// registration, and every other client finds the issuer where it asks (RFC 8414 §3.3). Else all clients get one issuer, that of the first host.
  public var keepsLocalIssuer = false

  public init() {}

  public struct CertificateFiles: Hashable, Sendable, Codable {
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
  }

  /// Whether other machines can reach the server: not by a loopback address alone.
  public var isBeyondLoopback: Bool { isInNetwork || publicOrigin != nil }
  public var isInNetwork: Bool { listen.map { !$0.isLoopback } ?? false }

  /// The addresses to which each port is bound, except the administration's.
  public var bound: [IPAddress] {
    guard let listen, !ServerReach.loopback.contains(listen) else { return ServerReach.loopback }
    if listen == .all6 { return [.all6] }
    return listen == .all4 ? [.all4, .loopback6] : ServerReach.loopback + [listen]
  }

  public static let loopback: [IPAddress] = [.loopback4, .loopback6]

  /// The addresses besides 127.0.0.1 and ::1 by which the server is called.
  public var addresses: [IPAddress] {
    let own = listen.map { $0.isAll ? machine : [$0] } ?? []
    return own.filter { !ServerReach.loopback.contains($0) }
  }

  /// The hosts of this machine's own URLs.
  public static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

  /// All hosts by which the server may be called at its own ports, as they stand in URLs.
  public var hosts: Set<String> { ServerReach.loopbackHosts.union(otherHosts) }

  /// The origin of the protocol's port.
  public func origin(_ port: Int) -> String { publicOrigin?.text ?? ServerReach.origin(host, port) }

  /// The origin of the port for devices.
  public func deviceOrigin(_ port: Int) -> String { ServerReach.origin(host, port) }

  /// Whether clients can reach the port for devices. A proxy ends TLS, and certificates of devices do not arrive behind it.
  public var offersDevicePort: Bool { publicOrigin == nil || isInNetwork }

  /// The address of the page with the authority's certificate. It has no name, which a phone may not be able to look up.
  public func authorityPage(at port: Int) -> String { "http://\(addresses.first?.host ?? "localhost"):\(port)/" }

  private var host: String { keepsLocalIssuer ? "localhost" : otherHosts.first ?? "localhost" }

  /// The hosts beyond ``loopbackHosts`` at the server's own ports, as they stand in URLs.
  public var otherHosts: [String] { names + addresses.map(\.host) }

  /// The hosts of which the certificate of the protocol's port has to name one, as they stand in URLs; the first is the issuer's. A proxy may call
  /// the port `localhost`.
  public var certifiedHosts: [String] {
    publicOrigin.map { [$0.host, "localhost"] } ?? (keepsLocalIssuer ? [host] + otherHosts : [host])
  }

  /// Clients omit https's default port from the issuer and from the Host header (RFC 9110 §4.2.2).
  public static let defaultPort = 443

  public static func origin(_ host: String, _ port: Int) -> String {
    port == defaultPort ? "https://\(host)" : "https://\(host):\(port)"
  }
}

/// An https origin that others open: host and port, nothing else.
public struct PublicOrigin: Hashable, Sendable, Codable {
  /// In lower case; an IPv6 address in brackets.
  public let host: String
  let port: Int

  /// - Returns: `nil`: the text is no https URL of a host, and perhaps a port, alone. A slash at the end is left out.
  public init?(_ text: String) {
    guard let url = AbsoluteURL(text), url.scheme == "https", let host = url.host,
      url.query == nil, url.fragment == nil, ["", "/"].contains(url.path), url.port != 0
    else { return nil }
    let address = IPAddress(host: host)
    guard address != nil || HostName.judged(host) != nil else { return nil }
    self.host = address?.host ?? host
    port = url.port ?? ServerReach.defaultPort
  }

  /// `nil`: the host is a name.
  public var address: IPAddress? { IPAddress(host: host) }

  public var text: String { ServerReach.origin(host, port) }

  /// Whether a Host header names this origin.
  public func isNamed(by host: String) -> Bool {
    host == "\(self.host):\(port)" || (port == ServerReach.defaultPort && host == self.host)
  }
}
