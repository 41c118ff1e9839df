import UserAgents
import AppState
import HTTPTransport
import LocalSockets

/// The browser of a lab phone on which a malicious app has registered the same scheme: the operating system hands the redirect to the malicious app
/// (RFC 8252 §8.1), and the phone's own app waits until its user gives up.
struct InterceptedUserAgent: ExternalUserAgent {
  let browser: InAppBrowser
  let thief: String
  let took: @Sendable (String) -> Void

  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    await open(url, reception, for: .logIn(scope: ""), meeting: nil)
  }

  func open(
    _ url: String, _ reception: RedirectReception, for errand: UserAgentErrand, meeting trouble: PageFault?
  ) async -> UserAgentOutcome {
    let theirs: RedirectReception
    do {
      theirs = try RedirectReception(for: reception.redirect, awaiting: nil, in: thief)
    } catch {
      return .failed(error)
    }
    defer { theirs.close() }
    let outcome = await browser.open(url, theirs, for: errand, meeting: trouble)
    guard case .redirect(let uri) = outcome else { return outcome }
    took(uri)
    return .closed
  }
}

/// Opens a forged redirect while the app waits for its browser: through the operating system's dispatch, like the command `open-uri`. The app keeps
/// waiting; its user, who does not log in, gives up.
struct ForgingUserAgent: ExternalUserAgent {
  let uri: String
  /// Called if no app accepts this URI.
  var refused: @Sendable () -> Void = {}

  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    guard let address = reception.socketPath.flatMap(URIDispatchAddress.init(socketPath:)) else {
      return .failed(UserAgentFailure(.socketUnusable, ["path": "", "detail": ""]))
    }
    let failure = await URIDispatchClient.failure(delivering: uri, to: address)
    if let failure, failure.code != .refused {
      return .failed(UserAgentFailure(.socketUnusable, ["path": address.path, "detail": failure.detail]))
    }
    if failure != nil { refused() }
    if failure == nil { for await arrived in reception.redirects { return .redirect(arrived) } }
    return .closed
  }
}
