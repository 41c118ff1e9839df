import AppState

/// The parts of an operation that a trainee may change before running it again.
extension LabOperation {
  typealias Parameter = ParameterEditor.Parameter

  /// - Parameter message: the operation's index in its step.
  func parameters(_ message: Int) -> [Parameter] {
    func all(_ pairs: [NamedValue]) -> [Parameter] { pairs.map { Parameter($0.name, $0.value, of: message) } }
    switch act {
    case .app(let app): return all([NamedValue(Name.user, app.user)])
    case .browser(let visit):
      let forged = visit.forged.map { [NamedValue(Name.forged, $0)] } ?? []
      let user = [NamedValue(Name.user, visit.user)]
      if let page = visit.page { return all(user + [NamedValue(Name.page, page)]) }
      return all(user + visit.parameters + forged) + [.another(of: message)]
    case .request(let request):
      return all(request.fixed + request.members) + (request.body == .none ? [] : [.another(of: message)])
    case .openKeystore(_, let passphrase): return all([NamedValue(Name.passphrase, passphrase ?? "")])
    default: return []
    }
  }

  /// - Parameter changes: for this operation; an empty value removes the parameter.
  func with(_ changes: [Parameter]) -> LabOperation {
    var changed = self
    for change in changes {
      switch changed.act {
      case .app(var app):
        app.user = change.value
        changed.act = .app(app)
      case .browser(var visit):
        switch change.name {
        case Name.user: visit.user = change.value
        case Name.page where visit.page != nil: visit.page = change.value
        case Name.forged: visit.forged = change.value.isEmpty ? nil : change.value
        default: visit.parameters.change(change)
        }
        changed.act = .browser(visit)
      case .request(var request):
        request.change(change)
        changed.act = .request(request)
      case .openKeystore(let device, _):
        changed.act = .openKeystore(device: device, passphrase: change.value.isEmpty ? nil : change.value)
      default: break
      }
    }
    return changed
  }

  fileprivate enum Name {
    static let (user, page, forged, passphrase) = ("user", "page", "redirect", "passphrase")
    static let (method, bearer, dpop, id, secret) = ("method", "bearer", "dpop", "basic id", "basic secret")
    static let (proof, assertion) = ("proof", "assertion")
  }
}

extension LabRequest {
  /// The request's parameters outside its body.
  fileprivate var fixed: [NamedValue] {
    typealias Name = LabOperation.Name
    let all = [
      (Name.method, method), (Name.bearer, bearer), (Name.dpop, dpop), (Name.proof, proof?.named),
      (Name.assertion, assertion?.named), (Name.id, basic?.name), (Name.secret, basic?.value),
    ]
    return all.compactMap { name, value in value.map { NamedValue(name, $0) } }
  }

  fileprivate var members: [NamedValue] {
    switch body {
    case .none: []
    case .form(let pairs): pairs
    case .json(let json): (json.objectValue ?? []).map { NamedValue($0.name, $0.value.stringValue ?? $0.value.compact) }
    }
  }

  fileprivate mutating func change(_ change: ParameterEditor.Parameter) {
    let value = change.value
    switch (change.name, body) {
    case (LabOperation.Name.method, _): method = value.uppercased()
    case (LabOperation.Name.bearer, _): bearer = value.isEmpty ? nil : value
    case (LabOperation.Name.dpop, _): dpop = value.isEmpty ? nil : value
    case (LabOperation.Name.proof, _): proof = proof?.changed(to: value)
    case (LabOperation.Name.assertion, _): assertion = assertion?.changed(to: value)
    case (LabOperation.Name.id, _): basic?.name = value
    case (LabOperation.Name.secret, _): basic?.value = value
    case (_, .form(var pairs)):
      pairs.change(change)
      body = .form(pairs)
    case (_, .json(let json)):
      body = .json(json.setting(change.added?.name ?? change.name, change.json(like: json[change.name])))
    case (_, .none): break
    }
  }
}

