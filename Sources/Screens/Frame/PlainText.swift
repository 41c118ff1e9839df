import AppState
import Catalogue
import OAuthClient
import TerminalUI

/// The same screens line by line, for screen readers and pipes (`--plain`): no position, no colour carries a meaning.
public enum PlainText {
  /// What the phone, or the open tool, says from top to bottom, without what can be chosen. Unsanitised text never leaves here.
  public static func lines(for state: AppState, look: Look) -> [String] {
    let after = state.signs.flatMap { $0.linesAfter(state, look) }
    let own =
      panel(state, look)?.lines
      ?? (listsTools(state) ? toolLines(state, look) : text(PhonePages(state, look: look).top, look)) + after
    return standing(for: state, look: look) + own.map { TextLayout.clip($0, to: Int.max) }
  }

  /// What a tool says before each screen as long as it lasts. It is also the beginning of ``lines(for:look:)``.
  public static func standing(for state: AppState, look: Look) -> [String] {
    state.signs.flatMap { $0.linesBefore(state, look) }.map { TextLayout.clip($0, to: Int.max) }
  }

  /// What can be chosen: buttons to press, fields to fill in, rows of the open tool. One of them at most leads out.
  public static func choices(for state: AppState, look: Look) -> [Choice] {
    if let panel = panel(state, look) { return choices(in: panel, state, look) }
    if listsTools(state) { return toolChoices(state, look) }
    let top = PhonePages(state, look: look).top
    var choices = top.controls.compactMap { control -> Choice? in
      switch control.kind {
      case .input(let field, _) where field.isAskedForInLines:
        Choice(look.catalogue(control.phrase), .fillIn(PlainField(control.phrase, field)))
      // Asked for before the app begins, where no line shows it.
      case .input: nil
      case .button, .quiet, .link, .danger:
        Choice(
          look.catalogue(control.phrase, control.values), .press(control.action),
          isDangerous: control.kind == .danger || control.action.isDangerous)
      }
    }
    if PhoneSheet(state) == nil {
      if case .authenticated = PhoneScreen(state), !state.settings.presenter {
        choices.append(secrets(state, look))
      }
      choices += state.signs.flatMap { $0.choices(state, look) }
      if offersTools(state) {
        let known = Set(choices.map(\.deed))
        choices += stepChoices(state, look).filter { !known.contains($0.deed) }
        choices.append(Choice(look.catalogue(.plainTools), .press(.view(.toggleHelp))))
      }
      choices.append(Choice(look.catalogue(.quit), .press(.quit)))
    }
    let ways = [PhoneKeys.leave(state)?.action, .quit].compactMap { action in action.map { Choice.Deed.press($0) } }
    let out = ways.compactMap { way in choices.lastIndex { $0.deed == way && !$0.isDangerous } }
    if let first = out.first { choices[first].leadsOut = true }
    return choices
  }

  /// What a text in a number's place means: a choice, or nothing, and what is to be said then.
  public enum Named: Hashable, Sendable { case choice(Choice), nothing(String) }

  /// The one thing that is called so, or whose words begin so. What erases or ends something takes its whole name, and one or two letters
  /// reach nothing but the numbered choices: `F` and `b` are keys of the full screen, which somebody may press by habit.
  /// - Returns: `nil` where nothing is called so.
  public static func named(_ text: String, in state: AppState, look: Look) -> Named? {
    let numbered: [(Choice, Named?)] = choices(for: state, look: look).map { ($0, nil) }
    let others = deeds(state, look)
    for (choice, reason) in numbered + others where FuzzySearch.rank(of: text, in: choice.text) == 0 {
      return reason ?? .choice(choice)
    }
    if let named = beginning(text, numbered, look) { return named }
    guard text.unicodeScalars.count <= 2 else { return beginning(text, others, look) ?? alone(text, state, look) }
    return key(text, (numbered + others).filter { $0.1 == nil }.map(\.0), state, look)
  }

  /// That something of this name is on the full screen alone.
  private static func alone(_ text: String, _ state: AppState, _ look: Look) -> Named? {
    let named = KeyMap.all(for: state, size: Size(150, 50)).first { key in
      !key.keys.isEmpty && (FuzzySearch.rank(of: text, in: look.catalogue(key.phrase, key.values)) ?? 9) <= 2
    }
    return named.map { key in
      let name = look.catalogue(key.phrase, key.values)
      return .nothing(look.catalogue(.plainKeyAlone, ["key": KeyNames.full(key.keys[0], look), "name": name]))
    }
  }

