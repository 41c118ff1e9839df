import AppState
import FoundationEssentials

/// Step mode between `update` and the edge: holds the messages of a flow and releases them one by one.
///
/// Only messages to server, browser or keystore are held, and only of flows that the user started: a silent renewal would be late. No response can
/// come before its message was sent, so the flow need not know that it is held.
extension Phone<Stepping> {
  /// Runs last on the effects of an action. Returns the effects to perform now.
  mutating func stepThrough(_ effects: [Effect]) -> [Effect] {
    // Quitting sends every held write to the disk.
    if effects.contains(.quit) { release(own.held.filter(\.isWrite)) }
    var leaving: [Effect] = []
    for message in own.leaving { leaving.append(sent(message)) }
    own.leaving = []
    for effect in effects {
      if case .abandon(let id) = effect, own.held.contains(where: { $0.flow == id }) {
        own.held.removeAll { $0.flow == id }
        present()
      }
      guard var message = state.flow.flatMap({ HeldMessage(effect, of: $0) }) else {
        leaving.append(effect)
        continue
      }
      guard holds(&message) else {
        leaving.append(sent(message))
        continue
      }
      own.held.append(message)
      own.count += 1
      if own.held.count == 1 { present() }
    }
    holdFlow(!own.held.isEmpty)
    return leaving + slowMotion()
  }

  private func holds(_ message: inout HeldMessage) -> Bool {
    guard let running = state.flow, !running.isSilent, own.runsOn != running.id else { return false }
    message.hold = hold(for: message, of: running)
    guard own.isOn else { return message.hold != nil }
    // Polling a channel counts as one step.
    return !(message.name == .push && own.lastStep == .push)
  }

  private mutating func present() {
    own.stopTimer()
    own.prediction = nil
    closeEditor()
    guard let message = own.message else { return }
    if own.predicts, own.isOn { own.prediction = Prediction(message.name, turn: own.count) }
    // Keeps the selection in the list of phones: the message may arrive while the user makes it.
    if !state.phones.isShown { returnToTop() }
    if own.showsAll { scrollPanelToTop() }
  }

  /// A held message is sent: its timeouts start now.
  private mutating func sent(_ message: HeldMessage) -> Effect {
    if let flow = state.flow, flow.id == message.flow, !flow.isSilent {
      own.lastStep = message.name
      own.seen = Stepping.SeenStep(flow: message.flow, step: message.step)
    }
    if case .openUserAgent(_, _, _, let url, _) = message.effect {
      log(from: .app, to: .browser, .userAgentOpened(url: url))
    }
    return message.effect
  }

  private mutating func release(_ messages: [HeldMessage]) {
    guard !messages.isEmpty else { return }
    own.leaving += messages
    own.held.removeAll(where: messages.contains)
    if let running = state.flow, messages.contains(where: { $0.flow == running.id }) {
      releaseFlow(opensUserAgent: messages.contains { $0.to == .browser })
    }
    present()
  }

  // MARK: What the user does

  mutating func step(_ action: StepAction) -> [Effect] {
    switch action {
    case .toggle:
      own.isOn.toggle()
      (own.runsOn, own.isPaused) = (nil, false)
      // A message that is held for the audience gets a card now.
      own.stopTimer()
      if !own.isOn { release(own.held) }
    case .next: releaseFirst()
    case .sendNow:
      releaseFirst()
      return stepThrough([])
    case .drop: own.held = []
    case .runOn:
      own.runsOn = state.flow?.id
      release(own.held)
    case .pace(let pace):
      (own.isOn, own.pace, own.isPaused) = (true, pace, false)
      own.stopTimer()
    case .pause: pause()
    case .predict:
      own.predicts.toggle()
      present()
    case .answer(let index):
      guard let question = own.openQuestion, question.choices.indices.contains(index) else { break }
      own.prediction?.answer = question.choices[index]
      returnToTop()
    case .card: show(card: !own.showsAll)
    case .change: if own.editor == nil { openEditor() } else { closeEditor() }
    case .edit(let edit):
      own.editor?.apply(edit)
      scrollPanelToTop()
    case .sendChanged:
      guard let editor = own.editor, let message = own.message else { break }
      own.held[0] = message.with(editor.changes)
      releaseFirst()
    }
    return []
  }

  mutating func releaseFirst() { release(Array(own.held.prefix(1))) }

  /// If the phone is alone the card is a page of its own, and closing it leads back.
  private mutating func show(card: Bool) {
    guard own.showsAll != card else { return }
    own.showsAll = card
    scrollPanelToTop()
    if card { own.focusBefore = state.view.focus }
    focus(on: card ? .panel : own.focusBefore)
  }

  /// Replaces the card. A slow motion pauses while the user types.
  private mutating func openEditor() {
    guard let message = own.heldMessage, own.openQuestion == nil, let editor = ParameterEditor(message.parameters)
    else { return }
    own.editorOpensCard = !own.showsAll
    show(card: true)
    focus(on: .panel)
    own.editor = editor
    if own.pace != .off, !own.isPaused { pause() }
  }

  private mutating func closeEditor() {
    guard own.editor != nil else { return }
    own.editor = nil
    if own.editorOpensCard { show(card: false) }
  }

  private mutating func pause() {
    guard own.pace != .off else { return }
    own.isPaused.toggle()
    guard own.isPaused, let due = own.releaseAt else { return }
    own.remaining = max(0, due.timeIntervalSince(state.now))
    (own.wake, own.releaseAt) = (nil, nil)
  }

  // MARK: Slow motion

  /// Requests a wake-up when the held message has been visible long enough. A question waits for its answer.
  private mutating func slowMotion() -> [Effect] {
    guard let message = own.message, !own.isPaused, own.openQuestion == nil, own.wake == nil,
      let seconds = own.isOn ? own.pace.seconds : message.hold == .briefly ? Hold.least : nil
    else { return [] }
    let due = state.now + (own.remaining ?? seconds)
    let (number, effect) = wake(at: due)
    (own.wake, own.releaseAt, own.remaining) = (number, due, nil)
    return [effect]
  }
}
