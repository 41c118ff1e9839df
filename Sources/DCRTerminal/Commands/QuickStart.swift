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
    guard let name = isHelp ? words.dropFirst().first : words.first, AdministrationTopic(rawValue: name) != nil,
      let kind = AdministrationCommands.all.first(where: { $0._commandName == name })
    else { return nil }
    var command: any AdministrationCommand = isHelp ? AdministrationHelp() : kind.init()
    command.words = Array(words.dropFirst())
    return command
  }

  private static func parse(_ command: any ParsableCommand.Type, _ words: ArraySlice<String>) -> (any ParsableCommand)?
  {
    let inner = command.configuration.subcommands
    guard !inner.isEmpty else { return try? command.parse(Array(words)) }
    guard let next = words.first, let named = inner.first(where: { $0.isCalled(next) }) else { return nil }
    return parse(named, words.dropFirst())
  }

  /// Every option of `run` has one row in these tables: where its value goes. `false` stands for a flag that is not given.
  private static let flags: [(name: String, set: @Sendable (inout RunCommand, Bool) -> Void)] = [
    ("ephemeral", { $0.userAgent.ephemeral = $1 }),
    ("browser-takes-terminal", { $0.userAgent.browserTakesTerminal = $1 }),
    ("plain", { $0.look.plain = $1 }), ("ascii", { $0.look.ascii = $1 }), ("no-color", { $0.look.noColor = $1 }),
    ("no-motion", { $0.look.noMotion = $1 }), ("basic-terminal", { $0.look.basicTerminal = $1 }),
    ("presenter", { $0.presenter = $1 }), ("bench", { $0.bench = $1 }), ("autoplay", { $0.autoplay = $1 }),
    ("markers", { $0.markers = $1 }),
  ]

  private static let options: [(name: String, set: Setting)] = [
    ("config", text { $0.global.config = $1 }), ("data-dir", text { $0.global.dataDir = $1 }),
    ("device", text { $0.global.device = $1 ?? "phone" }), ("log-file", text { $0.global.logFile = $1 }),
    ("log-level", choice(GlobalOptions.LogLevel.init(rawValue:)) { $0.global.logLevel = $1 ?? .info }),
    ("browser", choice(UserAgentKind.init(rawValue:)) { $0.userAgent.browser = $1 }),
    ("browser-command", text { $0.userAgent.browserCommand = $1 }), ("app-id", text { $0.userAgent.appID = $1 }),
    ("keystore-passphrase-file", text { $0.unlock.keystorePassphraseFile = $1 }),
    ("theme", text { $0.look.theme = $1 }), ("lang", choice(Language.init(rawValue:)) { $0.look.lang = $1 }),
    ("mirror", text { $0.mirror = $1 }), ("tester", text { $0.tester = $1 }),
    ("faults", text { $0.faults.faults = $1 }),
  ]

  /// Sets an option's value; `nil` stands for an option that is not given. The result `false`: the option does not take this word.
  private typealias Setting = @Sendable (inout RunCommand, String?) -> Bool

  private static func text(_ set: @escaping @Sendable (inout RunCommand, String?) -> Void) -> Setting {
    choice({ $0 }, set)
  }

  private static func choice<Value>(
    _ read: @escaping @Sendable (String) -> Value?, _ set: @escaping @Sendable (inout RunCommand, Value?) -> Void
  ) -> Setting {
    { command, word in
      let value = word.flatMap(read)
      set(&command, value)
      return word == nil || value != nil
    }
  }

  /// The command without options. Every property needs a value here, because reading an unset one ends the program.
  private static var untouched: RunCommand {
    var command = RunCommand()
    (command.global, command.userAgent, command.look) = (GlobalOptions(), UserAgentOptions(), LookOptions())
    (command.unlock, command.faults) = (KeystoreUnlock(), FaultOptions())
    for flag in flags { flag.set(&command, false) }
    for option in options { _ = option.set(&command, nil) }
    return command
  }

  private static func run(_ words: ArraySlice<String>) -> sending RunCommand? {
    var command = untouched
    var rest = words
    while let word = rest.popFirst() {
      guard let parts = word.without(prefix: "--")?.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
      else { return nil }
      let name = String(parts[0])
      if parts.count == 1, let flag = flags.first(where: { $0.name == name }) {
        flag.set(&command, true)
        continue
      }
      let value: String
      if parts.count == 2 {
        guard !parts[1].isEmpty else { return nil }
        value = String(parts[1])
      } else {
        guard let next = rest.popFirst(), !next.hasPrefix(bytes: "-") else { return nil }
        value = next
      }
      guard let option = options.first(where: { $0.name == name }), option.set(&command, value) else { return nil }
    }
    return (try? command.validate()) == nil ? nil : command
  }
}
