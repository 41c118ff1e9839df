import AppState
import Catalogue
import HTTPTransport

/// Opens a page for the user in another program and waits for the redirect that ends it (RFC 8252).
protocol ExternalUserAgent: Sendable {
  /// Ends when the redirect came, the user closed it, it failed, or the task was cancelled; nothing of it that has this
  /// program's terminal runs then.
  ///
  /// - Parameter reception: where the redirect of this visit arrives. It is open already; the caller closes it.
  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome
  /// Opens it for an errand, which a user agent that a person uses need not know, and with a fault in the place of the first page.
  func open(
    _ url: String, _ reception: RedirectReception, for errand: UserAgentErrand, meeting trouble: PageFault?
  ) async -> UserAgentOutcome
  /// Erases what the user agent keeps. Returns the names of the files erased.
  func clearData() async -> [String]
  /// Ends at once what this user agent has started. For the end of the program, which cannot wait.
  func kill()
}

extension ExternalUserAgent {
  /// Other programs' data is left alone.
  func clearData() async -> [String] { [] }
  func kill() {}

  /// A program that cannot be told has not been able to show the page.
  func open(
    _ url: String, _ reception: RedirectReception, for errand: UserAgentErrand, meeting trouble: PageFault?
  ) async -> UserAgentOutcome {
    guard let trouble else { return await open(url, reception) }
    let why = Catalogue()(.reasonPageFault, ["trouble": trouble.text])
    let values = ["detail": why, "description": why, "expected": Phrase.hintBrowserEnded.english]
    return .failed(UserAgentFailure(.browserFailed, values, exitCode: 69))
  }
}

/// Gives this program's terminal to a user agent and takes it back.
struct TerminalHandover: Sendable {
  enum Purpose {
    case fullScreenProgram, lines
    /// A program that takes the screen only if it has something to show.
    case fullScreenIfNeeded
  }

  var leave: @MainActor @Sendable (Purpose) -> Void
  var reenter: @MainActor @Sendable (_ tookScreen: Bool) -> Void

  static let nothing = TerminalHandover(leave: { _ in }, reenter: { _ in })
}

/// The user agents of one session, by kind.
struct UserAgents: Sendable {
  private let byKind: [UserAgentKind: any ExternalUserAgent]

  init(_ byKind: [UserAgentKind: any ExternalUserAgent]) { self.byKind = byKind }

  /// The same user agent for every kind; for tests.
  init(always userAgent: any ExternalUserAgent) {
    byKind = Dictionary(uniqueKeysWithValues: UserAgentKind.allCases.map { ($0, userAgent) })
  }

  /// Each of them as another.
  func map(_ change: (any ExternalUserAgent) -> any ExternalUserAgent) -> UserAgents {
    UserAgents(byKind.mapValues(change))
  }

  func open(
    _ kind: UserAgentKind, _ url: String, _ reception: RedirectReception, for errand: UserAgentErrand
  ) async -> UserAgentOutcome {
    guard let userAgent = byKind[kind] else { return .failed("there is no user agent \(kind.rawValue)") }
    return await userAgent.open(url, reception, for: errand, meeting: nil)
  }

  /// The names of the files that were erased, over all of them.
  func clearData() async -> [String] {
    var names: [String] = []
    for kind in UserAgentKind.allCases {
      for name in await byKind[kind]?.clearData() ?? [] where !names.contains(name) { names.append(name) }
    }
    return names
  }

  func kill() { for userAgent in byKind.values { userAgent.kill() } }
}
