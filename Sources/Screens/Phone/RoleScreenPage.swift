import AppState
import Catalogue
import TerminalUI

/// The Manager and IC screens of the Keycloak seed (seeds/003): examples of their contents, their purpose, and what the app's check is worth.
enum RoleScreenPage {
  static func page(_ screen: RoleScreen, _ session: Session, _ state: AppState, _ look: Look) -> PhonePage {
    let name = UserFacts.name(session) ?? session.subject ?? look.catalogue(.unknown)
    let lines = content(screen).map { title, text in
      [
        StyledLine([
          .init(text: "\(look.marks.item) ", style: Style(.phoneLabel)),
          .init(text: look.catalogue(title), style: Style(.phoneValue, bold: true)),
        ]),
        StyledLine([
          .init(text: "  ", style: Style(.phone)), .init(text: look.catalogue(text), style: Style(.phoneSecondary)),
        ]),
      ]
    }
    return PhonePage(
      title: look.catalogue(title(screen)),
      blocks: [.subtitle(look.catalogue(.roleShownTo, ["name": name, "role": screen.role]))]
        + lines.flatMap { [.lines($0, hanging: 2), .gap] }
        + [
          .lines(
            [
              StyledLine([
                .init(text: "\(look.marks.warning) ", style: Style(.phoneWarning, bold: true)),
                .init(text: look.catalogue(.roleIsConvenience), style: Style(.phone)),
              ])
            ], hanging: 2)
        ],
      controls: [Control(.back, .view(.show(.home)), .quiet)])
  }

  static func title(_ screen: RoleScreen) -> Phrase {
    switch screen {
    case .manager: .managerTitle
    case .ic: .icTitle
    }
  }

  static func button(_ screen: RoleScreen) -> Phrase {
    switch screen {
    case .manager: .managerButton
    case .ic: .icButton
    }
  }

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
