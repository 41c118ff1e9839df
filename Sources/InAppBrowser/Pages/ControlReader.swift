/// Reads form controls from their elements (HTML standard, "forms").
enum ControlReader {
  static let maximumOptions = 500

  static func control(_ element: HTMLElement, id: Int, form: Int?, label: String) -> FormControl {
    var control = FormControl(
      id: id, form: form, kind: kind(of: element), name: element["name"] ?? "", value: element["value"] ?? "",
      label: label)
    control.placeholder = HTMLVocabulary.collapsed(element["placeholder"] ?? "")
    control.required = element["required"] != nil
    // The screen has a star of its own.
    if control.required, ![.checkbox, .radio].contains(control.kind) {
      control.label = label.trimming { " *".unicodeScalars.contains($0) }
    }
    if let format = formats[element["type"]?.lowercased() ?? ""] { control.label += " (\(format))" }
    control.disabled = element["disabled"] != nil
    control.readOnly = element["readonly"] != nil
    control.checked = element["checked"] != nil
    control.maximumLength = element["maxlength"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    switch control.kind {
    case .checkbox, .radio: if element["value"] == nil { control.value = "on" }
    case .textarea:
      let text = HTMLVocabulary.text(of: element)
      // A line break right after the tag is not part of the text.
      control.value = text.first?.isNewline == true ? String(text.dropFirst()) : text
    case .select: readOptions(element, into: &control)
    case .submit, .reset: readButton(element, into: &control)
    case .password:
      // A page must not prefill a password.
      control.value = ""
    case .text, .email, .number: control.value.unicodeScalars.removeAll { $0 == "\n" || $0 == "\r" }
    default: break
    }
    return control
  }

  /// What is sent of fields for which other browsers have a calendar or a clock (HTML standard, "dates and times").
  private static let formats = [
    "date": "YYYY-MM-DD", "month": "YYYY-MM", "time": "HH:MM", "datetime-local": "YYYY-MM-DDTHH:MM",
  ]

  static func isForScripts(_ element: HTMLElement) -> Bool {
    ["button", "input"].contains(element.name) && element["type"]?.lowercased() == "button"
  }

  static func kind(of element: HTMLElement) -> FormControl.Kind {
    let type = element["type"]?.lowercased() ?? ""
    switch element.name {
    case "select": return .select
    case "textarea": return .textarea
    case "button": return type == "reset" ? .reset : .submit
    default: break
    }
    switch type {
    case "image", "submit": return .submit
    case "email": return .email
    case "number", "tel": return .number
    default: return FormControl.Kind(rawValue: type) ?? .text
    }
  }

  private static func readOptions(_ element: HTMLElement, into control: inout FormControl) {
    control.allowsMultiple = element["multiple"] != nil
    var options: [FormControl.Option] = []
    collectOptions(element, disabled: false, into: &options)
    if !control.allowsMultiple {
      // The last selected option counts; without one, the first enabled option.
      let marked = options.lastIndex { $0.selected } ?? options.firstIndex { !$0.disabled }
      for index in options.indices { options[index].selected = index == marked }
    }
    control.options = options
    control.value = ""
  }

  private static func collectOptions(_ element: HTMLElement, disabled: Bool, into options: inout [FormControl.Option]) {
    for child in element.elements where options.count < maximumOptions {
      if child.name == "option" {
        let text = HTMLVocabulary.collapsed(HTMLVocabulary.text(of: child))
        options.append(
          FormControl.Option(
            label: child["label"] ?? text, value: child["value"] ?? text, selected: child["selected"] != nil,
            disabled: disabled || child["disabled"] != nil))
      } else {
        collectOptions(child, disabled: disabled || child["disabled"] != nil, into: &options)
      }
    }
  }

  private static func readButton(_ element: HTMLElement, into control: inout FormControl) {
    control.isImage = element.name == "input" && element["type"]?.lowercased() == "image"
    control.override = FormControl.Override(
      action: element["formaction"], method: element["formmethod"].flatMap { Form.Method(rawValue: $0.lowercased()) },
      encoding: element["formenctype"].map { Form.Encoding($0) }, allowsEmpty: element["formnovalidate"] != nil)
  }
}

extension FormControl {
  /// Prepares a control in a hidden part of the page, which is sent as the page has set it but never shown.
  mutating func hideForSubmission() {
    switch kind {
    case .checkbox, .radio: if !checked { disabled = true }
    case .select: if options.isEmpty { disabled = true }
    case .file, .submit, .reset: disabled = true
    default: break
    }
    kind = .hidden
  }
}
