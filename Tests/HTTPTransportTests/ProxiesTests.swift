import HTTPTransport
import Testing

/// Which servers are reached through the environment's proxy.
@Suite struct ProxiesTests {
  private func isAskedDirectly(_ host: String, exceptions: String = "") throws -> Bool {
    let proxies = Proxies(environment: ["https_proxy": "http://proxy.example:3128", "no_proxy": exceptions])
    return try proxies.proxy(for: "https://\(host)/") == nil
  }

  @Test(arguments: [
    "localhost", "localhost.", "app.localhost", "127.0.0.1", "127.8.9.10:8443", "[::1]", "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
  ])
  func thisComputerIsAskedDirectly(_ host: String) throws { #expect(try isAskedDirectly(host)) }

  @Test(arguments: ["localhost.example", "128.0.0.1", "[::2]", "[::ffff:128.0.0.1]", "localhostx"])
  func otherHostsUseTheProxy(_ host: String) throws { #expect(try !isAskedDirectly(host)) }

  @Test(arguments: [
    ("*", "a.example"), ("a.example", "a.example"), (".example", "a.example"), ("b.example, a.example", "x.a.example"),
    ("a.example:8443", "a.example:8443"), ("10.0.0.0/8", "10.1.2.3"), ("10.1.2.3", "10.1.2.3"),
    ("[2001:db8::]/32", "[2001:db8::7]"),
  ])
  func exceptionsAreHonoured(_ exception: String, _ host: String) throws {
    #expect(try isAskedDirectly(host, exceptions: exception))
  }

  /// An entry that is no name, address or range makes no exception.
  @Test(arguments: [
    ":8443", "/8x", "10.0.0.0/x", "[]", ".", "a.example:abc", "b.example", "a.example:8443", "ample", "",
  ])
  func invalidEntriesMakeNoException(_ exception: String) throws {
    #expect(try !isAskedDirectly("a.example", exceptions: exception))
    #expect(try !isAskedDirectly("10.1.2.3", exceptions: exception))
  }
}
