import CheckRuns
import Foundation
import SharedValues
import Synchronization
import TestSupport
import Testing

@testable import ServerTest

/// A run against a server that is a function: what is in the journal when, what is cleaned, and when it ends.
@Suite struct ServerTesterTests {
  private static let issuer = "http://127.0.0.1:9"

  /// Answers each request by a function, and keeps what the journal held at that moment.
  private final class FakeServer: Transport {
    struct Seen { var method: String; var url: String; var journal: String }
    private let folder: String
    private let answer: @Sendable (HTTPRequest, Int) -> HTTPResponse
    private let kept = Mutex<[Seen]>([])
    var seen: [Seen] { kept.withLock { $0 } }

    init(_ folder: String, _ answer: @escaping @Sendable (HTTPRequest, Int) -> HTTPResponse) {
      (self.folder, self.answer) = (folder, answer)
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      let texts = TestJournal.left(in: folder).map { (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "" }
      let number = kept.withLock { seen in
        seen.append(Seen(method: request.method, url: request.url, journal: texts.joined()))
        return seen.count
      }
      return answer(request, number)
    }
  }

  private static func registered(_ number: Int) -> HTTPResponse {
    let body: JSON = [
      "client_id": .string("client-\(number)"), "registration_client_uri": .string("\(issuer)/register/\(number)"),
      "registration_access_token": .string("token-\(number)"), "token_endpoint_auth_method": "none",
    ]
    return HTTPResponse(201, headers: [HTTPHeader("Cache-Control", "no-store")], body: Array(body.compact.utf8))
  }

  private func tester(
    _ server: FakeServer, in folder: TemporaryFolder, registeringAt registration: String = issuer,
    methods: [String] = ["none"]
  ) throws -> ServerTester {
    let consent = TestConsent(named: [])
    let facts = ServerFacts(
      issuer: ServerTesterTests.issuer,
      document: [
        "registration_endpoint": .string("\(registration)/register"),
        "token_endpoint_auth_methods_supported": .strings(methods),
      ], consent)
    let journal = try TestJournal(in: folder.path, issuer: ServerTesterTests.issuer, name: "run" + TestJournal.suffix)
    return ServerTester(
      facts, consent, TestSender(server, consent, TestBudget(perSecond: 1000)), nil, .open, journal: journal,
      secondsBeforeSecondTry: 0)
  }

  private func checks(_ ids: ServerCheck.ID...) -> [ServerCheck] { ids.compactMap(ServerCheck.of) }

  @Test func aClientIsInTheJournalBeforeTheNextRequestAndGoneAfterCleaning() async throws {
    let folder = TemporaryFolder()
    let server = FakeServer(folder.path) { request, number in
      request.method == "DELETE" ? HTTPResponse(204) : ServerTesterTests.registered(number)
    }
    let tester = try tester(server, in: folder)
    let stop = await tester.run(checks(.registrationShape)) { _ in }
    #expect(stop == nil)
    #expect(server.seen.count == 2 && server.seen[1].journal.contains("client-1"))
    let left = await tester.clean()
    #expect(left.isEmpty)
    #expect(server.seen.filter { $0.method == "DELETE" }.count == 2)
    #expect(TestJournal.left(in: folder.path).isEmpty)
  }

  /// The server has these endpoints. That the run may not ask them says nothing of the server.
  @Test func whatNeedsAnEndpointThatIsLeftOutIsNotSeen() async throws {
    let folder = TemporaryFolder()
    let server = FakeServer(folder.path) { _, number in ServerTesterTests.registered(number) }
    let tester = try tester(server, in: folder, registeringAt: "https://elsewhere.example")
    let verdicts = Mutex<[CheckedVerdict]>([])
    _ = await tester.run(checks(.registrationShape, .managementToken)) { verdict in
      verdicts.withLock { $0.append(verdict) }
    }
    #expect(verdicts.withLock { $0.map(\.outcome) } == [.notSeen, .notSeen])
    #expect(verdicts.withLock { $0.allSatisfy { $0.evidence.contains("registration_endpoint") } })
    #expect(server.seen.isEmpty)
  }

