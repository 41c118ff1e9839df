import Crypto
import Foundation
import GRDB
import SharedValues
import SwiftASN1
import Testing
import X509

@testable import IdentityServer

/// Files, restarts, ports.
@Suite struct OperationTests {
  @Test func filesAreTheOwnersAlone() async throws {
    try await TestServer.with(.socket) { server in
      _ = try await server.registeredApp()
      for name in ["idsvr.sqlite", "idsvr.sqlite-wal", "tls/ca.pem", "tls/ca.key", "tls/server.pem", "tls/server.key"] {
        #expect(try mode(server.folder.appendingPathComponent(name)) == 0o600, "\(name)")
      }
      #expect(try mode(server.folder) == 0o700)
      #expect(try mode(server.folder.appendingPathComponent("tls")) == 0o700)
    }
  }

  /// An idle client need not answer the server's TLS close; NIO would wait five seconds for it, longer than for requests.
  @Test func anIdleConnectionDoesNotHoldUpTheStop() async throws {
    try await TestServer.with(.socket) { server in
      let folder = server.folder.appendingPathComponent("tls")
      let files = try LocalCertificates.prepare(in: folder, now: Date())
      let tls = try LocalTLS.configuration(certificate: files.certificate, key: files.privateKey, folder.path)
      #expect(tls.shutdownTimeout.nanoseconds * 2 < Int64(Listener.graceSeconds) * 1_000_000_000)
    }
  }