  private static func beginning(_ text: String, _ all: [(Choice, Named?)], _ look: Look) -> Named? {
    let ranked = all.compactMap { one in FuzzySearch.rank(of: text, in: one.0.text).map { (rank: $0, one: one) } }
    // A letter is no word: it begins the name, or is a key.
    let worst = text.unicodeScalars.count <= 2 ? 1 : 2
    let best = ranked.filter { $0.rank <= worst && $0.rank == ranked.map(\.rank).min() }.map(\.one)
    guard let (choice, reason) = best.first else { return nil }
    if best.count > 1 {
      let names = best.map(\.0.text).joined(separator: ", ")
      return .nothing(look.catalogue(.plainAmbiguous, ["text": TextLayout.clip(text, to: 40), "names": names]))
    }
    if let reason { return reason }
    return choice.isDangerous ? .nothing(look.catalogue(.plainWholeName, ["name": choice.text])) : .choice(choice)
  }

  /// That a letter is a key of the full screen, and what it is called here.
  private static func key(_ text: String, _ all: [Choice], _ state: AppState, _ look: Look) -> Named? {
    for spelling in [text, text.uppercased()] where spelling.count == 1 {
      let bindings = KeyMap.all(for: state, size: Size(150, 50))
      guard let key = bindings.first(where: { $0.keys.contains(.character(Character(spelling))) }) else { continue }
      let here = all.first { choice in key.action.map { $0 == choice.action } ?? false }
      let name = here?.text ?? look.catalogue(key.phrase, key.values)
      return .nothing(look.catalogue(here == nil ? .plainKeyAlone : .plainKey, ["key": spelling, "name": name]))
    }
    return nil
  }

  /// What is done by its name alone, and why it cannot be done now.
  private static func deeds(_ state: AppState, _ look: Look) -> [(Choice, Named?)] {
    let phone = PhoneDeeds.bindings(state).compactMap { deed in
      deed.action.map { action in
        let name = look.catalogue(deed.phrase, deed.values)
        return (deed, Choice(name, .press(action), isDangerous: action.isDangerous))
      }
    }
    let held: [(Choice, Named?)] = stepChoices(state, look).map { ($0, nil) }
    let ofTool = toolKeys(state).filter { !$0.isOn && !$0.isOfScreen }
    let tools = (ofTool + KeyMap.tools(state)).compactMap { tool in fromEverywhere(tool, look).map { (tool, $0) } }
    let others: [(Choice, Named?)] = (phone + tools).map { deed, choice in
      (choice, deed.isOn ? nil : .nothing(off(deed, look)))
    }
    let list = Choice(look.catalogue(.plainTools), .press(.view(.toggleHelp)))
    let last = (tool(of: state) == nil ? [] : [list]) + [Choice(look.catalogue(.quit), .press(.quit))]
    return held + others + last.map { ($0, nil) }
  }

  /// What can be typed: numbers, names, and what can be done by its name besides the numbered choices.
  public static func help(for state: AppState, look: Look) -> [String] {
    let numbered = Set(choices(for: state, look: look).map(\.text))
    let others = deeds(state, look).filter { $0.1 == nil && !numbered.contains($0.0.text) }.map(\.0.text)
    let help = look.catalogue(.plainHelp)
    return others.isEmpty ? [help] : [help, look.catalogue(.plainHelpNames, ["names": others.joined(separator: ", ")])]
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
    /// What is said before it, of it and of those that follow.
    public var heading: String?
    /// It erases or ends something: its number or its whole name is needed.
    public var isDangerous: Bool
    /// It stops what is under way, goes back or quits, and erases nothing.
    public var leadsOut = false

    public init(_ text: String, _ deed: Deed, isDangerous: Bool = false) {
      (self.text, self.deed, self.isDangerous) = (text, deed, isDangerous)
    }

    /// What comes of it in the end, from wherever it is chosen.
    var action: Action? {
      switch deed {
      case .press(.view(.palette(.choose(let action, _)))), .press(let action): action
      case .fillIn: nil
      }
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
      case .lines(let styled, _): lines += styled.map { words($0.text) }
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

/// A field of the phone, or of a tool, that is filled in by a line.
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

extension Action {
  /// It erases or ends something, or asks whether to.
  var isDangerous: Bool {
    switch self {
    case .signOut, .forgetDevice, .clearBrowserData, .revokeTokens, .view(.ask): true
    case .tool(let event): event.action.isDangerous
    default: false
    }
  }
}
