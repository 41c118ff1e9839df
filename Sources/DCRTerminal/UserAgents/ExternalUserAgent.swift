import Workshop
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
  /// The same where the first page is not to be had.
  func open(_ url: String, _ reception: RedirectReception, meeting trouble: PageFault?) async -> UserAgentOutcome
  /// Erases what the user agent keeps. Returns the names of the files erased.
  func clearData() async -> [String]
  /// For a program that ends: what has its terminal ends with it.
  func kill()
}

extension ExternalUserAgent {
  /// What other programs keep is their users' affair.
  func clearData() async -> [String] { [] }
  func kill() {}

  /// A program that cannot be told has not been able to show the page.
  func open(_ url: String, _ reception: RedirectReception, meeting trouble: PageFault?) async -> UserAgentOutcome {
    guard let trouble else { return await open(url, reception) }
    let why = Catalogue()(.reasonPageFault, ["trouble": trouble.text])
    let values = ["detail": why, "description": why, "expected": Phrase.hintBrowserEnded.english]
    return .failed(UserAgentFailure(.browserFailed, values, exitCode: 69))
  }
}

/// What happens to this program's terminal while a user agent has it.
struct TerminalHandover: Sendable {
  enum Purpose { case fullScreenProgram, lines }

  var leave: @MainActor @Sendable (Purpose) -> Void
  var reenter: @MainActor @Sendable () -> Void

  static let nothing = TerminalHandover(leave: { _ in }, reenter: {})
}

/// The user agents of one session, by kind.
struct UserAgents: Sendable {
  private let byKind: [UserAgentKind: any ExternalUserAgent]

  init(_ byKind: [UserAgentKind: any ExternalUserAgent]) { self.byKind = byKind }

  /// One for everything: what tests take.
  init(always userAgent: any ExternalUserAgent) {
    byKind = Dictionary(uniqueKeysWithValues: UserAgentKind.allCases.map { ($0, userAgent) })
  }

  /// Each of them as another.
  func map(_ change: (any ExternalUserAgent) -> any ExternalUserAgent) -> UserAgents {
    UserAgents(byKind.mapValues(change))
  }

  func open(_ kind: UserAgentKind, _ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    guard let userAgent = byKind[kind] else { return .failed("there is no user agent \(kind.rawValue)") }
    return await userAgent.open(url, reception)
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
