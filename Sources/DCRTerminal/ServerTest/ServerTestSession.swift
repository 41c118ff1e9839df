import CheckRuns
import Glibc
import ServerTest
import Synchronization

/// A run of `server-test` from the command line: reads the metadata, says the plan, tests and cleans.
@MainActor final class ServerTestSession {
  struct Options {
    var issuer: String
    var consent: TestConsent
    var global: GlobalOptions
    var login: TestBrowser.Login?
    /// Whether a person logs in.
    var person: Bool
    var client: (id: String, secret: String?)?
    var token: Secret?
    var rate: Int?
    var checks: [ServerCheck]
  }

  struct Done {
    var run: CheckRun
    /// Why it ended early.
    var stop: TestStop?
    /// What stays at the server.
    var remarks: [String]
    /// A login was wanted, and none succeeded.
    var hasNoBaseline: Bool
    /// No login was tried, because there was no client to log in with.
    var hasNoClient = false
  }

  private let options: Options
  private let say: (String) -> Void
  private let configuration: Configuration
  private let trusted: [String]
  private let transport: TransportHolder
  let folder: String
  private var facts: ServerFacts?
  private var pins: [String: IPAddress] = [:]
  private var sender: TestSender?
  private var isInterrupted = false

  /// - Throws: `usage`, if the issuer is no issuer or may not be tested.
  init(_ options: Options, say: @escaping (String) -> Void) throws {
    (self.options, self.say) = (options, say)
    guard let url = AbsoluteURL(options.issuer), let host = url.host, url.query == nil, url.fragment == nil else {
      throw ValidationError("the issuer must be an https URL without query, fragment and user name")
    }
    guard url.scheme == "https" || url.scheme == "http" && url.isLoopback else {
      throw ValidationError("the issuer must be an https URL; http is for this computer alone")
    }
    guard options.consent.allows(host: host) else {
      throw ValidationError("\(host) is not on this computer: if you may test it, say so with --i-may-test \(host)")
    }
    guard options.consent.judged(options.issuer) != nil else {
      throw ValidationError("write the issuer's scheme and host in lower case")
    }
    if let rate = options.rate, rate > 2, !url.isLoopback {
      throw ValidationError("more than 2 requests a second are for a server on this computer alone")
    }
    let data = try options.global.dataDirectory()
    folder = data.path + "/server-test"
    try AbsolutePath.makeFolder(folder, mode: 0o700, orThrow: .dataDirUnwritable)
    configuration = try options.global.configurationWithWarnings()
    let authority = url.isLoopback && access(data.serverAuthority, F_OK) == 0 ? [data.serverAuthority] : []
    trusted = authority + configuration.trustedCertificates
    transport = TransportHolder(trusted, configuration.deadlines)
  }

  func interrupt() {
    isInterrupted = true
    let sender = sender
    Task { await sender?.interrupt() }
  }

  // MARK: - What the server says

  /// Asks for the metadata, and learns which hosts and addresses the run may ask.
  /// - Throws: the error of the request (69), or `usage` if a host has no fit address.
  func begin() async throws {
    let issuer: Issuer
    do { issuer = try Issuer(options.issuer, allowPlainHTTPLoopback: true) } catch { throw CommandError(error) }
    try pin(hostsOf: [options.issuer])
    let sender = newSender()
    var failure: TransportFailure?
    var found = ""
    var document: JSON?
    for request in [Discovery.openIDRequest(issuer: issuer), Discovery.oauthRequest(issuer: issuer)] {
      let answer = try await answer(sender, request)
      if case .failure(let error) = answer.result { failure = error }
      guard answer.status == 200, let json = answer.json else {
        if let response = answer.response { found = ServerTestPlan.found(response) }
        continue
      }
      // The second document adds what the first does not say; an empty member says nothing.
      let read = Discovery.reading(json)
      if let document, document["issuer"] != read["issuer"] {
        StandardError.warn("the metadata at \(request.url) have another issuer and are left out")
        continue
      }
      document = document.map { read.merging($0) } ?? read
    }
    if let document {
      let facts = ServerFacts(issuer: options.issuer, document: document, options.consent)
      self.facts = facts
      return try pin(hostsOf: facts.urls)
    }
    if let failure { throw CommandError(failure, url: options.issuer) }
    throw CommandError(.serverWithoutMetadata, ["detail": "\(options.issuer) gave \(found) in place of its metadata"])
  }

