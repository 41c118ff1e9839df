/// Builds the request of a submitted form (HTML standard, "form submission algorithm").
enum FormSubmission {
  enum Refusal: Error, Hashable, Sendable {
    /// The form requires `text/plain`, which this browser does not send.
    case encoding
    /// A required field is empty; index in ``WebPage/controls``.
    case missing(Int)
    case badAction(String)
    /// `method=dialog`, or a button without a form.
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
    if let missing = firstMissing(form, page, values) { return .failure(.missing(missing.id)) }
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

  /// The entry list: names and values of the successful controls, in tree order.
  static func entries(of form: Int, button: FormControl?, page: WebPage, values: FormValues) -> [(String, String)] {
    page.controls(of: form).filter { !$0.disabled && !$0.name.isEmpty }.flatMap { control in
      let sent: [String] =
        switch control.kind {
        case .submit: control.id == button?.id ? [control.value] : []
        case .reset, .file: []
        case .checkbox, .radio: values.isChecked(control.id) ? [control.value] : []
        case .select:
          values.choices(control.id).sorted().map { control.options[$0] }.filter { !$0.disabled }.map(\.value)
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
      case .radio:
        return !page.controls(of: form).contains {
          $0.kind == .radio && $0.name == control.name && values.isChecked($0.id)
        }
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
