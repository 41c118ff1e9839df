import FoundationEssentials
import Glibc
import SmallFiles
import Synchronization

/// Prepares one `posix_spawn`: pipes, the child's standard streams and its signals.
struct SpawnPlan {
  /// Held from the first pipe to the spawn, so that another child does not inherit an end of it.
  static let turn = Mutex(())

  /// `POSIX_SPAWN_SETSID`, which glibc only declares for its extensions.
  private static let newSession: Int32 = 0x80
  /// `F_SETPIPE_SZ`, likewise, and the size that Linux allows every user (`/proc/sys/fs/pipe-max-size`).
  private static let setPipeSize: Int32 = 1031
  private static let largestPipe = 1 << 20

  private var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()
  private var childEnds: [Int32] = []
  private var handed: Int32?

  init(isDetached: Bool = false) {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    let session = isDetached ? SpawnPlan.newSession : 0
    posix_spawnattr_setflags(&attributes, Int16(Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | session))
  }

  /// Returns this process's end of the pipe, or -1.
  mutating func connect(_ stream: ChildProcess.Stream, to descriptor: Int32) -> Int32 {
    switch stream {
    case .inherited: return -1
    case .nothing:
      let flags = descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", flags, 0)
      return -1
    case .file(let path):
      let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW
      posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
      return -1
    case .terminal(let path):
      posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0)
      return -1
    case .pipe:
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return -1 }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let (theirs, ours) = descriptor == STDIN_FILENO ? (ends[0], ends[1]) : (ends[1], ends[0])
      posix_spawn_file_actions_adddup2(&actions, theirs, descriptor)
      childEnds.append(theirs)
      return ours
    }
  }

  /// Writes the whole text into the pipe before the child runs, and keeps no end of it: neither process waits for the other, and the child always
  /// finds the end of the text.
  /// - Throws: `E2BIG` for a text that does not fit into a pipe. Has to be called after every ``connect(_:to:)``.
  mutating func hand(_ text: String, at descriptor: Int32) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    childEnds.append(ends[0])
    defer { close(ends[1]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let bytes = Array(text.utf8)
    if bytes.count > 1 << 16 { _ = fcntl(ends[1], SpawnPlan.setPipeSize, Int32(SpawnPlan.largestPipe)) }
    guard bytes.withUnsafeBytes({ write(ends[1], $0.baseAddress, $0.count) }) == bytes.count else {
      throw SystemError(number: E2BIG)
    }
    // If both descriptors are the same, this clears FD_CLOEXEC.
    posix_spawn_file_actions_adddup2(&actions, ends[0], descriptor)
    handed = descriptor
  }

  /// - Parameter environment: variables that are added to this program's or replace them.
  mutating func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
  ) throws(SystemError) -> pid_t {
    for descriptor in SpawnPlan.openDescriptors where descriptor > STDERR_FILENO && descriptor != handed {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var variables: [UnsafeMutablePointer<CChar>?] = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for variable in variables { free(variable) } }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, program, &actions, &attributes, &words, &variables)
    guard failure == 0 else { throw SystemError(number: failure) }
    return pid
  }

  private static var openDescriptors: [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { Int32($0) }
  }

  mutating func finish() {
    for end in childEnds { close(end) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
}
