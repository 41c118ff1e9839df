/// How flows are cancelled or ended, and the state they leave behind.
extension AppState {
  /// Cancel is no error: it returns quietly to the previous screen. A save that has begun is completed first.
  mutating func cancel() -> [Effect] {
    if view.confirmation != nil { view.confirmation = nil }
    guard let running = flow, running.awaits != .keystore else { return [] }
    if awaitsTheUserAlone {
      flow?.awaits = nil
      log(from: .browser, to: .app, .userAgentClosed)
      let transition = dropTokens(running.id, SigningOut.End(atServer: .askedWithoutWayBack))
      return [.abandon(running.id)] + move(transition.map(FlowTask.signOut))
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

  /// Quit asks once while a flow is under way, a registration could not be saved, a user is signed
  /// in, or presenter mode is on.
  mutating func quit() -> [Effect] {
    let hasSomethingToLose = visibleFlow != nil || unsavedRegistration != nil || settings.presenter || session != nil
    guard hasSomethingToLose, view.confirmation != .quit else {
      // The edge waits until what is being written is on disk.
      return (flow.map { [.abandon($0.id)] } ?? []) + [.quit]
    }
    view.confirmation = .quit
    return []
  }

  mutating func end() {
    let wasSilent = flow?.isSilent ?? false
    (flow, presence) = (nil, nil)
    if !wasSilent { settle() }
  }

  /// For a new screen: the selection and scrolling start at the top, and an open question is dropped.
  mutating func settle() { (view.button, view.scroll, view.confirmation) = (0, 0, nil) }
}
