/// Finds the label of each control: by `for`, by wrapping, or from the control's attributes.
struct LabelIndex {
  private var textByID: [String: String] = [:]
  private var controlIDs: Set<String> = []
  private var textByWrapped: [HTMLElement: String] = [:]

  init() {}

  init(_ root: HTMLElement) { collect(root) }

  private mutating func collect(_ element: HTMLElement) {
    if HTMLVocabulary.controls.contains(element.name), let id = element["id"] { controlIDs.insert(id) }
    if element.name == "label" {
      let text = HTMLVocabulary.collapsed(LabelIndex.labelText(element))
      if let id = element["for"] {
        textByID[id] = textByID[id] ?? text
      } else if let control = LabelIndex.firstControl(in: element) {
        textByWrapped[control] = textByWrapped[control] ?? text
      }
    }
    for child in element.elements { collect(child) }
  }

  /// Whether the label's text is shown with its control, and so must not be repeated at its own place.
  func isConsumed(_ label: HTMLElement) -> Bool {
    if let id = label["for"] { return controlIDs.contains(id) }
    return LabelIndex.firstControl(in: label) != nil
  }

  /// Label, `aria-label`, placeholder, title, name: the first that is not empty.
  func label(of control: HTMLElement) -> String {
    let candidates = [
      control["id"].flatMap { textByID[$0] }, textByWrapped[control], control["aria-label"], control["placeholder"],
      control["title"], control["name"],
    ]
    return candidates.compactMap { $0.map(HTMLVocabulary.collapsed) }.first { !$0.isEmpty } ?? ""
  }

  /// The label's own words, without those of the control inside it.
  private static func labelText(_ element: HTMLElement) -> String {
    element.children.map { node in
      switch node {
      case .text(let text): text
      case .element(let child):
        HTMLVocabulary.controls.contains(child.name) || child.name == "script" || child.name == "style"
          ? "" : labelText(child)
      }
    }.joined()
  }

  private static func firstControl(in element: HTMLElement) -> HTMLElement? {
    for child in element.elements {
      if HTMLVocabulary.controls.contains(child.name), child["type"]?.lowercased() != "hidden" { return child }
      if let found = firstControl(in: child) { return found }
    }
    return nil
  }
}
