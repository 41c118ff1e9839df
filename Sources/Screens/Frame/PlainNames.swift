import AppState
import SharedValues
import TerminalUI

/// What can be typed instead of a number: names, and keys of the full screen with their names here.
extension PlainText {
  /// The meaning of a text typed instead of a number: a choice, or nothing with an explanation.
  package enum Named: Hashable, Sendable { case choice(Choice), nothing(String) }

  /// The only choice with this name, or whose words begin with it. Choices that erase or end something need their whole name, and one or two letters
  /// match only numbered choices: `F` and `b` are keys of the full screen, which users may press by habit.
  /// - Returns: `nil`: nothing matches.
  package static func named(_ text: String, in state: AppState, look: Look) -> Named? {
    let (numbered, others) = (choices(for: state, look: look), unnumbered(state, look))
    let all = numbered + others
    func isSame(_ name: some StringProtocol) -> Bool { FuzzySearch.rank(of: text, in: String(name)) == 0 }
    // "server" chooses the answer "the server", and not the tool of that name.
    let bare = numbered.first { !$0.isDangerous && isSame($0.text.drop(whileScalar: { $0 != " " }).dropFirst()) }
    if let same = numbered.first(where: { isSame($0.text) }) ?? bare ?? others.first(where: { isSame($0.text) }) {
      return same.named
    }
    if let named = beginning(text, numbered, look) { return named }
    guard text.unicodeScalars.count <= 2 else { return beginning(text, others, look) ?? alone(text, state, look) }
    return key(text, all.filter { $0.obstacle == nil }, state, look)
  }

  /// Says that something with this name exists only on the full screen.
  private static func alone(_ text: String, _ state: AppState, _ look: Look) -> Named? {
    KeyMap.all(for: state, size: Size(150, 50)).first { key in
      !key.keys.isEmpty && (FuzzySearch.rank(of: text, in: look.catalogue(key.phrase, key.values)) ?? 9) <= 2
    }.flatMap { alone($0, KeyNames.full($0.keys[0], look), look) }
  }

  private static func alone(_ key: Binding, _ spelling: String, _ look: Look) -> Named? {
    // Plain lines offer it if there is something to reveal.
    if key.action == .view(.toggleSecrets) { return key.isOn ? nil : .nothing(off(key, look)) }
    let values = ["key": spelling, "name": look.catalogue(key.phrase, key.values)]
    return .nothing(look.catalogue(.plainKeyAlone, values))
  }

  private static func beginning(_ text: String, _ all: [Choice], _ look: Look) -> Named? {
    let ranked = all.compactMap { one in FuzzySearch.rank(of: text, in: one.text).map { (rank: $0, one: one) } }
    // One letter is no word: it begins the name, or is a key.
    let worst = text.unicodeScalars.count <= 2 ? 1 : 2
    let best = ranked.filter { $0.rank <= worst && $0.rank == ranked.map(\.rank).min() }.map(\.one)
    guard let choice = best.first else { return nil }
    if best.count > 1 {
      let names = best.map(\.text).joined(separator: ", ")
      return .nothing(look.catalogue(.plainAmbiguous, ["text": TextLayout.clip(text, to: 40), "names": names]))
    }
    let needsWholeName = choice.isDangerous && choice.obstacle == nil
    return needsWholeName ? .nothing(look.catalogue(.plainWholeName, ["name": choice.text])) : choice.named
  }

  /// Says that a letter is a key of the full screen, and its name here.
  private static func key(_ text: String, _ all: [Choice], _ state: AppState, _ look: Look) -> Named? {
    for spelling in [text, text.uppercased()] where spelling.count == 1 {
      let bindings = KeyMap.all(for: state, size: Size(150, 50))
      guard let key = bindings.first(where: { $0.keys.contains(.character(Character(spelling))) }) else { continue }
      let here = all.first { choice in key.action.map { $0 == choice.action } ?? false }
      guard let here else { return alone(key, spelling, look) }
      return .nothing(look.catalogue(.plainKey, ["key": spelling, "name": here.text]))
    }
    return nil
  }

  /// Choices without a number, available or not.
  private static func unnumbered(_ state: AppState, _ look: Look) -> [Choice] {
    func unless(_ binding: Binding, _ choice: Choice?) -> Choice? {
      var choice = choice
      choice?.obstacle = binding.isOn ? nil : off(binding, look)
      return choice
    }
    let phone = PhoneActions.bindings(state).compactMap { binding in
      unless(binding, binding.action.map { Choice(look.catalogue(binding.phrase, binding.values), $0) })
    }
    let ofTool = toolKeys(state).filter { !$0.isOn && !$0.isOfScreen }
    let tools = (ofTool + KeyMap.tools(state)).compactMap { unless($0, fromEverywhere($0, look)) }
    let list = tool(of: state) == nil ? [] : [Choice(look.catalogue(.plainTools), .view(.toggleHelp))]
    return stepChoices(state, look) + phone + tools + list + [Choice(look.catalogue(.quit), .quit)]
  }

  /// What can be typed: numbers, names, and names of choices without a number.
  package static func help(for state: AppState, look: Look) -> [String] {
    let numbered = Set(choices(for: state, look: look).map(\.text))
    let others = unnumbered(state, look).filter { $0.obstacle == nil }.map(\.text).filter { !numbered.contains($0) }
    let help = look.catalogue(.plainHelp)
    return others.isEmpty ? [help] : [help, look.catalogue(.plainHelpNames, ["names": others.joined(separator: ", ")])]
  }
}
