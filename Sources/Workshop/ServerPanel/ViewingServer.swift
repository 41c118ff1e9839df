import AppState
import SharedValues

/// Navigation in the panel **Server**. Nothing here changes the server.
extension AppState {
  mutating func lookAtServer(_ action: ServerViewAction) {
    switch action {
    case .section(let section):
      serverView.section = section
      (serverView.opened, serverView.question, serverView.editsFilter) = (nil, nil, false)
      view.panelScroll = 0
      forgetChange()
    case .select(let id):
      serverView.selection = .client(id)
      serverView.owedSteps = 0
      forgetChange()
    case .selectSession(let id):
      serverView.selectedSession = id
      forgetChange()
    case .open(let id):
      serverView.selection = .client(id)
      serverView.opened = id
      identityServer.opened = nil
      view.panelScroll = 0
      forgetChange()
    case .close:
      serverView.opened = nil
      view.panelScroll = 0
    case .nextOrder:
      let all = ClientSort.allCases
      let index = all.firstIndex(of: serverView.order) ?? 0
      serverView.order = all[(index + 1) % all.count]
      toTheTop()
    case .beginFilter: serverView.editsFilter = true
    case .editFilter(let change): editFilter(change)
    case .endFilter: serverView.editsFilter = false
    case .clearFilter:
      serverView.editsFilter = false
      editFilter(.clear)
    case .askToEnd(let session):
      serverView.question = .endSession(session)
      // Every question starts at its harmless answer.
      serverView.answer = 0
    case .askToRevoke:
      (serverView.section, serverView.opened, serverView.selection) = (.clients, nil, .automatic)
      (serverView.question, serverView.answer) = (.revokeClient, 0)
    case .answer(let index): serverView.answer = min(max(0, index), 1)
    case .dropQuestion: serverView.question = nil
    }
  }

  mutating func moveServerSelection(_ step: Int) {
    switch serverView.section {
    case .clients: moveClient(step)
    case .sessions: moveSession(step)
    case .events: break
    }
    forgetChange()
  }

  /// Moves within the loaded window; near its end, reads the window again around the selected client. A step longer than a window leads to the
  /// beginning or the end of the whole list.
  mutating func moveClient(_ step: Int) {
    guard let window = identityServer.clients, let index = selectedServerClientIndex else { return }
    guard abs(step) < AppState.farther else {
      serverView.selection = step < 0 ? .first : .last
      serverView.anchor = step < 0 ? .first : .last
      serverView.owedSteps = 0
      return
    }
    let meant = index + serverView.owedSteps + step
    let wanted = min(max(0, meant), window.clients.count - 1)
    serverView.selection = .client(window.clients[wanted].id)
    let more = (earlier: window.before > 0, later: window.before + window.clients.count < window.total)
    serverView.owedSteps = meant < wanted && more.earlier || meant > wanted && more.later ? meant - wanted : 0
    let margin = ServerInquiry.windowSize / 4
    let isNearTheEdge = wanted < margin && more.earlier || wanted >= window.clients.count - margin && more.later
    if isNearTheEdge, window.positions.indices.contains(wanted) {
      serverView.anchor = .around(window.positions[wanted])
    }
  }

  private mutating func moveSession(_ step: Int) {
    let sessions = identityServer.sessions
    guard let selected = selectedServerSession, let index = sessions.firstIndex(of: selected) else { return }
    serverView.selectedSession =
      sessions[min(max(0, index + max(-sessions.count, min(step, sessions.count))), sessions.count - 1)].id
  }

  private mutating func editFilter(_ change: TextChange) {
    var text = serverView.filter
    switch change {
    case .insert(let typed): text += typed.filter { !$0.isNewline && $0 != "\t" }
    case .removeLast: text = String(text.dropLast())
    case .clear: text = ""
    case .replace(let typed): text = typed
    }
    guard text.utf8.count <= ServerPanelView.longestFilter, text != serverView.filter else { return }
    serverView.filter = text
    toTheTop()
  }

  private mutating func toTheTop() {
    serverView.anchor = .first
    serverView.owedSteps = 0
    serverView.selection = .automatic
    forgetChange()
  }

  /// The outcome of the last change disappears at the user's next action.
  private mutating func forgetChange() { if identityServer.change?.outcome != .pending { identityServer.change = nil } }
}
