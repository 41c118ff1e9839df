/// Moves of the eye in the panel **Server**. None of them touches the server.
extension AppState {
  mutating func lookAtServer(_ action: ServerViewAction) {
    switch action {
    case .section(let section):
      view.server.section = section
      (view.server.opened, view.server.question, view.server.editsFilter) = (nil, nil, false)
      view.panelScroll = 0
      forgetChange()
    case .select(let id):
      view.server.selection = .client(id)
      view.server.owedSteps = 0
      forgetChange()
    case .selectSession(let id):
      view.server.selectedSession = id
      forgetChange()
    case .open(let id):
      view.server.selection = .client(id)
      view.server.opened = id
      identityServer.opened = nil
      view.panelScroll = 0
      forgetChange()
    case .close:
      view.server.opened = nil
      view.panelScroll = 0
    case .nextOrder:
      let all = ServerPanelView.Order.allCases
      let index = all.firstIndex(of: view.server.order) ?? 0
      view.server.order = all[(index + 1) % all.count]
      toTheTop()
    case .beginFilter: view.server.editsFilter = true
    case .editFilter(let change): editFilter(change)
    case .endFilter: view.server.editsFilter = false
    case .clearFilter:
      view.server.editsFilter = false
      editFilter(.clear)
    case .askToEnd(let session):
      view.server.question = session
      // Each question begins at its harmless answer.
      view.server.answer = 0
    case .answer(let index): view.server.answer = min(max(0, index), 1)
    case .dropQuestion: view.server.question = nil
    }
  }

  mutating func moveServerSelection(_ step: Int) {
    switch view.server.section {
    case .clients: moveClient(step)
    case .sessions: moveSession(step)
    case .events: break
    }
    forgetChange()
  }

  /// Within what was read; near its end the window is read anew around the chosen client. A step that is longer than any
  /// window leads to the beginning or the end of the whole list.
  mutating func moveClient(_ step: Int) {
    guard let window = identityServer.clients, let index = selectedServerClientIndex else { return }
    guard abs(step) < AppState.farther else {
      view.server.selection = step < 0 ? .first : .last
      view.server.anchor = step < 0 ? .first : .last
      view.server.owedSteps = 0
      return
    }
    let meant = index + view.server.owedSteps + step
    let wanted = min(max(0, meant), window.clients.count - 1)
    view.server.selection = .client(window.clients[wanted].id)
    let more = (earlier: window.before > 0, later: window.before + window.clients.count < window.total)
    view.server.owedSteps = meant < wanted && more.earlier || meant > wanted && more.later ? meant - wanted : 0
    let margin = ServerInquiry.windowSize / 4
    let isNearTheEdge = wanted < margin && more.earlier || wanted >= window.clients.count - margin && more.later
    if isNearTheEdge, window.positions.indices.contains(wanted) {
      view.server.anchor = .around(window.positions[wanted])
    }
  }

  /// A step of this length means all the way.
  public static let farther = 1_000_000

  private mutating func moveSession(_ step: Int) {
    let sessions = identityServer.sessions
    guard let selected = selectedServerSession, let index = sessions.firstIndex(of: selected) else { return }
    view.server.selectedSession =
      sessions[min(max(0, index + max(-sessions.count, min(step, sessions.count))), sessions.count - 1)].id
  }

  private mutating func editFilter(_ change: TextChange) {
    var text = view.server.filter
    switch change {
    case .insert(let typed): text += typed.filter { !$0.isNewline && $0 != "\t" }
    case .removeLast: text = String(text.dropLast())
    case .clear: text = ""
    case .replace(let typed): text = typed
    }
    guard text.utf8.count <= ServerPanelView.longestFilter, text != view.server.filter else { return }
    view.server.filter = text
    toTheTop()
  }

  private mutating func toTheTop() {
    view.server.anchor = .first
    view.server.owedSteps = 0
    view.server.selection = .automatic
    forgetChange()
  }

  /// What came of the last change has been seen once the user goes on.
  private mutating func forgetChange() {
    if identityServer.change?.outcome != .pending { identityServer.change = nil }
  }
}
