/// Forms and controls of a page, in their places; those of hidden parts are kept for what is sent.
extension PageBuilder {
  mutating func openForm(_ element: HTMLElement) {
    guard context.form == nil else { return within(element) }
    let index = addForm(element)
    within(element) { $0.form = index }
  }

  private mutating func addForm(_ element: HTMLElement) -> Int {
    let index = page.forms.count
    page.forms.append(
      Form(
        action: action(element["action"] ?? ""),
        method: Form.Method(rawValue: element["method"]?.lowercased() ?? "") ?? .get,
        encoding: Form.Encoding(element["enctype"]),
        characters: CharacterEncoding.ofForm(accepting: element["accept-charset"], on: characters),
        demandsFields: element["novalidate"] == nil))
    if let id = element["id"] { forms.ids[id] = index }
    return index
  }

  /// An empty action is the page's own address, whatever <base> says (HTML standard, "form submission algorithm").
  private func action(_ written: String) -> String { written.isEmpty ? "" : absolute(written) }

  mutating func openControl(_ element: HTMLElement) {
    // Within a sentence, the words of a button for scripts are not left out. In a link, a button without a form only names it (Dex).
    let isName = context.link != nil && context.form == nil && element.name == "button" && element["form"] == nil
    if isName || ControlReader.isForScripts(element), !HTMLVocabulary.trimmed(inlines, in: page).isEmpty {
      return append(element.name == "input" ? element["value"] ?? "" : labels.label(of: element))
    }
    guard let control = addControl(element, label: labels.label(of: element)), control.kind != .hidden else { return }
    flush()
    page.blocks.append(.control(control.id))
  }

  /// `nil`: the page has too many controls, or only a script uses this one.
  private mutating func addControl(_ element: HTMLElement, label: String) -> FormControl? {
    guard page.controls.count < PageBuilder.maximumControls else {
      page.truncated = true
      return nil
    }
    guard !ControlReader.isForScripts(element) else { return nil }
    forms.named[page.controls.count] = element["form"]
    if element["form"] == nil, context.form == nil, let before = page.forms.indices.last {
      forms.strays[page.controls.count] = before
    }
    var control = ControlReader.control(
      element, id: page.controls.count, form: element["form"] == nil ? context.form : nil, label: label)
    control.disabled = control.disabled || context.fieldsetDisabled
    control.override.action = control.override.action.map(action)
    page.controls.append(control)
    return control
  }

  mutating func visitControlsOnly(_ element: HTMLElement) {
    for child in element.elements {
      switch child.name {
      case "input", "select", "textarea", "button": openControl(child)
      // Such as the terms that a box accepts.
      case "a" where HTMLVocabulary.isLink(child): openLink(child)
      default: visitControlsOnly(child)
      }
    }
  }

  /// Hidden parts are not shown, but their forms and controls are still sent.
  mutating func collectHidden(_ element: HTMLElement) {
    let outer = context
    defer { context = outer }
    switch element.name {
    case "template": return
    case "form" where context.form == nil:
      let index = addForm(element)
      forms.hidden.insert(index)
      context.form = index
    case "fieldset": context.fieldsetDisabled = context.fieldsetDisabled || element["disabled"] != nil
    case "input", "select", "textarea":
      guard let control = addControl(element, label: "") else { return }
      if control.isTextEntry { forms.hasHiddenEntry = true }
      page.controls[control.id].hideForSubmission()
    default: break
    }
    for child in element.elements { collectHidden(child) }
  }
}
