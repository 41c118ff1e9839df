/// Moves of the eye, and what is put away. None of them touches the protocol.
extension AppState {
  mutating func look(_ action: ViewAction) {
    // A click on what lies in the panel gives it the keys, too.
    if action.isOfThePanel { view.focus = .panel }
    switch action {
    case .show(let route):
      view.route = route
      settle()
    case .toggleHelp: view.showsHelp.toggle()
    case .switchFocus: view.focus = view.focus == .phone ? .panel : .phone
    case .tab(let tab):
      guard tab.isBench else { return turn(to: tab) }
      // A tool under the phone's back would be of no use to anybody.
      guard view.tab != tab || view.focus == .phone else { return closeBench() }
      let before = view.beforeBench ?? ViewState.BeforeBench(tab: view.tab, focus: view.focus)
      turn(to: tab)
      (view.beforeBench, view.focus) = (before, .panel)
    case .closeBench: closeBench()
    case .focusButton(let index): view.button = max(0, index)
    case .moveSelection(let step):
      switch view.tab {
      case .server: moveServerSelection(step)
      case .state: movePhaseSelection(step)
      case .lesson: lookAtLessons(.select(view.lesson.selected + max(-1000, min(step, 1000))))
      case .keystore: scroll(step)
      case .checks: if checks.opened == nil { selectCheck(step) } else { scroll(step) }
      case .faults: lookAtFaults(step)
      case .clock: clocks.select(step, of: clockRows.count)
      case .messages, .sequence: moveSelection(step)
      }
    case .selectPhaseChange(let id): view.selectedPhaseChange = id == phases.all.last?.id ? nil : id
    case .server(let action): lookAtServer(action)
    case .messages(let action): lookAtMessages(action)
    case .lesson(let action): lookAtLessons(action)
    case .gallery(let action): lookAtGallery(action)
    case .openMessage(let id):
      export = nil
      view.selectedMessage = id
      view.showsMessageDetail = true
      view.panelScroll = 0
    case .closeDetail:
      export = nil
      view.showsMessageDetail = false
      view.panelScroll = 0
    case .scroll(let step): scroll(step)
    case .toggleSecrets:
      if !settings.presenter {
        view.revealsSecrets.toggle()
        // What is masked cannot be found, and what is revealed can.
        searchAgain()
      }
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

  private mutating func turn(to tab: ViewState.PanelTab) {
    view.tab = tab
    view.beforeBench = nil
    view.showsMessageDetail = false
    view.panelScroll = 0
    (view.server.editsFilter, view.server.question) = (false, nil)
    view.messages.search?.edits = false
    export = nil
  }

  private mutating func closeBench() {
    guard view.tab.isBench else { return }
    let before = view.beforeBench ?? ViewState.BeforeBench(tab: .messages, focus: .phone)
    turn(to: before.tab)
    view.focus = before.focus
  }

  /// The newest message is followed until another one is chosen, and again when the choice moves past the end.
  private mutating func moveSelection(_ step: Int) {
    export = nil
    let listed = listedMessages
    guard let current = selectedPlace else { return }
    let wanted = current + max(-listed.count, min(step, listed.count))
    view.selectedMessage = wanted >= listed.count ? nil : listed[max(0, wanted)].id
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
      // Enter is not to press what stands where Dismiss stood.
      view.button = 0
      if case .failed = auth { auth = .idle }
    case .toggleBannerDetails: banner?.showsDetails.toggle()
    case .dismissNotice: (notice, droppedAnswers) = (nil, 0)
    case .browserDataCleared(let files):
      (expectsSSO, isNewlyRegistered) = (false, false)
      notice = .clearedBrowserData(erased: files)
    default: break
    }
  }
}

extension ViewAction {
  /// Whether it chooses or opens something that lies in the panel.
  fileprivate var isOfThePanel: Bool {
    switch self {
    case .openMessage, .selectPhaseChange, .server, .lesson(.open): true
    default: false
    }
  }
}
