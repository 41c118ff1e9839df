import Programs
import Workshop
import Keystore
import Logging
import SharedValues
import SmallFiles

/// Runs the steps of one lab with the real parts, and reports what actually happened.
@MainActor final class LabRunner {
  let lesson: Lesson
  private let folder: String
  private let session: LabSession.Runner
  private let log: Logger
  private(set) var world: LabWorld?
  private let sender = LabSender()
  /// How many steps the world has behind it; `nil`: one was left half done.
  private var reached: Int? = 0

  init(_ lesson: Lesson, folder: String, session: @escaping LabSession.Runner, log: Logger) {
    (self.lesson, self.folder, self.session, self.log) = (lesson, folder, session, log)
  }

  func stop() async {
    await world?.stop()
    (world, reached) = (nil, 0)
  }

  /// The results of the operations, up to the first that did not end as the lesson says. Empty if it was cancelled.
  ///
  /// A step that was left half done cannot be done again where it was: the world is made anew, and first come the steps before.
  func perform(_ step: Int, _ report: @escaping LabReport) async -> [LabResult] {
    if reached ?? .max > step { await stop() }
    let news = LabNews(lesson: lesson.id, step: step, report: report)
    for earlier in (reached ?? 0)..<step {
      let results = await perform(earlier, news)
      if !results.isEmpty { report(.performed(lesson.id, step: earlier, results)) }
      guard reached != nil else { return [] }
    }
    return await perform(step, news)
  }

  private func perform(_ step: Int, _ news: LabNews) async -> [LabResult] {
    var results: [LabResult] = []
    reached = nil
    do {
      let world = try await startedWorld(news)
      for operation in lesson.steps[step].operations {
        let facts = try await facts(of: operation.act, world, news)
        guard !Task.isCancelled else { return [] }
        var result = compare(operation, facts, world)
        result.refuser = LabRefusal.by(operation.act, facts)
        results.append(result)
        guard result.isAsMeant else { break }
        world.keep(operation.keep, of: facts)
      }
      if results.allSatisfy(\.isAsMeant) { reached = step + 1 }
    } catch {
      guard !Task.isCancelled else { return [] }
      results.append(LabResult([], failure(error)))
    }
    return results
  }

  func startedWorld(_ news: LabNews) async throws(CommandError) -> LabWorld {
    if let world { return world }
    news.advance(.world)
    let made = try await LabWorld(lesson.world, in: folder) { [sender] event in
      guard case .finished(let exchange) = event.content else { return }
      sender.send(exchange)
    }
    sender.state.withLock { $0.rogue = made.rogue?.issuer }
    world = made
    return made
  }

  private func compare(_ operation: LabOperation, _ facts: LabFacts, _ world: LabWorld) -> LabResult {
    var names = operation.expect.map(\.name)
    for pair in operation.keep where !names.contains(pair.value) { names.append(pair.value) }
    let absent = Set(operation.expect.filter { $0.value == "-" }.map(\.name))
    let shown = names.compactMap { facts.shown($0) ?? (absent.contains($0) ? LabFact($0, .absent) : nil) }
    for pair in operation.expect {
      let expected = world.filled(pair.value)
      guard !facts.meets(pair.name, expected) else { continue }
      let received =
        switch facts.shown(pair.name)?.value {
        case .text(let text): text
        case .secret(let secret): secret.masked
        case .absent, nil: "-"
        }
      let isSecret = SecretNames.isSecret(pair.name) && !["", "-"].contains(expected)
      let wanted = isSecret ? Secret(expected).masked : expected
      return LabResult(shown, .unexpected(pair.name, expected: wanted, received: received))
    }
    for pair in operation.keep where facts[pair.value] == nil {
      return LabResult(shown, .unexpected(pair.value, expected: "", received: "-"))
    }
    return LabResult(shown, .asMeant(operation.proves))
  }

