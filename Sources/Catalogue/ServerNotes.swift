import ForeignText

/// What the embedded server notes about a request that it has answered. The server writes English, for its log too; a person reads it in
/// the language of the screen.
extension Catalogue {
  /// A code, and what is not known here, stays as it is.
  public func serverNote(_ note: String) -> String {
    if let phrase = Phrase.serverNotes[note] { return self(phrase) }
    guard let error = note.without(prefix: "redirect with ") else { return note }
    return self(.redirectWithError, ["error": String(error)])
  }
}

extension Phrase {
  static let redirectWithError = Phrase("server-note.redirect-with-error", "redirect with {error}")

  /// By the note.
  static let serverNotes = [String: Phrase](
    uniqueKeysWithValues: [
      "account created", "account found", "accounts", "another user's device", "app association",
      "app link without the app", "authorization request pushed", "client activated", "client deleted",
      "client registered", "client revoked", "code form", "code redeemed", "consent", "cookie refused",
      "dcr token issued", "device allowed", "device authorization begun", "device code gone", "device question",
      "device refused", "form of another site refused", "form refused", "grant revoked", "key set", "login delayed",
      "login form", "login refused", "logout confirmation", "metadata", "no account", "no SSO session",
      "nothing pushed yet", "payment made", "payments", "redirect with access token", "redirect with code",
      "registration deleted", "registration read", "registration updated", "resource metadata",
      "sent on to the honest server", "SSO session created", "SSO session ended", "SSO session used",
      "template changed", "token active", "token inactive", "token revoked", "tokens issued", "tokens refreshed",
      "upkeep failed", "user code refused", "userinfo",
    ].map { ($0, Phrase("server-note." + $0, $0)) })
}
