import AppState

/// Opens a page for the user in another program and waits for the redirect that ends it (RFC 8252).
protocol ExternalUserAgent: Sendable {
  /// Ends when the redirect came, the user closed it, it failed, or the task was cancelled; nothing of it runs then.
  func open(_ url: String, redirectURI: String) async -> UserAgentOutcome
  /// Erases what the user agent keeps. Returns the names of the files erased.
  func clearData() async -> [String]
}
