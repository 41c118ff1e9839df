import AppState
import Glibc
import SmallFiles
import Synchronization
import TerminalUI

/// A program that this one started; signals go only to its process id.
///
/// The child inherits only the three standard descriptors (and a fourth for a text that it is handed), has the default signal dispositions, and stays
/// in its parent's process group, so that the shell suspends and interrupts it together with the app.
package final class ChildProcess: Sendable {
  package enum Stream: Hashable {
    /// The parent's stream: for a program that takes over the terminal.
    case inherited
    case nothing
    /// A pipe, whose other end is ``ChildProcess/output``, ``ChildProcess/errors`` or ``ChildProcess/closeInput()``.
    case pipe
    /// Appended to the file at this path (mode 0600).
    case file(String)
    /// The terminal at this path, which becomes the program's controlling terminal if it has its own session.
    case terminal(String)
  }

  package enum Exit: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  /// The descriptor from which the child reads the text that it is handed: the first after the standard ones.
  package static let handedDescriptor: Int32 = 3

  package let pid: pid_t
  private let state: Mutex<State>
  private let outputEnd: Int32
  private let errorEnd: Int32

  private struct State {
    var exit: Exit?
    var waiting: [CheckedContinuation<Exit, Never>] = []
    var inputEnd: Int32 = -1
    /// Whether the end of the child is the end of its process group.
    var endsGroup = false
  }

  /// - Parameters:
  ///   - program: absolute path; no shell is involved.
  ///   - text: of at most 1 MiB, which other users could read in arguments or environment. The child reads it once from ``handedDescriptor``.
  ///   - environment: variables that are added to this program's or replace them.
  ///   - isDetached: the child gets its own session and outlives this program and its terminal.
  package init(
    _ program: String, _ arguments: [String], input: Stream = .nothing, output: Stream = .nothing,
    errors: Stream = .nothing, handing text: String? = nil, environment: [String: String] = [:],
    isDetached: Bool = false
  ) throws(CommandError) {
    let (pid, ends): (pid_t, [Int32])
    do throws(SystemError) {
      (pid, ends) = try SpawnPlan.turn.withLock { (_) throws(SystemError) in
        var plan = SpawnPlan(isDetached: isDetached)
        defer { plan.finish() }
        let streams = [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)]
        let ends = streams.map { plan.connect($0, to: $1) }
        do throws(SystemError) {
          if let text { try plan.hand(text, at: ChildProcess.handedDescriptor) }
          return (try plan.spawn(program, arguments, environment), ends)
        } catch {
          for end in ends where end >= 0 { close(end) }
          throw error
        }
      }
    } catch {
      throw CommandError(
        UserAgentFailure.Code.programNotStarted, ["path": program, "detail": error])
    }
    (self.pid, outputEnd, errorEnd) = (pid, ends[1], ends[2])
    state = Mutex(State(inputEnd: ends[0]))
    OwnThread.start { [self] in reap() }
  }

  /// Waits for the child's end. May be called any number of times at once.
  package func exit() async -> Exit {
    await withCheckedContinuation { continuation in
      let done = state.withLock { state -> Exit? in
        if state.exit == nil { state.waiting.append(continuation) }
        return state.exit
      }
      if let done { continuation.resume(returning: done) }
    }
  }

  /// How the child ended; `nil`: it is running.
  package var result: Exit? { state.withLock { $0.exit } }
  package var isRunning: Bool { result == nil }

  /// Never reaches another process: the lock makes sure that the child has not been reaped, so its id is still its own.
  /// - Parameter toItsGroup: also signals the programs that the child started, if it has its own session.
  package func send(_ signal: Int32, toItsGroup: Bool = false) {
    state.withLock { state in if state.exit == nil { Glibc.kill(toItsGroup ? -pid : pid, signal) } }
  }

  /// Ends the child: by SIGTERM, and by SIGKILL if it still runs after `patience`.
  package func end(after patience: Duration = .seconds(2)) async { await end(after: patience, withItsGroup: false) }

  /// Ends a child with its own session and all programs of its process group: by SIGTERM, and by SIGKILL when the child has ended or `patience` is over.
  package func endGroup(after patience: Duration) async {
    state.withLock { $0.endsGroup = true }
    await end(after: patience, withItsGroup: true)
  }

  private func end(after patience: Duration, withItsGroup: Bool) async {
    send(SIGTERM, toItsGroup: withItsGroup)
    let impatience = after(patience) { [self] in send(SIGKILL, toItsGroup: withItsGroup) }
    _ = await exit()
    impatience.cancel()
  }

  /// Ends the child for a caller that cannot be suspended: blocks for a second at most.
  package func kill() {
    send(SIGTERM)
    for _ in 0..<200 where isRunning { usleep(5000) }
    send(SIGKILL)
  }

  /// Writes to the child's standard input, if that is a pipe and still open. The text has to be short, because a full pipe would block the caller.
  package func write(_ text: String) {
    state.withLock { state in if state.inputEnd >= 0 { Descriptor.write(text, to: state.inputEnd) } }
  }

  package func closeInput() {
    let end = state.withLock { state in
      defer { state.inputEnd = -1 }
      return state.inputEnd
    }
    if end >= 0 { close(end) }
  }

  /// Calls back on a separate thread with each line of standard output, without its line feed, and at the end with `nil`.
  /// - Parameter limit: bytes of a line; the rest of a longer one is dropped.
  package func readLines(limit: Int = LineSplitter.usualLimit, _ receive: @escaping @Sendable (String?) -> Void) {
    let descriptor = outputEnd
    OwnThread.start {
      var lines = LineSplitter(limit: limit)
      Descriptor.read(descriptor) { bytes in for line in lines.feed(bytes) { receive(line) } }
      receive(nil)
    }
  }

  /// All lines of standard output. Blocks the caller until the child has closed it.
  package func allLines() -> [String] {
    var (lines, all) = (LineSplitter(), [String]())
    Descriptor.read(outputEnd) { all += lines.feed($0) }
    return all
  }

  /// All that the child writes to standard error, at most 64 KiB. Returns when the child has closed it.
  package func readErrors() async -> String { await ChildProcess.readAll(errorEnd) }

  /// All that the child writes to standard output, at most 64 KiB. Returns when the child has closed it.
  package func readOutput() async -> String { await ChildProcess.readAll(outputEnd) }

  private static func readAll(_ descriptor: Int32) async -> String {
    await withCheckedContinuation { continuation in
      OwnThread.start {
        var text: [UInt8] = []
        Descriptor.read(descriptor) { bytes in if text.count < 1 << 16 { text += bytes } }
        continuation.resume(returning: String(decoding: text, as: UTF8.self))
      }
    }
  }

  /// `waitid` does not reap the process, so its id is not reused while ``send(_:)`` holds the lock.
  private func reap() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let (exit, waiting) = state.withLock { state in
      // The group keeps the id of its leader until that is reaped, so that no other group can have it.
      if state.endsGroup { Glibc.kill(-pid, SIGKILL) }
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      let exit = status & 0x7F == 0 ? Exit.code(status >> 8 & 0xFF) : .signal(status & 0x7F)
      state.exit = exit
      defer { state.waiting = [] }
      return (exit, state.waiting)
    }
    closeInput()
    for continuation in waiting { continuation.resume(returning: exit) }
  }
}

extension ChildProcess.Exit {
  package var status: Int32 {
    switch self {
    case .code(let code): code
    case .signal(let number): 128 + number
    }
  }
}

/// Does the work when this time is over, unless the task is cancelled before.
@discardableResult
package func after(_ time: Duration, _ work: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
  Task {
    try await Task.sleep(for: time)
    work()
  }
}

/// Threads for blocking work: reading a pipe or the terminal, waiting for a child.
package enum OwnThread {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs the work on a detached thread that ends with it. Reading the terminal in the background stops the job, as for every program.
  package static func start(_ run: @escaping @Sendable () -> Void) {
    var (thread, attributes) = (pthread_t(), pthread_attr_t())
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(Work(run))
    let failure = pthread_create(
      &thread, &attributes,
      { work in
        guard let work else { return nil }
        letBackgroundStopThisThread()
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    precondition(failure == 0, "no thread: \(SystemError(number: failure).message)")
  }
}
