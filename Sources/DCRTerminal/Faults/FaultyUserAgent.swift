import Workshop
import AppState
import Catalogue
import Faults
import HTTPTransport
import OAuthClient
import SharedValues

/// A user agent whose visits go wrong on purpose: what the browser is told, and what comes back from it.
struct FaultyUserAgent: ExternalUserAgent {
  let inner: any ExternalUserAgent
  let board: FaultBoard
  /// Named in the redirects of errors (RFC 9207 §2).
  let issuer: Issuer
  /// A person's time in the browser.
  var limit = BrowserVisit.limit

  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    await open(url, reception, meeting: nil)
  }

  func open(_ url: String, _ reception: RedirectReception, meeting trouble: PageFault?) async -> UserAgentOutcome {
    if let outcome = await asProgram() { return outcome }
    let asks = RedirectSpoiler.asksForAuthorization(url)
    let (latency, defect) = board.take(asks ? .authorize : .logout)
    if let latency {
      board.touched(latency)
      try? await board.wait(in: latency, for: .milliseconds(latency.milliseconds))
      if Task.isCancelled { return .closed }
    }
    guard let defect else { return await inner.open(url, reception, meeting: trouble) }
    switch defect.rule.defect {
    case .redirect(let kind):
      let outcome = await inner.open(url, reception, meeting: trouble)
      guard case .redirect(let uri) = outcome, let spoiled = RedirectSpoiler.spoil(uri, with: kind) else {
        board.giveBack(defect)
        return outcome
      }
      board.touched(defect)
      return .redirect(spoiled)
    case .errorRedirect(let error, let description):
      return refusal(error, description, url, reception, defect, asks)
    case .client: return refusal("unauthorized_client", nil, url, reception, defect, asks)
    case .connection(.timeOut):
      board.touched(defect)
      return await inner.open(url, reception, meeting: PageFault(.timeOut))
    case .connection(let connection):
      board.touched(defect)
      return await inner.open(url, reception, meeting: PageFault(.failure(connection.failure.code)))
    case .status(let status):
      board.touched(defect)
      return await inner.open(url, reception, meeting: PageFault(.status(status.status)))
    default: return await inner.open(url, reception, meeting: trouble)
    }
  }

  /// What happens to the browser itself, whatever page it is to open; `nil`: nothing.
  private func asProgram() async -> UserAgentOutcome? {
    guard let defect = board.take(.browser).defect, case .browser(let kind) = defect.rule.defect else { return nil }
    board.touched(defect)
    switch kind {
    case .closed: return .closed
    case .cannotStart:
      return .failed(
        UserAgentFailure(.browserNotStarted, ["path": "browser", "detail": FaultDefect.onPurpose]))
    case .crashes:
      return .failed(
        UserAgentFailure(
          .browserFailed,
          [
            "detail": FaultDefect.onPurpose, "description": FaultDefect.onPurpose,
            "expected": Phrase.hintBrowserEnded.english,
          ], exitCode: 70))
    case .neverReturns:
      try? await board.wait(in: defect, for: limit)
      if Task.isCancelled { return .closed }
      // Switched off meanwhile: the browser opens after all.
      guard board.standing.entries.contains(where: { $0.id == defect.id }) else { return nil }
      let seconds = "\(limit.components.seconds)"
      return .failed(
        UserAgentFailure(
          .timeout, ["detail": Catalogue()(.reasonBrowserTimeout, ["seconds": seconds])]))
    }
  }

  private func refusal(
    _ error: String, _ description: String?, _ url: String, _ reception: RedirectReception,
    _ defect: FaultStanding.Entry, _ asks: Bool
  ) -> UserAgentOutcome {
    board.touched(defect)
    return .redirect(
      RedirectSpoiler.error(
        error, description: description, answering: url, at: reception.redirectURI, issuer: asks ? issuer.text : nil))
  }

  func clearData() async -> [String] { await inner.clearData() }
  func kill() { inner.kill() }
}

extension UserAgents {
  /// The same user agents, whose visits can go wrong.
  func facing(_ board: FaultBoard, issuer: Issuer, limit: Duration = BrowserVisit.limit) -> UserAgents {
    map { FaultyUserAgent(inner: $0, board: board, issuer: issuer, limit: limit) }
  }
}
