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
  /// None here: the user takes a code to a browser elsewhere, and nothing comes back but the answer to the app's own question (RFC 8628).
  case deviceCode = "device-code"
}

/// What a user agent is opened for. One that works without a person fills in a login form for a login alone.
public enum UserAgentErrand: Hashable, Sendable {
  /// `scope`: what is asked for (RFC 6749 §3.3); a consent page may have a box for each word of it. The address does not say it where
  /// the request was pushed.
  case logIn(scope: String)
  case signOut
}

/// A page that was handed to a browser, whose answer has not come.
public struct UnansweredPage: Hashable, Sendable {
  /// What to open in another browser; `nil` at a sign-out, which only the browser can do that has the session.
  public var address: String?

  public init(address: String?) { self.address = address }
}

/// Why a user agent did not do its work, or could not be waited for. Its sentences are in the catalogue.
public struct UserAgentFailure: Error, Hashable, Sendable, ExpressibleByStringInterpolation {
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
  /// What the sentence has to be filled with. Never a secret.
  public var values: [String: String]
  /// What the program ended with, where scripts are told the same.
  public var exitCode: Int32?

  public init(_ code: Code, _ values: [String: String] = [:], exitCode: Int32? = nil) {
    (self.code, self.values, self.exitCode) = (code, values, exitCode)
  }

  public init(stringLiteral detail: String) { self.init(.failed, ["detail": detail]) }

  /// The exit code of the headless browser at a page that asks for nothing and does not lead back to the app.
  public static let endOfPages: Int32 = 13

  /// Whether the headless browser stands before a page that has no way on, or none that it understands (its exit code 70).
  private var isAtAnEnd: Bool { exitCode == UserAgentFailure.endOfPages || exitCode == 70 }

  /// Whether the page was shown, and nothing came back: nobody closed the browser in time, or the headless one stands before it.
  var hasShownThePage: Bool { code == .timeout || isAtAnEnd }

  /// Whether another user agent could do better: not where the server refused, or where nothing can be received.
  var isTheUserAgentsOwn: Bool {
    ![.loginRefused, .socketInUse, .socketUnusable, .redirectPortInUse, .redirectCannotListen].contains(code)
  }
}

extension AppState {
  /// What opens the pages of the flow that is under way.
  public var openingUserAgent: UserAgentKind { flow?.userAgent ?? userAgent }

  /// The one to offer after the one of this flow has failed, in the order of the settings: neither that one nor the one that
  /// Retry takes. `nil`: there is no other.
  package func userAgent(after failure: UserAgentFailure, in failed: Flow?) -> UserAgentKind? {
    let (all, tried) = (settings.userAgents, failed?.userAgent ?? userAgent)
    guard failure.isTheUserAgentsOwn, let place = all.firstIndex(of: tried) else { return nil }
    return (all[place...] + all[..<place]).first { $0 != tried && $0 != userAgent }
  }

  /// What failed is begun once more, with another user agent for this time alone: it may be one that nobody can see here.
  package mutating func retry(with kind: UserAgentKind) -> [Effect] {
    guard flow == nil, settings.userAgents.contains(kind) else { return [] }
    let effects = begin(.retry)
    flow?.userAgent = kind
    return effects
  }

  /// The one that Settings offers to take from now on; `nil`: there is no choice.
  public var nextUserAgent: UserAgentKind? {
    let all = settings.userAgents
    guard all.count > 1 else { return nil }
    return all[((all.firstIndex(of: userAgent) ?? -1) + 1) % all.count]
  }

  mutating func take(_ kind: UserAgentKind) {
    if settings.userAgents.contains(kind) { userAgent = kind }
  }

  func userAgentFailure(_ failure: UserAgentFailure) -> AppError {
    AppError(code: .userAgent(failure.code), step: flow?.step, cause: .userAgent(failure))
  }
}
