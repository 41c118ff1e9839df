import Foundation
import SharedValues
import Testing

/// Addresses, names and public URLs as `serve` takes them, and what they make of the server's own.
struct ServerReachTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0", "0.0.0.0"), ("::", "::", "[::]"),
    ("2001:DB8:0:0::1", "2001:db8::1", "[2001:db8::1]"), ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7"),
  ])
  func anAddressHasOneSpelling(_ text: String, _ usual: String, _ host: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.text == usual && address.host == host && IPAddress(host: host) == address)
    let copy = try JSONDecoder().decode([IPAddress].self, from: JSONEncoder().encode([address]))
    #expect(copy == [address])
  }

  @Test(arguments: [
    "", "localhost", "192.0.2", "192.0.2.256", "192.0.2.1/24", "192.0.2.1:80", "[::1]", "fe80::1%lo", " ::1",
  ])
  func whatIsNoAddress(_ text: String) { #expect(IPAddress(text) == nil) }

  @Test func loopbackIsKnown() throws {
    for text in ["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"] {
      let address = try #require(IPAddress(text))
      #expect(address.isLoopback, "\(text)")
    }
    for text in ["0.0.0.0", "::", "128.0.0.1", "192.0.2.1", "::2"] {
      let address = try #require(IPAddress(text))
      #expect(!address.isLoopback, "\(text)")
    }
    let (linkLocal, other) = (try #require(IPAddress("fe80::1")), try #require(IPAddress("fec0::1")))
    #expect(linkLocal.isLinkLocal6 && !other.isLinkLocal6)
  }

  @Test func hostNames() {
    for name in ["idp", "IDP.example.com", "a-b.test", "xn--bcher-kva.example", "1und1.de"] {
      #expect(HostName.judged(name) == name.lowercased())
    }
    let wrong = [
      "", ".", "a..b", "a.", "-a", "a-", "a_b", "a b", "ä.example", "192.0.2.1", "a:8443", "*.example.com", "https://a",
      String(repeating: "a", count: 64), Array(repeating: "abcdefg", count: 32).joined(separator: "."),
    ]
    for name in wrong { #expect(HostName.judged(name) == nil, "\(name)") }
  }

  /// Of these, the certificate of the protocol's port names one. A proxy calls the port `localhost`.
  @Test func certifiedHosts() {
    var reach = ServerReach()
    #expect(reach.certifiedHosts == ["localhost"])
    reach.listen = IPAddress("2001:db8::1")
    #expect(reach.certifiedHosts == ["[2001:db8::1]"])
    reach.names = ["idp.test", "b.test"]
    #expect(reach.certifiedHosts == ["idp.test"])
    reach.publicOrigin = PublicOrigin("https://idp.example.com")
    #expect(reach.certifiedHosts == ["idp.example.com", "localhost"])
  }

  @Test(arguments: [
    ("https://idp.example.com", "https://idp.example.com"), ("HTTPS://IDP.example.com/", "https://idp.example.com"),
    ("https://idp.example.com:443", "https://idp.example.com"),
    ("https://idp.example.com:9443", "https://idp.example.com:9443"),
    ("https://[2001:DB8::1]:9443", "https://[2001:db8::1]:9443"), ("https://192.0.2.1", "https://192.0.2.1"),
  ])
  func publicOrigins(_ text: String, _ origin: String) throws {
    #expect(try #require(PublicOrigin(text)).text == origin)
  }

  @Test(arguments: [
    "http://idp.example.com", "idp.example.com", "https://", "https://idp.example.com/oauth",
    "https://idp.example.com?a=b", "https://idp.example.com#a", "https://me@idp.example.com",
    "https://idp.example.com:0", "https://idp.example.com:65536",
    "https://a_b.example", "https://[::g]", "https://300.0.2.1",
  ])
  func whatIsNoPublicOrigin(_ text: String) { #expect(PublicOrigin(text) == nil) }

  @Test func aPublicOriginMayHaveAnAddress() throws {
    #expect(try #require(PublicOrigin("https://10.0.2.2:8443")).address == IPAddress("10.0.2.2"))
    #expect(try #require(PublicOrigin("https://[2001:DB8::1]")).address == IPAddress("2001:db8::1"))
    #expect(try #require(PublicOrigin("https://idp.example.com")).address == nil)
  }

  @Test func aPublicOriginIsNamedWithItsPortOrWithoutTheDefaultOne() throws {
    let usual = try #require(PublicOrigin("https://idp.example.com"))
    #expect(usual.isNamed(by: "idp.example.com") && usual.isNamed(by: "idp.example.com:443"))
    #expect(!usual.isNamed(by: "idp.example.com:8443") && !usual.isNamed(by: "a.idp.example.com"))
    let other = try #require(PublicOrigin("https://idp.example.com:9443"))
    #expect(other.isNamed(by: "idp.example.com:9443") && !other.isNamed(by: "idp.example.com"))
  }

  private func reach(
    _ listen: String?, machine: [String] = [], names: [String] = [], publicURL: String? = nil
  ) -> ServerReach {
    var reach = ServerReach()
    reach.listen = listen.flatMap { IPAddress($0) }
    reach.machine = machine.compactMap { IPAddress($0) }
    reach.names = names
    reach.publicOrigin = publicURL.flatMap { PublicOrigin($0) }
    return reach
  }

  @Test func byDefaultOnlyThisMachineIsMeant() {
    let reach = ServerReach()
    #expect(reach.bound.map(\.text) == ["127.0.0.1", "::1"])
    #expect(reach.origin(8443) == "https://localhost:8443" && reach.origin(443) == "https://localhost")
    #expect(!reach.isBeyondLoopback && reach.hosts == ["localhost", "127.0.0.1", "[::1]"])
  }

  /// An address that is bound twice would be taken the second time.
  @Test func everyAddressIsBoundOnce() {
    #expect(reach("192.0.2.1").bound.map(\.text) == ["127.0.0.1", "::1", "192.0.2.1"])
    #expect(reach("127.0.0.2").bound.map(\.text) == ["127.0.0.1", "::1", "127.0.0.2"])
    #expect(reach("127.0.0.1").bound == ServerReach.loopback && reach("::1").bound == ServerReach.loopback)
    #expect(reach("0.0.0.0").bound.map(\.text) == ["0.0.0.0", "::1"])
    #expect(reach("::").bound.map(\.text) == ["::"])
  }

  @Test func theIssuersHostIsTheNameElseTheAddress() {
    #expect(reach("192.0.2.1").origin(8443) == "https://192.0.2.1:8443")
    #expect(reach("2001:db8::1").origin(8443) == "https://[2001:db8::1]:8443")
    #expect(reach("192.0.2.1", names: ["idp.test", "b.test"]).origin(8443) == "https://idp.test:8443")
    #expect(reach("0.0.0.0", machine: ["192.0.2.1", "198.51.100.1"]).origin(8443) == "https://192.0.2.1:8443")
    #expect(reach("0.0.0.0").origin(8443) == "https://localhost:8443")
    let proxied = reach(nil, names: [], publicURL: "https://idp.example.com")
    #expect(proxied.origin(8443) == "https://idp.example.com" && !proxied.offersDevicePort)
    let both = reach("192.0.2.1", publicURL: "https://idp.example.com")
    #expect(both.origin(8443) == "https://idp.example.com")
    #expect(both.offersDevicePort && both.deviceOrigin(8444) == "https://192.0.2.1:8444")
  }

  /// The app's phone stays at `localhost`, whoever else reaches the server.
  @Test func theLocalIssuerCanBeKept() {
    var kept = reach("192.0.2.1", names: ["idp.test"])
    kept.keepsLocalIssuer = true
    #expect(kept.origin(8443) == "https://localhost:8443" && kept.deviceOrigin(8444) == "https://localhost:8444")
    #expect(kept.otherHosts == ["idp.test", "192.0.2.1"])
    #expect(kept.hosts == ["localhost", "127.0.0.1", "[::1]", "idp.test", "192.0.2.1"])
    // A certificate of the user's has to name all of them.
    #expect(kept.certifiedHosts == ["localhost", "idp.test", "192.0.2.1"])
  }

  @Test func whatIsBeyondLoopback() {
    #expect(!reach("127.0.0.2").isBeyondLoopback && !reach("::1").isBeyondLoopback)
    #expect(reach("0.0.0.0").isBeyondLoopback && reach("::").isBeyondLoopback && reach("192.0.2.1").isBeyondLoopback)
    #expect(reach(nil, publicURL: "https://idp.example.com").isBeyondLoopback)
  }

  @Test func thePageIsAtAnAddressThatNeedsNoLookUp() {
    #expect(reach("192.0.2.1", names: ["idp.test"]).authorityPage(at: 8442) == "http://192.0.2.1:8442/")
    #expect(ServerReach().authorityPage(at: 8442) == "http://localhost:8442/")
  }
}
