import Glibc
import Programs
import Testing

@MainActor
struct TerminationSignalsTests {
  /// The signal comes before the main actor listens, as when a user ends the program while it starts.
  @Test(.timeLimit(.minutes(1)), arguments: [SIGHUP, SIGTERM, SIGINT])
  func aSignalDuringTheStartIsReported(number: Int32) async {
    defer { for number in [SIGHUP, SIGTERM, SIGINT] { signal(number, SIG_DFL) } }
    let (told, feed) = AsyncStream.makeStream(of: Int32.self)
    let signals = TerminationSignals(again: { feed.yield(-$0) }) { feed.yield($0) }
    kill(getpid(), number)
    var numbers = told.makeAsyncIterator()
    #expect(await numbers.next() == number)
    #expect(signals.received == number)
    kill(getpid(), SIGTERM)
    #expect(await numbers.next() == -SIGTERM)
    #expect(signals.received == number)
  }

  /// The system may deliver a signal to any thread, as while the first one starts a program.
  @Test(.timeLimit(.minutes(1))) func aSignalThatAnotherThreadGetsIsReported() async {
    defer { for number in [SIGHUP, SIGTERM, SIGINT] { signal(number, SIG_DFL) } }
    let (told, feed) = AsyncStream.makeStream(of: Int32.self)
    let signals = TerminationSignals { feed.yield($0) }
    // A thread of its own that takes signals: those of tasks block them, and a new thread inherits that.
    var thread = pthread_t()
    let made = pthread_create(
      &thread, nil,
      { @Sendable _ in
        var taken = sigset_t()
        sigemptyset(&taken)
        sigaddset(&taken, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &taken, nil)
        raise(SIGTERM)
        return nil
      }, nil)
    #expect(made == 0)
    pthread_join(thread, nil)
    var numbers = told.makeAsyncIterator()
    #expect(await numbers.next() == SIGTERM)
    #expect(signals.received == SIGTERM)
  }
}
