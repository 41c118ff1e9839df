import ForeignText
import AppState
import Catalogue
import TerminalUI

/// What the configuration was warned of. Standard error lies behind the screen, so it is said here as well.
enum WarningsSheet {
  static func page(_ warnings: [String], _ look: Look) -> Page {
    let lines = warnings.map {
      StyledLine([
        .init(text: "\(look.marks.dot) ", style: Style(.phoneWarning, bold: true)),
        .init(text: $0.hasSuffix(bytes: ".") ? $0 : "\($0).", style: Style(.phone)),
      ])
    }
    return Page(
      title: "\(look.marks.warning) " + look.catalogue(.configurationWarningsTitle),
      titleStyle: Style(.phoneWarning, bold: true),
      blocks: [
        .lines(lines, hanging: 2), .gap,
        .text(look.catalogue(.configurationWarningsHint), Style(.phoneSecondary), .left),
      ],
      controls: [Control(.dismissNotice, .dismissWarnings)])
  }
}
