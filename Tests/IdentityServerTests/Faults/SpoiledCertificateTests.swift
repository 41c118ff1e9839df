import Faults
import HTTPTransport
import SharedValues
import TestSupport
import Testing

@testable import IdentityServer

/// Handshakes in which the server shows a wrong certificate: a client that checks refuses it, for the one reason that was meant.
@Suite struct SpoiledCertificateTests {
  private func metadata(_ server: TestServer) -> HTTPRequest {
    HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")
  }

  /// What a client finds that has no connection yet; `nil`: an answer.
  private func failure(_ server: TestServer, at url: String? = nil) async -> TransportFailure.Code? {
    let transport = HTTPClientTransport(
      trustedCertificates: [server.folder.appendingPathComponent("tls/ca.pem").path], deadlines: .ofTests)
    var code: TransportFailure.Code?
    do { _ = try await transport.send(HTTPRequest("GET", url ?? metadata(server).url)) } catch { code = error.code }
    await transport.shutdown()
    return code
  }

  /// The client may know the end of the handshake before the server does.
  private func faultEvent(_ server: TestServer) async -> ServerEvent {
    while true {
      if let event = server.events.withLock({ $0.last { !$0.fault.isEmpty } }) { return event }
      await Task.yield()
    }
  }

  static let wrong: [(ConnectionDefect, TransportFailure.Code)] = [
    (.expired, .certificateExpired), (.wrongHost, .certificateWrongHost), (.untrusted, .certificateUntrusted),
  ]

  @Test(arguments: wrong)
  func aClientThatChecksRefusesTheCertificate(_ defect: ConnectionDefect, _ code: TransportFailure.Code) async throws {
    try await TestServer.with(.socket) { server in
      let name = FaultDefect.connection(defect).name
      // A fault file has a rule for each endpoint. The server has one: TLS does not know which is meant.
      try await server.switchOn([FaultRule(.metadata, .connection(defect)), FaultRule(.token, .connection(defect))])
      #expect(server.server.faults.map(\.summary) == [name])
      #expect(await failure(server) == code)
      #expect(server.server.faults.allSatisfy { $0.hits > 0 })
      let event = await faultEvent(server)
      #expect(event.fault == name && event.method == "TLS" && event.status == 0)
      #expect(event.note.hasPrefix(bytes: "handshake "))
      #expect(server.server.provider.metrics.counts.faults > 0)
      try await server.switchOff()
      #expect(await failure(server) == nil)
    }
  }

  @Test func theAdministrationKeepsItsCertificate() async throws {
    try await TestServer.with(.socket) { server in
      try await server.switchOn([FaultRule(.metadata, .connection(.untrusted))])
      #expect(await failure(server, at: server.server.adminURL) == nil)
      #expect(server.server.faults.map(\.hits) == [0])
    }
  }

  @Test func onlyTheMeantAddressIsShownIt() async throws {
    try await TestServer.with(.socket) { server in
      let elsewhere = try #require(IPAddress("192.0.2.7"))
      try await server.switchOn([FaultRule(.metadata, .connection(.expired))], for: .address(elsewhere), name: "far")
      #expect(await failure(server) == nil)
      for address in ["127.0.0.1", "::1"] {
        try await server.switchOn(
          [FaultRule(.metadata, .connection(.expired))], for: .address(try #require(IPAddress(address))), name: address)
      }
      #expect(await failure(server) == .certificateExpired)
    }
  }

  /// A client that keeps its connection would not notice otherwise.
  @Test func keptConnectionsAreClosed() async throws {
    try await TestServer.with(.socket) { server in
      let kept = try await RawConnection.open(port: server.server.addresses.port)
      try await kept.send("GET /health HTTP/1.1\r\nHost: localhost:\(server.server.addresses.port)\r\n\r\n")
      _ = await kept.received { $0.contains("200 OK") }
      #expect(kept.isOpen)
      try await server.switchOn([FaultRule(.metadata, .connection(.untrusted))])
      _ = await kept.received()
      #expect(!kept.isOpen)
    }
  }

  /// The fault lets one connection pass. A client that keeps it would never see the wrong certificate.
  @Test func aConnectionThatTheFaultLetPassIsClosed() async throws {
    // Neither the server's own looks at its faults nor the limit for waiting connections may close it before the test does.
    let adjust: (inout IdentityServerConfiguration) -> Void = {
      ($0.administratorChangePause, $0.connections.idle) = (.seconds(3600), .seconds(3600))
    }
    try await TestServer.with(.socket, adjusting: adjust) { server in
      try await server.switchOn([FaultRule(.metadata, .connection(.untrusted), after: 1)])
      let passed = try await server.connection()
      try await passed.send("GET /health HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
      #expect(await passed.received { $0.contains("200 OK") }.contains("200 OK"))
      #expect(server.server.faults.map(\.hits) == [0] && passed.isOpen)
      // The server may still be finishing the answer.
      while passed.isOpen {
        try server.takeUpFaults()
        await Task.yield()
      }
      _ = await passed.received()
      #expect(await failure(server) == .certificateUntrusted)
    }
  }

  /// A client that does not check is served, and the event says so.
  @Test func aCarelessClientIsNoted() async throws {
    try await TestServer.with(.socket) { server in
      try await server.switchOn([FaultRule(.metadata, .connection(.untrusted))], times: 1)
      let careless = try await RawConnection.open(port: server.server.addresses.port)
      try await careless.send("GET /health HTTP/1.1\r\nHost: localhost:\(server.server.addresses.port)\r\n\r\n")
      #expect(await careless.received { $0.contains("200 OK") }.contains("200 OK"))
      let event = await faultEvent(server)
      #expect(event.note == "wrong certificate accepted")
      // Once was enough.
      #expect(await failure(server) == nil)
    }
  }

  /// A connection that asks for nothing, as a check of the port makes it, is none that the fault meets.
  @Test func aConnectionWithoutAHandshakeDoesNotCount() async throws {
    try await TestServer.with(.socket) { server in
      try await server.switchOn([FaultRule(.metadata, .connection(.expired))])
      let probe = try await RawConnection.open(port: server.server.addresses.port, secure: false)
      try await probe.channel.close()
      #expect(server.server.faults.map(\.hits) == [0])
      #expect(await failure(server) == .certificateExpired)
      #expect(server.server.faults.contains { $0.hits > 0 })
    }
  }

  @Test(arguments: [FaultTarget.client("c"), .user("u")])
  func aClientOrUserCannotBeMeant(_ target: FaultTarget) throws {
    let plan = FaultPlan([FaultRule(.token, .connection(.expired))])
    let error = #expect(throws: IdentityServerError.self) { _ = try FaultOrder(plan, name: "n", for: target) }
    #expect(error?.code == .faultTargetUnknown && error?.subject == "certificate-expired")
  }
}