  /// The run may ask everything of this host, but the token goes to the origin that has issued it and to no other (decision 0039).
  @Test func aRegistrationAccessTokenStaysAtItsOrigin() async throws {
    let folder = TemporaryFolder()
    let server = FakeServer(folder.path) { _, number in
      let elsewhere: JSON = [
        "client_id": .string("client-\(number)"), "registration_client_uri": "http://127.0.0.1:10/register/1",
        "registration_access_token": "token", "token_endpoint_auth_method": "none",
      ]
      return HTTPResponse(201, headers: [HTTPHeader("Cache-Control", "no-store")], body: Array(elsewhere.compact.utf8))
    }
    let tester = try tester(server, in: folder)
    let verdicts = Mutex<[CheckedVerdict]>([])
    _ = await tester.run(checks(.managementToken)) { verdict in verdicts.withLock { $0.append(verdict) } }
    #expect(verdicts.withLock { $0.map(\.outcome) } == [.notSeen])
    #expect(await tester.clean().count == 2)
    #expect(!server.seen.isEmpty && server.seen.allSatisfy { $0.url == "\(ServerTesterTests.issuer)/register" })
  }

  /// 401 is the answer for a client that is gone, and for a server that takes no such token.
  @Test func whetherAClientIsGoneIsNotSaidWhereTheTokenIsRefused() async throws {
    for (status, count) in [(401, 2), (404, 0), (410, 0)] {
      let folder = TemporaryFolder()
      let server = FakeServer(folder.path) { request, number in
        request.method == "DELETE" ? HTTPResponse(status) : ServerTesterTests.registered(number)
      }
      let tester = try tester(server, in: folder)
      _ = await tester.run(checks(.registrationShape)) { _ in }
      let left = await tester.clean()
      #expect(left.count == count && left.allSatisfy(\.isRefused), "\(status)")
      #expect(TestJournal.left(in: folder.path).isEmpty, "\(status)")
    }
  }

  /// The answer is careless, and the client is there nevertheless.
  @Test func aClientWithAWrongNameIsJudgedAndDeleted() async throws {
    let folder = TemporaryFolder()
    let server = FakeServer(folder.path) { request, number in
      if request.method == "DELETE" { return HTTPResponse(204) }
      let answer: JSON = [
        "client_id": .number("\(number)"),
        "registration_client_uri": .string("\(ServerTesterTests.issuer)/register/\(number)"),
        "registration_access_token": .string("token-\(number)"),
      ]
      return HTTPResponse(201, headers: [HTTPHeader("Cache-Control", "no-store")], body: Array(answer.compact.utf8))
    }
    let tester = try tester(server, in: folder)
    let verdicts = Mutex<[CheckedVerdict]>([])
    _ = await tester.run(checks(.registrationShape)) { verdict in verdicts.withLock { $0.append(verdict) } }
    #expect(verdicts.withLock { $0.map(\.outcome) } == [.failed])
    #expect(await tester.clean().isEmpty)
    #expect(server.seen.filter { $0.method == "DELETE" }.count == server.seen.filter { $0.method == "POST" }.count)
  }

  /// The server has registered two clients without one, so that a token would not help.
  @Test func aTokenIsNotAskedForWhereNoneIsNeeded() async throws {
    let folder = TemporaryFolder()
    let server = FakeServer(folder.path) { _, number in
      number < 3
        ? ServerTesterTests.registered(number)
        : HTTPResponse(400, headers: [HTTPHeader("Content-Type", "text/html")], body: Array("no".utf8))
    }
    let tester = try tester(server, in: folder)
    let verdicts = Mutex<[CheckedVerdict]>([])
    _ = await tester.run(checks(.fragment)) { verdict in verdicts.withLock { $0.append(verdict) } }
    #expect(verdicts.withLock { $0.map(\.outcome) } == [.notSeen])
    #expect(verdicts.withLock { $0.allSatisfy { !$0.evidence.contains("--token-file") } })
  }

  @Test func aClientThatCannotBeDeletedStaysInTheJournal() async throws {
    let folder = TemporaryFolder()
    let server = FakeServer(folder.path) { request, number in
      request.method == "DELETE" ? HTTPResponse(405) : ServerTesterTests.registered(number)
    }
    let tester = try tester(server, in: folder)
    _ = await tester.run(checks(.registrationShape)) { _ in }
    let left = await tester.clean()
    #expect(left.map(\.client) == ["client-1", "client-2"])
    #expect(!TestJournal.left(in: folder.path).isEmpty)
  }

