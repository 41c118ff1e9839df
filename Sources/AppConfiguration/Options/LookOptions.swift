import ArgumentParser
import TerminalUI

/// `run`: the app on the full screen or in lines. Here are its options, which scripts and bundles of evidence contain, too.
package struct RunCommand: ParsableArguments {
  @OptionGroup package var global: GlobalOptions
  @OptionGroup package var userAgent: UserAgentOptions
  @OptionGroup package var look: LookOptions
  @OptionGroup package var unlock: KeystoreUnlock
  @OptionGroup package var faults: FaultOptions

  @Flag(help: .of("RunCommand", "presenter")) package var presenter = false
  @Flag(help: .of("RunCommand", "autoplay")) package var autoplay = false
  @Flag(help: .of("RunCommand", "bench")) package var bench = false
  @Option(help: .of("RunCommand", "tester")) package var tester: String?
  @Flag(
    help: ArgumentHelp(
      "Say between the pictures where each part of the show begins, for a recorder.", visibility: .hidden))
  package var markers = false

  @Option(
    help: ArgumentHelp(
      "Tell this FIFO what is shown, for a script that waits for it.", valueName: "fifo", visibility: .hidden))
  package var mirror: String?

  package func validate() throws {
    if autoplay, look.plain { throw ValidationError("--autoplay plays pictures: leave out --plain, or --autoplay") }
  }

  package init() {}
}

package struct LookOptions: ParsableArguments {
  @Flag(help: .of("LookOptions", "plain")) package var plain = false
  @Flag(help: .of("LookOptions", "ascii")) package var ascii = false
  @Flag(help: .of("LookOptions", "noColor")) package var noColor = false
  @Option(help: .of("LookOptions", "lang")) package var lang: Language?
  @Option(
    help: .wanted(ArgumentHelp("Colours of the screens.", valueName: Theme.names.joined(separator: "|"))),
    completion: .list(Theme.names))
  package var theme: String?

  @Flag(help: .of("LookOptions", "noMotion")) package var noMotion = false
  @Flag(help: .of("LookOptions", "basicTerminal")) package var basicTerminal = false
  package init() {}

  package static let crashNote =
    "dcr-terminal: the program crashed; the terminal has been restored and nothing saved was lost"

  /// Options for the terminal. The crash note is written after a crash, when nothing else can report it.
  package func terminalOptions() throws(CommandError) -> TerminalOptions {
    let chosen = theme.flatMap { Theme.named($0) }
    if let theme, chosen == nil {
      throw CommandError(
        .choiceNotOffered,
        ["field": "--theme", "received": theme, "expected": Theme.names.joined(separator: ", ")])
    }
    return TerminalOptions(
      colour: noColor ? .atMost(.none) : .auto, glyphs: ascii ? .ascii : nil, theme: chosen ?? .curity,
      isBasic: basicTerminal, crashNote: LookOptions.crashNote)
  }

  /// The command line's choices take precedence over those of earlier runs.
  package func override(_ preferences: PreferencesFile) {
    preferences.override {
      if let theme { $0.theme = theme }
      if noMotion { $0.motion = false }
      if let lang { $0.language = lang }
    }
  }

  /// The language of messages before the user's preferences have been read.
  package var language: Language { lang ?? Language.ofEnvironment }

  package func forBrowser(_ preferences: Preferences) -> [String] {
    let language = preferences.language ?? Language.ofEnvironment
    var words = ["--lang", language.rawValue, "--theme", preferences.shownTheme]
    if !preferences.motion { words.append("--no-motion") }
    if plain { words.append("--plain") }
    if ascii { words.append("--ascii") }
    if noColor { words.append("--no-color") }
    if basicTerminal { words.append("--basic-terminal") }
    return words
  }
}

extension Language: ExpressibleByArgument {}
