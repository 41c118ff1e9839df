import ArgumentParser
import Foundation
import Testing

@testable import AppConfiguration
@testable import DCRTerminal

/// The fast parser reads a line exactly as the full parser does, or leaves it to the full parser.
@Suite struct QuickStartTests {
  private static let lines = [
    "", "run", "--plain", "run --plain --ascii --no-color --ephemeral --presenter", "--config a.json --data-dir d",
    "--device=phone2 --log-file l --log-level debug", "run --lang de --theme curity --browser in-app",
    "--browser system --no-motion", "--browser command --browser-command=w3m",
    "--keystore-passphrase-file p --device x",
    "--device a --device b", "--device a=b", "--browser manual --browser-takes-terminal --app-id com.example.app",
    "--faults disk-full", "run --faults=my.json --plain",
  ]

  @Test(arguments: lines)
  func readsWhatTheFullParserReads(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let quick = try #require(QuickStart.command(words) as? RunCommand)
    let full = try #require(try DCRTerminalCommand.parseAsRoot(words) as? RunCommand)
    #expect(Choices(quick) == Choices(full))
  }

  @Test(arguments: [
    "keystore check", "keystore verify --json --device x --config c --data-dir d --log-file l --log-level debug",
    "keystore check --passphrase-file p",
  ])
  func readsKeystoreCheck(_ line: String) throws {
    let (quick, full) = try QuickStartTests.bothReadings(line, as: KeystoreCommand.Check.self)
    #expect(quick.json == full.json && quick.access.passphraseFile == full.access.passphraseFile)
    #expect(Choices.global(quick.global) == Choices.global(full.global))
  }

  @Test(arguments: [
    "age encrypt --recipient a --recipient b in", "age encrypt --identity i --identity=j --output out",
    "age encrypt --passphrase-file p in",
  ])
  func readsEncrypt(_ line: String) throws {
    let (quick, full) = try QuickStartTests.bothReadings(line, as: AgeCommand.Encrypt.self)
    #expect(
      quick.recipient == full.recipient && Choices.age(quick.keys, quick.files) == Choices.age(full.keys, full.files))
    #expect(Choices.global(quick.global) == Choices.global(full.global))
  }

  @Test(arguments: ["age decrypt --identity i in", "age decrypt in --passphrase-file p --output out --device x"])
  func readsDecrypt(_ line: String) throws {
    let (quick, full) = try QuickStartTests.bothReadings(line, as: AgeCommand.Decrypt.self)
    #expect(Choices.age(quick.keys, quick.files) == Choices.age(full.keys, full.files))
    #expect(Choices.global(quick.global) == Choices.global(full.global))
  }

  /// The command as both parsers read it.
  private static func bothReadings<Command: ParsableCommand>(_ line: String, as _: Command.Type) throws -> (
    Command, Command
  ) {
    let words = line.split(separator: " ").map(String.init)
    return try (
      #require(QuickStart.command(words) as? Command), #require(try DCRTerminalCommand.parseAsRoot(words) as? Command)
    )
  }

  @Test(arguments: [
    "--help", "--version", "run --help", "--unknown", "--device", "--device --plain", "--lang xx", "--log-level loud",
    "--browser netscape", "word", "run word", "-x", "--config=", "--plain=yes", "serve --unknown", "keystore",
    "keystore none", "--plain --autoplay",
    "age encrypt --help", "age encrypt in", "age decrypt --identity i --passphrase-file p",
    "age decrypt --identity i a b",
    "keystore check word", "keystore check --json=yes",
  ])
  func leavesTheRestToTheFullParser(_ line: String) {
    #expect(QuickStart.command(line.split(separator: " ").map(String.init)) == nil)
  }

  /// Without an explicit name, the parser searches all conformances of the program for one.
  @Test func everyCommandStatesItsName() {
    var kinds: [any ParsableCommand.Type] = [DCRTerminalCommand.self]
    while let kind = kinds.popLast() {
      #expect(kind.configuration.commandName != nil, "\(kind)")
      kinds += kind.configuration.subcommands
    }
  }

  @Test func parsesANamedCommandAlone() throws {
    for name in ["check", "verify"] {
      let command = QuickStart.command(["keystore", name, "--device", "x"])
      #expect(try #require(command as? KeystoreCommand.Check).global.device == "x")
    }
    #expect(QuickStart.command(["flow", "--username", "u", "--password-file", "f"]) is FlowCommand)
  }

  /// An option added to `run` must be added to the fast parser, or every start with it is slow.
  @Test func knowsEveryOption() throws {
    let help = RunCommand.helpMessage(columns: 200)
    let names = Set(help.matches(of: /--[a-z-]+/).map { String($0.output) }).subtracting(["--help", "--version"])
    #expect(names.count > 10)
    for name in names {
      let values = ["--log-level": "info", "--lang": "en", "--browser": "in-app"]
      let asFlag = QuickStart.command([name]) != nil
      #expect(asFlag || QuickStart.command([name, values[name, default: "v"]]) != nil, "\(name)")
    }
  }

  private struct Choices: Equatable {
    var values: [String]

    static func global(_ options: GlobalOptions) -> [String] {
      [
        options.config ?? "-", options.dataDir ?? "-", options.device, options.logFile ?? "-",
        options.logLevel.rawValue,
      ]
    }

    static func age(_ keys: AgeKeys, _ files: AgeFiles) -> [String] {
      keys.identity + [keys.passphraseFile ?? "-", files.output ?? "-", files.input ?? "-"]
    }

    init(_ run: RunCommand) {
      values =
        [
          run.faults.faults ?? "-", run.userAgent.browser?.rawValue ?? "-", run.userAgent.browserCommand ?? "-",
          "\(run.userAgent.browserTakesTerminal)", run.userAgent.appID ?? "-",
          "\(run.userAgent.ephemeral)", "\(run.look.plain)", "\(run.look.ascii)", "\(run.look.noColor)",
          run.look.lang?.rawValue ?? "-", run.look.theme ?? "-", "\(run.look.noMotion)",
          run.unlock.keystorePassphraseFile ?? "-",
          "\(run.presenter)",
        ] + Choices.global(run.global)
    }
  }
}
