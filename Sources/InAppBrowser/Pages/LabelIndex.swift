/// The names of controls (Accessible Name and Description Computation), what is seen before what is only spoken.
struct LabelIndex {
  private var elementByID: [String: HTMLElement] = [:]
  private var textByID: [String: String] = [:]
  private var controlIDs: Set<String> = []
  private var textByWrapped: [HTMLElement: String] = [:]
  /// Labels that name nothing, with the element beside them, and those of them that name it.
  private var neighbours: [(label: HTMLElement, field: HTMLElement)] = []
  private var besideFields: Set<HTMLElement> = []
  /// Controls with an `aria-labelledby`, what it refers to, and what of that is shown as the name of a field and nowhere else.
  private var spoken: [HTMLElement] = []
  private var textByReference: [String: String] = [:]
  private var shownAsNames: Set<String> = []

  init(_ root: HTMLElement) {
    collect(root)
    for (label, field) in neighbours where LabelIndex.isField(field) && isUnlabelled(field) {
      guard field["aria-label"] == nil, field["aria-labelledby"] == nil else { continue }
      textByWrapped[field] = HTMLVocabulary.collapsed(HTMLVocabulary.text(of: label))
      besideFields.insert(label)
    }
    let unseen = spoken.filter { LabelIndex.isField($0) && isUnlabelled($0) }
    let names = Set(unseen.flatMap(LabelIndex.references(of:)))
    // Once for each: a hostile page refers to all of itself in every field.
    for id in Set(spoken.flatMap(LabelIndex.references(of:))) {
      guard let element = elementByID[id] else { continue }
      textByReference[id] = String(HTMLVocabulary.collapsed(HTMLVocabulary.text(of: element)).prefix(500))
      if names.contains(id), LabelIndex.isOnlyText(element) { shownAsNames.insert(id) }
    }
  }

  private static func references(of control: HTMLElement) -> [String] {
    (control["aria-labelledby"] ?? "").split(maxSplits: 8, whereSeparator: \.isWhitespace).prefix(8).map(String.init)
  }

  private mutating func collect(_ element: HTMLElement) {
    if let id = element["id"], elementByID[id] == nil { elementByID[id] = element }
    if HTMLVocabulary.controls.contains(element.name), element["aria-labelledby"] != nil { spoken.append(element) }
    if HTMLVocabulary.controls.contains(element.name), let id = element["id"] { controlIDs.insert(id) }
    if element.name == "label" {
      let text = HTMLVocabulary.collapsed(HTMLVocabulary.text(of: element, without: HTMLVocabulary.controls))
      if let id = element["for"] {
        textByID[id] = textByID[id] ?? text
      } else if let control = LabelIndex.firstControl(in: element) {
        textByWrapped[control] = textByWrapped[control] ?? text
      }
    }
    let children = element.elements.filter { $0.name != "br" }
    for (index, child) in children.enumerated() {
      collect(child)
      if child.name == "label", child["for"] == nil, LabelIndex.firstControl(in: child) == nil {
        noteNeighbour(of: index, in: children)
      }
    }
  }

  /// A label that names nothing is meant for the field beside it: for the box before it, or else for what follows.
  private mutating func noteNeighbour(of label: Int, in children: [HTMLElement]) {
    let (before, after) = (children.prefix(label).last, children.dropFirst(label + 1).first)
    if let before, LabelIndex.isBox(before), neighbours.last?.field != before {
      neighbours.append((children[label], before))
    } else if let after, !LabelIndex.isBox(after) || label + 2 == children.count {
      neighbours.append((children[label], after))
    }
  }

  /// Whether the element's text is shown with a control, and so must not be repeated at its own place.
  func isConsumed(_ element: HTMLElement) -> Bool {
    if let id = element["id"], shownAsNames.contains(id) { return true }
    guard element.name == "label" else { return false }
    if let id = element["for"] { return controlIDs.contains(id) }
    return LabelIndex.firstControl(in: element) != nil || besideFields.contains(element)
  }

  private func isUnlabelled(_ control: HTMLElement) -> Bool {
    control["id"].flatMap { textByID[$0] } == nil && textByWrapped[control] == nil
  }

  private static func isBox(_ element: HTMLElement) -> Bool {
    element.name == "input" && [.checkbox, .radio].contains(ControlReader.kind(of: element))
  }

  private static func isField(_ element: HTMLElement) -> Bool {
    HTMLVocabulary.controls.contains(element.name) && !HTMLVocabulary.isHidden(element)
      && ![.hidden, .submit, .reset].contains(ControlReader.kind(of: element)) && !ControlReader.isForScripts(element)
  }

  /// Excludes headings, messages, links and controls, which are shown at their own place, too.
  private static func isOnlyText(_ element: HTMLElement) -> Bool {
    !HTMLVocabulary.headings.union(HTMLVocabulary.controls).contains(element.name) && !HTMLVocabulary.isLink(element)
      && !HTMLVocabulary.isAlert(element) && !HTMLVocabulary.contains(element, HTMLVocabulary.controls)
  }

  /// The first that is not empty; an icon names a button that nothing else names.
  func label(of control: HTMLElement) -> String {
    let spoken: [String?] = [
      LabelIndex.references(of: control).compactMap { textByReference[$0] }.joined(separator: " "),
      control["aria-label"],
    ]
    let candidates: [String?]
    if ![.submit, .reset].contains(ControlReader.kind(of: control)) {
      candidates =
        [control["id"].flatMap { textByID[$0] }, textByWrapped[control]] + spoken
        + [control["placeholder"], control["title"], control["name"]]
    } else if control.name == "button" {
      candidates =
        [HTMLVocabulary.text(of: control, without: ["svg"])] + spoken
        + [control["title"], HTMLVocabulary.text(of: control), control["value"]]
    } else {
      candidates = [control[control["type"]?.lowercased() == "image" ? "alt" : "value"]] + spoken + [control["value"]]
    }
    return candidates.compactMap { $0.map(HTMLVocabulary.collapsed) }.first { !$0.isEmpty } ?? ""
  }

  private static func firstControl(in element: HTMLElement) -> HTMLElement? {
    for child in element.elements {
      if HTMLVocabulary.controls.contains(child.name), child["type"]?.lowercased() != "hidden" { return child }
      if let found = firstControl(in: child) { return found }
    }
    return nil
  }
}
