import AppState
import Catalogue
import Foundation
import HTTPTransport
import IdentityServer
import OAuthClient
import Screens
import SharedValues
import TerminalUI
import TestSupport
import TestValues
import Testing

@testable import AppConfiguration
@testable import Automation
@testable import DCRTerminal
@testable import Edge
@testable import Evidence
@testable import TestRuns
@testable import Workshop

/// No export of a real flow holds a secret, whatever its format; a failure to write is reported.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ExportTests {
  /// A first start, a second one that signs in again, and the server's answers to nonsense.
  private func transcript() async throws -> Transcript {
    let server = try await TestServer(listens: false)
    let transport = TranscribingTransport(InProcessTransport(server: server.server))
    let agent = ScriptedUserAgent(
      InProcessTransport(server: server.server), username: "alice", password: TestServer.password)
    let device = TestDevice(issuer: server.server.issuer, transport: transport, userAgent: agent)
    let first = await device.run()
    #expect(first.ending == .complete)
    let second = await device.run()
    let metadata = transport.exchanges.first { $0.request.endpoint == .metadata }
    guard case .success(let answer) = metadata?.outcome else { throw TransportFailure(.cancelled) }
    let endpoints = try JSON.parse(answer.body)
    for (name, endpoint) in [
      ("token_endpoint", Endpoint.token), ("registration_endpoint", .registration), ("userinfo_endpoint", .userinfo),
    ] {
      var request = HTTPRequest("POST", try #require(endpoints[name]?.stringValue), endpoint: endpoint)
      request.headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json")]
      request.body = Array("{}".utf8)
      _ = try await transport.send(request)
    }
    return Transcript(transport.exchanges, [first.state, second.state])
  }

  private func request(_ kind: ExportKind, _ transcript: Transcript) -> ExportRequest {
    ExportRequest(
      kind, messages: transcript.messages, issuer: "https://localhost:8443", embeddedServer: true, time: Date())
  }

  @Test func noExportAndNoScreenHoldsASecret() async throws {
    let transcript = try await transcript()
    // Two logins' codes, verifiers and states; dcr, access, refresh and ID tokens; the client's secret and registration token.
    #expect(transcript.secrets.count >= 20, "\(transcript.secrets.count)")
    let folder = TemporaryFolder()
    let writer = ExportWriter(folder: folder.path + "/exports")
    var texts: [String: String] = [:]
    let kinds = transcript.messages.map { ExportKind.curl($0.id) } + [.archive, .diagram]
    for kind in kinds {
      guard case .success(let written) = await writer.write(request(kind, transcript)) else { continue }
      for file in written.files { texts[file] = try String(contentsOfFile: file, encoding: .utf8) }
      if let copied = written.clipboard { texts["clipboard \(kind)"] = copied }
    }
    #expect(texts.keys.filter { $0.hasSuffix(".sh") }.count >= 10)
    for ending in [".har", ".svg", ".mmd"] { #expect(texts.keys.contains { $0.hasSuffix(ending) }, "\(ending)") }
    var wanted = transcript.secrets.union([TestServer.password.revealed])
    for (name, text) in texts {
      for secret in wanted where text.contains(secret) { Issue.record("\(name) holds \(secret)") }
    }
    // Trainees may compare `state` and `nonce` on the screen; once answered, these are worthless.
    for message in transcript.messages {
      switch message.content {
      case .userAgentOpened(let url), .redirect(let url):
        for item in URLComponents(string: url)?.queryItems ?? [] where ["state", "nonce"].contains(item.name) {
          wanted.remove(item.value ?? "")
        }
      default: break
      }
    }
    var state = AppState(
      settings: AppSettings(
        issuer: "https://localhost:8443", registrationClientID: "mobile-dcr-client", redirectURI: "a.b:/c",
        postLogoutRedirectURI: "a.b:/d", scope: "openid"), now: Date(), tools: Workshop.tools)
    state.tools[MessagesTool.self].log = transcript.messages
    state.view.focus = .panel
    for tab in [PanelTab.messages, .sequence] {
      state.view.tab = tab
      for message in transcript.messages {
        state.tools[MessagesTool.self].view.selected = message.id
        for isOpened in [false, true] {
          state.tools[MessagesTool.self].view.showsDetail = isOpened
          let text = AppScreen.draw(state, size: Size(260, 140), look: Look()).text
          for secret in wanted where text.contains(secret) { Issue.record("message \(message.id) shows \(secret)") }
        }
      }
    }
  }

  @Test func everyValueOfTheFlowIsExplained() async throws {
    let transcript = try await transcript()
    #expect(transcript.names.count >= 8, "\(transcript.names.keys)")
    for (endpoint, names) in transcript.names {
      for name in names where ParameterExplanations.of(name, endpoint) == nil {
        Issue.record("nothing explains \(name) at \(endpoint)")
      }
    }
    for exchange in transcript.exchanges {
      guard case .success(let response) = exchange.outcome, let json = try? JSON.parse(response.body) else { continue }
      for member in json.objectValue ?? [] {
        guard let token = member.value.stringValue.flatMap(ReadableToken.init) else { continue }
        let kind = ClaimExplanations.Kind(member: member.name, header: token.header)
        for (part, kind) in [(token.header, .header), (token.claims, kind)] {
          for claim in part.objectValue ?? [] where ClaimExplanations.of(claim.name, in: kind) == nil {
            Issue.record("nothing explains \(claim.name) in \(kind)")
          }
        }
      }
    }
  }

  // MARK: Files

  private var messages: MessageLog {
    var log = MessageLog()
    log.append(
      Message(
        from: .app, to: .server,
        .exchange(Exchange(HTTPRequest("GET", "https://localhost:8443/a"), started: Date(timeIntervalSince1970: 0))),
        at: Date(timeIntervalSince1970: 0), step: .token))
    return log
  }

  private func request(_ kind: ExportKind) -> ExportRequest {
    ExportRequest(
      kind, messages: messages, issuer: "https://localhost:8443", embeddedServer: true,
      time: Date(timeIntervalSince1970: 1_623_996_381))
  }

  private func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test func filesAreTheUsersAloneAndNeverOverwritten() async throws {
    let folder = TemporaryFolder()
    var writer = ExportWriter(folder: folder.path + "/exports")
    writer.curlFiles = CurlCommand.Files(authority: "/ca.pem")
    var paths: [String] = []
    for kind in [ExportKind.curl(1), .archive, .archive, .diagram] {
      let written = try await writer.write(request(kind)).get()
      #expect((written.clipboard != nil) == (kind == .curl(1)))
      paths += written.files
    }
    #expect(
      paths.map { ($0 as NSString).lastPathComponent } == [
        "request-1-2021-06-18T060621Z.sh", "messages-2021-06-18T060621Z.har", "messages-2021-06-18T060621Z-2.har",
        "sequence-2021-06-18T060621Z.svg", "sequence-2021-06-18T060621Z.mmd",
      ])
    #expect(try mode(folder.path + "/exports") == 0o700)
    for path in paths { #expect(try mode(path) == 0o600) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/exports").count == 5, "nothing is left beside"
    )
    #expect(try String(contentsOfFile: paths[0], encoding: .utf8).contains("--cacert '/ca.pem'"))
    var foreign = request(.curl(1))
    foreign.embeddedServer = false
    #expect(try await writer.write(foreign).get().clipboard?.contains("cacert") == false)
  }

  @Test func aFailureToWriteIsReported() async throws {
    let folder = TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
    for (path, code) in [
      (folder.path + "/missing/exports", "export_unwritable"), (folder.path + "/file", "export_unwritable"),
      ("/proc/self/exports", "export_unwritable"),
    ] {
      switch await ExportWriter(folder: path).write(request(.archive)) {
      case .success: Issue.record("\(path) was written")
      case .failure(let problem):
        #expect(problem.code.rawValue == code)
        #expect(problem.path.hasPrefix(path) && "\(problem.detail)" != "")
      }
    }
    guard case .failure(let gone) = await ExportWriter(folder: folder.path + "/exports").write(request(.curl(99)))
    else { throw Unexpected("a message that is gone was written") }
    #expect(gone.code.rawValue == "export_gone")
  }

  @Test(arguments: ["export_no_space", "export_unwritable", "export_gone"])
  func commandsThatCannotWriteSaySo(_ code: String) throws {
    let error = CommandError(try #require(ExitCodeTests.codes[code]), ["path": "/a.har", "detail": "no"])
    #expect(error.status == .cannotWrite)
    #expect(error.report().contains("nothing was written"))
  }
}
