import Catalogue
import SharedValues

/// What a server did for the app without asking the person, as judged by errand and redirect.
enum SilentAnswer: Hashable, Sendable {
  /// The browser's session was enough to log in.
  case login
  /// The browser's session has ended (OpenID RP-Initiated Logout §3).
  case signOut

  /// - Returns: `nil` for a refusal (RFC 6749 §4.1.2.1), which the app itself explains.
  init?(to errand: Errand, redirect: String) {
    // The parameters in query and fragment, undecoded.
    let parameters = redirect.drop(whileScalar: { $0 != "?" && $0 != "#" }).split { "?#&".contains($0) }
    guard !parameters.contains(where: { $0.prefix(whileScalar: { $0 != "=" }) == "error" }) else { return nil }
    self = errand == .signOut ? .signOut : .login
  }

  /// The phrases of its screen, and both in one line.
  var phrases: (title: Phrase, explanation: Phrase, line: Phrase) {
    switch self {
    case .login: (.browserSilentTitle, .browserSilent, .browserSilentLine)
    case .signOut: (.browserSignedOutTitle, .browserSignedOut, .browserSignedOutLine)
    }
  }
}
