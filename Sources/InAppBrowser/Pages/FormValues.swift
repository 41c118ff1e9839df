/// The values that a person has entered, by control. Never printed or stored; they live as long as the page.
struct FormValues: Sendable {
  private var texts: [Int: Secret] = [:]
  private var checks: [Int: Bool] = [:]
  private var choices: [Int: Set<Int>] = [:]

  init() {}

  init(_ page: WebPage) {
    for control in page.controls {
      switch control.kind {
      case .checkbox, .radio: checks[control.id] = control.checked
      case .select: choices[control.id] = Set(control.options.indices.filter { control.options[$0].selected })
      default: texts[control.id] = Secret(control.value)
      }
    }
    // Of several checked radio buttons with the same name, the last one counts.
    for control in page.controls where control.kind == .radio && control.checked { check(control, in: page) }
  }

  func text(_ id: Int) -> Secret { texts[id] ?? Secret("") }
  func isChecked(_ id: Int) -> Bool { checks[id] ?? false }
  func choices(_ id: Int) -> Set<Int> { choices[id] ?? [] }
  mutating func set(_ text: Secret, for id: Int) { texts[id] = text }
  mutating func set(_ options: Set<Int>, for id: Int) { choices[id] = options }

  mutating func check(_ control: FormControl, in page: WebPage, _ on: Bool = true) {
    if control.kind == .radio { for other in page.group(of: control) { checks[other.id] = false } }
    checks[control.id] = on
  }

  mutating func choose(_ option: Int, of control: FormControl) {
    guard control.options.indices.contains(option), !control.options[option].disabled else { return }
    if control.allowsMultiple {
      choices[control.id, default: []].formSymmetricDifference([option])
    } else {
      choices[control.id] = [option]
    }
  }
}

extension FormValues: CustomStringConvertible, CustomReflectable {
  var description: String { "‹form values›" }
  var customMirror: Mirror { Mirror(self, children: [:]) }
}
