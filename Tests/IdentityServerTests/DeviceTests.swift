import Crypto
import Foundation
import GRDB
import HTTPTransport
import SharedValues
import SwiftASN1
import TestTime
import TestSupport
import Testing
import X509

@testable import IdentityServer

/// Devices with certificates: which are accepted, what their tokens allow, and the push channel.
@Suite struct DeviceTests {
  /// A server with its authority, and the certificate of the enrolled device `phone`.
  struct World {
    var server: TestServer
    var folder: URL
    var certificate: [UInt8]

    init(_ server: TestServer) async throws {
      self.server = server
      folder = server.folder.appendingPathComponent("phone")
      try server.server.prepareCertificates()
      try await server.server.devices.enroll("phone", into: folder)
      certificate = try World.der(in: folder)
    }

    static func der(in folder: URL) throws -> [UInt8] {
      let pem = try String(contentsOf: folder.appendingPathComponent("device-certificate.pem"), encoding: .utf8)
      return try bytes(of: Certificate(pemEncoded: pem))
    }

    static func bytes(of certificate: Certificate) throws -> [UInt8] {
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return serializer.serializedBytes
    }

    func address(_ path: String) async throws -> String {
      let metadata = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")).json
      let token = metadata["mtls_endpoint_aliases"]?["token_endpoint"]?.stringValue ?? ""
      return path == "token" ? token : metadata["dcr_terminal_push_endpoint"]?.stringValue ?? ""
    }

    func ask(
      _ path: String = "token", _ changes: [String: String?] = [:], certificate: [UInt8]?? = nil, wait: Int? = nil
    ) async throws -> HTTPResponse {
      var fields: [String: String?] = ["client_id": "mobile-dcr-device-client", "scope": "dcr"]
      if path == "token" { fields["grant_type"] = "client_credentials" }
      fields.merge(changes) { $1 }
      var headers = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
      if let wait { headers.append(HTTPHeader("Prefer", "wait=\(wait)")) }
      let body = form(fields.compactMap { name, value in value.map { (name, $0) } })
      return await server.server.respond(
        to: HTTPRequest("POST", try await address(path), headers: headers, body: body),
        clientCertificate: certificate ?? self.certificate)
    }

    func token() async throws -> String { try await ask().json["access_token"]?.stringValue ?? "" }

    /// A certificate that is valid except for the given changes.
    func made(
      by other: Bool = false, name: String = "phone", from: TimeInterval = -3600, to: TimeInterval = 3600,
      usage: ExtendedKeyUsage.Usage = .clientAuth
    ) throws -> [UInt8] {
      let now = Date()
      let own = try #require(
        try LocalCertificates.authority(in: server.folder.appendingPathComponent("tls"), now: now))
      let issuer = other ? P256.Signing.PrivateKey() : own.key
      let key = P256.Signing.PrivateKey()
      return try World.bytes(
        of: Certificate(
          version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
          notValidBefore: now + from, notValidAfter: now + to, issuer: own.certificate.subject,
          subject: try DistinguishedName { CommonName(name) }, signatureAlgorithm: .ecdsaWithSHA256,
          extensions: try Certificate.Extensions {
            Critical(BasicConstraints.notCertificateAuthority)
            try ExtendedKeyUsage([usage])
          }, issuerPrivateKey: .init(issuer)))
    }

