import Foundation
import SharedValues
import TestSupport
import Testing

@testable import AppConfiguration
@testable import DCRTerminal

/// `doctor` as a program, against servers of several kinds. Whatever it finds, it changes nothing.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DoctorProgramTests {
  private func verdict(_ run: ProgramWorld.Run, _ check: String) -> String? {
    run.objects.first { $0["check"]?.stringValue == check }?["verdict"]?.stringValue
  }

  private func forecast(_ run: ProgramWorld.Run, _ step: String) -> String? {
    run.objects.first { $0["step"]?.stringValue == step }?["forecast"]?.stringValue
  }

  @Test func theEmbeddedServerIsNotStartedUnasked() async throws {
    let world = try ProgramWorld()
    let run = try await world.run(["doctor", "--json"])
    #expect(run.exit == .code(0), "\(run.text)\(run.errors)")
    #expect(verdict(run, "embedded_server") == "note")
    #expect(verdict(run, "data_directory") == "note")
    #expect(!FileManager.default.fileExists(atPath: world.folder("data")))
    #expect(run.objects.last?["result"] == "ok")
  }

  @Test func theEmbeddedServerPassesEveryCheck() async throws {
    let world = try ProgramWorld()
    let run = try await world.run(["doctor", "--json", "--start"])
    #expect(run.exit == .code(0), "\(run.text)\(run.errors)")
    let bad = run.objects.filter { ["warning", "problem"].contains($0["verdict"]?.stringValue) }
    #expect(bad == [])
    #expect(verdict(run, "tls") == "ok")
    #expect(verdict(run, "clock") == "ok")
    #expect(verdict(run, "jwks") == "ok")
    let steps = run.objects.filter { $0["step"] != nil }
    #expect(steps.count == 9)
    #expect(steps.allSatisfy { $0["forecast"] == "ok" })
    // The table for people says the same, without colours in a pipe.
    let table = try await world.run(["doctor", "--start"])
    #expect(table.exit == .code(0))
    #expect(table.text.contains("The flow would work."))
    #expect(!table.text.contains("\u{1B}"))
  }

  /// `doctor`, like the flow, looks at the files of a way to register before they are needed.
  @Test func missingFilesOfThisMachineAreFound() async throws {
    let world = try ProgramWorld()
    world.configure(["registration": "initial-access-token", "initialAccessTokenFile": "dcr.token"])
    let run = try await world.run(["doctor", "--json"])
    #expect(run.exit == .code(65))
    #expect(verdict(run, "initial_access_token") == "problem")
    #expect(run.objects.last?["error"] == "initial_access_token_file_missing")
    world.folder.write("dcr.token", "token\n")
    chmod(world.folder.path + "/dcr.token", 0o600)
    let found = try await world.run(["doctor", "--json"])
    #expect(found.exit == .code(0), "\(found.text)")
    #expect(verdict(found, "initial_access_token") == "ok")

    // A running server enrolls no device; the server that the app starts does.
    world.configure(["registration": "device"])
    #expect(try await world.run(["doctor", "--json"]).exit == .code(0))
    let serve = try world.start(["serve", "--json"])
    #expect(await serve.lines.first { _ in true } != nil)
    let without = try await world.run(["doctor", "--json"])
    #expect(without.exit == .code(65))
    #expect(verdict(without, "device_certificate") == "problem")
    #expect(forecast(without, "registration-token") == "fails")
    #expect(try await world.run(["devices", "enroll", "phone"]).exit == .code(0))
    let enrolled = try await world.run(["doctor", "--json"])
    #expect(enrolled.exit == .code(0), "\(enrolled.text)")
    serve.child.send(SIGTERM)
    #expect(await serve.child.exit() == .code(0))
  }

  @Test func aClosedPort() async throws {
    let world = try ProgramWorld()
    let closed = ClosedPort()
    let config = world.configuration(issuer: "https://localhost:\(closed.port)/somebody/elses")
    let run = try await world.run(["doctor", "--json"], configuration: config)
    #expect(run.exit == .code(69))
    #expect(run.objects.last?["error"] == "connection_refused")
    #expect(forecast(run, "discovery") == "fails")
    #expect(forecast(run, "logout") == "unreached")
  }

  @Test func anUntrustedCertificate() async throws {
    let world = try ProgramWorld()
    let server = try await LoopbackServer(tls: TestAuthority().server()) { _ in .http("200 OK") }
    let config = world.configuration(issuer: "https://localhost:\(server.port)/issuer")
    let run = try await world.run(["doctor", "--json"], configuration: config)
    #expect(run.exit == .code(69))
    #expect(run.objects.last?["error"] == "certificate_untrusted")
    #expect(server.requests.isEmpty)
  }

  private func withMetadata(
    _ world: ProgramWorld, _ make: @escaping @Sendable (String) -> String
  ) async throws -> (ProgramWorld.Run, [String]) {
    let authority = try TestAuthority()
    let server = try await LoopbackServer(tls: authority.server()) { request in
      guard request.target.hasSuffix("/.well-known/openid-configuration") else { return .http("404 Not Found") }
      let host = request.header("Host") ?? ""
      return .http(
        "200 OK", headers: ["Content-Type: application/json"], body: Array(make("https://\(host)/issuer").utf8))
    }
    let pem = try authority.writePEM(in: world.folder)
    let issuer = "https://localhost:\(server.port)/issuer"
    let document = ConfigurationFile.shipped.setting("issuer", .string(issuer)).setting(
      "trustedCertificates", .string(pem))
    let run = try await world.run(
      ["doctor", "--json"], configuration: world.folder.write("own.json", document.pretty))
    return (run, server.requests.map(\.method))
  }

  @Test func aMinimalServerWithoutRegistration() async throws {
    let world = try ProgramWorld()
    let (run, methods) = try await withMetadata(world) { issuer in
      """
      {"issuer": "\(issuer)", "authorization_endpoint": "\(issuer)/a", "token_endpoint": "\(issuer)/t"}
      """
    }
    #expect(run.exit == .code(69), "\(run.text)\(run.errors)")
    #expect(run.objects.last?["error"] == "metadata_missing_registration_endpoint")
    #expect(verdict(run, "registration") == "problem")
    #expect(verdict(run, "pkce") == "warning")
    #expect(run.objects.last?["source"]?.stringValue?.contains("§") == true)
    #expect(Set(methods) == ["GET"], "a request other than GET was sent")
  }

  @Test func hostileMetadata() async throws {
    let world = try ProgramWorld()
    let (run, _) = try await withMetadata(world) { issuer in
      """
      {"issuer": "\\u001b[2J\\u009b1m\\u202e\\n\\u0007", "authorization_endpoint": "\(issuer)/a\\u001b]0;x\\u0007",
      "token_endpoint": "\(issuer)/t", "scopes_supported": ["\\u001b[31m"], "jwks_uri": "http://127.0.0.1:1/"}
      """
    }
    #expect(run.exit == .code(69))
    #expect(run.objects.last?["error"] == "metadata_issuer_mismatch")
    let scalars = (run.text + run.errors).unicodeScalars
    #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}" })
  }

  @Test func aWrongConfigurationIsAFinding() async throws {
    let world = try ProgramWorld()
    let config = world.folder.write("wrong.json", "{\"issuer\": 5}")
    let run = try await world.run(["doctor", "--json"], configuration: config)
    #expect(run.exit == .code(65))
    #expect(verdict(run, "configuration") == "problem")
    #expect(run.objects.last?["error"] == "config_member_wrong")
  }
}
