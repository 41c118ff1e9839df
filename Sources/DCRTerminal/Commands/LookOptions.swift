import ArgumentParser
import Catalogue
import TerminalUI

/// How the app looks and speaks.
struct LookOptions: ParsableArguments {
  @Flag(help: ArgumentHelp(Phrase.optionPlain.english))
  var plain = false

  @Flag(help: ArgumentHelp(Phrase.optionASCII.english))
  var ascii = false

  @Flag(help: ArgumentHelp(Phrase.optionNoColor.english))
  var noColor = false

  @Option(help: ArgumentHelp(Phrase.optionLanguage.english, valueName: "en|de|sv"))
  var lang: Language = .english

  @Option(help: ArgumentHelp(Phrase.optionTheme.english, valueName: "name"))
  var theme = LookOptions.defaultTheme

  static let defaultTheme = Theme.curity.name

  /// What the terminal is told. The crash note is for the one case in which nothing else can be said.
  func terminalOptions() throws(CommandError) -> TerminalOptions {
    guard let chosen = Theme.named(theme) else {
      throw CommandError(
        "choice_not_offered",
        ["field": "--theme", "received": theme, "expected": Theme.all.map(\.name).joined(separator: ", ")])
    }
    return TerminalOptions(
      colour: noColor ? .atMost(.none) : .auto, glyphs: ascii ? .always(.ascii) : .auto, theme: chosen,
      crashNote: Phrase.commandCrashNote.english)
  }

  /// The same for the browser.
  var forBrowser: [String] {
    var words = ["--lang", lang.rawValue]
    if plain { words.append("--plain") }
    if ascii { words.append("--ascii") }
    if noColor { words.append("--no-color") }
    return words
  }
}

extension Language: ExpressibleByArgument {}
