import AppState
import Catalogue
import OAuthClient
import TerminalUI

/// The same screens line by line, for screen readers and pipes (`--plain`): no position, no colour carries a meaning.
public enum PlainText {
  /// What the phone says, from top to bottom, without its buttons. Unsanitised text never leaves here.
  public static func lines(for state: AppState, look: Look) -> [String] {
    let pages = PhonePages(state, look: look)
    let before = state.signs.flatMap { $0.linesBefore(state, look) }
    let after = state.signs.flatMap { $0.linesAfter(state, look) }
    return (before + text(pages.top, look) + after).map { TextLayout.clip($0, to: Int.max) }
  }

  /// What can be chosen, to be numbered from 1: buttons to press, and fields to fill in.
  public static func choices(for state: AppState, look: Look) -> [Choice] {
    let top = PhonePages(state, look: look).top
    var choices = top.controls.compactMap { control -> Choice? in
      switch control.kind {
      case .input(let field, _) where field.isAskedForInLines:
        Choice(look.catalogue(control.phrase), .fillIn(PlainField(control.phrase, field)))
      // Asked for before the app begins, where no line shows it; and of the panel, which lines do not show.
      case .input: nil
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
      choices += state.signs.flatMap { $0.choices(state, look) }
      choices.append(Choice(look.catalogue(.quit), .press(.quit)))
    }
    return choices
  }

  /// What a text in a number's place means: the one thing whose words begin so. What cannot be done now is named with
  /// the reason.
  public enum Named: Hashable, Sendable { case choice(Choice), off(String) }

  /// - Returns: `nil` where nothing is called so, or several things are.
  public static func named(_ text: String, in state: AppState, look: Look) -> Named? {
    if let choice = best(text, choices(for: state, look: look), \.text) { return .choice(choice) }
    let deeds = PhoneDeeds.bindings(state).map { (name: look.catalogue($0.phrase, $0.values), deed: $0) }
    guard let (name, deed) = best(text, deeds, \.name) else { return nil }
    if let reason = deed.reason {
      return .off(look.catalogue(.plainOff, ["name": name, "reason": reason.words(look)]))
    }
    return deed.action.map { .choice(Choice(name, .press($0))) }
  }

  /// What can be typed: numbers, names, and what can be done by its name besides the numbered choices.
  public static func help(for state: AppState, look: Look) -> [String] {
    let numbered = Set(choices(for: state, look: look).map(\.text))
    let deeds = PhoneDeeds.bindings(state).filter { $0.action != nil && $0.reason == nil }.map {
      look.catalogue($0.phrase, $0.values)
    }
    let others = deeds.filter { !numbered.contains($0) }
    let help = look.catalogue(.plainHelp)
    return others.isEmpty ? [help] : [help, look.catalogue(.plainHelpNames, ["names": others.joined(separator: ", ")])]
  }

  private static func best<One>(_ text: String, _ all: [One], _ name: (One) -> String) -> One? {
    let ranked = all.compactMap { one in FuzzySearch.rank(of: text, in: name(one)).map { (rank: $0, one: one) } }
    let best = ranked.filter { $0.rank <= 2 && $0.rank == ranked.map(\.rank).min() }
    return best.count == 1 ? best[0].one : nil
  }

  /// One of the numbered lines, and what its number does.
  public struct Choice: Hashable, Sendable {
    public enum Deed: Hashable, Sendable {
      case press(Action)
      /// The next line is what stands in this field.
      case fillIn(PlainField)
    }

    public var text: String
    public var deed: Deed

    public init(_ text: String, _ deed: Deed) {
      (self.text, self.deed) = (text, deed)
    }
  }

  /// What a field is asked for with, and what an empty line leaves in it.
  public static func question(for field: PlainField, in state: AppState, look: Look) -> String {
    let value = TextLayout.clip(field.field.value(in: state), to: Int.max)
    let values = ["field": look.catalogue(field.label), "value": value]
    return look.catalogue(value.isEmpty ? .plainField : .plainFilledField, values)
  }

  private static func text(_ page: Page, _ look: Look) -> [String] {
    var lines = [page.title]
    for block in page.blocks {
      switch block {
      case .subtitle(let text), .heading(let text, _), .text(let text, _, _): lines.append(text)
      case .field(let label, let value, let note, _):
        lines.append("\(label): \(value)" + (note.map { " (\($0))" } ?? ""))
      case .lines(let styled, _): lines += styled.map(\.text)
      case .plate(let text), .aside(let text): lines.append(text)
      case .gap, .illustration, .qrCode, .moving: break
      }
    }
    for control in page.controls {
      if case .input(_, let value) = control.kind { lines.append("\(look.catalogue(control.phrase)): \(value)") }
    }
    return lines
  }
}

/// A field of the phone that is filled in by a line.
public struct PlainField: Hashable, Sendable {
  var label: Phrase
  var field: InputField

  init(_ label: Phrase, _ field: InputField) { (self.label, self.field) = (label, field) }

  /// What the line that was typed comes to.
  public func filled(with text: String) -> Action { field.edit(.replace(text)) }
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
