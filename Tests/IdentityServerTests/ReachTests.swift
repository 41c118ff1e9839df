import Crypto
import Foundation
import NIOCore
import SharedValues
import Testing
import X509

@testable import IdentityServer

/// A server that others reach: by which hosts it is called, what its certificates name, and who may open how many connections. 127.0.0.2 stands for
/// another address of the machine.
@Suite struct ReachTests {
  private static func listening(
    _ address: String, _ names: [String] = []
  ) -> (inout IdentityServerConfiguration) -> Void {
    { configuration in
      configuration.reach.listen = IPAddress(address)
      configuration.reach.names = names
    }
  }

  /// Through TLS that verifies the certificate by the authority.
  @Test func theServerAnswersAtTheOtherAddressAndAtLocalhost() async throws {
    try await TestServer.with(.socket, adjusting: Self.listening("127.0.0.2")) { server in
      #expect(server.issuer == "https://127.0.0.2:\(server.port)/oauth/v2/oauth-anonymous")
      for host in ["127.0.0.2", "127.0.0.1", "localhost"] {
        let url = "https://\(host):\(server.port)/oauth/v2/oauth-anonymous/.well-known/openid-configuration"
        let metadata = try await server.send(HTTPRequest("GET", url))
        #expect(metadata.status == 200)
        #expect(metadata.json["issuer"]?.stringValue == server.issuer)
        let endpoints = (metadata.json.objectValue ?? []).filter {
          $0.name.hasSuffix("_endpoint") || $0.name == "jwks_uri"
        }
        #expect(endpoints.count > 8)
        for endpoint in endpoints {
          #expect(endpoint.value.stringValue?.hasPrefix("https://127.0.0.2:") == true, "\(endpoint.name)")
        }
      }
      let devices = server.server.addresses.deviceURL("/oauth/v2/oauth-token")
      #expect(try await server.send(HTTPRequest("POST", devices)).status == 400)
    }
  }

  /// The app's own phone stays at `localhost`; a client elsewhere finds the issuer where it asks (RFC 8414 §3.3).
  @Test func eachHostHasTheIssuerOfItsOwn() async throws {
    let path = "/oauth/v2/oauth-anonymous"
    let adjust: (inout IdentityServerConfiguration) -> Void = {
      ($0.reach.listen, $0.reach.names, $0.reach.keepsLocalIssuer) = (IPAddress("127.0.0.2"), ["idp.test"], true)
      $0.reach.authorityPage = 0
    }
    try await TestServer.with(adjusting: adjust) { (server) async throws in
      let port = server.port
      #expect(server.issuer == "https://localhost:\(port)\(path)")
      #expect(server.server.otherIssuers == ["idp.test", "127.0.0.2"].map { "https://\($0):\(port)\(path)" })
      // Loopback stays `localhost`, as before; a second question is not answered with the first one's document.
      let issuers = [
        ("localhost", "localhost"), ("127.0.0.2", "127.0.0.2"), ("127.0.0.1", "localhost"), ("IDP.test", "idp.test"),
        ("localhost", "localhost"), ("127.0.0.2", "127.0.0.2"),
      ]
      for (host, expected) in issuers {
        let url = "https://localhost:\(port)\(path)/.well-known/openid-configuration"
        let metadata = try await server.send(
          HTTPRequest("GET", url, headers: [HTTPHeader("Host", "\(host):\(port)")]))
        #expect(metadata.json["issuer"]?.stringValue == "https://\(expected):\(port)\(path)", "\(host)")
        let others = (metadata.json.objectValue ?? []).compactMap(\.value.stringValue)
          .filter { $0.hasPrefix("https:") && !$0.hasPrefix("https://\(expected):") }
        #expect(others.isEmpty, "\(host)")
      }
      #expect(server.server.adminURL.hasPrefix("https://localhost:"))
      #expect(server.server.addresses.asked(by: "127.0.0.2:\(server.server.adminPort)", on: .admin) == nil)
      #expect(server.server.addresses.asked(by: "evil.test:\(port)", on: .server) == nil)
    }
  }

  /// What a client gets names the issuer that it has asked, although one server answers at both hosts.
  @Test(arguments: [nil, "127.0.0.2"])
  func aLoginAndItsTokensNameTheIssuerThatWasAsked(_ host: String?) async throws {
    let adjust: (inout IdentityServerConfiguration) -> Void = {
      ($0.reach.listen, $0.reach.keepsLocalIssuer) = (IPAddress("127.0.0.2"), true)
    }
    try await TestServer.with(adjusting: adjust) { (server) async throws in
      // The tests' own app asks at the address that the server names.
      try await Addresses.$asked.withValue(host) {
        let issuer = "https://\(host ?? "localhost"):\(server.port)/oauth/v2/oauth-anonymous"
        let (app, browser, tokens) = try await server.signedInApp()
        let claims = try await server.server.provider.keys.claims(of: tokens["id_token"]?.stringValue ?? "")
        #expect(claims?["iss"]?.stringValue == issuer)
        let redirect = try await browser.get(app.authorizationURL())
        #expect(redirect.redirectParameters["iss"] == issuer)
      }
    }
  }

