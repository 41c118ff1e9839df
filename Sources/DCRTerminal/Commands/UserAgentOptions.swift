import ArgumentParser
import Catalogue

/// Which external user agent opens the login page.
struct UserAgentOptions: ParsableArguments {
  @Option(help: ArgumentHelp(Phrase.optionBrowser.english, valueName: "in-app|system|manual|command"))
  var browser: Choice?

  @Option(help: ArgumentHelp(Phrase.optionBrowserCommand.english, valueName: "CMD %u"))
  var browserCommand: String?

  @Flag(help: ArgumentHelp(Phrase.optionEphemeral.english))
  var ephemeral = false

  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case inApp = "in-app"
    case system, manual, command
  }

  /// This version has the in-app browser alone.
  func judge() throws(CommandError) {
    if let browser, browser != .inApp {
      throw CommandError(
        "choice_not_offered", ["field": "--browser", "received": browser.rawValue, "expected": "--browser in-app"])
    }
    if let browserCommand {
      throw CommandError(
        "choice_not_offered",
        ["field": "--browser-command", "received": browserCommand, "expected": "--browser in-app"])
    }
  }
}
