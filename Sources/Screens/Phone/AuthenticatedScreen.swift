import AppState
import Catalogue
import FoundationEssentials
import OAuthClient
import SharedValues
import TerminalUI

/// Signed in: the user, the tokens and their lifetimes (seeds/000, "Per Instance Credentials").
enum AuthenticatedScreen {
  static func page(_ session: Session, _ state: AppState, _ look: Look) -> PhonePage {
    var fields: [PhonePage.Block] = [field(.subject, session.subject ?? look.catalogue(.unknown), nil, look)]
    if let name = UserFacts.name(session) { fields.append(field(.userName, name, nil, look)) }
    if case .account(let account) = session.accountStatus { fields += AccountLines.blocks(account, look) }
    if let roles = roles(session, look) { fields.append(roles) }
    fields.append(
      field(
        .accessToken, shown(session.tokens.accessToken, state, look), timeLeft(session.tokens, state, look), look))
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
        + [Control(.signOut, .signOut), Control(.settings, .view(.show(.settings)), .link)])
  }

  /// The user's roles; a long list is cut to a readable length.
  private static func roles(_ session: Session, _ look: Look) -> PhonePage.Block? {
    let roles = session.roles
    if roles.isUnreadable {
      return .field(
        label: look.catalogue(.roles), value: look.catalogue(.rolesUnreadable), note: nil, style: Style(.phoneWarning))
    }
    guard !roles.names.isEmpty else { return nil }
    let shown = roles.names.prefix(8).map { TextLayout.clip($0, to: 40, ellipsis: look.marks.ellipsis) }
    let rest = roles.names.count - shown.count
    return field(.roles, shown.joined(separator: ", ") + (rest > 0 ? " (+\(rest))" : ""), nil, look)
  }

  private static func field(_ label: Phrase, _ value: String, _ note: String?, _ look: Look) -> PhonePage.Block {
    .field(label: look.catalogue(label), value: value, note: note, style: Style(.phoneValue, bold: true))
  }

  /// A secret, masked unless secrets are revealed.
  static func shown(_ secret: Secret, _ state: AppState, _ look: Look) -> String {
    state.revealsSecrets ? secret.revealed : secret.masked(with: Character(look.marks.dot))
  }

  private static func timeLeft(_ tokens: TokenSet, _ state: AppState, _ look: Look) -> String? {
    guard let expiry = tokens.expiresAt else { return nil }
    let left = expiry.timeIntervalSince(state.now)
    return left > 0 ? look.catalogue(.expiresIn, ["time": Measure.countdown(left)]) : look.catalogue(.expired)
  }
}

/// Facts that servers usually provide about a user, in the usual places.
enum UserFacts {
  static func name(_ session: Session) -> String? {
    for document in documents(session) {
      if let name = document["name"]?.stringValue, !name.isEmpty { return name }
      let parts = [document["given_name"], document["family_name"]].compactMap { $0?.stringValue }
      if !parts.isEmpty { return parts.joined(separator: " ") }
    }
    return nil
  }

  private static func documents(_ session: Session) -> [JSON] {
    [session.userinfo?.document, session.claims?.document].compactMap { $0 }
  }
}
