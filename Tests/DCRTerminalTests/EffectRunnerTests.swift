import AppState
import Foundation
import Keystore
import Logging
import OAuthClient
import SharedValues
import Synchronization
import TestSupport
import TestValues
import Testing

@testable import DCRTerminal
@testable import Edge
@testable import UserAgents
@testable import Workshop

/// A keystore on a slow disk: a save lasts until the test finishes it.
private final class SlowKeystore: Keystore {
  private let disk = DispatchSemaphore(value: 0)
  private let begun: AsyncStream<Void>.Continuation
  let beginnings: AsyncStream<Void>
  private let saved = Mutex<KeystoreDocument?>(nil)

  init() { (beginnings, begun) = AsyncStream.makeStream() }

  var document: KeystoreDocument? { saved.withLock { $0 } }
  func finish() { disk.signal() }

  func load() throws(KeystoreError) -> KeystoreDocument? { document }

  func save(_ document: KeystoreDocument) throws(KeystoreError) {
    begun.yield()
    disk.wait()
    saved.withLock { $0 = document }
  }

  func erase() throws(KeystoreError) -> [String] { [] }
}

/// Never answers: reports that it was asked, and ends with its task.
private struct SilentTransport: Transport {
  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    while !Task.isCancelled { await Task.yield() }
    throw TransportFailure(.cancelled)
  }
}

private struct AnsweringTransport: Transport {
  var status: Int?

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    guard let status else { throw TransportFailure(.connectionLost) }
    return HTTPResponse(status)
  }
}

/// Is slow to learn that the clock was set.
private struct SlowServer: ServerKeeping {
  func ensure(_ report: @escaping @Sendable (Action) -> Void) async {}
  func set(_ clock: ClockSetting) async { for _ in 0..<1000 { await Task.yield() } }
  func stop() async {}
}

/// Records the app's clock while a request is sent.
private final class ClockedTransport: Transport {
  private let clock: AdjustableClock
  private let settings = Mutex<[ClockSetting]>([])

  init(_ clock: AdjustableClock) { self.clock = clock }

  var seen: [ClockSetting] { settings.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    settings.withLock { $0.append(clock.setting) }
    throw TransportFailure(.cancelled)
  }
}

private struct NoUserAgent: ExternalUserAgent {
  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome { .closed }
  func clearData() async -> [String] { [] }
}

/// Keeps the page open until its task ends.
private struct WaitingUserAgent: ExternalUserAgent {
  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    while !Task.isCancelled { await Task.yield() }
    return .closed
  }
}

