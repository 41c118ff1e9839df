import AppState
import Catalogue
import FoundationEssentials
import SharedValues
import TerminalUI

/// What the server says about the user: userinfo and the ID token's claims (OpenID Connect Core §5.3, §2).
enum ProfileScreen {
  static func page(_ session: Session, _ state: AppState, _ look: Look) -> PhonePage {
    var blocks: [PhonePage.Block] = []
    blocks += section(.userinfo, session.userinfo?.document, absent: .noUserinfo, look)
    blocks += [.gap]
    blocks += section(
      .idTokenClaims, session.claims?.document, absent: state.usesApplicationServer ? .idTokenElsewhere : .noIDToken,
      look)
    return PhonePage(
      title: look.catalogue(.profile), blocks: blocks,
      controls: [Control(.back, .view(.show(.home)), .quiet)])
  }

  private static func section(_ heading: Phrase, _ document: JSON?, absent: Phrase, _ look: Look) -> [PhonePage.Block] {
    var lines = [StyledLine(look.catalogue(heading), Style(.phoneTitle, bold: true))]
    let claims = ClaimLines(document, look).lines
    lines += claims.isEmpty ? [StyledLine(look.catalogue(absent), Style(.phoneSecondary))] : claims
    return [.lines(lines, hanging: 2)]
  }
}
