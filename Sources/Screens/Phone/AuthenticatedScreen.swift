import AppState
import Catalogue
import OAuthClient
import SharedValues
import TerminalUI

/// Signed in: the user, the tokens and their lifetimes (seeds/000, "Per Instance Credentials").
enum AuthenticatedScreen {
  static func page(_ session: Session, _ state: AppState, _ look: Look) -> PhonePage {
    var fields = [field(.subject, session.subject ?? look.catalogue(.unknown), nil, look)]
    if let name = session.userName { fields.append(field(.userName, name, nil, look)) }
    if case .account(let account) = session.accountStatus { fields.append(self.account(account, look)) }
    if let roles = roles(session, look) { fields.append(roles) }
    let accessToken = shown(session.tokens.accessToken, state, look)
    fields.append(field(.accessToken, accessToken, timeLeft(session.tokens, state, look), look))
    if !state.usesApplicationServer {
      let refreshToken = session.tokens.refreshToken.map { shown($0, state, look) }
      fields.append(field(.refreshToken, refreshToken ?? look.catalogue(.noRefreshTokenShort), nil, look))
    }
    return PhonePage(
      title: look.catalogue(.appTitle),
      blocks: HomeLines.blocks(state, look) + RenewalLines.blocks(state, look) + fields,
      controls: (state.usesApplicationServer ? [] : [Control(.refreshAccessToken, .refreshAccessToken)])
        + (state.canUseAPI ? [Control(.accounts, .api(.readAccounts))] : [])
        + [Control(.profile, .view(.show(.profile)))]
        + state.roleScreens.map { Control(RoleScreenPage.button($0), .view(.show(.role($0)))) }
        + [Control(.signOut, .signOut), .settings])
  }

  /// The user's roles; a long list is cut to a readable length.
  private static func roles(_ session: Session, _ look: Look) -> PhonePage.Block? {
    let roles = session.roles
    if roles.isUnreadable {
      return .field(label: look.catalogue(.roles), value: look.catalogue(.rolesUnreadable), style: Style(.phoneWarning))
    }
    guard !roles.names.isEmpty else { return nil }
    let shown = roles.names.prefix(8).map { TextLayout.clip($0, to: 40, ellipsis: look.marks.ellipsis) }
    let rest = roles.names.count - shown.count
    return field(.roles, shown.joined(separator: ", ") + (rest > 0 ? " (+\(rest))" : ""), nil, look)
  }

  private static func account(_ account: ApplicationAccount, _ look: Look) -> PhonePage.Block {
    func text(_ name: String) -> String? {
      account.document[name]?.stringValue.flatMap {
        $0.isEmpty ? nil : TextLayout.clip($0, to: 80, ellipsis: look.marks.ellipsis)
      }
    }
    let name = [text("given_name"), text("family_name")].compactMap { $0 }.joined(separator: " ")
    let parts = [name, text("email") ?? ""].filter { !$0.isEmpty }
    let shown = parts.isEmpty ? look.catalogue(.accountFound) : parts.joined(separator: " \(look.marks.separator) ")
    return field(.account, shown, nil, look)
  }

  private static func field(_ label: Phrase, _ value: String, _ note: String?, _ look: Look) -> PhonePage.Block {
    .field(label: look.catalogue(label), value: value, note: note, style: Style(.phoneValue, bold: true))
  }

  /// A secret, masked unless secrets are revealed.
  private static func shown(_ secret: Secret, _ state: AppState, _ look: Look) -> String {
    state.revealsSecrets ? secret.revealed : secret.masked(with: Character(look.marks.dot))
  }

  private static func timeLeft(_ tokens: TokenSet, _ state: AppState, _ look: Look) -> String? {
    guard let expiry = tokens.expiresAt else { return nil }
    let left = expiry.timeIntervalSince(state.now)
    return left > 0 ? look.catalogue(.expiresIn, ["time": Measure.countdown(left)]) : look.catalogue(.expired)
  }
}

extension Session {
  /// The user's name, which servers usually provide in one of these places.
  var userName: String? {
    for document in [userinfo?.document, claims?.document].compactMap(\.self) {
      if let name = document["name"]?.stringValue, !name.isEmpty { return name }
      let parts = [document["given_name"], document["family_name"]].compactMap { $0?.stringValue }
      if !parts.isEmpty { return parts.joined(separator: " ") }
    }
    return nil
  }
}

/// The Manager and IC screens of the Keycloak seed (seeds/003): examples of their contents, their purpose, and what the app's check is worth.
enum RoleScreenPage {
  static func page(_ screen: RoleScreen, _ session: Session, _ state: AppState, _ look: Look) -> PhonePage {
    let name = session.userName ?? session.subject ?? look.catalogue(.unknown)
    let examples = content(screen).flatMap { title, text -> [PhonePage.Block] in
      let head = StyledLine(
        "\(look.marks.item) ", Style(.phoneLabel), look.catalogue(title), Style(.phoneValue, bold: true))
      return [.lines([head, StyledLine("  ", Style(.phone), look.catalogue(text), Style(.phoneSecondary))]), .gap]
    }
    return PhonePage(
      title: look.catalogue(screen == .manager ? .managerTitle : .icTitle),
      blocks: [.subtitle(look.catalogue(.roleShownTo, ["name": name, "role": screen.role]))]
        + examples + [.caution(.roleIsConvenience, look, style: Style(.phone))],
      controls: [.home])
  }

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
