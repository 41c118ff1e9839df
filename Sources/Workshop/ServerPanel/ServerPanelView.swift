import AppState
import SharedValues

/// Where the user is in the panel **Server**.
package struct ServerPanelView: Hashable, Sendable {
  package enum Section: Int, Hashable, Sendable, CaseIterable { case clients, sessions, events }

  package enum Selection: Hashable, Sendable {
    /// This phone's own client if it is visible, else the first one.
    case automatic
    case first, last
    case client(String)
  }

  package enum Question: Hashable, Sendable {
    case endSession(UserSession.ID)
    /// For the selected client.
    case revokeClient
    /// Of the selected client.
    case expireSecret
  }

  package var section: Section = .clients
  package var order = ClientSort.registered
  package var filter = ""
  package var editsFilter = false
  package var selection: Selection = .automatic
  /// The selected session; `nil`: the first.
  package var selectedSession: String?
  package var opened: String?
  package var question: Question?
  /// The focused answer: 0 changes nothing.
  package var answer = 0
  var anchor = ClientAnchor.first
  /// Steps beyond the loaded window, to be taken when more has been read, so that a held key loses none.
  var owedSteps = 0

  var inquiry: ServerInquiry {
    if let opened { return .client(opened) }
    return switch section {
    case .clients: .clients(filter: filter, order: order, at: anchor)
    case .sessions: .sessions
    case .events: .totals
    }
  }

  /// Longer filters match nothing.
  static let longestFilter = 200
}

extension PanelTab { package static let server = PanelTab("server", at: 4, .tabServer, .keyServer) }

/// Navigation in the panel **Server**. Nothing here changes the server.
extension Phone<ServerInsight> {
  mutating func lookAtServer(_ action: ServerPanelAction) {
    switch action {
    case .section(let section):
      own.view.section = section
      (own.view.opened, own.view.question, own.view.editsFilter) = (nil, nil, false)
      scrollPanelToTop()
      own.forgetChange()
    case .select(let id):
      own.view.selection = .client(id)
      own.view.owedSteps = 0
      own.forgetChange()
    case .selectSession(let id):
      own.view.selectedSession = id
      own.forgetChange()
    case .open(let id):
      own.view.selection = .client(id)
      own.view.opened = id
      own.opened = nil
      scrollPanelToTop()
      own.forgetChange()
    case .close:
      own.view.opened = nil
      scrollPanelToTop()
    case .nextOrder:
      own.view.order = ClientSort.allCases.next(after: own.view.order)
      own.toTheTop()
    case .beginFilter: own.view.editsFilter = true
    case .editFilter(let change): own.editFilter(change)
    case .endFilter: own.view.editsFilter = false
    case .clearFilter:
      own.view.editsFilter = false
      own.editFilter(.clear)
    case .askToEnd(let session):
      own.view.question = .endSession(session)
      // Every question starts at its harmless answer.
      own.view.answer = 0
    case .askToRevoke:
      (own.view.section, own.view.opened, own.view.selection) = (.clients, nil, .automatic)
      (own.view.question, own.view.answer) = (.revokeClient, 0)
    case .askToExpire: (own.view.question, own.view.answer) = (.expireSecret, 0)
    case .answer(let index): own.view.answer = min(max(0, index), 1)
    case .dropQuestion: own.view.question = nil
    case .watched, .read, .event, .change, .changed, .reach: break
    }
  }

  mutating func move(_ step: Int) {
    if own.reach.card != nil { return moveReach(step) }
    switch own.view.section {
    case .clients: moveClient(step)
    case .sessions:
      guard let chosen = own.selectedSession, let index = own.sessions.firstIndex(of: chosen) else { break }
      own.view.selectedSession = own.sessions[own.sessions.place(step, from: index)].id
    case .events: break
    }
    own.forgetChange()
  }

  /// Moves within the loaded window; near its end, reads the window again around the selected client. A step longer than a window leads to the
  /// beginning or the end of the whole list.
  mutating func moveClient(_ step: Int) {
    guard let window = own.clients, let index = selectedIndex else { return }
    guard abs(step) < AppState.farther else {
      own.view.selection = step < 0 ? .first : .last
      own.view.anchor = step < 0 ? .first : .last
      own.view.owedSteps = 0
      return
    }
    let meant = index + own.view.owedSteps + step
    let wanted = min(max(0, meant), window.clients.count - 1)
    own.view.selection = .client(window.clients[wanted].id)
    let more = (earlier: window.before > 0, later: window.before + window.clients.count < window.total)
    own.view.owedSteps = meant < wanted && more.earlier || meant > wanted && more.later ? meant - wanted : 0
    let margin = ServerInquiry.windowSize / 4
    let isNearTheEdge = wanted < margin && more.earlier || wanted >= window.clients.count - margin && more.later
    if isNearTheEdge, window.positions.indices.contains(wanted) { own.view.anchor = .around(window.positions[wanted]) }
  }
}

extension ServerInsight {
  fileprivate mutating func editFilter(_ change: TextChange) {
    let text = change.applied(to: view.filter, limit: ServerPanelView.longestFilter)
    guard text != view.filter else { return }
    view.filter = text
    toTheTop()
  }

  fileprivate mutating func toTheTop() {
    (view.anchor, view.owedSteps, view.selection) = (.first, 0, .automatic)
    forgetChange()
  }

  /// The outcome of the last change disappears at the user's next action.
  mutating func forgetChange() { if !isChanging { change = nil } }
}
