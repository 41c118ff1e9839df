/// Recognises pages that ask for agreement, or only for a press to continue.
enum Consent {
  private static let agree = [
    "accept", "allow", "agree", "approve", "authorize", "authorise", "consent", "grant", "yes", "zulassen", "erlauben",
    "akzeptieren", "ja", "godkänn", "tillåt",
  ]
  private static let goOn = ["continue", "confirm", "ok", "next", "weiter", "fortsätt"]
  private static let yes = agree + goOn
  /// An offer that a login does not need, such as a second factor.
  private static let skip = ["skip", "überspringen", "hoppa"]
  /// On a page that asks whether to sign out, these agree; on a consent page, they lead to another account.
  private static let leave = [
    "sign out", "log out", "logout", "signout", "abmelden", "ausloggen", "logga ut", "se déconnecter", "déconnexion",
    "cerrar sesión", "afmelden", "uitloggen", "disconnetti", "esci",
  ]
  /// These lead into a session, so they do not answer a question about leaving one; "Continue with …" is one of them.
  private static let enter = ["log in", "login", "sign in", "signin", "anmelden", "einloggen", "logga in"] + elsewhere
  /// Beside a password these lead to another server, or to a new account.
  private static let elsewhere = ["sign up", "register", "with", "mit", "med"]
  private static let password = ["password", "passwort", "lösenord"]
  private static let no = [
    "deny", "cancel", "decline", "reject", "refuse", "back", "no", "not", "don't", "abort", "disallow", "disagree",
    "ablehnen", "abbrechen", "nein", "nicht", "neka", "avbryt", "nej", "inte",
  ]

  /// At a login a form's single button counts, because it is the only choice. At a sign-out a button may lead anywhere, so its
  /// caption must say what it does, unless it stands for a script that sends the form without asking.
  ///
  /// Beside a form that asks for something, such as a one-time code, other forms lead away: *Try Another Way*, *Continue with …*.
  static func acceptance(on page: WebPage, for errand: Errand) -> (Int, FormControl?)? {
    let asking = page.forms.indices.filter { asksForText(page, $0) }
    if errand != .signOut, asking.contains(where: { page.forms[$0].method == .post }) { return nil }
    for form in page.forms.indices where !asking.contains(form) {
      let buttons = page.controls(of: form).filter { $0.kind == .submit && !$0.disabled && !refuses($0) }
      let hasOne = page.controls(of: form).count { $0.kind == .submit && !$0.disabled } == 1
      switch errand {
      case .logIn:
        for words in [skip, yes] {
          if let button = buttons.first(where: { says($0, words) }) { return (form, button) }
        }
        if hasOne, let button = buttons.first, !says(button, leave) { return (form, button) }
      case .signOut:
        if let button = buttons.first(where: { says($0, leave) }) { return (form, button) }
        let others = buttons.filter { !says($0, enter) }
        if let button = others.first(where: { $0.standsForScript || says($0, yes) }) { return (form, button) }
      }
    }
    return nil
  }

  /// A link that agrees, on a page without a form (CAS).
  static func link(on page: WebPage, for errand: Errand) -> WebPage.Link? {
    guard errand != .signOut, page.forms.isEmpty else { return nil }
    return page.links.first { says($0.text, agree) && !says($0.text, no) }
  }

  /// The button that sends a completed form: the first one, as in browsers, that neither cancels nor leads elsewhere.
  static func submitButton(of form: Int, on page: WebPage) -> FormControl? {
    let buttons = page.controls(of: form).filter { $0.kind == .submit && !$0.disabled && !refuses($0) }
    return buttons.first { !says($0, elsewhere) || says($0, password) } ?? buttons.first
  }

  static func agreed(_ page: WebPage, _ form: Int, for errand: Errand) -> FormValues {
    var values = FormValues(page)
    for control in page.controls(of: form) where control.kind == .checkbox && !control.disabled {
      if control.required || grants(control, errand) { values.check(control, in: page) }
    }
    return values
  }

  /// Whether a box is named after a requested scope: by its value or label, its name (`openid`), or the end of a name that
  /// also says what ticking does (`scope_openid`, `scopes[openid]`).
  private static func grants(_ box: FormControl, _ errand: Errand) -> Bool {
    guard case .logIn(let scopes) = errand, !refuses(box) else { return false }
    if [box.value, box.label, box.name].contains(where: scopes.contains) { return true }
    return scopes.contains { scope in
      let endings = ["_", ".", "-", ":"].map { $0 + scope } + ["[\(scope)]"]
      guard let verb = endings.lazy.compactMap({ box.name.without(suffix: $0) }).first else { return false }
      return says(verb, ["scope", "scopes", "grant", "consent", "allow", "accept"])
    }
  }

  /// Whether a form asks for a plain yes or no.
  static func isChoice(_ form: Int, on page: WebPage) -> Bool {
    let buttons = page.controls(of: form).filter { $0.kind == .submit && !$0.disabled }
    return buttons.contains(where: refuses) && buttons.contains { says($0, agree) && !refuses($0) }
  }

  /// What may stay empty beside yes and no, such as a name for the device (Duende), is no question.
  private static func asksForText(_ page: WebPage, _ form: Int) -> Bool {
    let isChoice = isChoice(form, on: page)
    return page.controls(of: form).contains { field in
      field.isTextEntry && field.isFocusable && !field.readOnly && !isFilled(field, by: page.url)
        && (!isChoice || field.required || field.kind == .password || LoginForm.asksForCode(field))
    }
  }

  /// Such as the `user_code` of `verification_uri_complete` (RFC 8628 §3.3.1).
  private static func isFilled(_ field: FormControl, by url: WebURL) -> Bool {
    field.kind != .password && !field.value.isEmpty && Errand.parameters(of: url)[field.name] == field.value
  }

  private static func refuses(_ control: FormControl) -> Bool { says(control, no) }

  /// Matches whole words of the label, or of name and value.
  private static func says(_ control: FormControl, _ words: [String]) -> Bool {
    says(control.label, words) || says(control.name + " " + control.value, words)
  }

  private static func says(_ text: some StringProtocol, _ words: [String]) -> Bool {
    let separated = " " + text.lowercased().split { !$0.isLetter && $0 != "'" }.joined(separator: " ") + " "
    return words.contains { separated.contains(" \($0) ") }
  }
}
