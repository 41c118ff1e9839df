import ForeignText

/// What a server did for the app without asking the person anything, as errand and redirect show it.
enum SilentAnswer: Hashable, Sendable {
  /// The session of this browser was enough to log in.
  case login
  /// The session of this browser has ended (OpenID RP-Initiated Logout §3).
  case signOut

  /// - Returns: `nil` for a refusal (RFC 6749 §4.1.2.1), which the app itself explains.
  init?(to errand: Errand, redirect: String) {
    guard !SilentAnswer.names(in: redirect).contains("error") else { return nil }
    self = errand == .signOut ? .signOut : .login
  }

  /// Names of parameters in query and fragment, as they are written.
  private static func names(in url: String) -> Set<Substring> {
    guard let start = url.unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return [] }
    let pairs = url[start...].split { "?#&".contains($0) }
    return Set(pairs.map { $0.prefix(whileScalar: { $0 != "=" }) })
  }
}
