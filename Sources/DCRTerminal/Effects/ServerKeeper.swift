import Edge
import ForeignText
import AppState
import Catalogue
import FoundationEssentials
import HTTPTransport
import Logging
import OAuthClient
import SharedValues
import Synchronization

/// Makes sure that a server answers before a flow contacts it.
protocol ServerKeeping: Sendable {
  /// Reports what it finds and does, ending with `ready`, `external` or `failed`.
  func ensure(_ report: @escaping @Sendable (Action) -> Void) async
  /// Sets the clock of a server that this program started or will start. Other servers are not affected.
  func set(_ clock: ClockSetting) async
  /// Ends the server that it started.
  func stop() async
}

extension ServerKeeping { func set(_ clock: ClockSetting) async {} }

/// A server that another party runs: this app neither starts nor stops it.
struct ForeignServer: ServerKeeping {
  func ensure(_ report: @escaping @Sendable (Action) -> Void) async { report(.server(.external)) }
  func stop() async {}
}

/// The embedded server, a separate process, because this one must hold neither password nor SSO cookie.
///
/// It is started when its port refuses a connection; a program that already listens there is used unless it cannot be an identity server. The server
/// ends with this process, which closes its standard input.
actor EmbeddedServerKeeper: ServerKeeping {
  /// How long the first start may take, which makes keys and certificates.
  static let readyLimit: Duration = .seconds(30)

  private let issuer: Issuer
  private let settings: ServerSettings
  private var held: HeldPort?
  private let trusted: @Sendable () -> [String]
  private let log: Logger
  private var child: ChildProcess?
  private var starting: Task<ServerCondition, Never>?
  private var clock = ClockSetting.real
  /// Hears the server's events: the phone that used the server last, because its browser is the active one.
  private let receiver = ActionReceiver()

  /// - Parameters:
  ///   - held: the port that was just chosen for the issuer; released when the server listens there.
  ///   - trusted: the PEM files to trust if a program already listens.
  init(
    issuer: Issuer, settings: ServerSettings, held: HeldPort? = nil, trusted: @escaping @Sendable () -> [String],
    log: Logger
  ) {
    (self.issuer, self.held, self.trusted, self.log) = (issuer, held, trusted, log)
    var settings = settings
    (settings.json, settings.events, settings.untilStdinCloses) = (true, true, true)
    self.settings = settings
  }

  func ensure(_ report: @escaping @Sendable (Action) -> Void) async {
    receiver.onAction = report
    if child?.isRunning == true, starting == nil { return report(.server(.ready)) }
    if starting == nil { starting = Task { await self.find(report) } }
    let condition = await starting?.value ?? .unknown
    starting = nil
    report(.server(condition))
  }

  /// Returns when the server uses the clock, so that later requests meet the same time. During the start, the line waits in the pipe.
  func set(_ clock: ClockSetting) async {
    self.clock = clock
    guard let child else { return }
    child.write(ClockCommands.line(clock) + "\n")
    if starting == nil { await receiver.clock.awaitConfirmation(of: clock, within: .seconds(2)) }
  }

  func stop() async {
    starting?.cancel()
    guard let child else { return }
    self.child = nil
    child.closeInput()
    await child.end(after: .seconds(3))
  }

  private func find(_ report: @escaping @Sendable (Action) -> Void) async -> ServerCondition {
    if let condition = await whatListens() { return condition }
    guard !Task.isCancelled else { return .unknown }
    report(.server(.starting))
    let condition = await start(report)
    // Another app may have started its server first; then that one is used.
    guard case .failed = condition, probe() == .open else { return condition }
    return await checkListener() ?? condition
  }

  /// `nil`: nothing listens.
  private func whatListens() async -> ServerCondition? {
    switch probe() {
    case .open: await checkListener()
    case .silent: .failed(phrase(.reasonSilentServer))
    case .refused: nil
    }
  }

  private func probe() -> PortProbe.Answer { PortProbe.connect(host: issuer.host, port: issuer.port) }

  // MARK: Something listens

  /// The condition of the program that listens: another identity server is used, and anything else is reported before a flow fails on it. `nil`: it
  /// was about to end, like the server of an app that was just closed.
  private func checkListener() async -> ServerCondition? {
    let transport = HTTPClientTransport(trustedCertificates: trusted(), confinement: .ofThisProgram)
    let request = Discovery.openIDRequest(issuer: issuer)
    var condition: ServerCondition? = .external
    do {
      _ = try await transport.send(request)
    } catch {
      switch error.code {
      case .tlsFailure, .connectionLost, .malformedResponse: condition = .failed(phrase(.reasonNotTLS))
      case .certificateUntrusted: condition = .failed(phrase(.reasonOtherServer))
      case .timeout, .connectTimeout: condition = .failed(phrase(.reasonSilentServer))
      case .connectionRefused:
        if let reason = EmbeddedServerKeeper.onlyListener(issuer) { condition = .failed(reason) }
      default: break
      }
      if probe() == .refused { condition = nil }
      log.info("listener judged", metadata: ["code": "\(error.code.rawValue)"])
    }
    await transport.shutdown()
    return condition
  }

  /// The reason if the embedded server cannot start and nothing answers: another program has one of the two addresses, and this machine's `localhost`
  /// is the other.
  static func onlyListener(_ issuer: Issuer) -> String? {
    PortProbe.onlyListener(host: issuer.host, port: issuer.port).map {
      Catalogue()(.reasonOneAddress, ["address": $0])
    }
  }

  private func phrase(_ phrase: Phrase) -> String { Catalogue()(phrase, ["port": "\(issuer.port)"]) }

  // MARK: Starting it

  private func start(_ report: @escaping @Sendable (Action) -> Void) async -> ServerCondition {
    let child: ChildProcess
    do {
      held?.letServerIn()
      child = try ChildProcess(
        ServerProgram.path(), ["serve", settings.argument], input: .pipe, output: .pipe, errors: .pipe)
    } catch {
      return .failed(error["detail"] ?? "")
    }
    self.child = child
    if clock != .real { child.write(ClockCommands.line(clock) + "\n") }
    let errors = Task { await child.readErrors() }
    let isReady = await readyLine(of: child)
    held = nil
    guard !isReady else {
      log.info("embedded server ready", metadata: ["pid": "\(child.pid)"])
      return .ready
    }
    let stillRuns = child.isRunning
    await child.end()
    self.child = nil
    if stillRuns {
      return .failed(
        Catalogue()(.reasonNoReadyLine, ["seconds": "\(EmbeddedServerKeeper.readyLimit.components.seconds)"]))
    }
    let said = await errors.value
    let status = await child.exit().status
    return .failed(ProgramFailure(said)?.whyAndHint ?? Catalogue()(.reasonServerEnded, ["code": "\(status)"]))
  }

  /// The first line says that the server is ready; later lines are its events.
  private func readyLine(of child: ChildProcess) async -> Bool {
    let (lines, feed) = AsyncStream.makeStream(of: Bool.self)
    child.readLines { [receiver] line in
      guard let line else {
        feed.yield(false)
        return feed.finish()
      }
      guard let object = try? JSON.parse(line) else { return }
      if object["issuer"] != nil { feed.yield(true) }
      if let event = EmbeddedServerKeeper.event(object) { receiver.onAction(event) }
      if let action = EmbeddedServerKeeper.observed(object, isShared: true) { receiver.onAction(action) }
      if let clock = ClockCommands.confirmedSetting(object) {
        receiver.clock.receive(clock)
        receiver.onAction(.clock(.serverHeard(true)))
      }
    }
    let limit = Task {
      try await Task.sleep(for: EmbeddedServerKeeper.readyLimit)
      feed.yield(false)
    }
    defer { limit.cancel() }
    return await lines.first { _ in true } ?? false
  }

  /// A request that the server answered, for the panel **Server**.
  static func event(_ object: JSON) -> Action? {
    request(object).map { request in
      .serverPanel(
        .event(
          method: request.method, path: request.path, status: request.status, note: request.note,
          client: object["client"]?.stringValue, endpoint: request.endpoint))
    }
  }

  /// A request that the server answered for a browser, from the event's own data. The app's requests are already in its own trace, and the files that
  /// pages load are left out.
  /// - Parameter isShared: the server has other clients, too.
  static func observed(_ object: JSON, by server: Party = .server, isShared: Bool = false) -> Action? {
    guard var request = request(object), [.authorization, .endSession, .page].contains(request.endpoint),
      !request.path.hasPrefix(bytes: "/assets/")
    else { return nil }
    request.server = server
    if isShared {
      let client = object["client"]?.stringValue
      request.asker =
        object["administration"] == .bool(true)
        ? .administrator(client: client) : .browser(visit: object["visit"]?.stringValue, client: client)
    }
    return .observed(request)
  }

  /// `nil`: the line is not a request.
  private static func request(_ object: JSON) -> ObservedRequest? {
    guard object["event"]?.stringValue == "request", let method = object["method"]?.stringValue,
      let path = object["path"]?.stringValue, let status = object["status"]?.intValue
    else { return nil }
    return ObservedRequest(
      method: method, path: path, status: status, note: object["note"]?.stringValue ?? "",
      endpoint: object["endpoint"]?.stringValue.flatMap(Endpoint.init(rawValue:)) ?? .other,
      // In the server's spelling; app and server share no code.
      usesSession: object["session"]?.stringValue == "used")
  }
}

/// Passed from phone to phone, while another thread reads the server's lines.
private final class ActionReceiver: Sendable {
  private let report = Mutex<@Sendable (Action) -> Void>({ _ in })
  let clock = ClockNews()

  var onAction: @Sendable (Action) -> Void {
    get { report.withLock { $0 } }
    set { report.withLock { $0 = newValue } }
  }
}
