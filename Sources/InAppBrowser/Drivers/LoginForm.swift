import Glibc

/// A form that asks for user name, password or both.
struct LoginForm: Hashable, Sendable {
  var form: Int
  var username: Int?
  var password: Int?
  /// Equal on all pages that ask the same question.
  var signature: [String]

  /// - Parameter afterLogin: then a single field without a telling name may be a one-time code, and is no user name.
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
    // Several fields without a password are somebody's profile, which a login must not change (Keycloak).
    if passwords.isEmpty {
      guard let user, texts.count == 1, user.name != "q", !LoginForm.says(user, LoginForm.other) else { return nil }
      if named == nil, Consent.isChoice(form, on: page) { return nil }
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

  /// Whether the field is for a code, or for anything else that a person would have to find out.
  static func asksForCode(_ control: FormControl) -> Bool { says(control, other) }

  private static func says(_ control: FormControl, _ words: [String]) -> Bool {
    let text = (control.name + " " + control.label).lowercased()
    return words.contains { text.contains($0) }
  }
}

/// The origins where the browser fills in a login form by itself. Pages and redirects cannot extend them.
///
/// The password is typed only on pages of the first address's origin (RFC 6454 §4), which the app has from its own server, and of
/// origins that the person has named. It is sent only to such an origin, over https if the first address is https, and never
/// in an address, because logs and histories store those.
struct LoginOrigins: Hashable, Sendable {
  private let first: WebURL
  private let named: Set<String>

  init(first: WebURL, named: [String] = []) { (self.first, self.named) = (first, Set(named)) }

  /// An origin as written by a person: https, or http on this machine, with nothing after host and port.
  static func origin(_ text: String) -> String? {
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "#") }), let url = WebURL(text),
      BrowserPolicy.judge(url) == nil, url.path.utf8.elementsEqual("/".utf8), url.query == nil
    else { return nil }
    return url.origin
  }

  /// - Parameter submission: what the form's button would send, including its own `formaction` and `formmethod`.
  func refusal(of submission: Navigation, on page: WebPage) -> BrowserError? {
    for url in [page.url, submission.url] {
      guard url.isHTTP else { return BrowserPolicy.judge(url) }
      if first.isSecure, !url.isSecure { return BrowserError(.loginNotEncrypted, ["url": url.origin]) }
      guard url.origin == first.origin || named.contains(url.origin) else {
        return BrowserError(.loginElsewhere, ["url": url.origin, "expected": first.origin])
      }
    }
    guard submission.body != nil else { return BrowserError(.loginInAddress, ["url": submission.url.origin]) }
    return nil
  }
}

/// The credentials that the headless browser types into login forms; never printed.
struct Credentials: Sendable {
  var username: String
  var password: Secret

  /// A file that others can read is accepted; ``isExposed(_:)`` tells the caller to warn.
  init(username: String, passwordFile: String) throws(BrowserError) {
    func unusable(_ detail: String) -> BrowserError {
      BrowserError(.passwordFile, ["path": passwordFile, "detail": detail])
    }
    let bytes: [UInt8]
    do { bytes = try SmallFile.readNamed(passwordFile, upTo: 65_537) } catch { throw unusable(error.message) }
    guard bytes.count <= 65_536, let text = String(validating: bytes, as: UTF8.self) else {
      throw unusable(Phrase.browserPasswordUnreadable.english)
    }
    guard !text.firstLine.isEmpty else { throw unusable(Phrase.browserPasswordEmpty.english) }
    self.init(username: username, password: Secret(String(text.firstLine)))
  }

  init(username: String, password: Secret) { (self.username, self.password) = (username, password) }

  static func isExposed(_ file: String) -> Bool {
    var info = stat()
    return lstat(file, &info) == 0 && info.st_mode & 0o077 != 0
  }
}
