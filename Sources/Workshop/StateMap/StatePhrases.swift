import Catalogue

/// The panel **State**: the states by their raw names, and what leads from one to the next.
extension Phrase {
  public static let tabState = Phrase("tab.state", "State")
  public static let keyState = Phrase("key.state", "state")
  public static let keyAllStates = Phrase("key.all-states", "all states")
  public static let keyReachedStates = Phrase("key.reached-states", "those reached")
  public static let stateFromHere = Phrase("state.from-here", "From here to")
  public static let stateNow = Phrase("state.now", "now")
  public static let stateBefore = Phrase("state.before", "before")
  public static let stateHistory = Phrase("state.history", "What happened")
  public static let stateNoHistory = Phrase(
    "state.none", "No change yet. Every change of state will be listed here, with its cause.")
  public static let stateCauseCode = Phrase("state.cause-code", "{cause}: {code}")

  /// `nil`: there is no such state.
  public static func stateName(_ name: String) -> Phrase? { stateNames[name].map { Phrase("state.name.\(name)", $0) } }

  /// What a state means, with the rule behind it where there is one.
  public static func stateMeaning(_ name: String) -> Phrase? {
    stateMeanings[name].map { Phrase("state.meaning.\(name)", $0) }
  }

  /// What made a change, as a person tells it.
  public static func stateCause(_ name: String) -> Phrase? {
    stateCauses[name].map { Phrase("state.cause.\(name)", $0) }
  }

  static let stateNames: [String: String] = [
    "opening": "Opening", "locked": "Locked", "unusable": "Unusable", "no-client": "No client",
    "registering": "Registering", "unauthenticated": "Unauthenticated", "pushing": "Pushing request",
    "logging-in": "Logging in", "calling-api": "Calling the API",
    "fetching-token": "Fetching token", "authenticated": "Authenticated", "refreshing": "Refreshing",
    "signing-out": "Signing out", "managing": "Managing", "forgetting": "Forgetting", "failed": "Failed",
    "cancelled": "Cancelled", "dead-registration": "No longer valid",
  ]

  static let stateMeanings: [String: String] = [
    "opening": "The keystore is being read. Nothing can be started before it is known what it holds.",
    "locked": "The keystore opens with a passphrase, and the phone asks for it.",
    "unusable": "The keystore cannot be used as it is. Nothing is overwritten until the user decides.",
    "no-client": "RFC 7591 §1 · This instance has no client of its own yet: it can register, and nothing else.",
    "registering":
      "RFC 7591 §3 · The token, the registration, the keystore: a registration counts once it is on the disk.",
    "unauthenticated":
      "RFC 6749 §2.2 · There is a client to log in with, this instance's own or a shared one, and nobody is signed in.",
    "pushing":
      "RFC 9126 §2.1 · The server gets the whole request first; the browser will carry only a reference to it.",
    "calling-api":
      "RFC 6750 §2.1, RFC 9449 §7.1 · The API is asked with the session's token, and with a proof where the token is bound.",
    "logging-in": "RFC 8252 §5 · The browser has the user; the app waits for the redirect with a code.",
    "fetching-token": "RFC 6749 §4.1.3 · The code becomes tokens; ID token and userinfo are judged before they count.",
    "authenticated": "RFC 6749 §1.4 · Somebody is signed in. The access token lives in memory alone.",
    "refreshing": "RFC 6749 §6 · A refresh token becomes new tokens, without a browser.",
    "signing-out": "RP-Initiated Logout 1.0 §2, RFC 7009 · The session or the tokens end, here in any case.",
    "managing": "RFC 7592 §2 · The app reads or changes its own registration at the server.",
    "forgetting": "RFC 7592 §2.3 · The server deletes the client, then the keystore is erased.",
    "failed": "The last flow ended in an error. Nothing that was on disk is lost.",
    "cancelled": "The user went back. That is no error, and everything can be started again.",
    "dead-registration":
      "RFC 6749 §5.2 · The server does not know this client any more, or its secret has expired, or its key is not on this phone.",
  ]

  static let stateCauses: [String: String] = [
    "started": "the app started", "start-registration": "Start Registration",
    "start-authentication": "Start Authentication",
    "refresh": "Refresh Access Token", "sign-out": "Sign Out", "forget": "Forget This Device",
    "revoke": "Revoke Tokens",
    "update": "Update Registration", "check": "Check Registration", "register-again": "Register Again",
    "account": "Create Account", "accounts": "Accounts", "pay": "Pay", "step-up": "Log In Once More",
    "unlock": "a passphrase was entered", "cancel": "Cancel", "retry": "Retry",
    "other-browser": "another browser was chosen", "dismiss": "the error was closed",
    "keystore-read": "the keystore was read", "keystore-refused": "the keystore was refused",
    "saved": "keystore saved",
    "not-saved": "the keystore could not save", "erased": "the keystore was erased",
    "not-erased": "the keystore could not be erased", "server": "the server's condition changed",
    "answer": "the server answered", "no-answer": "no answer came", "redirect": "the redirect came",
    "closed": "the browser was closed", "browser-failed": "the browser failed",
    "prepared": "the app got ready for the redirect", "id-token": "the ID token was judged",
    "time": "its time had come",
    "keys": "the secure element was asked",
    "other": "something else",
  ]
}

extension Phrase {
  public static let keyEarlier = Phrase("key.earlier", "earlier")
  public static let keyLater = Phrase("key.later", "later")
}

extension PhaseHistory: WordedTool {
  static var tabled: [Phrase] {
    Phrase.stateNames.keys.compactMap(Phrase.stateName) + Phrase.stateMeanings.keys.compactMap(Phrase.stateMeaning)
      + Phrase.stateCauses.keys.compactMap(Phrase.stateCause)
  }
}
