/// Changes of the view. None of them touches the protocol.
extension AppState {
  /// A step of this length goes all the way.
  public static let farther = 1_000_000

  /// Whether secrets are shown. Presenter mode always masks them.
  public var revealsSecrets: Bool { view.revealsSecrets && !settings.presenter }

  package mutating func look(_ action: ViewAction) {
    switch action {
    case .show(let route):
      view.route = route
      settle()
      if route == .payment { focus(firstOf: api.form.missing) }
    case .toggleHelp:
      view.showsHelp = view.palette != nil || !view.showsHelp
      view.palette = nil
    case .palette(let action): choose(action)
    case .switchFocus: view.focus = view.focus == .phone ? .panel : .phone
    case .tab(let tab):
      guard tab.isBench else { return turn(to: tab) }
      // A bench tool is useless while the phone hides it, so that its key then shows it.
      guard view.tab != tab || view.focus == .phone else { return closeBench() }
      let before = view.beforeBench ?? ViewState.BeforeBench(tab: view.tab, focus: view.focus)
      turn(to: tab)
      (view.beforeBench, view.focus) = (before, .panel)
    case .closeBench: closeBench()
    case .focusButton(let index): view.button = max(0, index)
    case .moveSelection(let step): if let tab = view.tab { tools.kind(of: tab)?.select(step, in: tab, of: &self) }
    case .scroll(let step): scroll(step)
    case .toggleSecrets:
      if !settings.presenter { view.revealsSecrets.toggle() }
    // Each question begins at its harmless answer, wherever the previous focus was.
    case .ask(let question): (view.confirmation, view.button) = (question, 0)
    case .edit(let field, let change):
      if flow == nil, let form = signUp { signUp?[field] = change.applied(to: form[field]) }
    case .editPassphrase(let change): editPassphrase(change)
    case .dropQuestion: (view.confirmation, view.button) = (nil, 0)
    }
  }

  private mutating func turn(to tab: PanelTab?) {
    (view.tab, view.beforeBench, view.panelScroll) = (tab, nil, 0)
    for tool in tools.kinds { tool.turnAway(in: &self) }
  }

  private mutating func closeBench() {
    guard view.tab?.isBench == true else { return }
    let before = view.beforeBench ?? ViewState.BeforeBench(tab: tools.tabs.first, focus: .phone)
    turn(to: before.tab)
    view.focus = before.focus
  }

  mutating func scroll(_ step: Int) {
    if view.focus == .panel {
      view.panelScroll = max(0, view.panelScroll + step)
    } else {
      view.scroll = max(0, view.scroll + step)
    }
  }
}
