import ArgumentParser
import UserAgents

package struct UserAgentOptions: ParsableArguments {
  @Option(help: .of("UserAgentOptions", "browser")) package var browser: UserAgentKind?
  @Option(help: .of("UserAgentOptions", "browserCommand")) package var browserCommand: String?
  @Flag(help: .of("UserAgentOptions", "browserTakesTerminal")) package var browserTakesTerminal = false
  @Flag(help: .of("UserAgentOptions", "ephemeral")) package var ephemeral = false
  @Option(help: .of("UserAgentOptions", "appID")) package var appID: String?
  package init() {}

  /// Has the form of an Apple application identifier without the team.
  static let defaultAppID = "io.curity.dcrclient"

  package func kind(_ configuration: Configuration) -> UserAgentKind {
    browser ?? (browserCommand != nil ? .command : configuration.userAgent)
  }

  /// The user agent of a run: the command line takes precedence over the configuration, and a command implies the kind `command`.
  /// - Throws: `usage` when `command` has no command line, `redirect_needs_in_app` when the redirect cannot come back.
  package func setup(_ configuration: Configuration, _ inApp: InAppBrowser.Options) throws(CommandError)
    -> UserAgentSetup
  {
    let text = browserCommand ?? configuration.browserCommand
    let kind = kind(configuration)
    var command: CommandLineWords?
    if let text {
      do { command = try CommandLineWords(text) } catch {
        throw CommandError(
          .usage, ["detail": Phrase.wrongBrowserCommand.term(["expected": Catalogue()(error.expected)])])
      }
    }
    if kind == .command, command == nil { throw CommandError(.usage, ["detail": Phrase.noBrowserCommand]) }
    if kind == .deviceCode { try configuration.judgeDeviceCode() }
    if configuration.hasClaimedRedirect, ![.inApp, .deviceCode].contains(kind) {
      throw CommandError(.redirectNeedsInApp, ["received": kind.rawValue])
    }
    return UserAgentSetup(
      kind: kind, inApp: inApp, command: command,
      takesTerminal: browserTakesTerminal || configuration.browserTakesTerminal)
  }
}

extension UserAgentKind: ExpressibleByArgument {}

enum UserAgentReader {
  static func read(_ reader: inout MemberReader, into configuration: inout Configuration) throws(CommandError) {
    let (browser, agent) = (try reader.choice("browser"), try reader.choice("userAgent"))
    if let browser, let agent, browser != agent { throw reader.excludes("userAgent", "browser", .oneUserAgent) }
    configuration.userAgent = (agent ?? browser).flatMap(UserAgentKind.init) ?? .inApp
    configuration.browserTakesTerminal = try reader.flag("browserTakesTerminal") ?? false
    if let id = try reader.optionalString("appID", ValueRule.clientID) { configuration.appID = id }
    configuration.browserCommand = try reader.optionalString("browserCommand") { text throws(WrongValue) in
      _ = try CommandLineWords(text)
    }
    if configuration.browserCommand == nil, configuration.userAgent == .command {
      throw reader.missing("browserCommand", example: "chromium %u")
    }
  }
}
