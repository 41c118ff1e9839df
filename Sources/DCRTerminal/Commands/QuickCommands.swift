extension QuickReader {
  fileprivate static func global(_ path: WritableKeyPath<Command, GlobalOptions> & Sendable) -> [(
    name: String, set: Setting
  )] {
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
