import Dispatch
import FoundationEssentials
import Glibc

/// Takes SIGINT, SIGTERM and SIGHUP for a program without a screen, and tells it once on the main actor.
@MainActor
package final class TerminationSignals {
  /// The number of the first that came.
  package private(set) var received: Int32?
  private var sources: [any DispatchSourceSignal] = []

  /// - Parameter again: called for every further signal; without it they count for nothing.
  package init(again: (@MainActor (Int32) -> Void)? = nil, _ receive: @escaping @MainActor (Int32) -> Void) {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [weak self] in
        MainActor.assumeIsolated {
          guard let self, self.received == nil else {
            again?(number)
            return
          }
          self.received = number
          receive(number)
        }
      }
      source.activate()
      sources.append(source)
    }
  }
}
