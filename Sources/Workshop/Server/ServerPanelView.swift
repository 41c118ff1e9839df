import AppState

/// Where the user is in the panel **Server**.
public struct ServerPanelView: Hashable, Sendable {
  public enum Section: Int, Hashable, Sendable, CaseIterable { case clients, sessions, events }

  /// What the clients are sorted by: the newest, the last used, or the alphabetically first one comes first.
  public enum Order: String, Hashable, Sendable, CaseIterable { case issued, lastUsed, name, owner, status }

  /// Where the window of clients lies.
  public enum Anchor: Hashable, Sendable {
    case first, last
    /// Around the client with this position, which the reader has given.
    case around(String)
  }

  public enum Selection: Hashable, Sendable {
    /// This phone's own client where it can be seen, else the first one.
    case automatic
    case first, last
    case client(String)
  }

  /// What is asked before it is done.
  public enum Question: Hashable, Sendable {
    case endSession(ServerSession.ID)
    /// The chosen one.
    case revokeClient
  }

  public var section: Section = .clients
  public var order: Order = .issued
  /// Part of the client's id, name or owner.
  public var filter = ""
  /// Whether typed letters go into the filter.
  public var editsFilter = false
  public var selection: Selection = .automatic
  /// The session that was chosen; `nil`: the first.
  public var selectedSession: String?
  /// The client that is shown alone.
  public var opened: String?
  public var question: Question?
  /// Which answer is focused: 0 changes nothing.
  public var answer = 0
  var anchor: Anchor = .first
  /// Steps that led beyond what was read, to be taken when the rest has been: a key that is held down loses none.
  var owedSteps = 0

  public init() {}

  /// What there is to be read for this view.
  var inquiry: ServerInquiry {
    if let opened { return .client(opened) }
    return switch section {
    case .clients: .clients(filter: filter, order: order, at: anchor)
    case .sessions: .sessions
    case .events: .totals
    }
  }

  /// Longer filters find nothing.
  static let longestFilter = 200
}

/// Moves of the eye within the panel **Server**.
public enum ServerViewAction: ToolAction {
  case section(ServerPanelView.Section)
  case select(ServerClient.ID)
  case selectSession(ServerSession.ID)
  case open(ServerClient.ID)
  case close
  /// Sort by the next thing.
  case nextOrder
  case beginFilter
  case editFilter(TextChange)
  /// Keep what was typed and give the keys back to the list.
  case endFilter
  case clearFilter
  case askToEnd(ServerSession.ID)
  /// From wherever somebody is, about this phone's client.
  case askToRevoke
  case answer(Int)
  case dropQuestion
}

extension ServerViewAction {
  public func apply(to app: inout AppState) -> [Effect] {
    if case .askToRevoke = self { app.look(.tab(.server)) }
    app.view.focus = .panel
    app.lookAtServer(self)
    return []
  }
}

extension Action { public static func serverView(_ action: ServerViewAction) -> Action { .tool(ToolEvent(action)) } }

extension PanelTab { public static let server = PanelTab("server", at: 4, .tabServer, .keyServer) }

extension AppState {
  /// Where the user is in the panel **Server**.
  public var serverView: ServerPanelView {
    get { identityServer.view }
    set { identityServer.view = newValue }
  }
}
