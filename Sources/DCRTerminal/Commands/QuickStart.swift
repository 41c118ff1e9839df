import AppConfiguration
import ForeignText
import AppState
import ArgumentParser
import Catalogue

/// Finds the command of a well-formed command line without the full parser.
///
/// The full argument parser inspects every property of every command by reflection, and each inspection searches all conformances of the program:
/// more than half of the time to the first picture. So only the named command is parsed, and the options of `run` are read by hand. Anything that is
/// not clearly right is left to the full parser, the only source of help, usage and errors. A test compares both readings of `run`.
enum QuickStart {
  /// The command, or `nil` if the full parser has to decide.
  static func command(_ words: [String]) -> sending (any ParsableCommand)? {
    guard let first = words.first, !first.hasPrefix(bytes: "-") else { return run(words[...]) }
    if let command = administration(words) { return command }
    if first == RunCommand._commandName { return run(words.dropFirst()) }
    guard let command = DCRTerminalCommand.configuration.subcommands.first(where: { $0.isCalled(first) }) else {
      return nil
    }
    return parse(command, words.dropFirst())
  }

  /// The administration command that is called or asked about with `help`; the server's program reads its arguments.
  private static func administration(_ words: [String]) -> sending (any ParsableCommand)? {
    let isHelp = words.first == "help"
    guard let name = isHelp ? words.dropFirst().first : words.first,
      let kind = AdministrationCommands.all.first(where: { $0._commandName == name })
    else { return nil }
    return isHelp ? filled(AdministrationHelp.self, words.dropFirst()) : filled(kind, words.dropFirst())
  }

  private static func filled<Command: AdministrationCommand>(
    _: Command.Type, _ words: ArraySlice<String>
  ) -> any ParsableCommand {
    var command = Command()
    command.words = Array(words)
    return command
  }

  private static func parse(_ command: any ParsableCommand.Type, _ words: ArraySlice<String>) -> (any ParsableCommand)?
  {
    let inner = command.configuration.subcommands
    guard !inner.isEmpty else { return try? command.parse(Array(words)) }
    guard let next = words.first, let named = inner.first(where: { $0.isCalled(next) }) else { return nil }
    return parse(named, words.dropFirst())
  }

  // MARK: run

  /// The options of `run` with a value, and those without.
  fileprivate enum Option: String, CaseIterable {
    case config, device, browser, lang, theme, mirror, faults, tester
    case dataDir = "data-dir"
    case logFile = "log-file"
    case logLevel = "log-level"
    case browserCommand = "browser-command"
    case appID = "app-id"
    case keystorePassphraseFile = "keystore-passphrase-file"
  }

  fileprivate enum Flag: String, CaseIterable {
    case ephemeral, plain, ascii, presenter, bench, autoplay, markers
    case noColor = "no-color"
    case noMotion = "no-motion"
    case basicTerminal = "basic-terminal"
    case browserTakesTerminal = "browser-takes-terminal"
  }

  private static func run(_ words: ArraySlice<String>) -> sending RunCommand? {
    var command = RunCommand.untouched
    var rest = words
    while let word = rest.popFirst() {
      guard let parts = word.without(prefix: "--")?.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
      else { return nil }
      if parts.count == 1, let flag = Flag(rawValue: String(parts[0])) {
        command.set(flag)
        continue
      }
      guard let name = parts.first, let option = Option(rawValue: String(name)) else { return nil }
      let value: String
      if parts.count == 2 {
        guard !parts[1].isEmpty else { return nil }
        value = String(parts[1])
      } else {
        guard let next = rest.popFirst(), !next.hasPrefix(bytes: "-") else { return nil }
        value = next
      }
      guard command.set(option, to: value) else { return nil }
    }
    return (try? command.validate()) == nil ? nil : command
  }
}

extension RunCommand {
  /// The command without options. Every property needs a value here, because reading an unset one ends the program.
  fileprivate static var untouched: RunCommand {
    var global = GlobalOptions()
    (global.config, global.dataDir, global.device) = (nil, nil, "phone")
    (global.logFile, global.logLevel) = (nil, .info)
    var userAgent = UserAgentOptions()
    (userAgent.browser, userAgent.browserCommand, userAgent.ephemeral) = (nil, nil, false)
    (userAgent.browserTakesTerminal, userAgent.appID) = (false, nil)
    var look = LookOptions()
    (look.plain, look.ascii, look.noColor, look.noMotion) = (false, false, false, false)
    (look.lang, look.theme, look.basicTerminal) = (nil, nil, false)
    var unlock = KeystoreUnlock()
    unlock.keystorePassphraseFile = nil
    var faults = FaultOptions()
    faults.faults = nil
    var command = RunCommand()
    command.faults = faults
    (command.global, command.userAgent, command.look, command.unlock) = (global, userAgent, look, unlock)
    (command.presenter, command.bench, command.autoplay, command.markers) = (false, false, false, false)
    (command.mirror, command.tester) = (nil, nil)
    return command
  }

  fileprivate mutating func set(_ flag: QuickStart.Flag) {
    switch flag {
    case .ephemeral: userAgent.ephemeral = true
    case .browserTakesTerminal: userAgent.browserTakesTerminal = true
    case .plain: look.plain = true
    case .ascii: look.ascii = true
    case .presenter: presenter = true
    case .bench: bench = true
    case .autoplay: autoplay = true
    case .markers: markers = true
    case .noColor: look.noColor = true
    case .noMotion: look.noMotion = true
    case .basicTerminal: look.basicTerminal = true
    }
  }

  /// `false`: the option does not take this value.
  fileprivate mutating func set(_ option: QuickStart.Option, to value: String) -> Bool {
    switch option {
    case .config: global.config = value
    case .device: global.device = value
    case .dataDir: global.dataDir = value
    case .logFile: global.logFile = value
    case .browserCommand: userAgent.browserCommand = value
    case .appID: userAgent.appID = value
    case .keystorePassphraseFile: unlock.keystorePassphraseFile = value
    case .theme: look.theme = value
    case .mirror: mirror = value
    case .tester: tester = value
    case .faults: faults.faults = value
    case .logLevel:
      guard let level = GlobalOptions.LogLevel(rawValue: value) else { return false }
      global.logLevel = level
    case .browser:
      guard let choice = UserAgentKind(rawValue: value) else { return false }
      userAgent.browser = choice
    case .lang:
      guard let language = Language(rawValue: value) else { return false }
      look.lang = language
    }
    return true
  }
}
