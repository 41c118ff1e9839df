import ForeignText

/// What a server did for the app without asking the person, as judged by errand and redirect.
enum SilentAnswer: Hashable, Sendable {
  /// The browser's session was enough to log in.
  case login
  /// The browser's session has ended (OpenID RP-Initiated Logout §3).
  case signOut

  /// - Returns: `nil` for a refusal (RFC 6749 §4.1.2.1), which the app itself explains.
  init?(to errand: Errand, redirect: String) {
    guard !SilentAnswer.names(in: redirect).contains("error") else { return nil }
    self = errand == .signOut ? .signOut : .login
  }

  /// Names of parameters in query and fragment, undecoded.
  private static func names(in url: String) -> Set<Substring> {
    guard let start = url.unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return [] }
    let pairs = url[start...].split { "?#&".contains($0) }
    return Set(pairs.map { $0.prefix(whileScalar: { $0 != "=" }) })
  }
}
