import ArgumentParser

/// `client-checks`: the checks of `client-test`, as JSON, for the app's program.
struct ChecksListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client-checks", abstract: "Print the checks of client-test.", shouldDisplay: false)

  @Flag(help: "JSON for scripts, the only form.") var json = false

  /// On several lines, because readers bound the length of a line.
  func run() async throws { StandardOutput.write(ClientCheckList.json.pretty + "\n") }
}
