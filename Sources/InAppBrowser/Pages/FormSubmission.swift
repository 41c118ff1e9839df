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

  /// The request of a submission.
  struct Submission: Sendable {
    var method: String
    var url: WebURL
    var body: FormBody?
  }

  /// - Parameter button: the pressed submit button; `nil` when Enter was pressed in a field of a form without one.
  static func submission(
    of form: Int, button: FormControl?, page: WebPage, values: FormValues
  ) -> Result<Submission, Refusal> {
    let element = page.forms[form]
    let method = button?.override.method ?? element.method
    let encoding = button?.override.encoding ?? element.encoding
    guard method != .dialog else { return .failure(.nothingToDo) }
    if let missing = firstMissing(form, page, values) { return .failure(.missing(missing.id)) }
    let action = button?.override.action ?? element.action
    guard let url = WebURL(action, relativeTo: page.url) else { return .failure(.badAction(action)) }
    let entries = entries(of: form, button: button, page: page, values: values)
    let characters = element.characters
    switch (method, encoding) {
    case (.get, _):
      guard let target = url.replacingQuery(URLEncodedForm.encode(entries, characters)) else {
        return .failure(.badAction(action))
      }
      return .success(Submission(method: "GET", url: target))
    case (_, .urlencoded): return .success(Submission(method: "POST", url: url, body: .urlencoded(entries, characters)))
    case (_, .multipart): return .success(Submission(method: "POST", url: url, body: .multipart(entries, characters)))
    case (_, .plain): return .failure(.encoding)
    }
  }

  /// The entry list: names and values of the successful controls, in tree order.
  static func entries(of form: Int, button: FormControl?, page: WebPage, values: FormValues) -> [(String, String)] {
    var entries: [(String, String)] = []
    for control in page.controls(of: form) where !control.disabled && !control.name.isEmpty {
      switch control.kind {
      case .submit: if control.id == button?.id { entries.append((control.name, control.value)) }
      case .reset, .file: break
      case .checkbox, .radio: if values.isChecked(control.id) { entries.append((control.name, control.value)) }
      case .select:
        for index in values.choices(control.id).sorted() where !control.options[index].disabled {
          entries.append((control.name, control.options[index].value))
        }
      case .hidden where control.name == "_charset_": entries.append((control.name, page.forms[form].characters.name))
      case .hidden: entries.append((control.name, control.value))
      case .textarea, .text, .email, .number, .password:
        entries.append((control.name, values.text(control.id).revealed))
      }
    }
    return entries
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
