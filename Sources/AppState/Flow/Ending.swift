/// How flows are given up, and what they leave.
extension AppState {
  /// Cancel is no error: it leads quietly to the screen before. A save that has begun is waited for.
  package mutating func cancel() -> [Effect] {
    if view.confirmation != nil { view.confirmation = nil }
    guard let running = flow, !isStoring else { return [] }
    if awaitsTheUserAlone {
      flow?.awaits = nil
      log(from: .browser, to: .app, .userAgentClosed)
      let turn = dropTokens(running.id, SigningOut.End(atServer: .askedWithoutWayBack))
      return [.abandon(running.id)] + move(turn.map(FlowTask.signOut))
    }
    let awaited = running.isHeldBack ? nil : running.awaits
    if case .api(let call) = running.task, call.isPaying, awaited != nil { api.isPaymentInDoubt = true }
    end()
    queued = nil
    if running.kind == .refresh { renewal?.postpone(now: now) }
    if awaited == .response(.registration) { notice = .registrationCancelled }
    if awaited == .response(.registrationUpdate) { (isRegistrationInDoubt, notice) = (true, .updateCancelled) }
    if let session { auth = .authorized(session, refreshing: false) } else { auth = .cancelled }
    return [.abandon(running.id)]
  }

  /// Quit asks once while something is under way or could not be saved, somebody is signed in, or an audience looks on.
  package mutating func quit() -> [Effect] {
    let hasSomethingToLose = visibleFlow != nil || unsavedRegistration != nil || settings.presenter || session != nil
    guard hasSomethingToLose, view.confirmation != .quit else { return quitNow() }
    view.confirmation = .quit
    return []
  }

  /// What is being written is waited for by the edge.
  private func quitNow() -> [Effect] { (flow.map { [.abandon($0.id)] } ?? []) + [.quit] }

  /// Ends the flow without judging how.
  package mutating func end() {
    let wasSilent = flow?.isSilent ?? false
    (flow, presence) = (nil, nil)
    if !wasSilent { settle() }
  }

  /// The screen changes: selection and scrolling start anew.
  func settled(_ view: ViewState) -> ViewState {
    var view = view
    view.button = 0
    view.scroll = 0
    view.confirmation = nil
    return view
  }

  package mutating func settle() { view = settled(view) }
}
