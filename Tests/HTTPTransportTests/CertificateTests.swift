import Foundation
import NIOSSL
import SharedValues
import Testing
import TestSupport

@testable import HTTPTransport

/// The transport trusts only the system's roots and the given PEM files.
@Suite struct CertificateTests {
  private let folder: TemporaryFolder
  private let authority: TestAuthority
  private let trusted: String

  init() throws {
    folder = TemporaryFolder()
    authority = try TestAuthority()
    trusted = try authority.writePEM(in: folder)
  }

  private func failure(of configuration: TLSConfiguration, host: String = "localhost") async throws -> TransportFailure?
  {
    let server = try await LoopbackServer(tls: configuration) { _ in .http("200 OK") }
    let transport = HTTPClientTransport(trustedCertificates: [trusted])
    let failure = await HTTPTransportTests.failure(
      HTTPRequest("GET", "https://\(host):\(server.port)/"), by: transport)
    if failure != nil { #expect(server.requests.isEmpty, "a request went to a server that is not trusted") }
    return failure
  }

  @Test func `a certificate of the given CA is accepted and described`() async throws {
    let end = Date(timeIntervalSince1970: (Date() + 1800).timeIntervalSince1970.rounded(.down))
    let server = try await LoopbackServer(
      tls: authority.server(names: ["localhost", "other.example"], notAfter: end)
    ) { _ in .http("204 No Content") }
    let transport = HTTPClientTransport(trustedCertificates: [trusted])
    let (response, certificate) = try await transport.exchange(
      HTTPRequest("GET", "https://localhost:\(server.port)/"))
    #expect(response.status == 204)
    let peer = try #require(certificate)
    #expect(peer.subjectName == "localhost")
    #expect(peer.issuerName == "Test CA")
    #expect(peer.notAfter == end)
    #expect(peer.subjectAlternativeNames == ["localhost", "other.example", "127.0.0.1"])
    #expect(peer.sha256.count == 64)
  }

  @Test func `an address literal is verified against the certificate`() async throws {
    #expect(try await failure(of: authority.server(), host: "127.0.0.1") == nil)
    let withoutAddress = try authority.server(addresses: [])
    #expect(try await failure(of: withoutAddress, host: "127.0.0.1")?.code == .certificateWrongHost)
  }

  @Test func `another CA is refused`() async throws {
    let other = try TestAuthority(name: "Another CA")
    #expect(try await failure(of: other.server())?.code == .certificateUntrusted)
  }

  /// The reason is found at the pinned address, too: the resolver does not know this host.
  @Test func `another CA at a pinned address is refused for what it is`() async throws {
    let other = try TestAuthority(name: "Another CA")
    let server = try await LoopbackServer(tls: other.server(names: ["idp.example"])) { _ in .http("200 OK") }
    let transport = HTTPClientTransport(trustedCertificates: [trusted], pins: ["idp.example": .loopback4])
    let failure = await HTTPTransportTests.failure(
      HTTPRequest("GET", "https://idp.example:\(server.port)/"), by: transport)
    #expect(failure?.code == .certificateUntrusted && server.requests.isEmpty)
  }

  @Test func `a CA of the same name is refused`() async throws {
    let impostor = try TestAuthority()
    #expect(try await failure(of: impostor.server())?.code == .certificateUntrusted)
  }

  @Test func `an expired certificate is refused`() async throws {
    let old = try authority.server(notBefore: Date() - 7200, notAfter: Date() - 3600)
    #expect(try await failure(of: old)?.code == .certificateExpired)
  }

  @Test func `a certificate of the future is refused`() async throws {
    let early = try authority.server(notBefore: Date() + 3600, notAfter: Date() + 7200)
    #expect(try await failure(of: early)?.code == .certificateExpired)
  }

  @Test func `an expired certificate of another CA is above all not trusted`() async throws {
    let other = try TestAuthority(name: "Another CA").server(notBefore: Date() - 7200, notAfter: Date() - 3600)
    #expect(try await failure(of: other)?.code == .certificateUntrusted)
  }

  @Test func `a certificate for another host is refused`() async throws {
    let other = try authority.server(names: ["other.example"], addresses: [])
    #expect(try await failure(of: other)?.code == .certificateWrongHost)
  }

  @Test func `a certificate for the address alone does not cover the name`() async throws {
    let addressOnly = try authority.server(names: ["other.example"], addresses: [[127, 0, 0, 1]])
    #expect(try await failure(of: addressOnly)?.code == .certificateWrongHost)
    #expect(try await failure(of: addressOnly, host: "127.0.0.1") == nil)
  }

  @Test(arguments: [
    (["*.example.com"], "www.example.com", true), (["*.example.com"], "example.com", false),
    (["*.example.com"], "a.b.example.com", false), (["*.com"], "example.com", false), (["*"], "localhost", false),
    (["w*.example.com"], "www.example.com", false), (["WWW.Example.COM"], "www.example.com", true),
    (["www.example.com"], "www.example.com.", true), (["127.0.0.1"], "127.0.0.1", true),
    (["::1"], "0:0:0:0:0:0:0:1", true),
    (["127.0.0.2"], "127.0.0.1", false), ([], "localhost", false),
  ])
  func `names and wildcards`(names: [String], host: String, covered: Bool) throws {
    let certificate = PeerCertificate(
      subject: "CN=\(host)", issuer: "", notBefore: Date(), notAfter: Date(), subjectAlternativeNames: names, sha256: ""
    )
    let literal = host.contains(":") ? "[\(host)]" : host
    #expect(HostVerification.covers(certificate, try Origin(of: "https://\(literal)/")) == covered)
  }

  @Test func `without the CA file nothing is trusted`() async throws {
    let server = try await LoopbackServer(tls: authority.server()) { _ in .http("200 OK") }
    let failure = await HTTPTransportTests.failure(
      HTTPRequest("GET", "https://localhost:\(server.port)/"), by: HTTPClientTransport())
    #expect(failure?.code == .certificateUntrusted)
  }

  @Test func `TLS before 1_2 is refused`() async throws {
    var old = try authority.server()
    old.minimumTLSVersion = .tlsv1
    old.maximumTLSVersion = .tlsv11
    let failure = try #require(try await failure(of: old))
    #expect(failure.code == .tlsFailure)
    // A name of BoringSSL's, and no path of the computer that built it.
    #expect(failure.detail.contains("PROTOCOL_VERSION") && !failure.detail.contains("/"), "\(failure.detail)")
  }

  /// A broken record, or an alert after the handshake: the request may have arrived, so it must not be reported as unsent.
  @Test func `TLS that breaks after the handshake is a lost connection`() {
    func code(_ error: any Error) -> TransportFailure.Code? { AttemptFailure.of(error)?.code }
    #expect(code(BoringSSLError.sslError([])) == .connectionLost)
    #expect(code(BoringSSLError.syscallError) == .connectionLost)
    #expect(code(NIOSSLError.handshakeFailed(.sslError([]))) == .tlsFailure)
    #expect(code(BoringSSLError.unknownError([])) == .tlsFailure)
  }

  @Test(arguments: ["missing.pem", "empty.pem"])
  func `a CA file that cannot be used is an error that names it`(name: String) async throws {
    let path = folder.path + "/" + name
    if name == "empty.pem" { try "no certificate".write(toFile: path, atomically: true, encoding: .utf8) }
    let transport = HTTPClientTransport(trustedCertificates: [path])
    let failure = await HTTPTransportTests.failure(HTTPRequest("GET", "https://localhost:1/"), by: transport)
    #expect(failure?.code == .tlsFailure)
    #expect(failure?.detail.contains(path) == true)
  }
}

/// The failure of a request; `nil`: it succeeds.
func failure(_ request: HTTPRequest, by transport: HTTPClientTransport) async -> TransportFailure? {
  do throws(TransportFailure) {
    _ = try await transport.send(request)
    return nil
  } catch {
    return error
  }
}