  func facts(of act: LabAct, _ world: LabWorld, _ news: LabNews) async throws(CommandError) -> LabFacts {
    let report = news.report
    if let activity = act.activity { news.advance(activity) }
    sender.state.withLock { $0.report = report }
    let phone = LabPhone(world: world, session: session, log: log, report: report)
    let administrator = LabAdministrator(world: world)
    switch act {
    case .app(let app): return try await phone.run(app) { news.advance(.app(device: app.device, step: $0)) }
    case .browser(let visit):
      if visit.sender == .app { sender.state.withLock { $0.phone = visit.device } }
      return try await phone.browse(visit)
    case .request(let request):
      sender.state.withLock {
        // A request that an app signed comes from the app's phone.
        if request.sender == .app, let signer = request.signer { $0.phone = signer }
        $0.sender = request.sender
      }
      let keys = LabKeys(world: world, log: log, sender: request.sender.party, report: report)
      return try await LabSending(world: world, keys: keys).facts(of: request)
    case .copy(let from, let to, let files): return try copy(files, from: world.data(from), to: world.data(to))
    case .openKeystore(let device, let passphrase):
      return await LabRunner.open(try world.data(device).devicePath, passphrase.map { Secret($0) })
    case .protectKeystore(let device, let passphrase):
      return await LabRunner.protect(try world.data(device).devicePath, Secret(passphrase))
    case .revoke(let id): return try await administrator.perform(.change(.revoke(client: world.filled(id))))
    case .activate(let id): return try await administrator.perform(.change(.activate(client: world.filled(id))))
    case .changeTemplate(let id, let metadata):
      return try await administrator.perform(.changeTemplate(id, metadata: metadata.compact))
    case .changePolicies(let policies):
      try await world.restart(with: policies)
      return LabFacts(result: "ok")
    case .keys(let device, let sender, let use):
      return try await LabKeys(world: world, log: log, sender: sender.party, report: report).look(device, making: use)
    case .endSessions(let user): return try await administrator.endSessions(of: user)
    case .clock(let clock, let seconds):
      await world.move(clock, ahead: seconds)
      return LabFacts(result: "ok")
    case .inspect(let client, let user): return try await administrator.inspect(client: client, user: user)
    case .loot:
      var facts = LabFacts()
      for pair in await world.rogue?.captured() ?? [] { facts[pair.name] = pair.value.revealed }
      return facts
    }
  }

  private func copy(_ files: [String], from: DataDirectory, to: DataDirectory) throws(CommandError) -> LabFacts {
    for file in files {
      // The browser's cookies lie in another folder.
      let (source, target) = (from.path(ofLabFile: file), to.path(ofLabFile: file))
      guard let content = SmallFile.whole(source, limit: FileKeystore.maximumLength) else {
        throw CommandError(KeystoreError.Code.unreadable, ["path": source, "detail": "nothing is there"])
      }
      let folder = String(target.without(suffix: "/" + file) ?? target[...])
      try? AbsolutePath.makeFolder(folder, mode: 0o700, orThrow: .dataDirUnwritable)
      do { try SmallFile.replace(target, by: content) } catch {
        throw CommandError(.dataDirUnwritable, ["path": target, "detail": ""])
      }
    }
    return LabFacts(result: "ok")
  }

  /// Off the main actor, because a passphrase takes a second to check.
  @concurrent private nonisolated static func open(_ folder: String, _ passphrase: Secret?) async -> LabFacts {
    let keystore = FileKeystore(directory: folder, passphrase: passphrase.map { PassphraseBox($0) } ?? PassphraseBox())
    do throws(KeystoreError) {
      guard let document = try keystore.load() else { return LabFacts(result: "empty") }
      var facts = LabFacts(result: "ok")
      if let registration = document.registration { facts.add(registration) }
      (facts["refresh_token"], facts["dpop_jkt"]) = (document.refreshToken?.revealed, document.tokenKey)
      return facts
    } catch { return LabFacts(result: error.code.rawValue) }
  }

  @concurrent private nonisolated static func protect(_ folder: String, _ passphrase: Secret) async -> LabFacts {
    do throws(KeystoreError) {
      try FileKeystore(directory: folder).changeProtection(to: .passphrase, newPassphrase: passphrase)
      return LabFacts(result: "ok")
    } catch { return LabFacts(result: error.code.rawValue) }
  }
}

/// Tells the panel what happens in a lab.
typealias LabReport = @Sendable (LessonAction) -> Void

/// Where a step reports its messages, and what it is doing.
struct LabNews: Sendable {
  let lesson: Lesson.ID
  let step: Int
  let report: LabReport

  func advance(_ activity: LabActivity) {
    report(.advanced(Lessons.Running(lesson: lesson, step: step, doing: activity)))
  }
}

extension DataDirectory {
  fileprivate func path(ofLabFile file: String) -> String {
    (file == "cookies.json" ? browserPath : devicePath) + "/" + file
  }
}

extension LabAct {
  /// What the trainee is told while it is done; `nil`: nothing, because it takes no time.
  fileprivate var activity: LabActivity? {
    switch self {
    case .app(let app): .app(device: app.device, step: nil)
    case .browser(let visit): .browser(device: visit.device)
    case .request(let request): .request("\(request.method) \(request.url)")
    case .copy(_, let device, _), .openKeystore(let device, _), .protectKeystore(let device, _):
      .keystore(device: device)
    case .keys(let device, _, _): .keys(device: device)
    case .revoke, .activate, .endSessions, .changeTemplate, .changePolicies, .clock, .inspect: .administration
    case .loot: nil
    }
  }
}