  private func answer(_ sender: TestSender, _ request: HTTPRequest) async throws -> Answer {
    do throws(TestStop) { return try await sender.send(request, carrying: .member("issuer"), "metadata") } catch {
      StandardError.write("dcr-terminal: stopped: \(error.words)\n")
      throw ExitStatus.tryLater
    }
  }

  /// Asks the resolver once for each host, and takes the first address at which something listens.
  private func pin(hostsOf urls: [String]) throws {
    for url in urls.compactMap({ AbsoluteURL($0) }) {
      guard let host = url.host, pins[host] == nil else { continue }
      let name = TestConsent.bare(host)
      let fit = options.consent.fit(host, of: AddressLookup.addresses(of: name))
      let port = url.port ?? (url.scheme == "http" ? 80 : 443)
      let open = fit.count > 1 ? fit.first { PortProbe.connect(host: $0.text, port: port) == .open } : nil
      guard let address = open ?? fit.first else {
        throw CommandError(TransportFailure(.hostNotFound, name), url: options.issuer)
      }
      pins[host] = address
    }
    transport.pin(pins)
  }

  private var isLocal: Bool { pins.values.allSatisfy(\.isLoopback) }
  private var rate: Int { min(options.rate ?? (isLocal ? 10 : 2), isLocal ? 20 : 2) }

  private func newSender() -> TestSender {
    let sender = TestSender(transport, options.consent, TestBudget(perSecond: rate))
    self.sender = sender
    return sender
  }

  // MARK: - The plan

  private var hasLogin: Bool { options.login != nil || options.person }

  private func registrationAccess(_ facts: ServerFacts) -> RegistrationAccess {
    if let (id, secret) = options.client {
      var client = TestClient(id: id, method: secret == nil ? .unauthenticated : facts.secretMethod ?? .basic)
      (client.secret, client.redirectURI) = (secret.map { Secret($0) }, configuration.redirectURI.text)
      return .client(client)
    }
    if let token = options.token { return .token(token) }
    guard options.issuer == configuration.issuer.text, configuration.registration.mode.logsIn, hasLogin else {
      return .open
    }
    return .login(clientID: configuration.registrationClientID, redirectURI: configuration.redirectURI.text)
  }

  /// What will be sent and made, whose password is used, and what happens afterwards.
  var plan: String {
    guard let facts else { return "" }
    return ServerTestPlan(
      facts: facts, checks: options.checks, pins: pins, rate: rate, user: options.login?.username,
      person: options.person, access: registrationAccess(facts), folder: folder
    ).text
  }

  // MARK: - The run

