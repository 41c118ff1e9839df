import AppState
import Catalogue
import OAuthClient
import SharedValues
import TerminalUI

/// The same screens line by line, for screen readers and pipes (`--plain`): no position, no colour carries a meaning.
public enum PlainText {
  /// What the phone says, from top to bottom, without its buttons. Unsanitised text never leaves here.
  public static func lines(for state: AppState, look: Look) -> [String] {
    let pages = PhonePages(state, look: look)
    return (faults(state, look) + text(pages.top, look) + elsewhere(state, look)).map { TextLayout.clip($0, to: Int.max) }
  }

  /// What lines cannot show, and the command that writes it to files.
  private static func elsewhere(_ state: AppState, _ look: Look) -> [String] {
    guard case .settings = PhoneScreen(state), PhoneSheet(state) == nil else { return [] }
    return [look.catalogue(.plainGallery)]
  }

  /// What goes wrong on purpose, so that nobody takes it for the server's doing.
  private static func faults(_ state: AppState, _ look: Look) -> [String] {
    state.faults.standing.entries.map { entry in
      let rule = "\(FaultWords.rule(entry.rule, look)) (\(FaultWords.left(entry, look)))"
      return look.catalogue(.faultTouched, ["fault": rule])
    }
  }

  /// What can be chosen, to be numbered from 1: buttons to press, and fields to fill in.
  public static func choices(for state: AppState, look: Look) -> [Choice] {
    let top = PhonePages(state, look: look).top
    var choices = top.controls.compactMap { control -> Choice? in
      switch control.kind {
      case .input(.signUp(let field), _): Choice(look.catalogue(control.phrase), .fillIn(field))
      // Asked for before the app begins, where no line shows it; and of the panel, which lines do not show.
      case .input(.passphrase, _), .input(.serverFilter, _), .input(.messageSearch, _), .input(.checkNote, _),
        .input(.galleryFilter, _):
        nil
      case .button, .quiet, .link, .danger:
        Choice(look.catalogue(control.phrase, control.values), .press(control.action))
      }
    }
    if PhoneSheet(state) == nil {
      if case .authenticated = PhoneScreen(state), !state.settings.presenter {
        choices.append(
          Choice(
            look.catalogue(state.view.revealsSecrets ? .choiceMask : .choiceReveal), .press(.view(.toggleSecrets))))
      }
      if !state.faults.standing.isEmpty {
        choices.append(Choice(look.catalogue(.choiceFaultsOff), .press(.faults(.removeAll))))
      }
      choices.append(Choice(look.catalogue(.quit), .press(.quit)))
    }
    return choices
  }

  /// One of the numbered lines, and what its number does.
  public struct Choice: Hashable, Sendable {
    public enum Deed: Hashable, Sendable {
      case press(Action)
      /// The next line is what stands in this field.
      case fillIn(SignUpForm.Field)
    }

    public var text: String
    public var deed: Deed

    init(_ text: String, _ deed: Deed) {
      self.text = text
      self.deed = deed
    }
  }

  /// What a field is asked for with, and what an empty line leaves in it.
  public static func question(for field: SignUpForm.Field, in state: AppState, look: Look) -> String {
    let value = TextLayout.clip(state.signUp?[field] ?? "", to: Int.max)
    let values = ["field": look.catalogue(SignUpScreen.label(field)), "value": value]
    return look.catalogue(value.isEmpty ? .plainField : .plainFilledField, values)
  }

  /// One line about a message, for a running commentary: who to whom, what, result.
  public static func line(for message: Message, look: Look) -> String {
    let summary = MessageSummary(message, look)
    let parties =
      "\(look.catalogue(message.from.fullName)) \(look.catalogue(.plainTo)) \(look.catalogue(message.to.fullName))"
    let text = [summary.verb, summary.object, summary.status].filter { !$0.isEmpty }.joined(separator: " ")
    let touched = FaultWords.touched(message, look).map { " (\($0))" } ?? ""
    return TextLayout.clip("\(parties): \(text)\(touched)", to: Int.max)
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
