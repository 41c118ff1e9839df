/// One visit of a user agent. The first event decides: the redirect, the program's end, the user's answer, the time limit, or the flow's end.
package final class BrowserVisit: Sendable {
  package enum Verdict: Sendable {
    /// The program has handed the page on to another, and the redirect may still come.
    case goesOn
    /// The program says that it delivered: the redirect is on its way.
    case redirectIsComing
    case over(UserAgentOutcome)
  }

  package typealias Judge = @Sendable (ChildProcess.Exit) async -> Verdict

  private enum Event: Sendable {
    case redirect(String)
    case exit(ChildProcess.Exit)
    case over(UserAgentOutcome)
    case limit, lost
  }

  private let reception: RedirectReception
  private let events: AsyncStream<Event>
  private let feed: AsyncStream<Event>.Continuation

  /// How long a person may take in the browser.
  package static let limit: Duration = .seconds(300)

  package init(_ reception: RedirectReception) {
    self.reception = reception
    (events, feed) = AsyncStream.makeStream(of: Event.self)
  }

  package func watch(_ child: ChildProcess) { Task { [feed] in feed.yield(.exit(await child.exit())) } }

  /// Ends the visit from outside, unless it is over already.
  package func end(_ outcome: UserAgentOutcome) { feed.yield(.over(outcome)) }

  /// Waits for the event that decides. Cancelling the task closes the visit.
  package func outcome(limit: Duration = BrowserVisit.limit, _ judge: Judge) async -> UserAgentOutcome {
    let redirects = Task { [reception, feed] in
      for await uri in reception.redirects { feed.yield(.redirect(uri)) }
    }
    let end = after(limit) { [feed] in feed.yield(.limit) }
    defer {
      redirects.cancel()
      end.cancel()
    }
    return await withTaskCancellationHandler {
      await decide(limit, judge)
    } onCancel: {
      feed.finish()
    }
  }

  private func decide(_ limit: Duration, _ judge: Judge) async -> UserAgentOutcome {
    for await event in events {
      switch event {
      case .redirect(let uri): return .redirect(uri)
      case .over(let outcome): return outcome
      case .limit:
        let detail = Phrase.reasonBrowserTimeout.term(["seconds": "\(limit.components.seconds)"])
        return .failed(UserAgentFailure(.timeout, ["detail": detail]))
      case .lost:
        return .failed(UserAgentFailure(.browserFailed, ["detail": Phrase.reasonBrowserEnded.term(["code": "0"])]))
      // A redirect that has arrived counts, whatever exit code the browser ended with.
      case .exit where reception.hasArrived: continue
      case .exit(let exit):
        switch await judge(exit) {
        case .goesOn: continue
        case .over(let outcome): return outcome
        case .redirectIsComing: after(.seconds(2)) { [feed] in feed.yield(.lost) }
        }
      }
    }
    return .closed
  }
}