    /// Records a certificate, valid or not.
    func record(_ certificate: [UInt8], as name: String) async throws {
      try await DatabaseQueue(path: server.databasePath).write {
        try Store.enroll(
          name, certificateHash: Data(Primitives.sha256(certificate)), expires: Date() + 3600, now: Date(), $0)
      }
    }
  }

  private func with(
    adjusting: (inout IdentityServerConfiguration) -> Void = { _ in }, _ body: (World) async throws -> Void
  ) async throws {
    try await TestServer.with(adjusting: adjusting) { try await body(World($0)) }
  }

  // MARK: Accepted devices

  @Test func anEnrolledDeviceGetsATokenThatRegistersOnce() async throws {
    try await with { world in
      let answer = try await world.ask()
      #expect(answer.status == 200)
      #expect(answer.json["scope"] == "dcr")
      #expect(answer.json["token_type"] == "bearer")
      #expect(answer.json["expires_in"] == 300)
      #expect(answer.json["refresh_token"] == nil)
      #expect(answer.headers[first: "Cache-Control"] == "no-store")
      let token = try #require(answer.json["access_token"]?.stringValue)
      #expect(try await world.server.register(["redirect_uris": []], token: token).error == "invalid_redirect_uri")
      #expect(try await world.server.register(token: token).status == 201)
      let again = try await world.server.register(token: token)
      #expect(again.status == 401)
      #expect(again.error == "invalid_token")
      let clients = try await world.server.server.administration.clients()
      #expect(clients.count == 1)
      #expect(clients.first?.owner == nil)
    }
  }

  @Test func ofManyRegistrationsAtOnceOneWins() async throws {
    try await with { world in
      let (token, server) = (try await world.token(), world.server)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { try await server.register(token: token).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 201 } == 1)
      #expect(statuses.count { $0 == 401 } == 19)
    }
  }

  enum Wrong: String, CaseIterable, Sendable {
    case none, garbage, otherAuthority, expired, notYetValid, serverPurpose, neverEnrolled, revoked, replaced
    case otherClient, noClient
  }

  @Test(arguments: Wrong.allCases)
  func everyOtherCertificateIsInvalidClient(_ wrong: Wrong) async throws {
    try await with { world in
      var certificate: [UInt8]? = world.certificate
      var changes: [String: String?] = [:]
      switch wrong {
      case .none: certificate = nil
      case .garbage: certificate = [0x30, 0x03, 0x02, 0x01, 0x05]
      case .otherAuthority: certificate = try world.made(by: true)
      case .expired: certificate = try world.made(from: -7200, to: -60)
      case .notYetValid: certificate = try world.made(from: 60, to: 3600)
      case .serverPurpose: certificate = try world.made(usage: .serverAuth)
      case .neverEnrolled: certificate = try world.made(name: "stranger")
      case .revoked: try await world.server.server.devices.revoke("phone")
      case .replaced: try await world.record(try world.made(), as: "phone")
      case .otherClient: changes = ["client_id": "mobile-dcr-client"]
      case .noClient: changes = ["client_id": nil]
      }
      // Recorded or not: the certificate's own defect must suffice for a refusal.
      if [.garbage, .otherAuthority, .expired, .notYetValid, .serverPurpose].contains(wrong), let certificate {
        try await world.record(certificate, as: "tablet")
      }
      for path in ["token", "push"] {
        let answer = try await world.ask(path, changes, certificate: .some(certificate))
        #expect(answer.status == 401)
        #expect(answer.error == "invalid_client")
        #expect(answer.json["error_description"] == "client authentication failed")
      }
    }
  }

  @Test func aRecordedCertificateOfTheAuthorityIsLetIn() async throws {
    try await with { world in
      let certificate = try world.made(name: "tablet")
      try await world.record(certificate, as: "tablet")
      #expect(try await world.ask(certificate: .some(certificate)).status == 200)
    }
  }

  static let refused: [(String, String?, String)] = [
    ("grant_type", "authorization_code", "unsupported_grant_type"), ("grant_type", nil, "invalid_request"),
    ("scope", "openid", "invalid_scope"), ("scope", "dcr openid", "invalid_scope"),
    ("client_secret", "x", "invalid_request"),
  ]

  @Test(arguments: refused)
  func devicesMayRequestOnlyOneScope(_ name: String, _ value: String?, _ error: String) async throws {
    try await with { world in
      let answer = try await world.ask("token", [name: value])
      #expect(answer.status == 400)
      #expect(answer.error == error)
    }
  }

  @Test func theMainPortKnowsNoDevices() async throws {
    try await with { world in
      let app = TestApp(server: world.server, clientID: "mobile-dcr-device-client")
      let answer = try await app.post(
        "/oauth/v2/oauth-token", [("grant_type", "client_credentials"), ("scope", "dcr")])
      #expect(answer.error == "invalid_client")
      #expect(
        try await world.server.send(HTTPRequest("POST", world.server.origin + "/token-service/push")).status == 404)
    }
  }

  // MARK: Uses of the token

  @Test func theTokenWorksForRegistrationOnly() async throws {
    try await with { world in
      let token = try await world.token()
      #expect(try await TestApp(server: world.server).userInfo(token).error == "invalid_token")
      let (app, _, _) = try await world.server.registeredApp()
      let answer = try await app.post("/oauth/v2/oauth-introspect", [("token", token)])
      #expect(answer.json["active"] == false)
      #expect(try await world.server.register(token: token).status == 201)
    }
  }

  @Test func theTokenExpiresAndDiesWithItsDevice() async throws {
    try await with { world in
      let old = try await world.token()
      world.server.clock.advance(by: 300)
      #expect(try await world.server.register(token: old).error == "invalid_token")
      let fresh = try await world.token()
      try await world.server.server.devices.revoke("phone")
      #expect(try await world.server.register(token: fresh).error == "invalid_token")
    }
  }

  @Test func tokensAreNotInTheDatabase() async throws {
    try await with { world in
      let token = try await world.token()
      let hashes = try await DatabaseQueue(path: world.server.databasePath).read {
        try Data.fetchAll($0, sql: "SELECT token_hash FROM initial_access_tokens")
      }
      #expect(hashes == [digest(token)])
    }
  }

  @Test func anAdministratorsTokenAndTheOpenPolicy() async throws {
    try await with { world in
      let token = try await world.server.server.administration.issueInitialAccessToken(lifetime: 60)
      #expect(try await world.server.register(token: token.revealed).status == 201)
      #expect(try await world.server.register(token: token.revealed).status == 401)
      let late = try await world.server.server.administration.issueInitialAccessToken(lifetime: 60)
      world.server.clock.advance(by: 60)
      #expect(try await world.server.register(token: late.revealed).error == "invalid_token")
    }
    try await with(adjusting: { $0.policies.registration = .open }) { (world) async throws in
      let bare = HTTPRequest(
        "POST", world.server.origin + "/token-service/oauth-registration",
        headers: [HTTPHeader("Content-Type", "application/json")],
        body: Array(TestServer.tutorialMetadata.compact.utf8))
      #expect(try await world.server.send(bare).status == 201)
      #expect(try await world.server.send(bare).status == 201)
      // A token that is sent must be valid, even where none is needed.
      #expect(try await world.server.register(token: "unknown").error == "invalid_token")
    }
  }

  // MARK: Enrolment

  @Test func enrollingReplacesOnlyBadCertificates() async throws {
    try await with { world in
      let devices = world.server.server.devices
      try await devices.enroll("phone", into: world.folder)
      #expect(try World.der(in: world.folder) == world.certificate)
      for name in ["device-certificate.pem", "device-certificate-key.pem"] {
        let path = world.folder.appendingPathComponent(name).path
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
      }
      try await devices.revoke("phone")
      try await devices.enroll("phone", into: world.folder)
      #expect(try World.der(in: world.folder) != world.certificate)
      #expect(try await world.ask().error == "invalid_client")
      #expect(try await world.ask(certificate: .some(try World.der(in: world.folder))).status == 200)
      try FileManager.default.removeItem(at: world.folder.appendingPathComponent("device-certificate-key.pem"))
      let before = try World.der(in: world.folder)
      try await devices.enroll("phone", into: world.folder)
      #expect(try World.der(in: world.folder) != before)
      #expect(try await devices.list().map(\.name) == ["phone"])
    }
  }

  @Test func automaticEnrolmentDoesNotRestoreARevokedDevice() async throws {
    try await with { world in
      let devices = world.server.server.devices
      try await devices.revoke("phone")
      try await devices.enroll("phone", into: world.folder, reactivates: false)
      #expect(try await devices.list().map(\.status) == ["revoked"])
      #expect(try World.der(in: world.folder) == world.certificate)
      #expect(try await world.ask().error == "invalid_client")
      let other = world.folder.appendingPathComponent("other")
      try await devices.enroll("tablet", into: other, reactivates: false)
      #expect(try await world.ask(certificate: .some(try World.der(in: other))).status == 200)
    }
  }

  @Test func enrollingAnewRevivesNoTokenFromBeforeTheRevocation() async throws {
    try await with { world in
      let devices = world.server.server.devices
      let old = try await world.token()
      try await devices.revoke("phone")
      try await devices.enroll("phone", into: world.folder)
      #expect(try await world.server.register(token: old).error == "invalid_token")
    }
  }

  // MARK: Push

  @Test func theAutomaticPolicyPushesAtOnce() async throws {
    try await with { world in
      let token = try #require(try await world.ask("push").json["access_token"]?.stringValue)
      #expect(try await world.server.register(token: token).status == 201)
      #expect(try await world.server.register(token: token).status == 401)
    }
  }

  @Test func theAdministratorsPolicyPushesSentTokens() async throws {
    try await with(adjusting: { $0.policies.push = .administrator }) { world in
      let devices = world.server.server.devices
      #expect(try await devices.list().first?.isWaiting == false)
      #expect(try await world.ask("push").status == 204)
      #expect(try await devices.list().first?.isWaiting == true)
      try await devices.push(to: "phone")
      #expect(try await devices.list().first?.hasPendingPush == true)
      let lost = try #require(try await world.ask("push").json["access_token"]?.stringValue)
      // The answer was lost: the device asks again, and the lost token becomes worthless.
      let token = try #require(try await world.ask("push").json["access_token"]?.stringValue)
      #expect(try await world.server.register(token: lost).error == "invalid_token")
      #expect(try await world.server.register(token: token).status == 201)
      #expect(try await world.ask("push").status == 204)
      #expect(try await devices.list().first?.hasPendingPush == false)
    }
  }

  @Test func aHeldAnswerEndsWithThePush() async throws {
    try await with(adjusting: { $0.policies.push = .administrator }) { world in
      async let answer = world.ask("push", wait: 20)
      while try await world.server.server.devices.list().first?.isWaiting != true { await Task.yield() }
      try await world.server.server.devices.push(to: "phone")
      #expect(try await answer.status == 200)
    }
  }

  /// A phone that cancels and asks anew leaves its first request behind.
  @Test func anAbandonedRequestTakesNothingFromTheNext() async throws {
    try await with(adjusting: { $0.policies.push = .administrator }) { world in
      async let left = world.ask("push", wait: 2)
      while try await world.server.server.devices.list().first?.isWaiting != true { await Task.yield() }
      #expect(try await world.ask("push").status == 204)
      try await world.server.server.devices.push(to: "phone")
      let token = try #require(try await world.ask("push").json["access_token"]?.stringValue)
      #expect(try await left.status == 204)
      #expect(try await world.server.register(token: token).status == 201)
    }
  }

  @Test func aPushIsForEnrolledDevicesAndForAnHour() async throws {
    try await with(adjusting: { $0.policies.push = .administrator }) { world in
      let devices = world.server.server.devices
      let unknown = await #expect(throws: IdentityServerError.self) { try await devices.push(to: "tablet") }
      #expect(unknown?.code == .unknownDevice)
      try await devices.push(to: "phone")
      world.server.clock.advance(by: DeviceAdministration.pushLifetime)
      #expect(try await world.ask("push").status == 204)
      try await devices.revoke("phone")
      let revoked = await #expect(throws: IdentityServerError.self) { try await devices.push(to: "phone") }
      #expect(revoked?.code == .unknownDevice)
    }
  }

  // MARK: Through TLS

  @Test func tlsDeliversTheCertificateAndRefusesNone() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("idsvr-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await TestServer.with(.socket, in: folder, clock: ManualClock(Date())) { server in
      let world = try await World(server)
      let address = try await world.address("token")
      #expect(!address.hasPrefix(server.origin))
      func ask(_ files: URL?, presents: Bool = true) async throws -> HTTPResponse {
        let transport = HTTPClientTransport(
          trustedCertificates: [folder.appendingPathComponent("tls/ca.pem").path],
          deviceCertificate: files.map {
            DeviceCertificateFiles(
              certificate: $0.appendingPathComponent("device-certificate.pem").path,
              key: $0.appendingPathComponent("device-certificate-key.pem").path)
          }, deadlines: .ofTests)
        var request = HTTPRequest(
          "POST", address, headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
          body: form([
            ("grant_type", "client_credentials"), ("client_id", "mobile-dcr-device-client"), ("scope", "dcr"),
          ]))
        request.presentsDeviceCertificate = presents
        let answer = try await transport.send(request)
        await transport.shutdown()
        return answer
      }
      #expect(try await ask(world.folder).status == 200)
      #expect(try await ask(world.folder, presents: false).error == "invalid_client")
      #expect(try await ask(nil, presents: false).error == "invalid_client")
      // Another server's device: the handshake succeeds, the answer is a refusal.
      let other = folder.appendingPathComponent("other")
      try await TestServer.with(.inProcess, in: other, clock: ManualClock(Date())) { stranger in
        _ = try await World(stranger)
      }
      #expect(try await ask(other.appendingPathComponent("phone")).error == "invalid_client")
    }
  }
}
