import Catalogue
import SharedValues

/// What the headless browser does with a page. Pure: a page in, a decision out.
enum HeadlessDecision {
  case submit(form: Int, button: Control?, values: FormValues, login: LoginForm?)
  case follow(Page.Link)
  /// The login form came back: the page's message.
  case refused(String)
  case failed(BrowserError)

  /// - Parameters:
  ///   - tried: the login forms that have been submitted already.
  ///   - known: the alerts of the pages before. What stood there already is no answer to what was sent.
  static func decide(
    _ page: Page, credentials: Credentials, tried: [LoginForm], known: Set<String> = [], text: Catalogue = Catalogue()
  ) -> HeadlessDecision {
    if let login = LoginForm(page, afterLogin: !tried.isEmpty) {
      let times = tried.count { $0.signature == login.signature }
      let isAnswered = page.status >= 400 || !known.isSuperset(of: page.alerts)
      if times > 0, isAnswered { return .refused(PageSummary.message(page, besides: known)) }
      // Without a word of the server the form gets one more try: it may ask for the same thing twice. A third time it is a refusal,
      // of a server that does not say so.
      if times > 1 { return .refused(PageSummary.sight(page, text)) }
      return .submit(
        form: login.form, button: FormSubmission.defaultButton(of: login.form, page: page),
        values: login.fill(page, credentials), login: login)
    }
    if page.status >= 400 { return .failed(failure(page)) }
    if let (form, button) = Consent.acceptance(on: page) {
      return .submit(form: form, button: button, values: Consent.agreed(page, form), login: nil)
    }
    if page.forms.isEmpty, let refresh = page.refresh { return .follow(page.links[refresh]) }
    if page.needsJavaScript { return .failed(BrowserError(.needsJavaScript, ["url": page.url.origin])) }
    return .failed(stuck(page, text))
  }

  static func stuck(_ page: Page, _ text: Catalogue = Catalogue()) -> BrowserError {
    BrowserError(.stuck, ["description": PageSummary.sight(page, text), "url": page.url.origin])
  }

  private static func failure(_ page: Page) -> BrowserError {
    BrowserError(
      .pageFailed, ["received": "\(page.status)", "description": PageSummary.message(page), "url": page.url.origin])
  }
}

/// A form that asks for user name, password or both.
struct LoginForm: Hashable, Sendable {
  var form: Int
  var username: Int?
  var password: Int?
  /// The same on every page that asks the same question.
  var signature: [String]

  /// - Parameter afterLogin: something was filled in before; then a lone field without a telling name is not taken for
  ///   a user name, because it may be a one-time code.
  init?(_ page: Page, afterLogin: Bool) {
    let candidates = page.forms.indices.compactMap { LoginForm(page, form: $0, afterLogin: afterLogin) }
    guard let best = candidates.first(where: { $0.password != nil }) ?? candidates.first else { return nil }
    self = best
  }

  private init?(_ page: Page, form: Int, afterLogin: Bool) {
    let fields = page.controls(of: form).filter { $0.isTextEntry && $0.isFocusable && !$0.readOnly }
    let passwords = fields.filter { $0.kind == .password }
    let texts = fields.filter { $0.kind != .password && $0.kind != .textarea }
    // Two passwords are a registration or a change of password.
    guard passwords.count <= 1 else { return nil }
    let named = texts.filter(LoginForm.asksForUser)
    let user = named.first ?? (texts.count == 1 && (!passwords.isEmpty || !afterLogin) ? texts.first : nil)
    if passwords.isEmpty { guard let user, !LoginForm.isSearch(user), !LoginForm.asksForCode(user) else { return nil } }
    let others = texts.filter { $0.id != user?.id && $0.required }
    guard others.isEmpty, user != nil || !passwords.isEmpty else { return nil }
    self.form = form
    username = user?.id
    password = passwords.first?.id
    signature = fields.map { "\($0.kind.rawValue):\($0.name)" }
  }

  func fill(_ page: Page, _ credentials: Credentials) -> FormValues {
    var values = FormValues(page)
    if let username { values.set(Secret(credentials.username), for: username) }
    if let password { values.set(credentials.password, for: password) }
    return values
  }

  private static func asksForUser(_ control: Control) -> Bool {
    let words = (control.name + " " + control.label).lowercased()
    return control.kind == .email
      || ["user", "login", "mail", "account", "benutzer", "konto", "användar", "identifier"]
        .contains { words.contains($0) }
  }

  private static func isSearch(_ control: Control) -> Bool {
    let words = (control.name + " " + control.label).lowercased()
    return control.name == "q" || words.contains("search") || words.contains("suche")
  }

  private static func asksForCode(_ control: Control) -> Bool {
    let words = (control.name + " " + control.label).lowercased()
    return ["otp", "code", "token", "pin", "captcha"].contains { words.contains($0) }
  }
}

/// A page that asks for agreement, or only for going on.
enum Consent {
  private static let yes = [
    "accept", "allow", "agree", "approve", "authorize", "authorise", "continue", "consent", "grant", "yes", "confirm",
    "ok", "next", "zulassen", "erlauben", "akzeptieren", "weiter", "ja", "godkänn", "tillåt", "fortsätt",
  ]
  /// Agreement on a page that asks whether to sign out; on a consent page, a way to another account.
  private static let leave = ["sign out", "log out", "logout", "signout"]
  private static let no = [
    "deny", "cancel", "decline", "reject", "refuse", "back", "not now", "don't", "abort", "disallow", "disagree",
    "ablehnen", "abbrechen", "neka", "avbryt",
  ]

  /// The form and the button that agree; a form with a single button counts, because there is nothing else to do there.
  static func acceptance(on page: Page) -> (Int, Control?)? {
    for form in page.forms.indices where !asksForText(page, form) {
      let buttons = page.controls(of: form).filter { $0.kind == .submit && !$0.disabled }
      for words in [yes, leave] {
        if let button = buttons.first(where: { !refuses($0) && says($0, words) }) { return (form, button) }
      }
      if buttons.count == 1, let button = buttons.first, !refuses(button) { return (form, button) }
    }
    return nil
  }

  /// The form's values with every required box ticked.
  static func agreed(_ page: Page, _ form: Int) -> FormValues {
    var values = FormValues(page)
    for control in page.controls(of: form) where control.kind == .checkbox && control.required {
      values.check(control, in: page)
    }
    return values
  }

  private static func asksForText(_ page: Page, _ form: Int) -> Bool {
    page.controls(of: form).contains { $0.isTextEntry && $0.isFocusable && !$0.readOnly }
  }

  private static func refuses(_ button: Control) -> Bool { says(button, no) }

  /// Whole words of the label; of name and value only when the label says nothing.
  private static func says(_ button: Control, _ words: [String]) -> Bool {
    let text = " " + separated(button.label) + " "
    let code = " " + separated(button.name + " " + button.value) + " "
    return words.contains { text.contains(" \($0) ") } || words.contains { code.contains(" \($0) ") }
  }

  private static func separated(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && $0 != "'" }.joined(separator: " ")
  }
}
