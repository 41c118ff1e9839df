/// Moves of the eye, and what is put away. None of them touches the protocol.
extension AppState {
  mutating func look(_ action: ViewAction) {
    switch action {
    case .show(let route):
      view.route = route
      settle()
    case .toggleHelp: view.showsHelp.toggle()
    case .switchFocus: view.focus = view.focus == .phone ? .panel : .phone
    case .tab(let tab):
      view.tab = tab
      view.showsMessageDetail = false
      view.panelScroll = 0
      (view.server.editsFilter, view.server.question) = (false, nil)
    case .focusButton(let index): view.button = max(0, index)
    case .moveSelection(let step):
      if view.tab == .server { moveServerSelection(step) } else { moveSelection(step) }
    case .server(let action): lookAtServer(action)
    case .openMessage(let id):
      view.selectedMessage = id
      view.showsMessageDetail = true
      view.panelScroll = 0
    case .closeDetail:
      view.showsMessageDetail = false
      view.panelScroll = 0
    case .scroll(let step): scroll(step)
    case .toggleSecrets: if !settings.presenter { view.revealsSecrets.toggle() }
    // Each question begins at its harmless answer, wherever the one before it was.
    case .ask(let question):
      view.confirmation = question
      view.button = 0
    case .edit(let field, let change): edit(field, change)
    case .editPassphrase(let change): editPassphrase(change)
    case .dropQuestion:
      view.confirmation = nil
      view.button = 0
    }
  }

  /// The newest message is followed until another one is chosen, and again when the choice moves past the end.
  private mutating func moveSelection(_ step: Int) {
    let all = messages.all
    guard !all.isEmpty else { return }
    let current = all.firstIndex { $0.id == view.selectedMessage } ?? all.count - 1
    let wanted = current + step
    view.selectedMessage = wanted >= all.count ? nil : all[max(0, wanted)].id
  }

  private mutating func scroll(_ step: Int) {
    if view.focus == .panel {
      view.panelScroll = max(0, view.panelScroll + step)
    } else {
      view.scroll = max(0, view.scroll + step)
    }
  }

  mutating func notify(_ action: Action) {
    switch action {
    case .dismissBanner:
      banner = nil
      unendedSession = nil
      if case .failed = auth { auth = .idle }
    case .toggleBannerDetails: banner?.showsDetails.toggle()
    case .dismissNotice: notice = nil
    case .browserDataCleared(let files):
      (expectsSSO, isNewlyRegistered) = (false, false)
      notice = .clearedBrowserData(erased: files)
    default: break
    }
  }
}