@Suite(.timeLimit(.minutes(5))) struct EffectRunnerTests {
  private let keystore = SlowKeystore()
  private let registration: JSON = [
    "client_id": "abc", "client_secret": "never shown", "token_endpoint_auth_method": "client_secret_basic",
  ]

  private func first(of answers: AsyncStream<Action>) async -> Action? {
    for await answer in answers { return answer }
    return nil
  }

  @MainActor private func runner(
    _ inbox: @escaping AppStore.Inbox, effectHandlers: [any EffectHandler] = [],
    transport: any Transport = SilentTransport(),
    userAgent: any ExternalUserAgent = NoUserAgent(), folder: String = "/nowhere"
  ) -> EffectRunner {
    EffectRunner(
      EffectRunner.Surroundings(
        manager: ApplicationStateManager(keystore: keystore, issuer: "https://example.com", time: .system),
        server: ForeignServer(), transport: { transport }, userAgents: UserAgents(always: userAgent),
        keys: KeyProvider(MemoryKeys(), time: .system), dispatchFolder: folder, patience: .milliseconds(1),
        log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, effectHandlers: effectHandlers),
      inbox: inbox, quit: {})
  }

  @Test @MainActor func quittingWaitsForASaveThatHasBegun() async throws {
    let (_, feed) = AsyncStream.makeStream(of: Action.self)
    let runner = runner({ feed.yield($0) })
    let registration = try RegistrationRequest.restore(registration)
    runner.run(.saveRegistration(1, registration, registeredAt: Date(timeIntervalSince1970: 0)))
    for await _ in keystore.beginnings { break }
    let savedAtTheEnd = Mutex<Bool?>(nil)
    let stopping = Task { [keystore] in
      await runner.stop()
      savedAtTheEnd.withLock { $0 = keystore.document != nil }
    }
    // A runner that does not wait would show it by now.
    for _ in 0..<1000 { await Task.yield() }
    #expect(savedAtTheEnd.withLock { $0 } == nil)
    keystore.finish()
    await stopping.value
    #expect(savedAtTheEnd.withLock { $0 } == true)
  }

  @Test @MainActor func abandoningAFlowKeepsItsSave() async throws {
    let (answers, feed) = AsyncStream.makeStream(of: Action.self)
    let runner = runner({ feed.yield($0) })
    let registration = try RegistrationRequest.restore(registration)
    runner.run(.saveRegistration(1, registration, registeredAt: Date(timeIntervalSince1970: 0)))
    runner.run(.abandon(1))
    keystore.finish()
    #expect(await first(of: answers) == .answered(1, .saved))
    #expect(keystore.document?.registration?["client_id"] == "abc")
  }

  /// A sign-out has no address to open in another browser.
  @Test(arguments: [UserAgentErrand.logIn(scope: "openid"), .signOut], [UserAgentKind.system, .command])
  @MainActor func aBrowserOfTheDesktopIsNotWaitedForInSilence(_ errand: UserAgentErrand, _ kind: UserAgentKind) async {
    let (answers, feed) = AsyncStream.makeStream(of: Action.self)
    let folder = TemporaryFolder()
    let runner = runner({ feed.yield($0) }, userAgent: WaitingUserAgent(), folder: folder.path)
    runner.run(.prepareAuthorization(1, redirectURI: "com.example.app:/callback"))
    guard case .answered(1, .prepared(_, let uri)) = await first(of: answers) else {
      Issue.record("nothing listens")
      return
    }
    runner.run(.openUserAgent(1, kind, errand, url: "https://example.com/", redirectURI: uri))
    let address = errand == .signOut ? nil : "https://example.com/"
    #expect(await first(of: answers) == .userAgentUnanswered(1, UnansweredPage(address: address)))
    await runner.stop()
  }

  /// A loopback port needs no program and no key press, and the app's own browser says what it does.
  @Test(arguments: [
    (UserAgentKind.system, "http://127.0.0.1/callback"), (.inApp, "com.example.app:/callback"),
    (.manual, "com.example.app:/callback"),
  ])
  @MainActor func otherUserAgentsAreWaitedForInSilence(_ kind: UserAgentKind, _ redirect: String) async throws {
    let (answers, feed) = AsyncStream.makeStream(of: Action.self)
    let folder = TemporaryFolder()
    let runner = runner({ feed.yield($0) }, userAgent: WaitingUserAgent(), folder: folder.path)
    runner.run(.prepareAuthorization(1, redirectURI: try RedirectURI(redirect)))
    guard case .answered(1, .prepared(_, let uri)) = await first(of: answers) else {
      throw Unexpected("nothing listens")
    }
    runner.run(.openUserAgent(1, kind, .signOut, url: "https://example.com/", redirectURI: uri))
    // The pause is longer than the runner's patience.
    runner.run(.pause(1, .milliseconds(50)))
    #expect(await first(of: answers) == .answered(1, .paused))
    await runner.stop()
  }

  /// RFC 8252 §7.3: the port is open only while a request is pending, however the request ends.
  @Test(arguments: [true, false]) @MainActor func thePortClosesWithItsRequest(_ isAbandoned: Bool) async throws {
    let (answers, feed) = AsyncStream.makeStream(of: Action.self)
    let runner = runner({ feed.yield($0) })
    runner.run(.prepareAuthorization(1, redirectURI: "http://127.0.0.1/callback"))
    guard case .answered(1, .prepared(_, let uri)) = await first(of: answers),
      let port = URLComponents(string: uri.text)?.port
    else { throw Unexpected("nothing listens") }
    #expect(PortProbe.connect(host: "127.0.0.1", port: port) == .open)
    if isAbandoned {
      runner.run(.abandon(1))
    } else {
      runner.run(.openUserAgent(1, .inApp, .logIn(scope: "dcr"), url: "https://example.com/", redirectURI: uri))
      #expect(await first(of: answers) == .answered(1, .returned(.closed)))
    }
    #expect(PortProbe.connect(host: "127.0.0.1", port: port) == .refused)
    await runner.stop()
  }

  @Test @MainActor func aPageOfAnotherFlowIsNotOpened() async throws {
    let (answers, feed) = AsyncStream.makeStream(of: Action.self)
    let runner = runner({ feed.yield($0) })
    runner.run(.prepareAuthorization(2, redirectURI: "http://127.0.0.1/callback"))
    _ = await first(of: answers)
    runner.run(
      .openUserAgent(
        1, .inApp, .logIn(scope: "dcr"), url: "https://example.com/", redirectURI: "http://127.0.0.1/callback"))
    for _ in 0..<1000 { await Task.yield() }
    await runner.stop()
    feed.finish()
    #expect(await first(of: answers) == nil)
  }

  @Test @MainActor func abandoningAFlowEndsItsRequestWithoutAnAnswer() async throws {
    let (answers, feed) = AsyncStream.makeStream(of: Action.self)
    let runner = runner({ feed.yield($0) })
    runner.run(.send(1, HTTPRequest("GET", "https://example.com/"), .openIDMetadata))
    runner.run(.abandon(1))
    // An answer that came all the same would be here by now.
    for _ in 0..<1000 { await Task.yield() }
    await runner.stop()
    feed.finish()
    #expect(await first(of: answers) == nil)
  }

  /// The next start says that a client may be left at the server, if this program is killed before it is saved.
  @Test(arguments: [201, 200, 400, nil] as [Int?]) @MainActor
  func aRegistrationIsMarkedUntilItsClientIsSaved(_ status: Int?) async throws {
    let folder = TemporaryFolder()
    let (answers, feed) = AsyncStream.makeStream(of: Action.self)
    let runner = runner({ feed.yield($0) }, transport: AnsweringTransport(status: status), folder: folder.path)
    let mark = folder.path + "/registering"
    let isMade = status.map { $0 < 300 } ?? false
    runner.run(.send(1, HTTPRequest("POST", "https://example.com/register"), .registration))
    _ = await first(of: answers)
    #expect(FileManager.default.fileExists(atPath: mark) == isMade)
    if isMade {
      keystore.finish()
      runner.run(.saveRegistration(1, try RegistrationRequest.restore(registration), registeredAt: Date()))
      _ = await first(of: answers)
    }
    #expect(RegistrationMark(in: folder.path).taken() == nil)
    await runner.stop()
  }

  @Test func aMarkIsReadOnce() throws {
    let folder = TemporaryFolder()
    let mark = RegistrationMark(in: folder.path)
    mark.sends(.registration, to: "https://example.com/register")
    #expect(mark.taken() == "https://example.com/register")
    #expect(mark.taken() == nil)
  }

  /// An update stays marked until its outcome is known: the answer may bring a new secret.
  @Test func anUpdateIsMarkedUntilItsOutcomeIsKnown() throws {
    let (folder, url) = (TemporaryFolder(), "https://example.com/register/1")
    let mark = RegistrationMark(in: folder.path)
    func isMarked(after result: Result<HTTPResponse, TransportFailure>) -> Bool {
      mark.sends(.registrationUpdate, to: url)
      mark.answered(.registrationUpdate, result)
      return mark.update == url
    }
    #expect(!isMarked(after: .failure(TransportFailure(.timeout))), "there is no registration")
    _ = FileManager.default.createFile(atPath: folder.path + "/keystore.age", contents: nil)
    for code in [.timeout, .connectionLost, .cancelled] as [TransportFailure.Code] {
      #expect(isMarked(after: .failure(TransportFailure(code))))
    }
    #expect(!isMarked(after: .failure(TransportFailure(.connectionRefused))))
    #expect(!isMarked(after: .success(HTTPResponse(400))))
    #expect(isMarked(after: .success(HTTPResponse(200))))
    mark.answered(.registrationRead, .success(HTTPResponse(401)))
    #expect(mark.update == url)
    mark.answered(.registrationRead, .success(HTTPResponse(200)))
    #expect(mark.update == nil)
    #expect(isMarked(after: .success(HTTPResponse(200))))
    mark.saved()
    #expect(mark.update == nil)
  }

  /// A login that follows several moves of the clock uses the last of them, however busy the machine is.
  @Test @MainActor func aRequestUsesTheClockThatWasSetBeforeIt() async throws {
    let (answers, feed) = AsyncStream.makeStream(of: Action.self)
    let clocks = RunClocks()
    let transport = ClockedTransport(clocks.app)
    let survey = ClockSurveyor(
      reader: ServerReader(database: ServerDatabase(path: "")), serverCertificate: { nil }, serverDate: { nil },
      deviceCertificate: nil)
    let runner = runner(
      { feed.yield($0) }, effectHandlers: [ClockEffectHandler(clocks, server: SlowServer(), survey: survey)],
      transport: transport)
    let moves = [30.0, 60, 420].map { ClockSetting.real.moved(by: $0 * 86_400, at: Date(timeIntervalSince1970: 0)) }
    for move in moves { runner.run(.tool(ClockEffect.set(app: move, server: move))) }
    runner.run(.send(1, HTTPRequest("GET", "https://example.com/"), .openIDMetadata))
    _ = await first(of: answers)
    #expect(transport.seen == [moves[2]])
    await runner.stop()
  }
}
