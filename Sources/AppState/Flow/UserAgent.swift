import SharedValues

/// The external user agents that the app can open (RFC 8252 §4). The raw values are a stable interface.
public enum UserAgentKind: String, Hashable, Sendable, CaseIterable {
  /// `dcr-browser`, which comes with the product.
  case inApp = "in-app"
  case system
  /// A program that the user chose.
  case command
  /// The user copies the address to a browser, and the redirect back.
  case manual
  /// No user agent here: the user takes a code to a browser elsewhere, and only the app's own request brings an answer (RFC 8628).
  case deviceCode = "device-code"
}

/// What a user agent is opened for. A user agent that works without a person fills in a login form only for a login.
public enum UserAgentErrand: Hashable, Sendable {
  /// `scope`: the requested scope (RFC 6749 §3.3); a consent page may have a checkbox for each word of it. The address lacks it
  /// where the request was pushed.
  case logIn(scope: String)
  case signOut
}

/// A page that a browser has shown without an answer so far.
public struct UnansweredPage: Hashable, Sendable {
  /// The address to open in another browser; `nil` at a sign-out, which needs the browser that holds the session.
  public var address: String?

  public init(address: String?) { self.address = address }
}

/// Why a user agent failed, or could not be waited for. The catalogue has its sentences.
public struct UserAgentFailure: WordedError, Hashable, ExpressibleByStringInterpolation {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The failure that has no code of its own.
    case failed = "user_agent_failed"
    case timeout = "user_agent_timeout"
    case inputEnded = "user_agent_input_ended"
    case loginRefused = "login_refused"
    case passwordNotTyped = "password_not_typed"
    case browserMissing = "browser_missing"
    case browserNotStarted = "browser_not_started"
    case browserFailed = "browser_failed"
    case programNotStarted = "program_not_started"
    case socketInUse = "socket_in_use"
    case socketUnusable = "socket_unusable"
    case redirectPortInUse = "redirect_port_in_use"
    case redirectCannotListen = "redirect_cannot_listen"
  }

  public var code: Code
  /// The values for the sentence. Never a secret.
  public var values: [String: Term]
  /// The user agent's exit code, for scripts that report it.
  public var exitCode: Int32?

  public init(_ code: Code, _ values: [String: any TermConvertible] = [:], exitCode: Int32? = nil) {
    (self.code, self.values, self.exitCode) = (code, values.mapValues(\.term), exitCode)
  }

  public init(stringLiteral detail: String) { self.init(.failed, ["detail": detail]) }

  /// The exit code of the headless browser at a page without a form that does not lead back to the app.
  public static let endOfPages: Int32 = 13

  /// Whether the page was shown without an answer: the user did not finish in time, or the headless browser stopped there, because it saw no way on or
  /// did not understand the page (its exit code 70).
  var hasShownThePage: Bool { code == .timeout || exitCode == UserAgentFailure.endOfPages || exitCode == 70 }

  /// Whether another user agent might succeed: not where the server refused, or where no redirect can be received.
  var isTheUserAgentsOwn: Bool {
    ![.loginRefused, .socketInUse, .socketUnusable, .redirectPortInUse, .redirectCannotListen].contains(code)
  }
}

extension AppState {
  public var openingUserAgent: UserAgentKind { flow?.userAgent ?? userAgent }

  /// The user agent to offer after this flow's has failed, in the order of the settings: neither that one nor the one that Retry uses.
  /// `nil`: there is no other.
  func userAgent(after failure: UserAgentFailure, in failed: Flow?) -> UserAgentKind? {
    let (all, tried) = (settings.userAgents, failed?.userAgent ?? userAgent)
    guard failure.isTheUserAgentsOwn, let place = all.firstIndex(of: tried) else { return nil }
    return (all[place...] + all[..<place]).first { $0 != tried && $0 != userAgent }
  }

  /// Retries what failed with another user agent, for this one time: it may be one that is not visible here.
  mutating func retry(with kind: UserAgentKind) -> [Effect] {
    guard flow == nil, settings.userAgents.contains(kind) else { return [] }
    let effects = begin(.retry)
    flow?.userAgent = kind
    return effects
  }

  /// The user agent that Settings offers next; `nil`: there is no choice.
  public var nextUserAgent: UserAgentKind? {
    let all = settings.userAgents
    guard all.count > 1 else { return nil }
    return all[((all.firstIndex(of: userAgent) ?? -1) + 1) % all.count]
  }

  func userAgentFailure(_ failure: UserAgentFailure) -> AppError {
    AppError(code: .userAgent(failure.code), step: flow?.step, cause: .userAgent(failure))
  }
}