  func run() async -> Done {
    let started = Date()
    guard let facts else {
      return Done(run: CheckRun(.serverTest, started: started), stop: nil, remarks: [], hasNoBaseline: true)
    }
    var run = CheckRun(
      .serverTest, started: started, subject: ["issuer": .string(options.issuer), "hosts": .strings(facts.hosts)],
      settings: [
        "checks": .strings(options.checks.map(\.id.rawValue)), "rate": .number("\(rate)"), "login": .bool(hasLogin),
        "deep": .bool(options.consent.isDeep),
      ], facts: ServerTestPlan.facts(facts))
    let sender = newSender()
    if isInterrupted { await sender.interrupt() }
    let name = started.formatted(.iso8601).replacingBytes(of: ":", with: "") + "-\(getpid())" + TestJournal.suffix
    let tester: ServerTester
    do throws(TestStop) {
      let journal = try TestJournal(in: folder, issuer: options.issuer, name: name)
      tester = ServerTester(facts, options.consent, sender, browser(facts), registrationAccess(facts), journal: journal)
    } catch { return Done(run: run, stop: error, remarks: [], hasNoBaseline: false) }
    let (verdicts, feed) = AsyncStream.makeStream(of: CheckedVerdict.self)
    let checks = options.checks
    let work = Task { () -> TestStop? in
      let stop = await tester.run(checks) { feed.yield($0) }
      feed.finish()
      return stop
    }
    for await verdict in verdicts {
      run.add(verdict)
      say("\(verdict.outcome.words.column(14)) \(verdict.id.column(12)) \(CommandError.line(verdict.evidence))")
    }
    let stop = await work.value
    say("cleaning…")
    let left = await tester.clean()
    run.exchanges = await sender.exchanges
    run.ended = Date()
    let loggedIn = await tester.logins.hasLoggedIn
    let logins = Set(checks.filter { $0.traits.contains(.logsIn) }.map(\.id.rawValue))
    let needing = run.verdicts.filter { logins.contains($0.id) && $0.outcome != .notApplicable }
    let wanted = stop == .loginRefused || !needing.isEmpty
    await end()
    return Done(
      run: run, stop: stop, remarks: ServerTestPlan.remarks(left, options.issuer, folder),
      // Any other stop is itself the reason.
      hasNoBaseline: hasLogin && wanted && !loggedIn && (stop == nil || stop == .loginRefused),
      hasNoClient: needing.contains { $0.evidence == Finding.noClient.evidence })
  }

  private func browser(_ facts: ServerFacts) -> TestBrowser? {
    guard hasLogin else { return nil }
    let browserFolder = folder + "/browser"
    try? AbsolutePath.makeFolder(browserFolder, mode: 0o700, orThrow: .dataDirUnwritable)
    return TestBrowser(
      folder: browserFolder, trustedCertificates: trusted, origins: facts.origins, pins: pins,
      pauseMilliseconds: 1000 / rate, login: options.login)
  }

  func end() async { await transport.shutdown() }

  // MARK: - After an earlier run

  /// Deletes what the journals of this issuer list.
  func clean() async throws {
    let journals = TestJournal.left(in: folder).compactMap { TestJournal(left: $0, issuer: options.issuer) }
    try pin(hostsOf: journals.flatMap(\.entries).compactMap(\.uri).filter { options.consent.judged($0) != nil })
    let sender = newSender()
    var (left, count): ([TestJournal.Entry], Int) = ([], 0)
    for journal in journals {
      count += journal.entries.count
      left += await TestCleaning.clean(journal, sender)
    }
    await end()
    let deleted = count - left.count
    say(deleted == 1 ? "1 client deleted" : "\(deleted) clients deleted")
    for line in ServerTestPlan.remarks(left, options.issuer, folder) { say(line) }
    if !left.isEmpty { throw ExitStatus.scriptFailed }
  }
}

/// The transport of a run. It is made anew when more hosts have been judged, because its addresses are fixed, and asks no other host.
final class TransportHolder: Transport {
  private let trusted: [String]
  private let deadlines: Deadlines
  private let current: Mutex<(transport: HTTPClientTransport, hosts: Set<String>)>

  init(_ trusted: [String], _ deadlines: Deadlines) {
    (self.trusted, self.deadlines) = (trusted, deadlines)
    let transport = HTTPClientTransport(trustedCertificates: trusted, deadlines: deadlines, proxies: .none)
    current = Mutex((transport, []))
  }

  /// From now on these hosts, and no others, are connected to at these addresses.
  func pin(_ pins: [String: IPAddress]) {
    // A host that is an address itself needs no other.
    let named = pins.filter { IPAddress(host: $0.key) == nil }
    let next = HTTPClientTransport(
      trustedCertificates: trusted, deadlines: deadlines, proxies: .none, pins: named, confinement: .ofThisProgram)
    current.withLock { $0 = (next, Set(pins.keys)) }
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let judged = current.withLock { $0 }
    guard let host = AbsoluteURL(request.url)?.host, judged.hosts.contains(host) else {
      throw TransportFailure(.hostNotAllowed)
    }
    return try await judged.transport.send(request)
  }

  func shutdown() async {
    await current.withLock { $0.transport }.shutdown()
  }
}
