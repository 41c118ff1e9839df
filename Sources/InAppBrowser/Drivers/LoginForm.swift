import SharedValues

/// A form that asks for user name, password or both.
struct LoginForm: Hashable, Sendable {
  var form: Int
  var username: Int?
  var password: Int?
  /// Equal on all pages that ask the same question.
  var signature: [String]

  /// - Parameter afterLogin: whether a form was submitted before. Then a single field without a telling name does not
  ///   count as a user name, because it may be a one-time code.
  init?(_ page: WebPage, afterLogin: Bool) {
    let candidates = page.forms.indices.compactMap { LoginForm(page, form: $0, afterLogin: afterLogin) }
    guard let best = candidates.first(where: { $0.password != nil }) ?? candidates.first else { return nil }
    self = best
  }

  private init?(_ page: WebPage, form: Int, afterLogin: Bool) {
    let fields = page.controls(of: form).filter { $0.isTextEntry && $0.isFocusable && !$0.readOnly }
    let passwords = fields.filter { $0.kind == .password }
    let texts = fields.filter { $0.kind != .password && $0.kind != .textarea }
    // Two passwords mean a registration or a change of password.
    guard passwords.count <= 1 else { return nil }
    let named = texts.first { $0.kind == .email || LoginForm.says($0, LoginForm.user) }
    let user = named ?? (texts.count == 1 && (!passwords.isEmpty || !afterLogin) ? texts.first : nil)
    if passwords.isEmpty {
      guard let user, user.name != "q", !LoginForm.says(user, LoginForm.other) else { return nil }
    }
    let others = texts.filter { $0.id != user?.id && $0.required }
    guard others.isEmpty, user != nil || !passwords.isEmpty else { return nil }
    self.form = form
    username = user?.id
    password = passwords.first?.id
    signature = fields.map { "\($0.kind.rawValue):\($0.name)" }
  }

  func fill(_ page: WebPage, _ credentials: Credentials) -> FormValues {
    var values = FormValues(page)
    if let username { values.set(Secret(credentials.username), for: username) }
    if let password { values.set(credentials.password, for: password) }
    return values
  }

  private static let user = ["user", "login", "mail", "account", "benutzer", "konto", "användar", "identifier"]
  private static let other = ["search", "suche", "otp", "code", "token", "pin", "captcha"]

  private static func says(_ control: FormControl, _ words: [String]) -> Bool {
    let text = (control.name + " " + control.label).lowercased()
    return words.contains { text.contains($0) }
  }
}
