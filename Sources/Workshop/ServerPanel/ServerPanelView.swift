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

  /// A question before an action.
  package enum Question: Hashable, Sendable {
    case endSession(UserSession.ID)
    /// For the selected client.
    case revokeClient
  }

  package var section: Section = .clients
  package var order = ClientSort.registered
  /// Text to find in the client's id, name or owner.
  package var filter = ""
  /// Whether typed letters go into the filter.
  package var editsFilter = false
  package var selection: Selection = .automatic
  /// The selected session; `nil`: the first.
  package var selectedSession: String?
  /// The client that is shown in full.
  package var opened: String?
  package var question: Question?
  /// The focused answer: 0 changes nothing.
  package var answer = 0
  var anchor = ClientAnchor.first
  /// Steps beyond the loaded window, to be taken when more has been read, so that a held key loses none.
  var owedSteps = 0

  /// What this view needs to read.
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

/// Navigation in the panel **Server**.
package enum ServerViewAction: ToolAction {
  case section(ServerPanelView.Section)
  case select(RegisteredClient.ID)
  case selectSession(UserSession.ID)
  case open(RegisteredClient.ID)
  case close
  /// Sorts by the next criterion.
  case nextOrder
  case beginFilter
  case editFilter(TextChange)
  /// Keeps the text and returns the keys to the list.
  case endFilter
  case clearFilter
  case askToEnd(UserSession.ID)
  /// Opens the question for this phone's client, from anywhere.
  case askToRevoke
  case answer(Int)
  case dropQuestion
}

extension Action {
  package static func serverView(_ action: ServerViewAction) -> Action { .tool(AnyToolAction(action)) }
}

extension PanelTab { package static let server = PanelTab("server", at: 4, .tabServer, .keyServer) }
