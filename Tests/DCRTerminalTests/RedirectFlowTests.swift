import Foundation
import SharedValues
import TestSupport
import Testing

@testable import DCRTerminal

/// The whole flow, as programs, over each kind of redirect of RFC 8252 §7.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct RedirectFlowTests {
  private func configuration(_ world: ProgramWorld, _ redirect: String, _ postLogout: String, port: Int) -> String {
    let server: JSON = ["users": [["name": "alice", "passwordFile": "alice.pw"]], "adminPort": 0]
    let document = ConfigurationFile.shipped
      .setting("issuer", .string("https://localhost:\(port)/oauth/v2/oauth-anonymous"))
      .setting("redirectUri", .string(redirect)).setting("postLogoutRedirectUri", .string(postLogout))
      .setting("embeddedServer", server)
    return world.folder.write("redirects.json", document.pretty)
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

  /// Without its app's id in the file, a claimed address is a page like any other: nothing gets to the app.
  @Test func anotherAppsClaimIsNotHonoured() async throws {
    let world = try ProgramWorld()
    let port = FreePort.find()
    let config = configuration(
      world, "https://localhost:\(port)/app/callback", "https://localhost:\(port)/app/out", port: port)
    let run = try await world.run(
      ["flow", "--json", "--app-id", "com.example.other"] + world.login, configuration: config)
    #expect(run.exit != .code(0))
    #expect(run.objects.last?["step"] == "registration-login")
    #expect(run.objects.last?["error"] == "browser_failed")
  }

  @Test func aClaimedRedirectNeedsTheInAppBrowser() async throws {
    let world = try ProgramWorld()
    let config = configuration(world, "https://app.example/callback", "io.curity.dcrclient:/out", port: FreePort.find())
    let run = try await world.run(["flow", "--json", "--browser", "manual"], configuration: config)
    #expect(run.exit == .code(65))
    #expect(run.objects.last?["error"] == "redirect_needs_in_app")
  }

  @Test func aTakenPortIsSaidBeforeAnyBrowserOpens() async throws {
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