  @Test func twoServerErrorsEndTheRunAndWhatWasMadeIsCleaned() async throws {
    let folder = TemporaryFolder()
    let server = FakeServer(folder.path) { request, number in
      if request.method == "DELETE" { return HTTPResponse(204) }
      return number < 3 ? ServerTesterTests.registered(number) : HTTPResponse(500)
    }
    let tester = try tester(server, in: folder)
    let told = Mutex<[String]>([])
    let stop = await tester.run(checks(.registrationShape, .fragment, .foreignHTTP)) { verdict in
      told.withLock { $0.append("\(verdict.id) \(verdict.outcome.rawValue)") }
    }
    #expect(stop == .serverErrors)
    #expect(told.withLock { $0 } == ["s-rg-shape passed"])
    let left = await tester.clean()
    #expect(left.isEmpty)
  }

  @Test func aServerErrorThatSaysItsOAuthErrorIsAnAnswer() async throws {
    let folder = TemporaryFolder()
    let refusal = HTTPResponse(
      500, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(#"{"error":"invalid_request"}"#.utf8))
    let server = FakeServer(folder.path) { _, number in number < 3 ? ServerTesterTests.registered(number) : refusal }
    let stop = await (try tester(server, in: folder)).run(checks(.fragment, .foreignHTTP)) { _ in }
    #expect(stop == nil)
  }

  @Test func aSecretIsSentInTheFormWhereTheServerTakesIt() {
    func method(_ names: [String]) -> TestClient.Method? {
      ServerFacts(
        issuer: ServerTesterTests.issuer, document: ["token_endpoint_auth_methods_supported": .strings(names)],
        TestConsent(named: [])
      ).secretMethod
    }
    #expect(method(["client_secret_basic", "client_secret_post"]) == .post)
    #expect(method(["client_secret_basic"]) == .basic && method(["none"]) == nil)
    #expect(method(["private_key_jwt"]) == nil)
  }

  @Test func whereTheServerTakesNoSecretsTheClientsHaveAKey() async throws {
    let folder = TemporaryFolder()
    let bodies = Mutex<[JSON]>([])
    let server = FakeServer(folder.path) { request, number in
      bodies.withLock { $0.append((try? JSON.parse(request.body)) ?? .null) }
      return ServerTesterTests.registered(number)
    }
    let tester = try tester(server, in: folder, methods: ["private_key_jwt", "tls_client_auth"])
    _ = await tester.run(checks(.registrationShape)) { _ in }
    let asked = bodies.withLock { $0 }
    #expect(asked.count == 2)
    #expect(asked.allSatisfy { $0["token_endpoint_auth_method"] == "private_key_jwt" })
    #expect(asked.allSatisfy { $0["jwks"]?["keys"]?.arrayValue?.count == 1 })
    #expect(await tester.clients.a?.key != nil)
  }

  @Test func aServerThatRegistersAnythingIsCareless() async throws {
    let folder = TemporaryFolder()
    let server = FakeServer(folder.path) { _, number in ServerTesterTests.registered(number) }
    let tester = try tester(server, in: folder)
    let told = Mutex<[String: String]>([:])
    _ = await tester.run(checks(.fragment, .foreignHTTP)) { verdict in
      told.withLock { $0[verdict.id] = verdict.outcome.rawValue }
    }
    #expect(told.withLock { $0 } == ["s-rg-frag": "failed", "s-rg-http": "warning"])
  }

  @Test func nothingIsSentToAHostThatWasNotNamed() async throws {
    let folder = TemporaryFolder()
    let server = FakeServer(folder.path) { _, _ in HTTPResponse(200) }
    let sender = TestSender(server, TestConsent(named: ["idp.example"]), TestBudget(perSecond: 1000))
    let answer = try await sender.send(HTTPRequest("GET", "https://other.example/"), carrying: .nothing)
    #expect(answer.result == .failure(TransportFailure(.hostNotAllowed)) && server.seen.isEmpty)
  }

  @Test func anInterruptedRunSendsNoMoreButCleans() async throws {
    let folder = TemporaryFolder()
    let server = FakeServer(folder.path) { request, number in
      request.method == "DELETE" ? HTTPResponse(204) : ServerTesterTests.registered(number)
    }
    let tester = try tester(server, in: folder)
    _ = await tester.run(checks(.registrationShape)) { _ in }
    await tester.sender.interrupt()
    let stop = await tester.run(checks(.fragment)) { _ in }
    #expect(stop == .interrupted)
    let left = await tester.clean()
    #expect(left.isEmpty)
  }
}
