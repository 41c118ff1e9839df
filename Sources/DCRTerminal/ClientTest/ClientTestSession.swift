import CheckRuns
import Glibc

/// Connects a ``ClientTestDialogue`` with the server's program, the drive command, a person's keyboard, signals and the file of the run.
///
/// Whatever ends it, the drive command and the server have ended when ``run()`` returns.
@MainActor final class ClientTestSession {
  private enum Event: Sendable {
    /// A line of the server's program; `nil`: it has closed its output.
    case said(String?)
    case typed(String?)
    case driveEnded(Int, ChildProcess.Exit)
    case signalled
    /// The server did not report in time after it was told to stop.
    case overdue
  }

  private var dialogue: ClientTestDialogue
  private let argument: String
  private let drive: DriveCommand?
  private let client: String?
  private let file: String
  private let write: (String) -> Void
  private let (events, feed) = AsyncStream.makeStream(of: Event.self)
  private var running:
    (act: ClientTestMessage.Act, process: ChildProcess, patience: Task<Void, Never>, guardian: DriveGuard)?
  private var late: Set<Int> = []
  private var server: ChildProcess?
  private var failure: CommandError?

  /// Bytes of the longest line that the server's program writes: its report.
  private static let longestLine = 2 * CheckRun.limit
  private static let graceOfDrive = Duration.seconds(5)
  private static let graceOfServer = Duration.seconds(5)

  /// - Parameters:
  ///   - argument: of the server's program.
  ///   - drive: `nil`: a person is asked.
  ///   - file: gets the run after each verdict.
  init(
    _ dialogue: ClientTestDialogue, argument: String, drive: DriveCommand?, client: String?, file: String,
    write: @escaping (String) -> Void
  ) {
    (self.dialogue, self.argument, self.drive, self.client) = (dialogue, argument, drive, client)
    (self.file, self.write) = (file, write)
  }

  /// - Throws: why the test ended before its report, unless it was stopped; an ``AppExit`` where the server has written the reason.
  func run() async throws -> ClientTestDialogue {
    let server = try ChildProcess(
      try ServerProgram.path(), ["client-test", argument], input: .pipe, output: .pipe, errors: .inherited)
    self.server = server
    server.readLines(limit: ClientTestSession.longestLine) { [feed] in feed.yield(.said($0)) }
    let signals = TerminationSignals { [feed] _ in feed.yield(.signalled) }
    if drive == nil { readKeyboard() }
    var isOver = false
    for await event in events {
      isOver = await react(to: event)
      if isOver || dialogue.isReported || failure != nil { break }
    }
    await endDrive()
    server.closeInput()
    await server.end(after: ClientTestSession.graceOfServer)
    // Control-C reaches the server, too, which may end before this program has read the signal.
    if signals.received != nil { _ = dialogue.stop() }
    withExtendedLifetime(signals) {}
    if let failure { throw failure }
    guard !dialogue.isReported, !dialogue.isStopped else { return dialogue }
    let exit = await server.exit()
    guard exit == .code(0) else { throw AppExit(status: exit.status) }
    throw CommandError(.unexpected, ["detail": "the identity server's program ended before its report"])
  }

  /// - Returns: whether the server has ended or has to be ended.
  private func react(to event: Event) async -> Bool {
    switch event {
    case .said(nil), .overdue: return true
    case .said(let line?):
      if let message = (try? JSON.parse(line)).flatMap(ClientTestMessage.init) { await perform(dialogue.take(message)) }
    case .typed(let line): await perform(dialogue.typed(line))
    case .signalled: await perform(dialogue.stop())
    case .driveEnded(let number, let exit):
      guard let running, running.act.number == number, let drive else { return false }
      running.patience.cancel()
      running.guardian.dismiss()
      self.running = nil
      await perform(
        dialogue.driveEnded(
          running.act, status: exit.status, isLate: late.contains(number), command: drive.command, log: drive.log))
    }
    return false
  }

  private func perform(_ effects: [ClientTestDialogue.Effect]) async {
    for effect in effects {
      switch effect {
      case .write(let text): write(text)
      case .send(let order):
        server?.write(order.json.compact + "\n")
        if order == .stop { expectEnd() }
      case .drive(let act): await start(act)
      case .endDrive: await endDrive()
      case .save: do { try CheckRunFile.save(dialogue.run, to: file) } catch { failure = error }
      case .fail(let error): failure = error
      }
    }
  }

  private func expectEnd() {
    Task { [feed] in
      try? await Task.sleep(for: ClientTestSession.graceOfServer)
      feed.yield(.overdue)
    }
  }

  // MARK: The drive command

  private func start(_ act: ClientTestMessage.Act) async {
    await endDrive()
    guard let drive, let ready = dialogue.ready else { return }
    let environment = DriveCommand.environment(
      act, issuer: ready["issuer"]?.stringValue ?? "", authority: ready["ca"]?.stringValue ?? "", client: client)
    let guardian = DriveGuard()
    let process: ChildProcess
    do { process = try drive.start(act, environment, under: guardian) } catch {
      failure = error
      return
    }
    let patience = Task { [weak self, limit = dialogue.patience] in
      guard (try? await Task.sleep(for: .seconds(limit))) != nil else { return }
      self?.late.insert(act.number)
      await process.endGroup(after: ClientTestSession.graceOfDrive)
    }
    running = (act, process, patience, guardian)
    Task { [feed] in feed.yield(.driveEnded(act.number, await process.exit())) }
    await perform(dialogue.driveStarted(act))
  }

  private func endDrive() async {
    guard let running else { return }
    self.running = nil
    running.patience.cancel()
    await running.process.endGroup(after: ClientTestSession.graceOfDrive)
    running.guardian.dismiss()
  }

  // MARK: The person

  private func readKeyboard() {
    OwnThread.start { [feed] in
      var lines = LineSplitter()
      Descriptor.read(STDIN_FILENO) { bytes in for line in lines.feed(bytes) { feed.yield(.typed(line)) } }
      feed.yield(.typed(nil))
    }
  }
}