extension [NamedValue] {
  fileprivate mutating func change(_ change: ParameterEditor.Parameter) {
    if let added = change.added { return append(NamedValue(added.name, added.value)) }
    if change.value.isEmpty { return removeAll { $0.name == change.name } }
    for index in indices where self[index].name == change.name { self[index].value = change.value }
  }
}

extension LabSigned {
  /// The device that signs, or the literal text.
  fileprivate var named: String {
    switch self {
    case .text(let text): text
    case .signed(let signature): signature.device
    }
  }

  /// - Returns: `nil` for an empty value: nothing is signed.
  fileprivate func changed(to value: String) -> LabSigned? {
    guard !value.isEmpty else { return nil }
    guard case .signed(var signature) = self else { return .text(value) }
    signature.device = value
    return .signed(signature)
  }
}

/// A lab that is run again in a fresh world, up to the step in which something was changed.
package struct LabTrial: Hashable, Sendable {
  package var lesson: Lesson.ID
  package var step: Int
  /// The results of that step's operations; where an earlier operation failed, the result of that one.
  package var outcomes: [Outcome]
  package var goals: Set<Int>

  package struct Outcome: Hashable, Sendable {
    package var step: Int
    package var operation: LabOperation
    package var result: LabResult

    package init(step: Int, operation: LabOperation, result: LabResult) {
      (self.step, self.operation, self.result) = (step, operation, result)
    }
  }

  package init(_ lesson: Lesson.ID, step: Int, _ outcomes: [Outcome], goals: Set<Int> = []) {
    (self.lesson, self.step, self.outcomes, self.goals) = (lesson, step, outcomes, goals)
  }
}

extension Lessons {
  /// Whether the trainee can change something in this step: the step is done, and nothing is running.
  func mayChange(_ step: Int, of lesson: Lesson) -> Bool {
    lesson.kind == .lab && running == nil && isDone(step, of: lesson) && !parameters(step, of: lesson).isEmpty
  }

  private func parameters(_ step: Int, of lesson: Lesson) -> [ParameterEditor.Parameter] {
    lesson.steps[step].operations.enumerated().flatMap { $1.parameters($0) }
  }

  package mutating func openOperations(_ step: Int) {
    guard let lesson = openedLesson, lesson.steps.indices.contains(step), mayChange(step, of: lesson) else { return }
    view.editor = changes[step] ?? ParameterEditor(parameters(step, of: lesson))
    trial = nil
  }

  mutating func closeOperations() { (view.editor, trial) = (nil, nil) }

  package mutating func editOperations(_ edit: ParameterEdit) {
    guard running == nil, case .step(let step)? = openedPage, var editor = view.editor else { return }
    editor.apply(edit)
    view.editor = editor
    changes[step] = editor.changes.isEmpty ? nil : editor
    view.readsTrial = false
    // The trial's result no longer matches the parameters.
    if [.keep, .restore].contains(edit) { trial = nil }
  }
}

extension Phone<Lessons> {
  mutating func tryChange() -> [Effect] {
    guard let lesson = own.openedLesson, own.running == nil, case .step(let step)? = own.openedPage,
      own.view.editor?.text == nil
    else { return [] }
    var changed = lesson
    for (place, editor) in own.changes where lesson.steps.indices.contains(place) {
      for (index, operation) in lesson.steps[place].operations.enumerated() {
        changed.steps[place].operations[index] = operation.with(editor.changes.filter { $0.message == index })
      }
    }
    own.trial = nil
    beginMessages(of: step, of: lesson, isChanged: true)
    own.running = Lessons.Running(lesson: lesson.id, step: step)
    return [.tool(LessonEffect.tryOut(changed, step: step))]
  }

  mutating func receive(_ trial: LabTrial) -> [Effect] {
    guard own.running?.lesson == trial.lesson, own.running?.step == trial.step else { return [] }
    own.running = nil
    guard !trial.outcomes.isEmpty else { return [] }
    (own.trial, own.view.readsTrial) = (trial, true)
    scrollPanelToTop()
    guard !trial.goals.isEmpty else { return [] }
    return keep(trial.lesson) { $0.goals.formUnion(trial.goals) }
  }
}
