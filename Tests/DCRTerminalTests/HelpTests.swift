import ArgumentParser
import Programs
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Evidence

/// The help of every command ends with examples, and the program accepts each of them.
@Suite struct HelpTests {
  /// Every command with its words, the commands of groups included.
  private static func commands(_ command: any ParsableCommand.Type, _ words: [String]) -> [(
    words: [String], command: any ParsableCommand.Type
  )] {
    [(words, command)] + command.configuration.subcommands.flatMap { commands($0, words + [$0._commandName]) }
  }

  private static let all = commands(DCRTerminalCommand.self, [])
  /// The administration commands take their help from the server's program: the words are the same.
  private static let administration = ["clients", "users", "sessions", "templates", "devices", "push"]

  @Test func everyCommandHasExamples() {
    let paths = Set(HelpTests.all.map { $0.words.joined(separator: " ") })
    for path in paths { #expect(CommandText.of[path]?.examples.isEmpty == false, "\(path)") }
    for path in CommandText.of.names where !HelpTests.administration.contains(where: { path.hasPrefix($0 + " ") }) {
      if path == "exit codes" { continue }
      #expect(paths.contains(path) || CommandText.of[path]?.examples.isEmpty == true, "\(path) is no command")
    }
  }

  @Test func everyExampleIsAccepted() throws {
    for path in CommandText.of.names where !HelpTests.administration.contains(where: path.hasPrefix) {
      if path == "exit codes" { continue }
      for (line, what) in try #require(CommandText.of[path]).examples {
        let words = line.split(separator: " ").map { $0.filter { $0 != "\"" } }
        #expect(!what.isEmpty)
        #expect(throws: Never.self, "\(line)") { try DCRTerminalCommand.parseAsRoot(words.isEmpty ? ["run"] : words) }
      }
    }
  }

  @Test func examplesStandAtTheEnd() {
    let help = CommandHelp.completing(DCRTerminalCommand.helpMessage(for: FlowCommand.self), of: "dcr-terminal")
    #expect(help.contains("\n\nEXAMPLES:\n  dcr-terminal flow --username") && !help.hasSuffix("\n"))
    #expect(CommandHelp.completing("2.0.0", of: "dcr-terminal") == "2.0.0")
    #expect(CommandHelp.completing("{\"x\": \"\nUSAGE: dcr-terminal run\"}", of: "dcr-terminal").hasPrefix("{"))
  }

  /// No command, option or argument looks for its text under a name that does not exist.
  @Test func everythingIsDescribed() {
    for (words, command) in HelpTests.all where !HelpTests.administration.contains(words.first ?? "") {
      #expect(!command.configuration.abstract.isEmpty, "\(words)")
      let help = DCRTerminalCommand.helpMessage(for: command, columns: 400)
      let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
      // The text of a long name stands in the next line.
      for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("  -") || line.hasPrefix("  <") {
        let said = line.trimmingPrefix(/\ *(-\w, )?(--[\w-]+)?( ?\[?<[^>]+>\]?)?/)
        #expect(!said.allSatisfy(\.isWhitespace) || next.hasPrefix("      "), "\(words): \(line)")
      }
    }
  }

  /// Each option's values are described once; most commands leave common options to the program's own help.
  @Test func everyOptionIsDescribedOnce() {
    for (words, command) in HelpTests.all {
      let help = DCRTerminalCommand.helpMessage(for: command, columns: 400)
      for line in help.split(separator: "\n") where line.contains("(values: ") {
        #expect(line.wholeMatch(of: /.*<[^>]*\|[^>]*>.*/) == nil, "\(words): \(line)")
      }
    }
    let run = CommandHelp.completing(DCRTerminalCommand.helpMessage(for: RunCommand.self), of: "dcr-terminal")
    #expect(!run.contains("Configuration file.") && run.contains("--config, --data-dir, --device, --log-file, --log-l"))
    let root = CommandHelp.completing(DCRTerminalCommand.helpMessage(), of: "dcr-terminal")
    for option in ["--config <file>", "--data-dir <dir>", "--device <name>", "--log-file <file>", "--log-level <"] {
      #expect(root.split(separator: option, omittingEmptySubsequences: false).count == 2, "\(option)")
    }
  }

  @Test func theProgramsHelpHasGroupsAndExitCodes() {
    let help = CommandHelp.completing(DCRTerminalCommand.helpMessage(), of: "dcr-terminal")
    let groups = DCRTerminalCommand.configuration.groupedSubcommands.map(\.name)
    #expect(groups == ["Show", "Server", "Phone", "Test", "Learn"])
    for group in groups { #expect(help.contains("\n\(group.uppercased()) SUBCOMMANDS:\n"), "\(group)") }
    #expect(
      CommandText.of["exit codes"]?.examples.map { $0.line } == Programs.ExitStatus.allCases.map { "\($0.rawValue)" })
    for (code, meaning) in CommandText.of["exit codes"]?.examples ?? [] {
      let start = "\n  \(code)"
      let line = start + String(repeating: " ", count: 9 - start.count) + meaning + "\n"
      #expect(help.contains(line), "\(line)")
    }
  }

  /// `record` takes the options of `run` and does not repeat them.
  @Test func recordIsShort() throws {
    let help = DCRTerminalCommand.helpMessage(for: RecordCommand.self)
    #expect(
      help.split(separator: "\n").count < 25 && help.contains("dcr-terminal help run") && !help.contains("--theme"))
    #expect(DCRTerminalCommand.helpMessage(for: ReplayCommand.self).split(separator: "\n").count < 25)
    #expect(throws: Never.self) { try RecordCommand.parse(["x.cast", "--theme", "light", "--autoplay"]) }
  }

  /// An option with a fixed set of values names them.
  @Test func valuesAreNamed() {
    let run = DCRTerminalCommand.helpMessage(for: RunCommand.self, columns: 400)
    for value in [
      "<curity|high-contrast|light|mono>", "values: in-app, system", "values: en, de, sv, pseudo",
      "values: error, warning, info, debug, trace",
    ] { #expect(run.contains(value), "\(value)") }
    #expect(DCRTerminalCommand.helpMessage(for: GalleryCommand.self).contains("high-contrast"))
    #expect(DCRTerminalCommand.helpMessage(for: ConfigCommand.Export.self, columns: 400).contains("values: curity"))
  }
}
