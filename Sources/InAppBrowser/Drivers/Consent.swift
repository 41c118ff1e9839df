import ForeignText

/// A page that asks for agreement, or only for going on.
enum Consent {
  private static let yes = [
    "accept", "allow", "agree", "approve", "authorize", "authorise", "continue", "consent", "grant", "yes", "confirm",
    "ok", "next", "zulassen", "erlauben", "akzeptieren", "weiter", "ja", "godkänn", "tillåt", "fortsätt",
  ]
  /// Agreement on a page that asks whether to sign out; on a consent page, a way to another account.
  private static let leave = [
    "sign out", "log out", "logout", "signout", "abmelden", "ausloggen", "logga ut", "se déconnecter", "déconnexion",
    "cerrar sesión", "afmelden", "uitloggen", "disconnetti", "esci",
  ]
  /// The way into a session, and no answer to a question about leaving one. "Continue with" somebody's account is one, too.
  private static let enter = [
    "log in", "login", "sign in", "signin", "sign up", "register", "with", "anmelden", "einloggen", "mit", "logga in",
    "med",
  ]
  private static let no = [
    "deny", "cancel", "decline", "reject", "refuse", "back", "not now", "don't", "abort", "disallow", "disagree",
    "ablehnen", "abbrechen", "neka", "avbryt",
  ]

  /// The form and the button that agree to what the browser was sent for.
  ///
  /// At a login a form with a single button counts, because there is nothing else to do there. At a sign-out it may lead anywhere, so
  /// that its caption has to say what it does; but for one that stands for a script, which sends the form without a question.
  static func acceptance(on page: Page, for errand: Errand) -> (Int, Control?)? {
    for form in page.forms.indices where !asksForText(page, form) {
      let buttons = page.controls(of: form).filter { $0.kind == .submit && !$0.disabled && !refuses($0) }
      let hasOne = page.controls(of: form).count { $0.kind == .submit && !$0.disabled } == 1
      switch errand {
      case .logIn:
        if let button = buttons.first(where: { says($0, yes) }) { return (form, button) }
        if hasOne, let button = buttons.first, !says(button, leave) { return (form, button) }
      case .signOut:
        if let button = buttons.first(where: { says($0, leave) }) { return (form, button) }
        let others = buttons.filter { !says($0, enter) }
        if let button = others.first(where: { $0.standsForScript || says($0, yes) }) { return (form, button) }
      }
    }
    return nil
  }

  /// The button that sends a form that was filled in: the first one, as browsers take it, that does not give up.
  static func submitButton(of form: Int, on page: Page) -> Control? {
    page.controls(of: form).first { $0.kind == .submit && !$0.disabled && !refuses($0) }
  }

  /// The form's values with every box ticked that is required, or that stands for something the app asks for.
  static func agreed(_ page: Page, _ form: Int, for errand: Errand) -> FormValues {
    var values = FormValues(page)
    for control in page.controls(of: form) where control.kind == .checkbox && !control.disabled {
      if control.required || grants(control, errand) { values.check(control, in: page) }
    }
    return values
  }

  /// Whether a box has the name of a scope that was asked for: as its value or label, as its name (`openid`), or as the last part
  /// of a name that says what ticking it does (`scope_openid`, `scopes[openid]`).
  private static func grants(_ box: Control, _ errand: Errand) -> Bool {
    guard case .logIn(let scopes) = errand, !refuses(box) else { return false }
    if [box.value, box.label, box.name].contains(where: scopes.contains) { return true }
    return scopes.contains { scope in
      let endings = ["_", ".", "-", ":"].map { $0 + scope } + ["[\(scope)]"]
      guard let deed = endings.lazy.compactMap({ box.name.without(suffix: $0) }).first else { return false }
      return says(deed, ["scope", "scopes", "grant", "consent", "allow", "accept"])
    }
  }

  private static func asksForText(_ page: Page, _ form: Int) -> Bool {
    page.controls(of: form).contains { $0.isTextEntry && $0.isFocusable && !$0.readOnly && !isFilled($0, by: page.url) }
  }

  /// A field that already holds what the page's address says under its name: whoever opened the address has brought the text, such
  /// as the `user_code` of `verification_uri_complete` (RFC 8628 §3.3.1).
  private static func isFilled(_ field: Control, by url: WebURL) -> Bool {
    field.kind != .password && !field.value.isEmpty && Errand.parameters(of: url)[field.name] == field.value
  }

  private static func refuses(_ control: Control) -> Bool { says(control, no) }

  /// Whole words of the label, or of name and value.
  private static func says(_ control: Control, _ words: [String]) -> Bool {
    says(control.label, words) || says(control.name + " " + control.value, words)
  }

  private static func says(_ text: some StringProtocol, _ words: [String]) -> Bool {
    let separated = " " + text.lowercased().split { !$0.isLetter && $0 != "'" }.joined(separator: " ") + " "
    return words.contains { separated.contains(" \($0) ") }
  }
}
