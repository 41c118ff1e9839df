import ForeignText
import AppState
import Catalogue
import TerminalUI

/// Warnings about the configuration. They are shown here because the screen hides standard error.
enum WarningsSheet {
  static func page(_ warnings: [String], _ look: Look) -> PhonePage {
    let lines = warnings.map {
      StyledLine([
        .init(text: "\(look.marks.dot) ", style: Style(.phoneWarning, bold: true)),
        .init(text: $0.hasSuffix(bytes: ".") ? $0 : "\($0).", style: Style(.phone)),
      ])
    }
    return PhonePage(
      title: "\(look.marks.warning) " + look.catalogue(.configurationWarningsTitle),
      titleStyle: Style(.phoneWarning, bold: true),
      blocks: [
        .lines(lines, hanging: 2), .gap,
        .text(look.catalogue(.configurationWarningsHint), Style(.phoneSecondary), .left),
      ],
      controls: [Control(.dismissNotice, .dismissWarnings)])
  }
}
