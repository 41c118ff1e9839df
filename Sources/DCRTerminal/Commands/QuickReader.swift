/// Reads the options of one command by hand: a row for each option says where its value goes.
///
/// The full argument parser inspects every property by reflection, and each inspection searches all conformances of the program, which takes longer
/// than what short commands do. Whatever is not clearly right is left to the full parser, the only source of help, usage and errors.
struct QuickReader<Command: ParsableCommand>: Sendable {
  /// Sets an option's value; `nil` stands for an option that is not given. The result `false`: the option does not take this word.
  typealias Setting = @Sendable (inout Command, String?) -> Bool
  /// Sets a flag; `false` stands for a flag that is not given.
  typealias Flag = @Sendable (inout Command, Bool) -> Void

  /// Makes the command with empty groups of options and empty lists. Every other property needs a row, because reading an unset one ends the program.
  var make: @Sendable () -> Command
  var flags: [(name: String, set: Flag)] = []
  var options: [(name: String, set: Setting)]
  /// The command's only argument without a name.
  var argument: Setting?

  static func text(_ set: @escaping @Sendable (inout Command, String?) -> Void) -> Setting { choice({ $0 }, set) }

  static func choice<Value>(
    _ read: @escaping @Sendable (String) -> Value?, _ set: @escaping @Sendable (inout Command, Value?) -> Void
  ) -> Setting {
    { command, word in
      let value = word.flatMap(read)
      set(&command, value)
      return word == nil || value != nil
    }
  }

  /// An option that may be repeated; the list is there from the start.
  static func list(_ path: WritableKeyPath<Command, [String]> & Sendable) -> Setting {
    { command, word in
      if let word { command[keyPath: path].append(word) }
      return true
    }
  }

  static func global(_ path: WritableKeyPath<Command, GlobalOptions> & Sendable) -> [(name: String, set: Setting)] {
    [
      ("config", text { $0[keyPath: path].config = $1 }), ("data-dir", text { $0[keyPath: path].dataDir = $1 }),
      ("device", text { $0[keyPath: path].device = $1 ?? "phone" }),
      ("log-file", text { $0[keyPath: path].logFile = $1 }),
      (
        "log-level",
        choice(GlobalOptions.LogLevel.init(rawValue:)) { $0[keyPath: path].logLevel = $1 ?? .info }
      ),
    ]
  }

  /// - Parameter words: what stands behind the command's name.
  func read(_ words: ArraySlice<String>) -> sending Command? {
    var command = CommandTexts.$areWanted.withValue(false) { make() }
    for flag in flags { flag.set(&command, false) }
    for option in options { _ = option.set(&command, nil) }
    _ = argument?(&command, nil)
    var (rest, hasArgument) = (words, false)
    while let word = rest.popFirst() {
      guard let parts = word.without(prefix: "--")?.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
      else {
        guard !word.hasPrefix(bytes: "-"), !hasArgument, argument?(&command, word) == true else { return nil }
        hasArgument = true
        continue
      }
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
        guard let next = rest.popFirst(), !next.isEmpty, !next.hasPrefix(bytes: "-") else { return nil }
        value = next
      }
      guard let option = options.first(where: { $0.name == name }), option.set(&command, value) else { return nil }
    }
    return (try? command.validate()) == nil ? nil : command
  }
}

extension QuickReader<RunCommand> {
  static let run = QuickReader(
    make: {
      var command = RunCommand()
      (command.global, command.userAgent, command.look) = (GlobalOptions(), UserAgentOptions(), LookOptions())
      (command.unlock, command.faults) = (KeystoreUnlock(), FaultOptions())
      return command
    },
    flags: [
      ("ephemeral", { $0.userAgent.ephemeral = $1 }),
      ("browser-takes-terminal", { $0.userAgent.browserTakesTerminal = $1 }),
      ("plain", { $0.look.plain = $1 }), ("ascii", { $0.look.ascii = $1 }), ("no-color", { $0.look.noColor = $1 }),
      ("no-motion", { $0.look.noMotion = $1 }), ("basic-terminal", { $0.look.basicTerminal = $1 }),
      ("presenter", { $0.presenter = $1 }), ("bench", { $0.bench = $1 }), ("autoplay", { $0.autoplay = $1 }),
      ("markers", { $0.markers = $1 }),
    ],
    options: global(\.global) + [
      ("browser", choice(UserAgentKind.init(rawValue:)) { $0.userAgent.browser = $1 }),
      ("browser-command", text { $0.userAgent.browserCommand = $1 }), ("app-id", text { $0.userAgent.appID = $1 }),
      ("keystore-passphrase-file", text { $0.unlock.keystorePassphraseFile = $1 }),
      ("theme", text { $0.look.theme = $1 }), ("lang", choice(Language.init(rawValue:)) { $0.look.lang = $1 }),
      ("mirror", text { $0.mirror = $1 }), ("tester", text { $0.tester = $1 }),
      ("faults", text { $0.faults.faults = $1 }),
    ])
}

extension QuickReader<KeystoreCommand.Check> {
  static let check = QuickReader(
    make: {
      var command = KeystoreCommand.Check()
      (command.global, command.access) = (GlobalOptions(), KeystoreAccess())
      return command
    },
    flags: [("json", { $0.json = $1 })],
    options: global(\.global) + [("passphrase-file", text { $0.access.passphraseFile = $1 })])
}

extension QuickReader<AgeCommand.Encrypt> {
  static let encrypt = QuickReader(
    make: {
      var command = AgeCommand.Encrypt()
      (command.global, command.keys, command.files) = (GlobalOptions(), AgeKeys(), AgeFiles())
      (command.recipient, command.keys.identity) = ([], [])
      return command
    },
    options: global(\.global) + [
      ("recipient", list(\.recipient)), ("identity", list(\.keys.identity)),
      ("passphrase-file", text { $0.keys.passphraseFile = $1 }), ("output", text { $0.files.output = $1 }),
    ], argument: text { $0.files.input = $1 })
}

extension QuickReader<AgeCommand.Decrypt> {
  static let decrypt = QuickReader(
    make: {
      var command = AgeCommand.Decrypt()
      (command.global, command.keys, command.files) = (GlobalOptions(), AgeKeys(), AgeFiles())
      command.keys.identity = []
      return command
    },
    options: global(\.global) + [
      ("identity", list(\.keys.identity)), ("passphrase-file", text { $0.keys.passphraseFile = $1 }),
      ("output", text { $0.files.output = $1 }),
    ], argument: text { $0.files.input = $1 })
}
