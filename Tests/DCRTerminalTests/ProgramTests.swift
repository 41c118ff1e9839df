import Foundation
import Keystore
import OAuthClient
import SharedValues
import Testing
import TestSupport

@testable import AppConfiguration
@testable import DCRTerminal

/// The real programs side by side, as built: `dcr-terminal flow`, the server that it starts, the browser.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ProgramTests {
  private func world() throws -> ProgramWorld { try ProgramWorld() }

  @Test func theAppNeverHoldsThePasswordOrTheSSOCookie() async throws {
    let world = try world()
    let gates = try BrowserGates(visits: 3)
    let app = try world.start(["flow", "--json"] + world.login, program: gates.program)
    let output = Task { await app.lines.reduce(into: [String]()) { $0.append($1) } }
    // The login for the dcr token, the silent login, and the sign-out. After the last visit the app runs on freely.
    gates.open(.after(3))
    for gate in [BrowserGates.Gate.before(1), .after(1), .before(2), .after(2), .before(3)] {
      try #require(await gates.reached(gate, by: app.child), "the app ended before \(gate)")
      // The app is stopped, so its memory can be read.
      app.child.send(SIGSTOP)
      let secrets = [world.password] + world.cookies()
      let memory = try #require(await ProcessMemory(of: app.child.pid), "no memory at \(gate)")
      let holdsItsOwn = memory.holds("io.curity.dcrclient:/callback")
      #expect(holdsItsOwn, "control: the search finds what the app holds")
      for secret in secrets {
        let holdsSecret = memory.holds(secret)
        #expect(!holdsSecret, "the app's memory holds a secret of the browser at \(gate)")
      }
      app.child.send(SIGCONT)
      gates.open(gate)
    }
    let steps = try await output.value.compactMap { line -> String? in
      let object = try JSON.parse(line)
      return object["result"] == nil ? object["step"]?.stringValue : nil
    }
    #expect(await app.child.exit() == .code(0))
    #expect(
      steps == [
        "discovery", "registration-login", "registration-token", "register", "login", "token", "userinfo",
        "refresh", "logout",
      ])
    #expect(!world.seenCookies.isEmpty, "control: there was an SSO cookie to look for")

    // After the run, no file of the app holds the password; only the browser's folder holds the cookies.
    let secrets = [world.password] + world.seenCookies
    for file in world.filesOutsideBrowserFolder() {
      for secret in secrets { #expect(!world.file(file, holds: secret), "\(file) holds a secret of the browser") }
    }
  }

  @Test func aRestartSkipsTheRegistration() async throws {
    let world = try world()
    let first = try await world.run(["flow", "--json", "--until", "register"] + world.login)
    #expect(first.exit == .code(0))
    #expect(first.objects.last?["result"] == "ok")
    let second = try await world.run(["flow", "--json"] + world.login)
    #expect(second.exit == .code(0))
    let skipped = second.objects.filter { $0["skipped"] == true }.compactMap { $0["step"]?.stringValue }
    #expect(skipped == ["registration-login", "registration-token", "register"])
    #expect(second.objects.allSatisfy { $0["skipped"] != true || $0["why"]?.stringValue?.isEmpty == false })
    #expect(second.objects.last?["result"] == "ok")

    let clients = try await world.run(["clients", "list", "--json"])
    let list = try #require(clients.objects.first?.arrayValue)
    #expect(list.count == 1)
    #expect(list.first?["authenticated_user"] == "alice")
    let id = try #require(list.first?["client_id"]?.stringValue)

    #expect(try await world.run(["clients", "revoke", id]).exit == .code(0))
    let refused = try await world.run(["flow", "--json"] + world.login)
    #expect(refused.exit == .code(77))
    #expect(refused.objects.last?["error"] == "invalid_client")
    #expect(refused.errors.hasPrefix("dcr-terminal: "))
    #expect(refused.errors.contains("\nhint: "))
    let replaced = try await world.run(["flow", "--json", "--register-again", "--until", "login"] + world.login)
    #expect(replaced.exit == .code(0))
    #expect(try await world.run(["clients", "delete", id]).exit == .code(0))
    #expect(try await world.run(["clients", "show", id]).exit == .code(65))
  }

  @Test func aWrongPasswordIsRefused() async throws {
    let world = try world()
    world.folder.write("wrong.pw", "not the password\n")
    let run = try await world.run([
      "flow", "--json", "--username", "alice", "--password-file", world.folder.path + "/wrong.pw",
    ])
    #expect(run.exit == .code(77))
    #expect(run.objects.last?["result"] == "error")
    #expect(run.objects.last?["step"] == "registration-login")
    #expect(run.objects.last?["error"] == "login_refused")
    #expect(!run.errors.contains("not the password"))
  }

  @Test func aServerThatIsNotThereIsUnavailable() async throws {
    let world = try world()
    let closed = ClosedPort()
    let config = world.configuration(issuer: "https://localhost:\(closed.port)/somebody/elses")
    let run = try await world.run(["flow", "--json"] + world.login, configuration: config)
    #expect(run.exit == .code(69))
    #expect(run.objects.last?["error"] == "connection_refused")
  }

  @Test func aTakenPortIsNamed() async throws {
    let world = try world()
    let taken = try TakenPort()
    let config = world.configuration(issuer: "https://localhost:\(taken.port)/oauth/v2/oauth-anonymous")
    let run = try await world.run(["flow", "--json"] + world.login, configuration: config)
    #expect(run.exit == .code(69))
    #expect(run.objects.last?["error"] == "embedded_server_failed")
    #expect(run.errors.contains("\(taken.port)"))
    let serve = try await world.run(["serve"], configuration: config)
    #expect(serve.exit == .code(69))
    #expect(serve.errors.contains("\(taken.port)"))
  }

  @Test func damagedOrForeignLocalDataIsNamed() async throws {
    let world = try ProgramWorld()
    world.folder.write("data/devices/phone/keystore.age", "this is no keystore")
    let damaged = try await world.run(["flow", "--json"] + world.login)
    #expect(damaged.exit == .code(65))
    #expect(damaged.objects.last?["error"]?.stringValue?.hasPrefix("keystore_") == true)
    #expect(world.file(world.folder.path + "/data/devices/phone/keystore.age", holds: "this is no keystore"))

    let moved = try ProgramWorld()
    let data = try DataDirectory(path: moved.folder.path + "/data", device: "phone")
    try FileKeystore(directory: data.devicePath).save(
      KeystoreDocument(
        issuer: "https://other.example/oauth", registration: ["client_id": "x"], registeredAt: Date(), idToken: nil,
        savedAt: Date()))
    let other = try await moved.run(["flow", "--json"] + moved.login)
    #expect(other.exit == .code(65))
    #expect(other.objects.last?["error"] == "registration_bound_to_other_issuer")
  }

  @Test func wrongUsageIsSixtyFour() async throws {
    let world = try world()
    let wrong: [[String]] = [
      ["dance"], ["flow"], ["flow", "--username", "a", "--password-file", "b", "--until", "never"],
      ["serve", "--port", "x"],
      ["serve", "--port", "70000"], ["clients", "show"], ["--browser", "system"], ["--device", "a/b", "--plain"],
      ["--theme", "none"], [],
    ]
    for arguments in wrong {
      let run = try await world.run(arguments)
      #expect(run.exit == .code(64), "\(arguments)")
      #expect(run.errors.hasPrefix("dcr-terminal: "))
      #expect(run.errors.split(separator: "\n").count == 2, "\(run.errors)")
      #expect(run.errors.contains("\nhint: "))
    }
  }

  @Test func aWrongConfigurationEndsEveryStart() async throws {
    let world = try world()
    let config = world.folder.write("wrong.json", "{\"issuer\": \"https://localhost:8443/x\"}")
    let run = try await world.run(["flow"] + world.login, configuration: config)
    #expect(run.exit == .code(65))
    #expect(run.errors.contains("registrationClientID"))
    let missing = try await world.run(["--plain"], configuration: world.folder.path + "/none.json")
    #expect(missing.exit == .code(65))
    #expect(missing.errors.contains("mobile-dcr-client"))
  }

  @Test func readingCommandsCreateNothing() async throws {
    let world = try world()
    let commands: [([String], Int32)] = [
      (["keystore", "show"], 0), (["keystore", "show", "--json"], 0), (["keystore", "check"], 0),
      (["keystore", "verify"], 0),
      (["keystore", "export"], 65), (["keystore", "reset", "--yes"], 0), (["clients", "list"], 65),
      (["open-uri", "io.curity.dcrclient:/callback?code=x"], 69),
    ]
    for (arguments, code) in commands {
      let run = try await world.run(arguments)
      #expect(run.exit == .code(code), "\(arguments): \(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: world.folder("data")), "\(arguments)")
    }
  }

  @Test func helpAndVersionAreNoErrors() async throws {
    let world = try world()
    #expect(try await world.run(["--version"]).exit == .code(0))
    let help = try await world.run(["--help"])
    #expect(help.exit == .code(0))
    #expect(help.text.contains("open-uri"))
    #expect(help.errors.isEmpty)
  }

  @Test func anUnexpectedRedirectIsNotDelivered() async throws {
    let world = try world()
    let run = try await world.run(["open-uri", "io.curity.dcrclient:/callback?code=x"])
    #expect(run.exit == .code(69))
  }

  @Test func theServerStopsAtASignalAndWithItsInput() async throws {
    let world = try world()
    for signal in [SIGTERM, SIGINT] {
      let serve = try world.start(["serve", "--json", "--port", "0", "--admin-port", "0"])
      let ready = try JSON.parse(try #require(await serve.lines.first { _ in true }))
      #expect(ready["issuer"]?.stringValue?.hasSuffix(Issuer.embeddedPath) == true)
      #expect(FileManager.default.fileExists(atPath: ready["ca"]?.stringValue ?? ""))
      serve.child.send(signal)
      #expect(await serve.child.exit() == .code(0))
    }
    let serve = try world.start(["serve", "--json", "--port", "0", "--admin-port", "0", "--until-stdin-closes"])
    #expect(await serve.lines.first { _ in true } != nil)
    serve.child.closeInput()
    #expect(await serve.child.exit() == .code(0))
  }
}
