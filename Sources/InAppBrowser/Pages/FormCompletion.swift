/// Completes the forms of a page once all of it is known: which control belongs to which, and the buttons for which a script would stand.
struct FormCompletion {
  /// The forms' indices by their ids.
  var ids: [String: Int] = [:]
  /// Controls that name their form (`form=`), by index.
  var named: [Int: String] = [:]
  /// Controls that stand in no form, by index, with the form before them.
  var strays: [Int: Int] = [:]
  /// Forms in hidden parts.
  var hidden: Set<Int> = []
  /// Whether a hidden part has a field to type in, which a script may show later.
  var hasHiddenEntry = false

  func complete(_ page: inout WebPage) {
    for (control, id) in named { if let form = ids[id] { page.controls[control].form = form } }
    adoptStrays(&page)
    removeButtonsForScripts(&page)
    addMissingSubmitButtons(&page)
  }

  /// libxml2 closes a form early where another element ends around its start, as in `<div><form></div><input></form>`. Browsers
  /// count what follows to the form, and so does this one if the form has no button of its own.
  private func adoptStrays(_ page: inout WebPage) {
    let open = page.forms.indices.filter { form in
      let controls = page.controls(of: form)
      return !hidden.contains(form) && !controls.contains { $0.kind == .submit }
        && (controls.isEmpty || isPosted(page.forms[form], controls) || controls.contains(where: \.isFocusable))
    }
    for (control, form) in strays where open.contains(form) { page.controls[control].form = form }
  }

  /// A button without a form does something only by script.
  private func removeButtonsForScripts(_ page: inout WebPage) {
    for index in page.controls.indices where page.controls[index].form == nil {
      guard [.submit, .reset].contains(page.controls[index].kind) else { continue }
      page.controls[index].hideForSubmission()
      page.blocks.removeAll { $0 == .control(index) }
    }
  }

  /// A form that a script sends gets the missing button: a hidden form (as of `response_mode=form_post`), or one with fields and,
  /// for a button, an element with a script. A form in a hidden part gets one only if the page has nothing else to press:
  /// other pages keep such forms for their scripts.
  private func addMissingSubmitButtons(_ page: inout WebPage) {
    let hasNothingElse =
      page.forms.count == 1 && page.links.isEmpty && !hasHiddenEntry && !page.controls.contains(where: \.isFocusable)
    for index in page.forms.indices where hasNothingElse || !hidden.contains(index) {
      let controls = page.controls(of: index)
      let isTyped = controls.contains { $0.isTextEntry && $0.isFocusable }
      let lacksButton = isTyped ? !controls.contains { $0.kind == .submit } : isPosted(page.forms[index], controls)
      guard lacksButton, page.controls.count < PageBuilder.maximumControls else { continue }
      let button = FormControl(
        id: page.controls.count, form: index, kind: .submit, name: "", value: "", label: "", standsForScript: true)
      page.controls.append(button)
      let last = controls.last { $0.kind != .hidden }.flatMap { page.blocks.firstIndex(of: .control($0.id)) }
      page.blocks.insert(.control(button.id), at: last.map { $0 + 1 } ?? page.blocks.count)
    }
  }

  /// Whether a script only has to send a form. One without values, as for a passkey, is filled in by the script, and one
  /// without a target goes nowhere.
  private func isPosted(_ form: Form, _ controls: [FormControl]) -> Bool {
    controls.allSatisfy { $0.kind == .hidden } && controls.contains { !$0.value.isEmpty }
      && (form.method == .post || !form.action.isEmpty)
  }
}
