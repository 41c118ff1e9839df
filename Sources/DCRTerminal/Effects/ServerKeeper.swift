import ForeignText
import AppState
import Catalogue
import FoundationEssentials
import HTTPTransport
import Logging
import OAuthClient
import SharedValues
import Synchronization

/// Sees to it that a server answers before a flow speaks to it.
protocol ServerKeeping: Sendable {
  /// Tells what it finds and does, ending with `ready`, `external` or `failed`.
  func ensure(_ report: @escaping @Sendable (Action) -> Void) async
  /// A server that this program has started, or will start, goes by this clock from now on. Another's does not hear of it.
  func set(_ clock: ClockSetting) async
  /// Ends what it started.
  func stop() async
}

extension ServerKeeping { func set(_ clock: ClockSetting) async {} }

/// A server that another party runs: this app neither starts nor stops it.
struct ForeignServer: ServerKeeping {
  func ensure(_ report: @escaping @Sendable (Action) -> Void) async { report(.server(.external)) }
  func stop() async {}
}

/// The embedded server, in a process of its own, because this one must hold neither password nor SSO cookie.
///
/// Started when connecting to its port is refused; what listens there already is used as it is, unless it cannot be an
/// identity server. It ends with this process: its standard input closes then.
actor EmbeddedServerKeeper: ServerKeeping {
  /// How long the first start may take: keys and certificates are made then.
  static let readyLimit: Duration = .seconds(30)

  private let issuer: Issuer
  private let settings: ServerSettings
  private var held: HeldPort?
  private let trusted: @Sendable () -> [String]
  private let log: Logger
  private var child: ChildProcess?
  private var starting: Task<ServerCondition, Never>?
  private var clock = ClockSetting.real
  /// Who hears what the server does: the phone that asked for it last, because its browser is the one that is busy.
  private let listener = Listener()

  /// - Parameters:
  ///   - held: the port that was chosen for the issuer just now; let go of when the server listens there.
  ///   - trusted: the PEM files to trust when something listens already.
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
    listener.hears = report
    if child?.isRunning == true, starting == nil { return report(.server(.ready)) }
    if starting == nil { starting = Task { await self.find(report) } }
    let condition = await starting?.value ?? .unknown
    starting = nil
    report(.server(condition))
  }

  /// Returns when the server goes by it, so that what follows meets a server at the same time. While it starts the line waits in the pipe.
  func set(_ clock: ClockSetting) async {
    self.clock = clock
    guard let child else { return }
    child.write(ClockOrders.line(clock) + "\n")
    if starting == nil { await listener.clock.hears(of: clock, within: .seconds(2)) }
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
    // Another app may have been faster: then its server is there now.
    guard case .failed = condition, probe() == .open else { return condition }
    return await judgeListener() ?? condition
  }

  /// `nil`: nothing does.
  private func whatListens() async -> ServerCondition? {
    switch probe() {
    case .open: await judgeListener()
    case .silent: .failed(phrase(.reasonSilentServer))
    case .refused: nil
    }
  }

  private func probe() -> PortProbe.Answer { PortProbe.connect(host: issuer.host, port: issuer.port) }

  // MARK: Something listens

  /// An identity server that another program runs is used as well; anything else at the port is told before a flow fails on it.
  /// `nil`: it was about to end, as the server of an app that was closed a moment ago.
  private func judgeListener() async -> ServerCondition? {
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

  /// Why the embedded server cannot start and nothing answers either: something else has one of the two addresses, and this machine's
  /// `localhost` is the other one.
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
      return .failed(error.values["detail"] ?? "")
    }
    self.child = child
    if clock != .real { child.write(ClockOrders.line(clock) + "\n") }
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

  /// The first line says that it is ready; those after it say what it did for whom.
  private func readyLine(of child: ChildProcess) async -> Bool {
    let (lines, feed) = AsyncStream.makeStream(of: Bool.self)
    child.readLines { [listener] line in
      guard let line else {
        feed.yield(false)
        return feed.finish()
      }
      guard let object = try? JSON.parse(line) else { return }
      if object["issuer"] != nil { feed.yield(true) }
      if let event = EmbeddedServerKeeper.event(object) { listener.hears(event) }
      if let action = EmbeddedServerKeeper.observed(object, isShared: true) { listener.hears(action) }
      if let clock = ClockOrders.heard(object) {
        listener.clock.take(clock)
        listener.hears(.clock(.serverHeard(true)))
      }
    }
    let limit = Task {
      try await Task.sleep(for: EmbeddedServerKeeper.readyLimit)
      feed.yield(false)
    }
    defer { limit.cancel() }
    return await lines.first { _ in true } ?? false
  }

  /// Every request that the server answered, for the panel **Server**.
  static func event(_ object: JSON) -> Action? {
    request(object).map { request in
      .serverPanel(
        .event(
          method: request.method, path: request.path, status: request.status, note: request.note,
          client: object["client"]?.stringValue, endpoint: request.endpoint))
    }
  }

  /// What the server did for a browser, as the event itself says. The app's own requests are in its own trace already, and what a page
  /// is drawn with says nothing.
  /// - Parameter isShared: others may ask the server, too.
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

  /// `nil`: the line is of another kind.
  private static func request(_ object: JSON) -> ObservedRequest? {
    guard object["event"]?.stringValue == "request", let method = object["method"]?.stringValue,
      let path = object["path"]?.stringValue, let status = object["status"]?.intValue
    else { return nil }
    return ObservedRequest(
      method: method, path: path, status: status, note: object["note"]?.stringValue ?? "",
      endpoint: object["endpoint"]?.stringValue.flatMap(Endpoint.init(rawValue:)) ?? .other,
      // As the server spells it: app and server share no code.
      usesSession: object["session"]?.stringValue == "used")
  }
}

/// Handed from phone to phone, while another thread reads what the server says.
private final class Listener: Sendable {
  private let report = Mutex<@Sendable (Action) -> Void>({ _ in })
  let clock = ClockNews()

  var hears: @Sendable (Action) -> Void {
    get { report.withLock { $0 } }
    set { report.withLock { $0 = newValue } }
  }
}

/// The report of one of this product's programs: `name: what failed: why`, then `hint: …`.
struct ProgramFailure: Hashable, Sendable {
  var what: String
  var why: String
  var hint: String

  /// Both in one text, for a place that has no hint of its own.
  var whyAndHint: String { hint.isEmpty ? why : "\(why); \(hint)" }

  /// `nil` when the text is no such report.
  init?(_ text: String) {
    let lines = text.lines.map(String.init)
    guard let index = lines.lastIndex(where: { $0.hasPrefix(bytes: "dcr-") && !ProgramFailure.warns($0) }) else {
      return nil
    }
    let parts = lines[index].split(bytes: ": ", maxSplits: 2).map(String.init)
    guard parts.count >= 2 else { return nil }
    what = parts[1]
    why = parts.count == 3 ? parts[2] : parts[1]
    hint = lines.dropFirst(index + 1).lazy.compactMap { Phrase.hintLine.words(in: $0) }.first ?? ""
  }

  private static func warns(_ line: String) -> Bool {
    line.split(bytes: ": ", maxSplits: 1).last.flatMap { Phrase.warningLine.words(in: $0) } != nil
  }
}
