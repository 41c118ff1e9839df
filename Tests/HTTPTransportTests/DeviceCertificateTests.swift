import Crypto
import Foundation
import HTTPTransport
import NIOSSL
import SharedValues
import TestSupport
import Testing
import X509

/// Only requests that ask for it present the device's certificate.
@Suite struct DeviceCertificateTests {
  private let folder: TemporaryFolder
  private let authority: TestAuthority

  init() throws {
    folder = TemporaryFolder()
    authority = try TestAuthority()
  }

  private func files(
    _ name: String = "device", notBefore: Date = Date() - 60, notAfter: Date = Date() + 3600
  ) throws -> DeviceCertificateFiles {
    let (certificate, key) = try authority.client(notBefore: notBefore, notAfter: notAfter)
    return DeviceCertificateFiles(
      certificate: try write(name + ".pem", certificate), key: try write(name + "-key.pem", key))
  }

  private func write(_ name: String, _ text: String) throws -> String {
    let path = folder.path + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// A server that requires a certificate of the authority.
  private func server() async throws -> LoopbackServer {
    var tls = try authority.server()
    tls.certificateVerification = .noHostnameVerification
    tls.trustRoots = .certificates([
      try NIOSSLCertificate(bytes: Array(authority.certificate.serializeAsPEM().pemString.utf8), format: .pem)
    ])
    return try await LoopbackServer(tls: tls) { _ in .http("200 OK", body: Array("in".utf8)) }
  }

  private func transport(_ files: DeviceCertificateFiles?) throws -> HTTPClientTransport {
    HTTPClientTransport(trustedCertificates: [try authority.writePEM(in: folder)], deviceCertificate: files)
  }

  private func request(_ server: LoopbackServer, presents: Bool = true) -> HTTPRequest {
    var request = HTTPRequest("POST", "https://localhost:\(server.port)/token")
    request.presentsDeviceCertificate = presents
    return request
  }

  private func refusal(of request: HTTPRequest, _ transport: HTTPClientTransport) async -> TransportFailure? {
    do {
      _ = try await transport.send(request)
      return nil
    } catch {
      return error
    }
  }

  @Test func onlyTheRequestThatAsksForItPresentsIt() async throws {
    let server = try await server()
    let transport = try transport(files())
    #expect(try await transport.send(request(server)).status == 200)
    // Not even over an existing connection.
    let bare = request(server, presents: false)
    let refusal = try #require(await refusal(of: bare, transport))
    // The server hangs up after its alert, and the app may notice that first.
    #expect(refusal.code == (refusal.detail.contains("CERTIFICATE_REQUIRED") ? .tlsFailure : .connectionLost))
    #expect(try await transport.send(request(server)).status == 200)
    #expect(server.requests.count == 2)
    await transport.shutdown()
  }

  @Test func plainHTTPNeverSeesSuchARequest() async throws {
    let server = try await LoopbackServer { _ in .http("200 OK") }
    let transport = try transport(files())
    var request = HTTPRequest("POST", "http://127.0.0.1:\(server.port)/token")
    request.presentsDeviceCertificate = true
    let failure = await refusal(of: request, transport)
    #expect(failure?.code == .tlsFailure)
    #expect(server.connections == 0)
    await transport.shutdown()
  }

  enum Defect: String, CaseIterable, Sendable {
    case notConfigured, noCertificate, noKey, notPEM, keyNotPEM, otherKey, expired, notYetValid

    var code: TransportFailure.Code {
      switch self {
      case .notConfigured, .noCertificate, .noKey: .deviceCertificateMissing
      case .notPEM, .keyNotPEM, .otherKey: .deviceCertificateUnusable
      case .expired, .notYetValid: .deviceCertificateExpired
      }
    }
  }

  @Test(arguments: Defect.allCases)
  func anUnusableCertificateIsReportedBeforeAnythingIsSent(_ defect: Defect) async throws {
    let server = try await server()
    var files: DeviceCertificateFiles? = try files()
    switch defect {
    case .notConfigured: files = nil
    case .noCertificate: files?.certificate = folder.path + "/none.pem"
    case .noKey: files?.key = folder.path + "/none.pem"
    case .notPEM: files?.certificate = try write("text.pem", "no certificate")
    case .keyNotPEM: files?.key = try write("text.pem", "no key")
    case .otherKey: files?.key = try self.files("other").key
    case .expired: files = try self.files("old", notBefore: Date() - 7200, notAfter: Date() - 60)
    case .notYetValid: files = try self.files("new", notBefore: Date() + 600, notAfter: Date() + 3600)
    }
    let transport = try transport(files)
    let failure = await #expect(throws: TransportFailure.self) { try await transport.send(self.request(server)) }
    #expect(failure?.code == defect.code)
    #expect(server.connections == 0)
    #expect(failure?.detail.contains("PRIVATE") == false)
    await transport.shutdown()
  }

  /// A certificate enrolled while the app runs is used for the next request.
  @Test func aLaterCertificateIsUsed() async throws {
    let server = try await server()
    let late = DeviceCertificateFiles(certificate: folder.path + "/late.pem", key: folder.path + "/late-key.pem")
    let transport = try transport(late)
    let early = request(server)
    await #expect(throws: TransportFailure.self) { _ = try await transport.send(early) }
    _ = try files("late")
    #expect(try await transport.send(request(server)).status == 200)
    await transport.shutdown()
  }
}
