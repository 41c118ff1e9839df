/// Finds the command of a well-formed command line without the full parser.
///
/// The full parser inspects every command before it reads the first word. Here only the named command is parsed, and the options of those that
/// have to start soonest are read by hand (``QuickReader``). A test compares both readings.
enum QuickStart {
  /// The command, or `nil` if the full parser has to decide.
  static func command(_ words: [String]) -> sending (any ParsableCommand)? {
    guard let first = words.first, !first.hasPrefix(bytes: "-") else { return QuickReader.run.read(words[...]) }
    if let command = byHand(words) { return command }
    if let command = administration(words) { return command }
    guard let command = DCRTerminalCommand.configuration.subcommands.first(where: { $0.isCalled(first) }) else {
      return nil
    }
    return parse(command, words.dropFirst())
  }

  private static func byHand(_ words: [String]) -> sending (any ParsableCommand)? {
    switch (words[0], words.dropFirst().first) {
    case ("run", _): QuickReader.run.read(words.dropFirst())
    case ("keystore", "check"), ("keystore", "verify"): QuickReader.check.read(words.dropFirst(2))
    case ("age", "encrypt"): QuickReader.encrypt.read(words.dropFirst(2))
    case ("age", "decrypt"): QuickReader.decrypt.read(words.dropFirst(2))
    default: nil
    }
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
    // Words that ask for help, or are wrong, are parsed again, with the texts.
    guard !inner.isEmpty else { return CommandTexts.$areWanted.withValue(false) { try? command.parse(Array(words)) } }
    guard let next = words.first, let named = inner.first(where: { $0.isCalled(next) }) else { return nil }
    return parse(named, words.dropFirst())
  }
}
