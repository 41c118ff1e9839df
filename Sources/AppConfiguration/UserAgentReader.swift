import Programs
import Edge
import UserAgents
import AppState

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