  @Test func theAdministrationStaysOnLoopback() async throws {
    try await TestServer.with(.socket, adjusting: Self.listening("127.0.0.2")) { server in
      let port = server.server.adminPort
      #expect(server.server.adminURL == "https://localhost:\(port)/admin")
      let page = try await server.send(HTTPRequest("GET", server.server.adminURL))
      #expect(page.status == 200)
      await #expect(throws: (any Error).self) {
        _ = try await server.send(HTTPRequest("GET", "https://127.0.0.2:\(port)/admin"))
      }
      for host in ["127.0.0.2", "idp.test"] {
        #expect(!server.server.addresses.isOwn(host: "\(host):\(port)", on: .admin))
      }
    }
  }

  @Test func onlyNamedHostsAreAnswered() async throws {
    try await TestServer.with(adjusting: Self.listening("127.0.0.2", ["idp.test", "b.test"])) { (server) async throws in
      func status(_ host: String, _ headers: [HTTPHeader] = []) async throws -> Int {
        let url = "https://localhost:\(server.port)/assets/style.css"
        return try await server.send(HTTPRequest("GET", url, headers: [HTTPHeader("Host", host)] + headers)).status
      }
      for host in ["idp.test", "IDP.test", "b.test", "127.0.0.2", "localhost", "127.0.0.1", "[::1]"] {
        #expect(try await status("\(host):\(server.port)") == 200, "\(host)")
      }
      for host in ["evil.test", "a.idp.test", "idp.test.", "127.0.0.3", "0.0.0.0", "[::2]", ""] {
        #expect(try await status("\(host):\(server.port)") == 421, "\(host)")
        let forwarded = [
          HTTPHeader("X-Forwarded-Host", "idp.test:\(server.port)"),
          HTTPHeader("Forwarded", "host=\"idp.test:\(server.port)\""),
        ]
        #expect(try await status("\(host):\(server.port)", forwarded) == 421, "\(host)")
      }
      #expect(try await status("idp.test") == 421)
    }
  }

  /// The whole flow behind a proxy: every address is the public one, and what a proxy says about its own clients changes nothing.
  @Test func aPublicAddressIsTheOneOfEverything() async throws {
    let adjust: (inout IdentityServerConfiguration) -> Void = {
      $0.reach.publicOrigin = PublicOrigin("https://idp.example.com")
      $0.reach.authorityPage = 8442
    }
    try await TestServer.withTokens(adjusting: adjust) { server, app, browser, tokens in
      #expect(server.issuer == "https://idp.example.com/oauth/v2/oauth-anonymous")
      #expect(tokens["id_token"]?.stringValue != nil)
      let forwarded = [
        HTTPHeader("X-Forwarded-Host", "evil.example"), HTTPHeader("X-Forwarded-Proto", "http"),
        HTTPHeader("X-Forwarded-Port", "80"), HTTPHeader("Forwarded", "for=192.0.2.1;host=evil.example;proto=http"),
      ]
      let path = "/.well-known/openid-configuration"
      for origin in ["https://idp.example.com", "https://localhost:\(server.port)"] {
        let url = origin + "/oauth/v2/oauth-anonymous" + path
        let metadata = try await server.send(HTTPRequest("GET", url, headers: forwarded))
        #expect(metadata.status == 200)
        #expect(!metadata.text.contains("localhost") && !metadata.text.contains("evil.example"))
        // A proxy ends TLS: certificates of devices do not arrive here.
        #expect(metadata.json["mtls_endpoint_aliases"] == nil && metadata.json["dcr_terminal_push_endpoint"] == nil)
        let promised = ["grant_types_supported", "token_endpoint_auth_methods_supported"].flatMap {
          metadata.json[$0]?.stringArray ?? []
        }
        #expect(promised.contains("private_key_jwt"))
        #expect(!promised.contains("client_credentials") && !promised.contains("tls_client_auth"))
      }
      let addresses = server.server.addresses
      #expect(addresses.isOwn(host: "idp.example.com:8442", on: .authority))
      for (host, side) in [("idp.example.com:6749", Answering.Side.admin), ("idp.example.com:8444", .devices)] {
        #expect(!addresses.isOwn(host: host, on: side))
      }
      let redirect = try await browser.get(app.authorizationURL(), headers: forwarded)
      #expect(redirect.redirectParameters["iss"] == server.issuer)
      let refused = HTTPHeader("Host", "evil.example")
      let answer = try await server.send(HTTPRequest("GET", server.origin + "/", headers: [refused] + forwarded))
      #expect(answer.status == 421)
    }
  }

  /// Many proxies write `Host` anew; the browser's `Origin` is that of the public address all the same.
  @Test(arguments: [("https://idp.example.com", false), ("https://evil.example", true), ("null", true)])
  func aFormOfThePublicPageIsTaken(_ origin: String, _ isRefused: Bool) async throws {
    let adjust: (inout IdentityServerConfiguration) -> Void = {
      $0.reach.publicOrigin = PublicOrigin("https://idp.example.com")
    }
    try await TestServer.with(adjusting: adjust) { server in
      let browser = TestBrowser(server)
      let page = try await browser.get(TestApp(server: server).authorizationURL(["prompt": "login"]))
      let answer = try await browser.post(
        "https://localhost:\(server.port)" + page.formAction,
        [("form", page.hiddenForm), ("username", "demouser"), ("password", "Password1")],
        headers: [HTTPHeader("Origin", origin)])
      #expect((answer.status == 403) == isRefused)
      #expect((answer.code != nil) != isRefused)
    }
  }

  /// So does the URL in a client's proof (RFC 9449 §4.3), and in what the client's test says about it.
  @Test(arguments: [("https://idp.example.com", true), ("https://evil.example", false)])
  func aProofForThePublicURLIsTaken(_ origin: String, _ isTaken: Bool) async throws {
    let adjust: (inout IdentityServerConfiguration) -> Void = {
      $0.reach.publicOrigin = PublicOrigin("https://idp.example.com")
    }
    try await TestServer.with(adjusting: adjust) { server in
      let (app, _, tokens) = try await server.boundTokens()
      let token = tokens.token("access_token")
      let proof = Unsigned.proof(
        app.proofKey, "GET", origin + Addresses.userInfoPath, app.now, accessToken: token
      ).signed(app.proofKey)
      let headers = [
        HTTPHeader("Host", "localhost:\(server.port)"), HTTPHeader("Authorization", "DPoP " + token),
        HTTPHeader("DPoP", proof),
      ]
      let answer = try await server.send(HTTPRequest("GET", app.userInfoURL, headers: headers))
      #expect(answer.status == (isTaken ? 200 : 401))
      #expect(try server.report(on: app.clientID).outcomes["dp-proof"] == (isTaken ? .passed : .failed))
    }
  }

  /// The throttle counts the address of the connection, which a peer cannot choose.
  @Test func aForwardedAddressIsNotBelieved() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      for attempt in 0..<5 {
        let sender = "192.0.2.\(attempt)"
        let browser = TestBrowser(server)
        let page = try await browser.get(app.authorizationURL(["prompt": "login"]))
        let answer = try await browser.post(
          server.origin + page.formAction,
          [("form", page.hiddenForm), ("username", "demouser"), ("password", "wrong")],
          headers: [HTTPHeader("X-Forwarded-For", sender), HTTPHeader("Forwarded", "for=" + sender)])
        #expect(answer.status != 429)
      }
      let browser = TestBrowser(server)
      let page = try await browser.get(app.authorizationURL(["prompt": "login"]))
      let answer = try await browser.submit(page, [("username", "demouser"), ("password", "wrong")])
      #expect(answer.status == 429)
    }
  }

  // MARK: Certificates

  private func folder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("idsvr-\(UUID().uuidString)")
  }

  private func names(_ address: String, _ hosts: [String] = []) -> CertificateNames {
    var reach = ServerReach()
    (reach.listen, reach.names) = (IPAddress(address), hosts)
    return CertificateNames(reach)
  }

  @Test func theCertificateFollowsTheNamesAndTheAuthorityStays() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let now = TestServer.start
    let first = try LocalCertificates.prepare(in: folder, now: now)
    let other = try LocalCertificates.prepare(in: folder, names: names("127.0.0.2"), now: now)
    #expect(other.certificate != first.certificate && other.authority == first.authority)
    let same = try LocalCertificates.prepare(in: folder, names: names("127.0.0.2"), now: now)
    #expect(same.certificate == other.certificate)
    let back = try LocalCertificates.prepare(in: folder, now: now)
    #expect(back.certificate != other.certificate && back.authority == first.authority)
  }

  /// A public address that is a literal needs no proxy: a phone's emulator has one for the loopback of its host.
  @Test func thePublicAddressIsInTheCertificateIfItIsALiteral() throws {
    var reach = ServerReach()
    reach.publicOrigin = PublicOrigin("https://10.0.2.2:8443")
    #expect(CertificateNames(reach).addresses.map(\.text) == ["127.0.0.1", "::1", "10.0.2.2"])
    reach.publicOrigin = PublicOrigin("https://[2001:db8::1]:8443")
    #expect(CertificateNames(reach).addresses.map(\.text) == ["127.0.0.1", "::1", "2001:db8::1"])
    reach.publicOrigin = PublicOrigin("https://idp.example.com")
    #expect(CertificateNames(reach) == .loopback)
  }

  /// The authority's certificate grows with the names that it has to sign for; its key stays, and with it everything that it has signed.
  @Test func aNewNameMakesTheAuthoritysCertificateAnewWithTheSameKey() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let now = Date()
    let first = try Certificate(pemEncoded: try LocalCertificates.prepare(in: folder, now: now).authority)
    #expect(try permitted(first) == ["localhost"])
    let device = try DeviceCertificateFile.prepare(
      "phone", in: folder.appendingPathComponent("device"), authority: folder, now: now)
    _ = try device.make()

    let named = try LocalCertificates.prepare(in: folder, names: names("127.0.0.2", ["idp.example.com"]), now: now)
    let second = try Certificate(pemEncoded: named.authority)
    #expect(try permitted(second) == ["localhost", "local", "internal", "home.arpa", "test", "idp.example.com"])
    #expect(second.publicKey == first.publicKey && second.subject == first.subject)
    #expect(second.serialNumber != first.serialNumber)
    // Domains in which no public site can be are permitted already, and so are names below a permitted one.
    for hosts in [["idp.test"], ["printer.local", "a.b.internal"], ["x.idp.example.com"], []] {
      let again = try LocalCertificates.prepare(in: folder, names: names("127.0.0.2", hosts), now: now)
      #expect(again.authority == named.authority)
    }
    let third = try LocalCertificates.prepare(in: folder, names: names("127.0.0.2", ["example.org"]), now: now)
    #expect(try permitted(Certificate(pemEncoded: third.authority)).suffix(2) == ["idp.example.com", "example.org"])
    let kept = try DeviceCertificateFile.prepare(
      "phone", in: folder.appendingPathComponent("device"), authority: folder, now: now)
    #expect(kept.kept != nil)
  }

  private func permitted(_ certificate: Certificate) throws -> [String] {
    Array(try #require(try certificate.extensions.nameConstraints).permittedDNSDomains)
  }

  @Test func whatTheTutorialsPrintIsKnown() {
    var configuration = IdentityServerConfiguration(directory: URL(fileURLWithPath: "/nowhere"))
    #expect(configuration.tutorialAccounts == ["demouser", "jd", "jr", "admin"])
    configuration.users = configuration.users.map { user in
      var user = user
      user.password = Secret("correct horse")
      return user
    }
    #expect(configuration.tutorialAccounts == ["admin"])
    configuration.administrator.password = Secret("battery staple")
    #expect(configuration.tutorialAccounts.isEmpty)
  }

  // MARK: Connections

  /// A socket for all addresses calls 192.0.2.7 `::ffff:192.0.2.7`. Whoever looks for the exchanges of a device types the short form.
  @Test(arguments: [("::ffff:192.0.2.7", "192.0.2.7"), ("192.0.2.7", "192.0.2.7"), ("2001:db8::1", "2001:db8::1")])
  func aPeersAddressHasItsUsualSpelling(_ given: String, _ shown: String) throws {
    #expect(try SocketAddress(ipAddress: given, port: 1).peerText == shown)
  }

  /// One address of a network makes room for itself alone; this machine, with a proxy perhaps, has no limit of its own.
  @Test func anAddressBeyondLoopbackHasALimit() async throws {
    try await TestServer.with(.socket) { server in
      func connection(_ address: String, _ use: OpenConnection.Use = .idle) async throws -> OpenConnection {
        let channel = try await server.connection(secure: false).channel
        let connection = OpenConnection(channel, from: IPAddress(address))
        connection.becomes(use, at: .now())
        return connection
      }
      let all = OpenConnections(limit: 100, ofAddress: 2)
      var local: [OpenConnection] = []
      for _ in 0..<4 {
        let next = try await connection("127.0.0.1")
        #expect(all.admit(next))
        local.append(next)
      }
      let (neighbour, first) = try await (connection("192.0.2.2"), connection("192.0.2.1"))
      let second = try await connection("192.0.2.1", .answering)
      for next in [neighbour, first, second] { #expect(all.admit(next)) }
      // The idle one of the same address goes, not the neighbour's, which has been idle for longer.
      #expect(all.admit(try await connection("::ffff:192.0.2.1", .answering)))
      try await first.channel.closeFuture.get()
      #expect(neighbour.channel.isActive && second.channel.isActive && local.allSatisfy { $0.channel.isActive })
      #expect(try await !all.admit(connection("192.0.2.1")))
      #expect(try await all.admit(connection("192.0.2.3")))
    }
  }
}
