import AppState
import Catalogue
import SharedValues
import TerminalUI

/// The same screens line by line, for screen readers and pipes (`--plain`): no position, no colour carries a meaning.
public enum PlainText {
  /// What the phone says, from top to bottom, without its buttons. Unsanitised text never leaves here.
  public static func lines(for state: AppState, look: Look) -> [String] {
    let pages = PhonePages(state, look: look)
    return text(pages.top, look).map { TextLayout.clip($0, to: Int.max) }
  }

  /// What can be chosen, to be numbered from 1.
  public static func choices(for state: AppState) -> [(Phrase, Action)] {
    let top = PhonePages(state, look: Look()).top
    // A field cannot be filled in by choosing a number: lines(for:look:) shows what stands in it.
    var choices = top.controls.filter { !$0.isInput }.map { ($0.phrase, $0.action) }
    if PhoneSheet(state) == nil {
      if case .authenticated = PhoneScreen(state), !state.settings.presenter {
        choices.append((state.view.revealsSecrets ? .choiceMask : .choiceReveal, .view(.toggleSecrets)))
      }
      choices.append((.quit, .quit))
    }
    return choices
  }

  /// One line about a message, for a running commentary: who to whom, what, result.
  public static func line(for message: Message, look: Look) -> String {
    let summary = MessageSummary(message, look)
    let parties =
      "\(look.catalogue(message.from.fullName)) \(look.catalogue(.plainTo)) \(look.catalogue(message.to.fullName))"
    let text = [summary.verb, summary.object, summary.status].filter { !$0.isEmpty }.joined(separator: " ")
    return TextLayout.clip("\(parties): \(text)", to: Int.max)
  }

  private static func text(_ page: Page, _ look: Look) -> [String] {
    var lines = [page.title]
    for block in page.blocks {
      switch block {
      case .subtitle(let text), .heading(let text, _), .text(let text, _, _): lines.append(text)
      case .field(let label, let value, let note, _):
        lines.append("\(label): \(value)" + (note.map { " (\($0))" } ?? ""))
      case .lines(let styled, _): lines += styled.map(\.text)
      case .gap, .illustration: break
      }
    }
    for control in page.controls {
      if case .input(_, let value) = control.kind { lines.append("\(look.catalogue(control.phrase)): \(value)") }
    }
    return lines
  }
}