  private func mode(_ url: URL) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int)
  }

  @Test func aRestartLosesNothing() async throws {
    let home = ServerHome()
    typealias Kept = (
      id: String, secret: String?, cookies: [String: String], tokens: JSON, form: (String, String), keys: JSON
    )
    let kept: Kept = try await TestServer.with(.inProcess, in: home) { server in
      let (app, browser, tokens) = try await server.signedInApp()
      let page = try await browser.get(app.authorizationURL(["prompt": "login"]))
      let keys = try await server.send(HTTPRequest("GET", server.issuer + "/jwks")).json
      return (app.clientID, app.secret, browser.cookies, tokens, (page.formAction, page.hiddenForm), keys)
    }
    try await TestServer.with(.inProcess, in: home) { server in
      let app = TestApp(server: server, clientID: kept.id, secret: kept.secret, scope: "openid profile")
      let browser = TestBrowser(server)
      browser.cookies = kept.cookies
      #expect(try await browser.get(app.authorizationURL()).code != nil)
      #expect(try await app.userInfo(kept.tokens["access_token"]?.stringValue ?? "").status == 200)
      #expect(try await app.refresh(kept.tokens["refresh_token"]?.stringValue ?? "").status == 200)
      #expect(try await server.send(HTTPRequest("GET", server.issuer + "/jwks")).json == kept.keys)
      let login = try await browser.post(
        server.origin + kept.form.0, [("form", kept.form.1), ("username", "demouser"), ("password", "Password1")])
      #expect(login.code != nil)
    }
    // A user removed from the configuration is gone, with sessions and tokens.
    try await TestServer.with(.inProcess, in: home, adjusting: { $0.users.removeFirst() }) {
      (server) async throws in
      let app = TestApp(server: server, clientID: kept.id, secret: kept.secret, scope: "openid profile")
      #expect(try await app.userInfo(kept.tokens["access_token"]?.stringValue ?? "").status == 401)
    }
  }

  @Test func aNewPasswordReplacesTheOld() async throws {
    let home = ServerHome()
    for password in ["first", "second"] {
      try await TestServer.with(
        .inProcess, in: home, adjusting: { $0.users[0].password = Secret(password) }
      ) { (server) async throws in
        let url = TestApp(server: server).authorizationURL()
        #expect(try await TestBrowser(server).signIn(url, as: "demouser", password).code != nil)
        #expect(try await TestBrowser(server).signIn(url, as: "demouser", "Password1").code == nil)
      }
    }
  }

  @Test func aTakenPortIsReported() async throws {
    try await TestServer.with(.socket) { server in
      let port = try #require(Int(server.origin.split(separator: ":").last ?? ""))
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("idsvr-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      for ports in [(port, 0), (0, port)] {
        let other = try IdentityServer(
          IdentityServerConfiguration(directory: folder, port: ports.0, adminPort: ports.1, passwordCost: 4))
        do {
          try await other.run()
          Issue.record("it must not run")
        } catch let error as IdentityServerError {
          #expect(error.code == .portInUse)
          #expect(error.subject == String(port))
        }
      }
    }
  }

  @Test func damagedAndNewerDatabasesAreRefused() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("idsvr-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("idsvr.sqlite")
    let noise = Data("this is no database, however long one looks at it".utf8)
    try noise.write(to: path)
    let configuration = IdentityServerConfiguration(directory: folder)
    #expect { _ = try IdentityServer(configuration) } throws: { ($0 as? IdentityServerError)?.code == .databaseDamaged }
    #expect(try Data(contentsOf: path) == noise)
    try FileManager.default.removeItem(at: path)
    _ = try IdentityServer(configuration)
    let queue = try DatabaseQueue(path: path.path)
    try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9 from the future')") }
    #expect { _ = try IdentityServer(configuration) } throws: { ($0 as? IdentityServerError)?.code == .databaseNewer }
  }

  @Test func certificatesAreKeptAndRenewed() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("idsvr-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let now = TestServer.start
    let first = try LocalCertificates.prepare(in: folder, now: now)
    let same = try LocalCertificates.prepare(in: folder, now: now + 300 * 86_400)
    #expect(same.certificate == first.certificate)
    #expect(same.authority == first.authority)
    let renewed = try LocalCertificates.prepare(in: folder, now: now + 370 * 86_400)
    #expect(renewed.certificate != first.certificate)
    #expect(renewed.authority == first.authority)
  }

  @Test func aDamagedKeyIsNamed() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("idsvr-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try LocalCertificates.prepare(in: folder, now: Date())
    for name in ["server.key", "ca.key"] {
      let path = folder.appendingPathComponent(name)
      try Data("damaged".utf8).write(to: path)
      let error = IdentityServerError(.certificateDamaged, path.path, detail: "it holds no key that can be read (PEM)")
      #expect(throws: error) {
        _ = try LocalCertificates.prepare(in: folder, now: Date())
      }
      try FileManager.default.removeItem(at: path)
    }
  }

  /// As after a death between the writing of a new key and of its certificate.
  @Test func theKeyOfAnotherCertificateIsReplaced() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("idsvr-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try LocalCertificates.prepare(in: folder, now: Date())
    let other = P256.Signing.PrivateKey().pemRepresentation
    try Data(other.utf8).write(to: folder.appendingPathComponent("server.key"))
    let second = try LocalCertificates.prepare(in: folder, now: Date())
    #expect(second.authority == first.authority)
    let key = try P256.Signing.PrivateKey(pemRepresentation: second.privateKey)
    #expect(try Certificate(pemEncoded: second.certificate).publicKey == Certificate.PublicKey(key.publicKey))
    // The key of the authority has signed what clients hold, and cannot be made again.
    let path = folder.appendingPathComponent("ca.key")
    try Data(other.utf8).write(to: path)
    #expect(throws: IdentityServerError(.certificateDamaged, path.path, detail: "it is not the key of ca.pem")) {
      _ = try LocalCertificates.prepare(in: folder, now: Date())
    }
  }

  /// Concatenated files are a bundle only if each ends its last line.
  @Test func pemFilesMakeABundleAlsoThoseOfEarlierVersions() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("idsvr-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let device = folder.appendingPathComponent("device")
    func prepare() throws {
      _ = try LocalCertificates.prepare(in: folder, now: Date())
      let file = try DeviceCertificateFile.prepare("phone", in: device, authority: folder, now: Date())
      if file.kept == nil { _ = try file.make() }
    }
    let paths =
      ["ca.pem", "ca.key", "server.pem", "server.key"].map(folder.appendingPathComponent)
      + ["device-certificate.pem", "device-certificate-key.pem"].map(device.appendingPathComponent)
    func contents() throws -> [String] { try paths.map { try String(contentsOf: $0, encoding: .utf8) } }

    try prepare()
    let made = try contents()
    let bundle = made[0] + made[2] + made[4]
    #expect(try PEMDocument.parseMultiple(pemString: bundle).count == 3)
    #expect(made.allSatisfy { $0.hasSuffix("-----\n") })
    for (path, text) in zip(paths, made) { try Data(text.utf8.dropLast()).write(to: path) }
    try prepare()
    #expect(try contents() == made, "the same keys and certificates, with the end of the last line")
    for path in paths {
      let mode = try FileManager.default.attributesOfItem(atPath: path.path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  @Test func expiredRowsAreRemovedAndLiveOnesStay() async throws {
    try await TestServer.withTokens { server, app, browser, _ in
      let store = try Store(path: server.databasePath)
      func counts() async throws -> [Int] {
        try await store.pool.read { database in
          try ["sso_sessions", "grants", "tokens", "authorization_codes"].map {
            try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") ?? 0
          }
        }
      }
      try await store.removeExpired(now: server.clock.now)
      #expect(try await browser.get(app.authorizationURL()).code != nil)
      server.clock.advance(by: 200_000)
      try await store.removeExpired(now: server.clock.now)
      #expect(try await counts() == [0, 0, 0, 0])
      #expect(try await server.server.administration.clients().count == 1)
    }
  }
}
