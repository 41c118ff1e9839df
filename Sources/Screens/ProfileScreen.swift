import AppState
import Catalogue
import Foundation
import OAuthClient
import SharedValues
import TerminalUI

/// What the server says of the user: userinfo and the ID token's claims (OpenID Connect Core §5.3, §2).
enum ProfileScreen {
  static func page(_ session: Session, _ state: AppState, _ look: Look) -> Page {
    var blocks: [Page.Block] = []
    blocks += section(.userinfo, session.userinfo?.document, absent: .noUserinfo, look)
    blocks += [.gap]
    blocks += section(.idTokenClaims, session.claims?.document, absent: .noIDToken, look)
    return Page(
      title: look.catalogue(.profile), blocks: blocks,
      controls: [Control(.back, .view(.show(.home)), .quiet)])
  }

  private static func section(_ heading: Phrase, _ document: JSON?, absent: Phrase, _ look: Look) -> [Page.Block] {
    // Servers may order their claims anew with every answer; a page that reshuffles cannot be read.
    let members = (document?.objectValue ?? []).sorted { ProfileScreen.rank($0) < ProfileScreen.rank($1) }
    var lines: [StyledLine] = [StyledLine(look.catalogue(heading), Style(.phoneTitle, bold: true))]
    if members.isEmpty { lines.append(StyledLine(look.catalogue(absent), Style(.phoneSecondary))) }
    for member in members {
      lines.append(
        StyledLine([
          .init(text: member.name + "  ", style: Style(.phoneLabel)),
          .init(text: value(member, look), style: Style(.phoneValue)),
        ]))
    }
    return [.lines(lines, hanging: 2)]
  }

  /// The subject first, then by name.
  private static func rank(_ member: JSON.Member) -> (Int, String) { (member.name == "sub" ? 0 : 1, member.name) }

  /// A claim as a person reads it: lists with commas, times with their date.
  static func value(_ member: JSON.Member, _ look: Look) -> String {
    if let seconds = member.value.intValue, timeClaims.contains(member.name) {
      return look.moment(Date(timeIntervalSince1970: Double(seconds))).dateAndTime
    }
    if let text = member.value.stringValue { return text }
    if let list = member.value.stringArray { return list.joined(separator: ", ") }
    return member.value.compact
  }

  private static let timeClaims: Set = ["exp", "iat", "nbf", "auth_time", "updated_at"]
}
