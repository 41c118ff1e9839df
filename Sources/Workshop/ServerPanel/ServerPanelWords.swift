import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// Words of the panel **Server** for times, counts and results.
enum ServerPanelWords {
  /// The reader stops counting here.
  static func count(_ count: Int) -> String { count >= 100_000 ? "\(count)+" : String(count) }

  /// `Clients 3`
  static func title(_ section: ServerPanelView.Section, _ state: AppState, _ look: Look) -> String {
    let server = state[ServerInsight.self]
    let count =
      switch section {
      case .clients: server.totals.clients
      case .sessions: server.totals.sessions
      case .events: server.events.count
      }
    return "\(look.catalogue(section.phrases.title)) \(ServerPanelWords.count(count))"
  }

  static func administration(_ state: AppState, _ look: Look) -> String? {
    state[ServerInsight.self].administration.map { administration in
      let dots = String(repeating: look.marks.dot, count: 8)
      let password = state.revealsSecrets ? administration.password.revealed : dots
      return look.catalogue(
        .administrationPlace, ["page": administration.page, "name": administration.name, "password": password])
    }
  }

  /// The outcome of the last reading or change in full, in as many lines as it needs.
  static func news(_ state: AppState, width: Int, _ look: Look) -> [StyledLine] {
    func lines(_ mark: String, _ text: String, _ role: Role) -> [StyledLine] {
      let line = StyledLine("\(mark) \(text)", Style(role, bold: true))
      return line.width <= width ? [line] : TextColumn(width, look).marked(mark, text, Style(role, bold: true))
    }
    if let problem = state[ServerInsight.self].problem {
      let why = look.catalogue(ErrorText.of(problem.code.rawValue).title)
      return lines(look.marks.warning, look.catalogue(.serverNotRead, ["why": why]), .warning)
    }
    guard let change = state[ServerInsight.self].change else { return [] }
    switch change.outcome {
    case .pending: return [StyledLine(look.catalogue(.changePending) + look.marks.pending, Style(.secondary))]
    // The explanation alone says that it was not done, and why.
    case .failed(let problem): return lines(look.marks.warning, ErrorWording(problem, look).explanation, .error)
    case .done: return lines(look.marks.done, done(change.what, look), .success)
    }
  }

  private static func done(_ change: ServerChange, _ look: Look) -> String {
    func client(_ id: String) -> [String: String] {
      ["client": look.reader == .lines ? id : TextLayout.clip(id, to: 12, ellipsis: look.marks.ellipsis)]
    }
    return switch change {
    case .revoke(let id): look.catalogue(.clientWasRevoked, client(id))
    case .activate(let id): look.catalogue(.clientWasActivated, client(id))
    case .forget(let id): look.catalogue(.clientWasForgotten, client(id))
    case .endSession(_, let user): look.catalogue(.sessionWasEnded, ["user": user])
    }
  }

  /// `✓ active`: a sign and a word. An unknown status from the database is shown as it is.
  static func status(_ client: RegisteredClient, _ look: Look) -> StyledLine.Span {
    let isKnown = client.isActive || client.status == "revoked"
    let word = isKnown ? look.catalogue(client.isActive ? .statusActive : .statusRevoked) : client.status
    let sign = client.isActive ? look.marks.done : look.marks.failed
    // Plain lines need only the word.
    let text = look.reader == .lines ? word : "\(sign) \(word)"
    return .init(text: text, style: Style(client.isActive ? .success : .error))
  }

  static func statusWidth(_ look: Look) -> Int {
    2 + max(TextLayout.width(look.catalogue(.statusActive)), TextLayout.width(look.catalogue(.statusRevoked)))
  }

  static func grants(_ count: Int, _ look: Look) -> String {
    count == 0 ? look.catalogue(.liveGrantsNone) : look.catalogue(.liveGrants, ["count": String(count)])
  }
}

extension ClientSort {
  var phrase: Phrase {
    switch self {
    case .registered: .orderIssued
    case .lastUsed: .orderLastUsed
    case .name: .orderName
    case .owner: .orderOwner
    case .status: .orderStatus
    }
  }
}
