import AppState
import Foundation
import SharedValues
import Testing

@testable import DCRTerminal
@testable import Workshop

/// `flow` as the real program against the embedded server as a real process, for each way to an initial access token.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ModeProgramTests {
  private static let registrationSteps = ["registration-login", "registration-token", "register"]

  private func skipped(_ run: ProgramWorld.Run) -> [String] {
    for object in run.objects where object["skipped"] == true {
      #expect(object["why"]?.stringValue?.isEmpty == false)
    }
    return run.objects.filter { $0["skipped"] == true }.compactMap { $0["step"]?.stringValue }
  }

  private func expectWhole(_ run: ProgramWorld.Run, leaving out: [String]) {
    #expect(run.exit == .code(0), "\(run.errors)")
    #expect(run.objects.last?["result"] == "ok")
    #expect(
      run.objects.compactMap { $0["step"]?.stringValue }
        == FlowStep.ofFlow(usesAPI: false).map(\.rawValue))
    #expect(skipped(run) == out)
  }

  /// The server that the app starts enrolls the device, and the flow uses the certificate.
  @Test(arguments: ["device", "push"])
  func aDeviceRegistersWithTheCertificateThatTheServerPutThere(_ mode: String) async throws {
    let world = try ProgramWorld()
    world.configure(["registration": .string(mode)])
    let run = try await world.run(["flow", "--json"] + world.login)
    expectWhole(run, leaving: ["registration-login"])
    for name in ["device-certificate.pem", "device-certificate-key.pem"] {
      let path = world.folder.path + "/data/devices/phone/" + name
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
    let again = try await world.run(["flow", "--json"] + world.login)
    expectWhole(again, leaving: Self.registrationSteps)
    let devices = try await world.run(["devices", "list", "--json"])
    #expect(devices.objects.isEmpty == false || devices.text.contains("\"phone\""))

    #expect(try await world.run(["devices", "revoke", "phone"]).exit == .code(0))
    let anew = ["flow", "--json", "--register-again", "--until", "register"] + world.login
    // A certificate that an administrator has revoked stays revoked when a new run starts the server.
    #expect(try await world.run(anew).exit == .code(77))
    #expect(try await world.run(["devices", "enroll", "phone"]).exit == .code(0))
    let enrolled = try await world.run(anew)
    #expect(enrolled.exit == .code(0), "\(enrolled.errors)")
  }

  /// The embedded server answers as Keycloak does, and the app asks for offline access: for the app nothing else changes.
  @Test func theKeycloakWayAndOfflineAccess() async throws {
    let world = try ProgramWorld()
    world.configure(
      ["scope": "openid profile offline_access"], policies: ["subjects": "uuid", "accessTokens": "jwt"])
    let run = try await world.run(["flow", "--json", "--reveal"] + world.login)
    expectWhole(run, leaving: [])
    func detail(_ step: String) -> JSON? { run.objects.first { $0["step"]?.stringValue == step }?["detail"] }
    for step in ["token", "refresh"] {
      #expect(detail(step)?["scope"] == "openid profile offline_access")
      #expect(detail(step)?["access_token"]?.stringValue?.split(separator: ".").count == 3)
    }
    #expect(UUID(uuidString: detail("userinfo")?["sub"]?.stringValue ?? "") != nil)
    #expect(detail("registration-token")?["access_token"]?.stringValue?.contains(".") == false)
  }

  @Test func anAdministratorSendsThePush() async throws {
    let world = try ProgramWorld()
    world.configure(["registration": "push"], policies: ["push": "administrator"])
    let serve = try world.start(["serve", "--json", "--enroll", "phone"])
    #expect(await serve.lines.first { _ in true } != nil)
    #expect(try await world.run(["push", "send", "tablet"]).exit == .code(65))
    #expect(try await world.run(["push", "send", "phone"]).exit == .code(0))
    #expect(try await world.run(["push", "list", "--json"]).text.contains("\"push_pending\":true"))
    let run = try await world.run(["flow", "--json"] + world.login)
    expectWhole(run, leaving: ["registration-login"])
    serve.child.closeInput()
    serve.child.send(SIGTERM)
    #expect(await serve.child.exit() == .code(0))
  }

  @Test func aTokenFromTheAdministratorRegistersOnce() async throws {
    let world = try ProgramWorld()
    world.configure(["registration": "initial-access-token", "initialAccessTokenFile": "dcr.token"])
    let missing = try await world.run(["flow", "--json", "--until", "register"])
    #expect(missing.exit == .code(65))
    #expect(missing.objects.last?["error"] == "initial_access_token_file_missing")
    let file = world.folder.path + "/dcr.token"
    #expect(try await world.run(["clients", "token", "--output", file]).exit == .code(0))
    // These steps need no login, so no user has to be named.
    let first = try await world.run(["flow", "--json", "--until", "register"])
    #expect(first.exit == .code(0), "\(first.errors)")
    #expect(!first.errors.contains("warning"))
    let whole = try await world.run(["flow", "--json"] + world.login)
    expectWhole(whole, leaving: Self.registrationSteps)
    chmod(file, 0o644)
    let spent = try await world.run(["flow", "--json", "--register-again", "--until", "register"])
    #expect(spent.exit == .code(77))
    #expect(spent.objects.last?["error"] == "invalid_token")
    #expect(spent.errors.contains("warning"))
    let token = (FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? "")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(!token.isEmpty)
    for file in world.filesOutsideBrowserFolder() { #expect(!world.file(file, holds: token), "\(file)") }
    #expect(!(first.text + first.errors + spent.text + spent.errors).contains(token))
  }

  @Test func anOpenServerNeedsNoToken() async throws {
    let world = try ProgramWorld()
    world.configure(["registration": "open"], policies: ["registration": "open"])
    let run = try await world.run(["flow", "--json"] + world.login)
    expectWhole(run, leaving: ["registration-login", "registration-token"])
  }

  @Test func aStaticClientRegistersNothing() async throws {
    let world = try ProgramWorld()
    world.configure([
      "registration": "static-client", "registrationClientID": "rn-expo-app", "scope": "openid profile email",
    ])
    let run = try await world.run(["flow", "--json"] + world.login)
    expectWhole(run, leaving: Self.registrationSteps)
    let clients = try await world.run(["clients", "list", "--json"])
    #expect(clients.text == "[]\n")
    let keystore = try await world.run(["keystore", "show", "--json"])
    #expect(keystore.objects.first?["version"] == 2)
    #expect(keystore.objects.first?["client_id"] == "rn-expo-app")
    #expect(keystore.objects.first?["registered_at"] == .null)
  }

  @Test func aTemplateRegisters() async throws {
    let world = try ProgramWorld()
    world.configure(["softwareId": "mobile-dcr-template-client"])
    let run = try await world.run(["flow", "--json"] + world.login)
    expectWhole(run, leaving: [])
    let clients = try await world.run(["clients", "list", "--json"])
    #expect(clients.text.contains("\"software_id\":\"mobile-dcr-template-client\""))
  }

  @Test func aLoginNeedsAUser() async throws {
    let world = try ProgramWorld()
    world.configure(["registration": "open"], policies: ["registration": "open"])
    for arguments in [["flow"], ["flow", "--until", "login"], ["flow", "--username", "alice", "--until", "register"]] {
      #expect(try await world.run(arguments).exit == .code(64), "\(arguments)")
    }
  }
}
