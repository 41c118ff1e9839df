import AppState
import Catalogue
import TerminalUI

/// The same screens line by line, for screen readers and pipes (`--plain`): neither position nor colour has a meaning.
package enum PlainText {
  /// The text of the phone or the open tool from top to bottom, without the choices. Always sanitised.
  package static func lines(for state: AppState, look: Look) -> [String] {
    let after = state.toolViews.flatMap { $0.linesAfter(state, look) }
    let own =
      panel(state, look)?.lines
      ?? (listsTools(state) ? toolLines(state, look) : text(PhonePages(state, look: look).top, look)) + after
    return toolLinesBefore(for: state, look: look) + own.map { TextLayout.clip($0, to: Int.max) }
  }

  /// What tools say before every screen while they are active: the beginning of ``lines(for:look:)``.
  package static func toolLinesBefore(for state: AppState, look: Look) -> [String] {
    state.toolViews.flatMap { $0.linesBefore(state, look) }.map { TextLayout.clip($0, to: Int.max) }
  }

  /// The choices: buttons to press, fields to fill in, rows of the open tool. At most one of them leads out.
  package static func choices(for state: AppState, look: Look) -> [Choice] {
    if let panel = panel(state, look) { return choices(in: panel, state, look) }
    if listsTools(state) { return toolChoices(state, look) }
    let top = PhonePages(state, look: look).top
    var choices = top.controls.compactMap { control -> Choice? in
      switch control.kind {
      case .input(let field, _) where field.isAskedForInLines:
        Choice(look.catalogue(control.phrase), .fillIn(PlainField(control.phrase, field)))
      // Asked before the app starts, where no lines are shown.
      case .input: nil
      case .button, .quiet, .link, .danger:
        Choice(
          look.catalogue(control.phrase, control.values), .press(control.action),
          isDangerous: control.kind == .danger || control.action.isDangerous)
      }
    }
    if PhoneSheet(state) == nil {
      if case .authenticated = PhoneScreen(state), !state.settings.presenter { choices.append(secrets(state, look)) }
      choices += state.toolViews.flatMap { $0.choices(state, look) }
      if offersTools(state) {
        let known = Set(choices.map(\.command))
        choices += stepChoices(state, look).filter { !known.contains($0.command) }
        choices.append(Choice(look.catalogue(.plainTools), .view(.toggleHelp)))
      }
      choices.append(Choice(look.catalogue(.quit), .quit))
    }
    let ways = [PhoneKeys.leave(state)?.action, .quit].compactMap { action in action.map { Choice.Command.press($0) } }
    let out = ways.compactMap { way in choices.lastIndex { $0.command == way && !$0.isDangerous } }
    if let first = out.first { choices[first].leadsOut = true }
    return choices
  }

  /// A numbered line and the effect of its number.
  package struct Choice: Hashable, Sendable {
    package enum Command: Hashable, Sendable {
      case press(Action)
      /// The next line is the field's value.
      case fillIn(PlainField)
    }

    package var text: String
    package var command: Command
    /// A heading before this choice and the following ones.
    package var heading: String?
    /// Whether it erases or ends something, so that it needs its number or its whole name.
    package var isDangerous: Bool
    /// Whether it cancels, goes back or quits, without erasing anything.
    package var leadsOut = false
    /// Why it is unavailable now, as a sentence with its name.
    var obstacle: String?
    var named: Named { obstacle.map { .nothing($0) } ?? .choice(self) }

    package init(_ text: String, _ command: Command, isDangerous: Bool = false) {
      (self.text, self.command, self.isDangerous) = (text, command, isDangerous)
    }

    init(_ text: String, _ action: Action) { self.init(text, .press(action), isDangerous: action.isDangerous) }

    /// The action that it finally leads to, wherever it is chosen.
    var action: Action? {
      switch command {
      case .press(.view(.palette(.choose(let action, _)))), .press(let action): action
      case .fillIn: nil
      }
    }
  }

  /// The prompt of a field, and the value that an empty line keeps.
  package static func question(for field: PlainField, in state: AppState, look: Look) -> String {
    let value = TextLayout.clip(field.field.value(in: state), to: Int.max)
    let values = ["field": look.catalogue(field.label), "value": value]
    return look.catalogue(value.isEmpty ? .plainField : .plainFilledField, values)
  }

  private static func text(_ page: PhonePage, _ look: Look) -> [String] {
    let lines = page.blocks.flatMap { block -> [String] in
      switch block {
      case .subtitle(let text): [words(text)]
      case .text(let text, _, _), .plate(let text), .aside(let text): [text]
      case .field(let label, let value, let note, _): ["\(label): \(value)" + (note.map { " (\($0))" } ?? "")]
      case .lines(let styled, _): styled.map { words($0.text) }
      case .gap, .illustration, .qrCode, .moving: []
      }
    }
    let inputs = page.controls.compactMap { control -> String? in
      guard case .input(let field, let value) = control.kind, field.isAskedForInLines else { return nil }
      return "\(look.catalogue(control.phrase)): \(value)"
    }
    return [page.title] + lines + inputs
  }
}

/// A field of the phone or a tool that is filled in by a line.
package struct PlainField: Hashable, Sendable {
  var label: Phrase
  var field: InputField
  init(_ label: Phrase, _ field: InputField) { (self.label, self.field) = (label, field) }
  package func filled(with text: String) -> Action { field.edit(.replace(text)) }
}

extension InputField {
  fileprivate var isAskedForInLines: Bool {
    switch self {
    case .signUp, .payment: true
    case .passphrase, .tool: false
    }
  }

  fileprivate func value(in state: AppState) -> String {
    switch self {
    case .signUp(let field): state.signUp?[field] ?? ""
    case .payment(let field): state.api.form[field]
    case .passphrase, .tool: ""
    }
  }
}

extension Action {
  /// Whether it erases or ends something, or asks whether to.
  var isDangerous: Bool {
    switch self {
    case .signOut, .forgetDevice, .clearBrowserData, .revokeTokens, .view(.ask): true
    case .tool(let event): event.action.isDangerous
    default: false
    }
  }
}
