/// Interprets a line that the user typed: one of the words that mean the same everywhere, a choice by its number or name, or the content of a field.
extension PlainApp {
  func choose(_ line: String?) {
    guard let line else {
      hasEnded = true
      return leaveWhenDone()
    }
    let before = output.noteTypedLine()
    // A tool shows the present state when the user acts in it; it does not refresh by itself.
    if PlainText.tool(of: store.state) != nil { quietly { store.send(.tick) } }
    isChoosing = true
    defer {
      isChoosing = false
      listen()
      input.isDealtWith()
    }
    // In a field, a leading space makes one of these words ordinary text.
    let word = LineWord(asked == nil ? line.withoutEdgeSpaces : line, look.catalogue)
    switch (word, asked) {
    case (.again, _):
      for line in before { say(line) }
      ask()
    case (.help, _):
      for line in PlainText.help(for: store.state, look: look) { say(line) }
      ask()
    case (.back, nil):
      if let out = menu.wayOut, out.command != .press(.quit) { return perform(out) }
      say(look.catalogue(.plainNoWayBack))
      ask()
    case (_, let field?): fillIn(field, word == .back ? nil : line.withoutEdgeSpaces)
    case (nil, nil):
      let word = line.withoutEdgeSpaces
      guard !word.isEmpty else {
        showMenu(PlainText.choices(for: store.state, look: look))
        return writeMenu()
      }
      guard let choice = choice(word) else { return ask() }
      perform(choice)
    }
  }

  private func perform(_ choice: PlainText.Choice) {
    switch choice.command {
    case .fillIn(let field):
      asked = field
      ask()
    case .press(let action):
      if PlainText.tool(of: store.state) == nil { written.forgetLines() }
      guard case .view(.palette(.choose(let chosen, _))) = action else { return send(action) }
      quietly { store.send(action) }
      send(chosen)
    }
  }

  private func send(_ action: Action) {
    guard action == .quit else { return store.send(action) }
    quietly { store.send(.quit) }
    let state = store.state
    guard state.view.confirmation == .quit else { return }
    // A user who chooses Quit by its name did not press a key by mistake.
    if state.visibleFlow == nil, state.unsavedRegistration == nil { return quietly { store.send(.quit) } }
    written.forgetLines()
    show()
  }

  /// Makes a change whose output is written together with what follows.
  private func quietly(_ change: () -> Void) {
    isQuiet = true
    change()
    isQuiet = false
  }

  /// The choice with this number or name; `nil` after saying why there is none.
  private func choice(_ word: String) -> PlainText.Choice? {
    if let number = LineWord.number(word) {
      switch menu.meaning(of: number, now: .now) {
      case .choice(let choice): return choice
      case .changed: say(look.catalogue(.plainChanged))
      case .nothing: say(look.catalogue(.plainNoSuchChoice))
      }
      return nil
    }
    switch PlainText.named(word, in: store.state, look: look) {
    case .choice(let choice): return choice
    case .nothing(let why): say(why)
    case nil: say(look.catalogue(.plainNoSuchChoice))
    }
    return nil
  }

  /// Fills in a field; an empty line keeps its content, and `nil` restores the content from before the question.
  private func fillIn(_ field: PlainField, _ word: String?) {
    asked = nil
    let filled = word.flatMap { $0.isEmpty ? nil : field.filled(with: $0) }
    guard PlainText.editedField(store.state) != nil else {
      // Writes the choices first, then the question.
      output.ask("")
      if let filled { store.send(filled) }
      return writeMenu()
    }
    if let filled { quietly { store.send(filled) } }
    guard let ending = PlainText.ending(store.state, keeps: word != nil, look: look) else { return show() }
    // The tool may ask for another field next.
    isEditing = false
    store.send(ending)
  }

  /// What the user stopped by its number or by closing the browser: the screen that follows does not say so.
  func whatWasStopped(_ change: AppStore.Change) -> String? {
    let (before, after) = (change.before, change.after)
    if case .tool(let event) = change.action,
      case .performed(let id, let step, let results)? = event.action as? LessonAction
    {
      let lesson = results.isEmpty ? after[Lessons.self].all.first { $0.id == id } : nil
      return lesson?.spoken(in: look.catalogue.language.tag).steps[step].title
    }
    guard let flow = before.visibleFlow, after.visibleFlow == nil, after.notice == nil, after.banner == nil else {
      return nil
    }
    let isClosed = after[MessagesTool.self].log.contains { $0.content == .userAgentClosed && $0.flow?.id == flow.id }
    guard change.action == .cancel || isClosed else { return nil }
    return look.catalogue(ProgressScreen.heading(flow.kind))
  }
}
