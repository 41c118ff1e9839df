import Dispatch
import Glibc

/// The browser of this machine, for pages that the in-app browser cannot show.
enum DesktopBrowser {
  /// Opens the login from its start, because cookies are not passed on. `false`: no browser could be started.
  ///
  /// - Parameter failed: called if the program finds that out itself, as `xdg-open` does.
  /// Other programs of this user can see the address; it holds no secret (RFC 8252 §8.1 and PKCE ensure that).
  static func open(_ url: WebURL, failed: @escaping @Sendable () -> Void) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    guard Confinement(environment: environment).allowsPrograms else { return false }
    let directories = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(scalar: ":")
    let candidates = directories.map { "\($0)/xdg-open" }
    guard let program = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      return false
    }
    return start(program, url.text, failed)
  }

  /// Starts an independent program: without input, output and inherited descriptors, in its own group and with default signals.
  private static func start(
    _ program: String, _ argument: String, _ failed: @escaping @Sendable () -> Void
  ) -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in STDIN_FILENO...STDERR_FILENO {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.compactMap { Int32($0) } ?? []
    for descriptor in open where descriptor > STDERR_FILENO { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    guard posix_spawn(&child, program, &actions, &attributes, &words, environ) == 0 else { return false }
    // A separate queue, because a browser may run for long.
    DispatchQueue(label: "system-browser").async { [child] in
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      if status != 0 { failed() }
    }
    return true
  }
}
