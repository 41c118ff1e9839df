import AppState
import FoundationEssentials

/// Step mode between `update` and the edge: holds the messages of a flow and releases them one by one.
///
/// Only messages to server, browser or keystore are held, and only of flows that the user started: a silent renewal would be late. No response can
/// come before its message was sent, so the flow need not know that it is held.
extension AppState {
  /// Runs last on the effects of an action. Returns the effects to perform now.
  mutating func stepThrough(_ effects: [Effect]) -> [Effect] {
    // Quitting sends every held write to the disk.
    if effects.contains(.quit) { release(stepping.held.filter(\.isWrite)) }
    var leaving: [Effect] = []
    for message in stepping.leaving { leaving.append(sent(message)) }
    stepping.leaving = []
    for effect in effects {
      if case .abandon(let id) = effect { drop(id) }
      guard var message = flow.flatMap({ HeldMessage(effect, of: $0) }) else {
        leaving.append(effect)
        continue
      }
      if holds(&message) { hold(message) } else { leaving.append(sent(message)) }
    }
    let isHeldBack = !stepping.held.isEmpty
    flow?.isHeldBack = isHeldBack
    return leaving + slowMotion()
  }

  private func holds(_ message: inout HeldMessage) -> Bool {
    guard let running = flow, !running.isSilent, stepping.runsOn != running.id else { return false }
    message.hold = holdForOthers(message, of: running)
    guard stepping.isOn else { return message.hold != nil }
    // Polling a channel counts as one step.
    return !(message.name == .push && stepping.lastStep == .push)
  }

  private mutating func hold(_ message: HeldMessage) {
    stepping.held.append(message)
    stepping.count += 1
    if stepping.held.count == 1 { present() }
  }

  /// Shows the first held message to the user.
  private mutating func present() {
    (stepping.wake, stepping.releaseAt, stepping.remaining, stepping.prediction) = (nil, nil, nil, nil)
    closeEditor()
    guard let message = stepping.message else { return }
    if stepping.predicts, stepping.isOn { stepping.prediction = Prediction(message.name, turn: stepping.count) }
    // Keeps the selection in the list of phones: the message may arrive while the user makes it.
    if !phones.isShown { (view.button, view.scroll) = (0, 0) }
    if stepping.showsAll { view.panelScroll = 0 }
  }

  /// A held message is sent: its timeouts start now.
  private mutating func sent(_ message: HeldMessage) -> Effect {
    if flow?.id == message.flow, flow?.isSilent == false {
      stepping.lastStep = message.name
      stepping.seen = Stepping.SeenStep(flow: message.flow, step: message.step)
    }
    if case .openUserAgent(_, _, _, let url, _) = message.effect {
      log(from: .app, to: .browser, .userAgentOpened(url: url))
    }
    return message.effect
  }

  private mutating func release(_ messages: [HeldMessage]) {
    guard !messages.isEmpty else { return }
    stepping.leaving += messages
    stepping.held.removeAll(where: messages.contains)
    if let running = flow, messages.contains(where: { $0.flow == running.id }) {
      flow?.release(opensUserAgent: messages.contains { $0.to == .browser }, now: now)
    }
    present()
  }

  private mutating func drop(_ id: FlowID) {
    guard stepping.held.contains(where: { $0.flow == id }) else { return }
    stepping.held.removeAll { $0.flow == id }
    present()
  }

  // MARK: What the user does

  mutating func step(_ action: StepAction) {
    switch action {
    case .toggle:
      stepping.isOn.toggle()
      (stepping.runsOn, stepping.isPaused) = (nil, false)
      // A message that is held for the audience gets a card now.
      (stepping.wake, stepping.releaseAt, stepping.remaining) = (nil, nil, nil)
      if !stepping.isOn { release(stepping.held) }
    case .next: release(Array(stepping.held.prefix(1)))
    case .runOn:
      stepping.runsOn = flow?.id
      release(stepping.held)
    case .pace(let pace):
      (stepping.isOn, stepping.pace, stepping.isPaused) = (true, pace, false)
      (stepping.wake, stepping.releaseAt, stepping.remaining) = (nil, nil, nil)
    case .pause: pause()
    case .predict:
      stepping.predicts.toggle()
      present()
    case .answer(let index): answer(index)
    case .card: show(card: !stepping.showsAll)
    case .change: if stepping.editor == nil { openEditor() } else { closeEditor() }
    case .edit(let edit):
      stepping.editor?.apply(edit)
      view.panelScroll = 0
    case .sendChanged:
      guard let editor = stepping.editor, let message = stepping.message else { return }
      stepping.held[0] = message.with(editor.changes)
      release(Array(stepping.held.prefix(1)))
    }
  }

  /// If the phone is alone the card is a page of its own, and closing it leads back.
  private mutating func show(card: Bool) {
    guard stepping.showsAll != card else { return }
    stepping.showsAll = card
    view.panelScroll = 0
    if card {
      (stepping.focusBefore, view.focus) = (view.focus, .panel)
    } else {
      view.focus = stepping.focusBefore
    }
  }

  /// Replaces the card. A slow motion pauses while the user types.
  private mutating func openEditor() {
    guard let message = heldMessage, stepping.openQuestion == nil, let editor = ParameterEditor(message.parameters)
    else { return }
    stepping.editorOpensCard = !stepping.showsAll
    show(card: true)
    view.focus = .panel
    stepping.editor = editor
    if stepping.pace != .off, !stepping.isPaused { pause() }
  }

  private mutating func closeEditor() {
    guard stepping.editor != nil else { return }
    stepping.editor = nil
    if stepping.editorOpensCard { show(card: false) }
  }

  private mutating func pause() {
    guard stepping.pace != .off else { return }
    stepping.isPaused.toggle()
    guard stepping.isPaused, let due = stepping.releaseAt else { return }
    stepping.remaining = max(0, due.timeIntervalSince(now))
    (stepping.wake, stepping.releaseAt) = (nil, nil)
  }

  private mutating func answer(_ index: Int) {
    guard let question = stepping.openQuestion, question.choices.indices.contains(index) else { return }
    stepping.prediction?.answer = question.choices[index]
    (view.button, view.scroll) = (0, 0)
  }

  // MARK: Slow motion

  /// Requests a wake-up when the held message has been visible long enough. A question waits for its answer.
  private mutating func slowMotion() -> [Effect] {
    guard let message = stepping.message, !stepping.isPaused, stepping.openQuestion == nil, stepping.wake == nil,
      let seconds = stepping.isOn ? stepping.pace.seconds : message.hold?.seconds
    else { return [] }
    let due = now + (stepping.remaining ?? seconds)
    lastWake += 1
    (stepping.wake, stepping.releaseAt, stepping.remaining) = (lastWake, due, nil)
    return [.wake(lastWake, at: due, spread: 0)]
  }

  /// Ignores an outdated wake-up (the user has released the message or paused the motion).
  mutating func stepWoke(_ number: Int) {
    guard stepping.wake == number else { return }
    release(Array(stepping.held.prefix(1)))
  }
}
