import AppState
import Catalogue
import TerminalUI

/// The Manager and IC screens of the Keycloak seed (seeds/003): examples of their contents, their purpose, and what the app's check is worth.
enum RoleScreenPage {
  static func page(_ screen: RoleScreen, _ session: Session, _ state: AppState, _ look: Look) -> PhonePage {
    let name = session.userName ?? session.subject ?? look.catalogue(.unknown)
    let lines = content(screen).map { title, text in
      [
        StyledLine("\(look.marks.item) ", Style(.phoneLabel), look.catalogue(title), Style(.phoneValue, bold: true)),
        StyledLine("  ", Style(.phone), look.catalogue(text), Style(.phoneSecondary)),
      ]
    }
    return PhonePage(
      title: look.catalogue(title(screen)),
      blocks: [.subtitle(look.catalogue(.roleShownTo, ["name": name, "role": screen.role]))]
        + lines.flatMap { [.lines($0), .gap] } + [.caution(.roleIsConvenience, look, style: Style(.phone))],
      controls: [Control(.back, .view(.show(.home)), .quiet)])
  }

  private static func title(_ screen: RoleScreen) -> Phrase { screen == .manager ? .managerTitle : .icTitle }
  static func button(_ screen: RoleScreen) -> Phrase { screen == .manager ? .managerButton : .icButton }

  /// Examples, because this app has no API that could fill them.
  private static func content(_ screen: RoleScreen) -> [(Phrase, Phrase)] {
    switch screen {
    case .manager:
      [
        (.managerApprovals, .managerApprovalsText), (.managerTeam, .managerTeamText),
        (.managerBudget, .managerBudgetText),
      ]
    case .ic: [(.icTasks, .icTasksText), (.icHours, .icHoursText), (.icLeave, .icLeaveText)]
    }
  }
}
