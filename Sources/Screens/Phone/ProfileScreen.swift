import AppState
import Catalogue
import SharedValues
import TerminalUI

/// What the server says about the user: userinfo and the ID token's claims (OpenID Connect Core §5.3, §2).
enum ProfileScreen {
  static func page(_ session: Session, _ state: AppState, _ look: Look) -> PhonePage {
    let noToken: Phrase = state.usesApplicationServer ? .idTokenElsewhere : .noIDToken
    return PhonePage(
      title: look.catalogue(.profile),
      blocks: [
        section(.userinfo, session.userinfo?.document, absent: .noUserinfo, look), .gap,
        section(.idTokenClaims, session.claims?.document, absent: noToken, look),
      ], controls: [Control(.back, .view(.show(.home)), .quiet)])
  }

  private static func section(_ heading: Phrase, _ document: JSON?, absent: Phrase, _ look: Look) -> PhonePage.Block {
    let claims = ClaimLines(document, look).lines
    return .lines(
      [StyledLine(look.catalogue(heading), Style(.phoneTitle, bold: true))]
        + (claims.isEmpty ? [StyledLine(look.catalogue(absent), Style(.phoneSecondary))] : claims))
  }
}
