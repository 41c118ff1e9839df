import AppState
import Catalogue
import Foundation
import OAuthClient
import SharedValues
import TerminalUI

/// Signed in: who, with which tokens, for how long (seeds/000, "Per Instance Credentials").
enum AuthenticatedScreen {
  static func page(_ session: Session, _ state: AppState, _ look: Look) -> Page {
    var fields: [Page.Block] = [
      field(.subject, session.subject ?? look.catalogue(.unknown), nil, look)
    ]
    if let name = UserFacts.name(session) { fields.append(field(.userName, name, nil, look)) }
    let roles = UserFacts.roles(session)
    if !roles.isEmpty { fields.append(field(.roles, roles.joined(separator: ", "), nil, look)) }
    fields.append(
      field(
        .accessToken, shown(session.tokens.accessToken, state, look), timeLeft(session.tokens, state, look), look))
    let refreshToken = session.tokens.refreshToken.map { shown($0, state, look) }
    fields.append(field(.refreshToken, refreshToken ?? look.catalogue(.noRefreshTokenShort), nil, look))
    return Page(
      title: look.catalogue(.appTitle), blocks: HomeLines.blocks(state, look) + fields,
      controls: [
        Control(.refreshAccessToken, .refreshAccessToken),
        Control(.profile, .view(.show(.profile))),
        Control(.signOut, .signOut),
        Control(.settings, .view(.show(.settings)), .link),
      ])
  }

  private static func field(_ label: Phrase, _ value: String, _ note: String?, _ look: Look) -> Page.Block {
    .field(label: look.catalogue(label), value: value, note: note, style: Style(.phoneValue, bold: true))
  }

  /// A secret as the screen may show it at this moment.
  static func shown(_ secret: Secret, _ state: AppState, _ look: Look) -> String {
    state.revealsSecrets ? secret.revealed : secret.masked(with: Character(look.marks.dot))
  }

  private static func timeLeft(_ tokens: TokenSet, _ state: AppState, _ look: Look) -> String? {
    guard let expiry = tokens.expiresAt else { return nil }
    let left = expiry.timeIntervalSince(state.now)
    return left > 0 ? look.catalogue(.expiresIn, ["time": Measure.countdown(left)]) : look.catalogue(.expired)
  }
}

extension AppState {
  /// Whether secrets may be read. Presenter mode masks them for good.
  var revealsSecrets: Bool { view.revealsSecrets && !settings.presenter }
}

/// What servers commonly say of a user, found where they commonly say it.
enum UserFacts {
  static func name(_ session: Session) -> String? {
    for document in documents(session) {
      if let name = document["name"]?.stringValue, !name.isEmpty { return name }
      let parts = [document["given_name"], document["family_name"]].compactMap { $0?.stringValue }
      if !parts.isEmpty { return parts.joined(separator: " ") }
    }
    return nil
  }

  /// `roles` of userinfo or ID token, or Keycloak's `realm_access.roles` (seeds/003).
  static func roles(_ session: Session) -> [String] {
    for document in documents(session) {
      let claim = document["roles"] ?? document["realm_access"]?["roles"]
      if let roles = claim?.stringArray, !roles.isEmpty { return roles }
      if let role = claim?.stringValue ?? document["role"]?.stringValue, !role.isEmpty { return [role] }
    }
    return []
  }

  private static func documents(_ session: Session) -> [JSON] {
    [session.userinfo?.document, session.claims?.document].compactMap { $0 }
  }
}
