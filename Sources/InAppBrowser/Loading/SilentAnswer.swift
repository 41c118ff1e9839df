import ForeignText
import FoundationEssentials

/// What a server did for the app without asking the person anything, as request and redirect show it.
enum SilentAnswer: Hashable, Sendable {
  /// The session of this browser was enough to log in.
  case login
  /// The session of this browser has ended (OpenID RP-Initiated Logout §3).
  case signOut

  /// - Returns: `nil` for a refusal (RFC 6749 §4.1.2.1), which the app itself explains.
  init?(to request: WebURL, redirect: String) {
    guard !SilentAnswer.names(in: redirect).contains("error") else { return nil }
    let asked = SilentAnswer.names(in: request.text)
    // Only a request to end a session names this one; an authorization request has a type of response instead.
    let isSignOut = asked.contains("post_logout_redirect_uri") && !asked.contains("response_type")
    self = isSignOut ? .signOut : .login
  }

  /// Names of parameters in query and fragment, as they are written.
  private static func names(in url: String) -> Set<Substring> {
    guard let start = url.unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return [] }
    let pairs = url[start...].split { "?#&".contains($0) }
    return Set(pairs.map { $0.prefix(whileScalar: { $0 != "=" }) })
  }
}
