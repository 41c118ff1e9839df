import FoundationEssentials
import SharedValues

/// Chooses the proxy for a server from `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`; lower-case spellings take precedence. Requests to
/// this computer never use one: a proxy would take `localhost` for itself.
package struct Proxies: Hashable, Sendable {
  private var named: [String: Result<Proxy, TransportFailure>] = [:]
  private var exceptions: [ProxyException] = []

  package static let none = Proxies()
  package static var ofThisProgram: Proxies {
    let names = ["https_proxy", "http_proxy", "all_proxy", "no_proxy"]
    return Proxies(environment: ProcessEnvironment.values(names + names.map { $0.uppercased() }))
  }

  private init() {}

  package init(environment: [String: String]) {
    func value(_ name: String) -> (name: String, text: String)? {
      [name, name.uppercased()].lazy.compactMap { name in environment[name].map { (name, $0) } }.first { !$0.1.isEmpty }
    }
    for scheme in ["https", "http"] {
      guard let (name, text) = value("\(scheme)_proxy") ?? value("all_proxy") else { continue }
      named[scheme] =
        Proxy(text).map { .success($0) } ?? .failure(TransportFailure(.proxyUnusable, "\(name) names none"))
    }
    let excepted = (value("no_proxy")?.text ?? "").split(whereScalar: { $0 == "," || $0 == " " })
    exceptions = excepted.compactMap(ProxyException.init)
  }

  /// One proxy for every server except this computer; ignores the environment.
  /// - Parameter text: a proxy without name and password, or `none`. `nil` for any other text.
  package init?(_ text: String) {
    guard text != "none" else { return }
    guard let proxy = Proxy(text), proxy.credentials == nil else { return nil }
    named = ["https": .success(proxy), "http": .success(proxy)]
  }

  /// - Parameter url: the requested URL. `nil`: no proxy is used.
  /// - Throws: ``TransportFailure/Code/proxyUnusable`` when the environment's value is not a proxy; `invalid_url`.
  package func proxy(for url: String) throws(TransportFailure) -> Proxy? { try proxy(for: try Origin(of: url)) }

  func proxy(for origin: Origin) throws(TransportFailure) -> Proxy? {
    guard let proxy = named[origin.scheme], !Proxies.isHere(origin.host),
      !exceptions.contains(where: { $0.covers(origin) })
    else { return nil }
    return try proxy.get()
  }

  /// Whether a host is this computer, in any spelling (RFC 6761 §6.3, RFC 4291 §2.2 and §2.5.5.2).
  private static func isHere(_ host: String) -> Bool {
    let name = host.trimming { $0 == "." }
    return LoopbackHost.contains(name) || name.hasSuffix(bytes: ".localhost") || IPAddress(host)?.isLoopback == true
  }
}

/// An HTTP proxy, used by CONNECT for https (RFC 9110 §9.3.6), or a SOCKS 5 proxy (RFC 1928).
package struct Proxy: Hashable, Sendable, CustomStringConvertible {
  package let host: String
  package let port: Int
  let isSOCKS: Bool
  /// `name:password`, only for HTTP proxies.
  let credentials: Secret?

  /// - Parameter text: `http://[NAME:PASSWORD@]HOST[:PORT]`, `socks5://HOST[:PORT]`, or `HOST:PORT`. `nil` for any other text.
  package init?(_ text: String) {
    let whole = text.byteRange(of: "://") != nil ? text : "http://" + text
    guard let parts = URLComponents(string: whole, encodingInvalidCharacters: false),
      let scheme = parts.scheme?.lowercased(), let host = parts.encodedHost, !host.isEmpty,
      ["", "/"].contains(parts.percentEncodedPath), parts.query == nil, parts.fragment == nil
    else { return nil }
    isSOCKS = ["socks5", "socks5h"].contains(scheme)
    guard isSOCKS || scheme == "http" else { return nil }
    port = parts.port ?? (isSOCKS ? 1080 : 80)
    guard (1...65535).contains(port) else { return nil }
    self.host = host.lowercased().trimming { "[]".unicodeScalars.contains($0) }
    credentials = parts.user.map { Secret($0 + ":" + (parts.password ?? "")) }
    guard !isSOCKS || credentials == nil else { return nil }
  }

  /// The proxy without name and password.
  package var description: String { host.contains(scalar: ":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// One part of `NO_PROXY`: `*`, a name including its subdomains, an address, or a range of addresses, each with an optional port.
private struct ProxyException: Hashable, Sendable {
  /// Empty for `*`.
  private var host: String
  private var port: Int?
  private var bits: Int?

  init?(_ text: Substring) {
    var rest = text.lowercased()[...]
    if let slash = rest.lastIndex(ofScalar: "/") {
      guard let value = Int(rest.after(slash)) else { return nil }
      bits = value
      rest = rest[..<slash]
    } else if rest.utf8.filter({ $0 == 0x3A }).count == 1 || rest.byteRange(of: "]:") != nil,
      let colon = rest.lastIndex(ofScalar: ":")
    {
      guard let value = Int(rest.after(colon)) else { return nil }
      port = value
      rest = rest[..<colon]
    }
    host = String(rest).trimming { "[].*".unicodeScalars.contains($0) }
    if host.isEmpty, rest != "*" { return nil }
  }

  func covers(_ origin: Origin) -> Bool {
    guard port == nil || port == origin.port else { return false }
    if host.isEmpty { return true }
    guard let bits else { return origin.host == host || origin.host.hasSuffix(bytes: "." + host) }
    guard let range = IPAddress(host)?.bytes, let address = IPAddress(origin.host)?.bytes,
      range.count == address.count, (0...range.count * 8).contains(bits)
    else { return false }
    return (0..<bits).allSatisfy { (range[$0 / 8] ^ address[$0 / 8]) & (0x80 >> UInt8($0 % 8)) == 0 }
  }
}
