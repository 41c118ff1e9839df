import Foundation
import SharedValues
import TestSupport
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Evidence

/// The whole flow, as programs, over each kind of redirect of RFC 8252 §7.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct RedirectFlowTests {
  private func configuration(
    _ world: ProgramWorld, _ redirect: String, _ postLogout: String, port: Int, _ members: JSON = [:]
  ) -> String {
    let policies: JSON = members["registration"] == "open" ? ["registration": "open"] : [:]
    let server: JSON = [
      "users": [["name": "alice", "passwordFile": "alice.pw"]], "adminPort": 0, "policies": policies,
    ]
    let document = ConfigurationFile.shipped
      .setting("issuer", .string("https://localhost:\(port)/oauth/v2/oauth-anonymous"))
      .setting("redirectUri", .string(redirect)).setting("postLogoutRedirectUri", .string(postLogout))
      .setting("embeddedServer", server)
    let whole = (members.objectValue ?? []).reduce(document) { $0.setting($1.name, $1.value) }
    return world.folder.write("redirects.json", whole.pretty)
  }

  private static let steps = [
    "discovery", "registration-login", "registration-token", "register", "login", "token", "userinfo", "refresh",
    "logout",
  ]

  @Test(arguments: [
    ("http://127.0.0.1/callback", "http://127.0.0.1/logoutcallback"), ("http://[::1]:0/cb", "http://[::1]:0/out"),
    ("http://127.0.0.1:FIXED/cb", "http://127.0.0.1:FIXED/out"),
    ("https://localhost:PORT/app/callback", "https://localhost:PORT/app/out"),
    ("io.curity.dcrclient:/callback/{issuer}", "io.curity.dcrclient:/out/{issuer}"),
    ("http://127.0.0.1/{issuer}", "io.curity.dcrclient:/logoutcallback"),
  ])
  func goesFromRegistrationToSignOut(_ redirect: String, _ postLogout: String) async throws {
    let world = try ProgramWorld()
    let (port, fixed) = (FreePort.find(), FreePort.find())
    let filled = [redirect, postLogout].map {
      $0.replacingOccurrences(of: "PORT", with: "\(port)").replacingOccurrences(of: "FIXED", with: "\(fixed)")
    }
    let config = configuration(world, filled[0], filled[1], port: port)
    let run = try await world.run(["flow", "--json"] + world.login, configuration: config)
    #expect(run.exit == .code(0), "\(run.errors)")
    #expect(run.objects.compactMap { $0["step"]?.stringValue } == Self.steps)
    #expect(run.objects.last?["result"] == "ok")
  }

  /// The clients of the embedded server besides that of the main job, each with the members that choose it.
  private static let clients: [(name: String, members: JSON)] = [
    ("static client", ["registration": "static-client", "registrationClientID": "rn-expo-app"]),
    ("instance of a template", ["softwareId": "mobile-dcr-template-client"]),
    ("registered by its certificate", ["registration": "device"]),
    ("registered at an open server", ["registration": "open"]),
    (
      "application server",
      ["registrationClientID": "demo-app", "applicationServer": "https://localhost:PORT/application"]
    ),
  ]

  private static let ways: [(redirect: String, postLogout: String)] = [
    ("http://127.0.0.1/callback", "http://127.0.0.1/logoutcallback"), ("http://[::1]/cb", "http://[::1]/out"),
    ("http://127.0.0.1:FIXED/cb", "com.example.phone:/out"), ("com.example.phone:/cb/{issuer}", "http://[::1]:0/out"),
    ("https://localhost:PORT/app/callback", "https://localhost:PORT/app/out"),
  ]

  /// Each of these clients has the redirect URIs of config.json, and a loopback redirect with any port.
  @Test(arguments: clients.indices, ways.indices)
  func eachClientOfTheEmbeddedServerReturnsThere(_ client: Int, _ way: Int) async throws {
    let world = try ProgramWorld()
    let (port, fixed) = (FreePort.find(), FreePort.find())
    func filled(_ text: String) -> String {
      text.replacingOccurrences(of: "PORT", with: "\(port)").replacingOccurrences(of: "FIXED", with: "\(fixed)")
    }
    let (name, members) = Self.clients[client]
    let (redirect, postLogout) = Self.ways[way]
    let config = configuration(
      world, filled(redirect), filled(postLogout), port: port, try JSON.parse(filled(members.compact)))
    let run = try await world.run(["flow", "--json"] + world.login, configuration: config)
    #expect(run.exit == .code(0), "\(name), \(redirect): \(run.errors) \(run.text)")
    #expect(run.objects.last?["result"] == "ok")
    for step in ["login", "token", "logout"] {
      #expect(run.objects.contains { $0["step"]?.stringValue == step && $0["ok"] == true && $0["skipped"] == nil })
    }
  }

  /// Without the app's id in the file, a claimed address is an ordinary page: nothing reaches the app.
  @Test func anotherAppsClaimIsNotHonoured() async throws {
    let world = try ProgramWorld()
    let port = FreePort.find()
    let config = configuration(
      world, "https://localhost:\(port)/app/callback", "https://localhost:\(port)/app/out", port: port)
    let serve = try world.start(["serve", "--json"], configuration: config)
    #expect(await serve.lines.first { _ in true } != nil)
    let run = try await world.run(
      ["flow", "--json", "--app-id", "com.example.other"] + world.login, configuration: config)
    #expect(run.exit != .code(0))
    #expect(run.objects.last?["step"] == "registration-login")
    #expect(run.objects.last?["error"] == "browser_failed")
    serve.child.send(SIGTERM)
    #expect(await serve.child.exit() == .code(0))
  }

  /// Browser and server must mean the same app: `--app-id` goes to both.
  @Test func theServerThatTheAppStartsKnowsItsID() async throws {
    let world = try ProgramWorld()
    let port = FreePort.find()
    let config = configuration(
      world, "https://localhost:\(port)/app/callback", "https://localhost:\(port)/app/out", port: port)
    let run = try await world.run(
      ["flow", "--json", "--app-id", "com.example.other"] + world.login, configuration: config)
    #expect(run.exit == .code(0), "\(run.errors)")
    #expect(run.objects.last?["result"] == "ok")
  }

  @Test func aClaimedRedirectNeedsTheInAppBrowser() async throws {
    let world = try ProgramWorld()
    let config = configuration(world, "https://app.example/callback", "io.curity.dcrclient:/out", port: FreePort.find())
    let run = try await world.run(["flow", "--json", "--browser", "manual"], configuration: config)
    #expect(run.exit == .code(65))
    #expect(run.objects.last?["error"] == "redirect_needs_in_app")
  }

  @Test func aTakenPortIsReportedBeforeABrowserOpens() async throws {
    let world = try ProgramWorld()
    let taken = try TakenPort()
    let config = configuration(
      world, "http://127.0.0.1:\(taken.port)/cb", "http://127.0.0.1/out", port: FreePort.find())
    let run = try await world.run(["flow", "--json"] + world.login, configuration: config)
    #expect(run.exit == .code(75))
    #expect(run.objects.last?["error"] == "redirect_port_in_use")
    #expect(run.errors.contains("\(taken.port)"))
  }

  @Test func aBrowserThatCannotStartEndsTheFlowWithItsOwnError() async throws {
    let world = try ProgramWorld()
    let run = try await world.run(["flow", "--json", "--browser-command", "no-such-browser %u"])
    #expect(run.exit == .code(69))
    #expect(run.objects.last?["error"] == "browser_not_started")
    let usage = try await world.run(["flow", "--json", "--browser", "command"])
    #expect(usage.exit == .code(64))
  }
}
