/// The external user agents that the app can open (RFC 8252 §4). The raw values are the outside contract.
public enum UserAgentKind: String, Hashable, Sendable, CaseIterable {
  /// `dcr-browser`, which comes with the product.
  case inApp = "in-app"
  /// The browser of the desktop.
  case system
  /// A program of the user's choice.
  case command
  /// The user carries the address over, and the redirect back.
  case manual
}

/// Why a user agent did not do its work, or could not be waited for. Its sentences are in the catalogue.
public struct UserAgentFailure: Error, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// Stable, snake case, e.g. `browser_missing`.
  public var code: String
  /// What the sentence has to be filled with. Never a secret.
  public var values: [String: String]
  /// What the program ended with, where scripts are told the same.
  public var exitCode: Int32?

  public init(code: String, _ values: [String: String] = [:], exitCode: Int32? = nil) {
    self.code = code
    self.values = values
    self.exitCode = exitCode
  }

  /// The failure that has no code of its own.
  public init(stringLiteral detail: String) {
    self.init(code: AppError.OwnCode.userAgentFailed.rawValue, ["detail": detail])
  }

  /// Whether the page was shown, and nothing came back: nobody closed the browser in time, or the headless one stands before a page that
  /// has no way on (its exit code 70).
  var hasShownThePage: Bool { code == "user_agent_timeout" || exitCode == 70 }

  /// Whether another user agent could do better: not where the server refused, or where nothing can be received.
  var isTheUserAgentsOwn: Bool {
    let others: Set<String> = [
      "login_refused", "socket_in_use", "socket_unusable", "redirect_port_in_use", "redirect_cannot_listen",
    ]
    return !others.contains(code)
  }
}

extension AppState {
  /// The one to offer after this one has failed, in the order of the settings; `nil` when there is no other.
  func userAgent(after failure: UserAgentFailure) -> UserAgentKind? {
    guard failure.isTheUserAgentsOwn, let place = settings.userAgents.firstIndex(of: userAgent) else { return nil }
    let next = settings.userAgents[(place + 1) % settings.userAgents.count]
    return next == userAgent ? nil : next
  }

  /// The user takes another user agent for the rest of this run.
  mutating func switchUserAgent(to kind: UserAgentKind) -> [Effect] {
    guard flow == nil, settings.userAgents.contains(kind) else { return [] }
    userAgent = kind
    return begin(.retry)
  }

  func userAgentFailure(_ failure: UserAgentFailure) -> AppError {
    AppError(code: failure.code, step: flow?.step, cause: .userAgent(failure))
  }
}
