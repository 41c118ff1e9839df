import Glibc
import TerminalUI

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
    precondition(failure == 0, "no thread: \(String(cString: strerror(failure)))")
  }
}
