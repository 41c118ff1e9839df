/// Builds the request of a submitted form (HTML standard, "form submission algorithm").
enum FormSubmission {
  enum Refusal: Error, Hashable, Sendable {
    case encoding
    /// A required field is empty; index in ``WebPage/controls``.
    case missing(Int)
    case badAction(String)
    case nothingToDo
  }

  /// - Parameter button: the pressed submit button; `nil` when Enter was pressed in a field of a form without one.
  static func submission(
    of form: Int, button: FormControl?, page: WebPage, values: FormValues
  ) -> Result<Navigation, Refusal> {
    let element = page.forms[form]
    let method = button?.override.method ?? element.method
    let encoding = button?.override.encoding ?? element.encoding
    guard method != .dialog else { return .failure(.nothingToDo) }
    if element.demandsFields, button?.override.allowsEmpty != true, let missing = firstMissing(form, page, values) {
      return .failure(.missing(missing.id))
    }
    let action = button?.override.action ?? element.action
    guard let url = WebURL(action, relativeTo: page.url) else { return .failure(.badAction(action)) }
    let entries = entries(of: form, button: button, page: page, values: values)
    if method == .get {
      return url.replacingQuery(URLEncodedForm.encode(entries, element.characters))
        .map { .success(Navigation(url: $0, initiator: page.url)) } ?? .failure(.badAction(action))
    }
    let body: FormBody
    switch encoding {
    case .urlencoded: body = .urlencoded(entries, element.characters)
    case .multipart: body = .multipart(entries, element.characters)
    case .plain: return .failure(.encoding)
    }
    return .success(Navigation(method: "POST", url: url, body: body, initiator: page.url))
  }

  static func entries(of form: Int, button: FormControl?, page: WebPage, values: FormValues) -> [(String, String)] {
    page.controls(of: form).filter { !$0.disabled }.flatMap { control -> [(String, String)] in
      if control.isImage {
        // A key presses it at its corner.
        let prefix = control.name.isEmpty ? "" : control.name + "."
        return control.id == button?.id ? [(prefix + "x", "0"), (prefix + "y", "0")] : []
      }
      guard !control.name.isEmpty else { return [] }
      let sent: [String] =
        switch control.kind {
        case .submit: control.id == button?.id ? [control.value] : []
        case .reset, .file: []
        case .checkbox, .radio: values.isChecked(control.id) ? [control.value] : []
        case .select:
          values.choices(control.id).sorted().map { control.options[$0] }.filter { !$0.disabled }.map(\.value)
        case .hidden where !control.options.isEmpty:
          control.options.filter { $0.selected && !$0.disabled }.map(\.value)
        case .hidden: [control.name == "_charset_" ? page.forms[form].characters.name : control.value]
        case .textarea, .text, .email, .number, .password: [values.text(control.id).revealed]
        }
      return sent.map { (control.name, $0) }
    }
  }

  private static func firstMissing(_ form: Int, _ page: WebPage, _ values: FormValues) -> FormControl? {
    page.controls(of: form).first { control in
      guard control.required, !control.disabled, !control.readOnly else { return false }
      switch control.kind {
      case .checkbox: return !values.isChecked(control.id)
      case .radio: return !page.group(of: control).contains { values.isChecked($0.id) }
      case .select: return values.choices(control.id).allSatisfy { control.options[$0].value.isEmpty }
      case .text, .email, .number, .password, .textarea: return values.text(control.id).revealed.isEmpty
      default: return false
      }
    }
  }

  /// The button that Enter in a field presses: the first enabled submit button.
  static func defaultButton(of form: Int, page: WebPage) -> FormControl? {
    page.controls(of: form).first { $0.kind == .submit && !$0.disabled }
  }
}

/// The body of a posted form and its media type. Never printed, because a person has typed it.
struct FormBody: Sendable {
  let contentType: String
  let content: Secret
  private let characters: CharacterEncoding

  var bytes: [UInt8] { characters.encode(content.revealed) }

  static func urlencoded(_ entries: [(String, String)], _ characters: CharacterEncoding = .utf8) -> FormBody {
    FormBody(
      contentType: "application/x-www-form-urlencoded", content: Secret(URLEncodedForm.encode(entries, characters)),
      characters: .utf8)
  }

  static func multipart(_ entries: [(String, String)], _ characters: CharacterEncoding = .utf8) -> FormBody {
    let boundary = MultipartForm.freshBoundary()
    return FormBody(
      contentType: "multipart/form-data; boundary=\(boundary)",
      content: Secret(MultipartForm.encode(entries, boundary: boundary)), characters: characters)
  }
}

enum URLEncodedForm {
  static func encode(_ entries: [(String, String)], _ characters: CharacterEncoding = .utf8) -> String {
    func sent(_ text: String) -> String {
      PercentCoding.encode(bytes: characters.encode(FormText.withCRLF(text)), .form)
    }
    return entries.map { sent($0.0) + "=" + sent($0.1) }.joined(separator: "&")
  }
}

/// RFC 7578; HTML standard, "multipart/form-data encoding algorithm"; without files. Some servers use it for logins.
enum MultipartForm {
  static func encode(_ entries: [(String, String)], boundary: String) -> String {
    entries.map { name, value in
      let head = "Content-Disposition: form-data; name=\"\(Escape.multipartName(FormText.withCRLF(name)))\""
      return "--\(boundary)\r\n\(head)\r\n\r\n\(FormText.withCRLF(value))\r\n"
    }.joined() + "--\(boundary)--\r\n"
  }

  /// 128 random bits, so that no value contains it and no page can know it beforehand.
  static func freshBoundary() -> String {
    "----form" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
  }
}

enum FormText {
  static func withCRLF(_ text: String) -> String {
    text.replacingBytes(of: "\r\n", with: "\n").replacingBytes(of: "\r", with: "\n")
      .replacingBytes(of: "\n", with: "\r\n")
  }
}

/// Warns a person before they type a password: where the form would send it, if not to the page's own server. The person
/// decides; without a person the browser refuses such a form (``LoginOrigins``).
enum PasswordWarning: Hashable, Sendable {
  case inAddress
  case notEncrypted(String)
  case elsewhere(String)

  /// - Returns: `nil` for a form without a password, and for one that goes to the page's own origin in a body.
  init?(_ form: Int, on page: WebPage) {
    let controls = page.controls(of: form)
    guard controls.contains(where: { $0.kind == .password && $0.isFocusable }) else { return nil }
    let buttons: [FormControl?] = controls.filter { $0.kind == .submit && !$0.disabled }
    let warnings = (buttons.isEmpty ? [nil] : buttons).lazy.compactMap { PasswordWarning(form, sentBy: $0, on: page) }
    guard let first = warnings.first else { return nil }
    self = first
  }

  private init?(_ form: Int, sentBy button: FormControl?, on page: WebPage) {
    let action = button?.override.action ?? page.forms[form].action
    guard let url = WebURL(action, relativeTo: page.url) else { return nil }
    if (button?.override.method ?? page.forms[form].method) == .get {
      self = .inAddress
    } else if !url.isSecure, page.url.isSecure {
      self = .notEncrypted(url.authority)
    } else if url.origin != page.url.origin {
      self = .elsewhere(url.authority)
    } else {
      return nil
    }
  }

  func words(_ text: Catalogue) -> String {
    switch self {
    case .inAddress: text(.browserPasswordInAddress)
    case .notEncrypted(let host): text(.browserPasswordNotEncrypted, ["host": host])
    case .elsewhere(let host): text(.browserPasswordElsewhere, ["host": host])
    }
  }
}
