import ArgumentParser
import Logging

package struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Configuration file. (default: ./config.json, if it is there)", valueName: "file"),
    completion: .file())
  package var config: String?

  @Option(
    help: ArgumentHelp(
      "Where everything is kept. (default: $XDG_DATA_HOME/dcr-terminal, else ~/.local/share/dcr-terminal)",
      valueName: "dir"), completion: .directory)
  package var dataDir: String?

  @Option(
    help: ArgumentHelp("The device to be; each has its own keystore and browser.", valueName: "name"),
    completion: .devices)
  package var device = "phone"

  @Option(
    help: ArgumentHelp("Write a log to this file. It never holds a secret.", valueName: "file"), completion: .file())
  package var logFile: String?

  @Option(help: ArgumentHelp("How much the log says.", valueName: "level"))
  package var logLevel: LogLevel = .info
  package init() {}

  package enum LogLevel: String, ExpressibleByArgument, CaseIterable, Codable {
    case error, warning, info, debug, trace

    package var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
  }
}

extension GlobalOptions {
  /// The data directory, made (mode 0700) if it is missing, unless the command only reads.
  package func dataDirectory(making: Bool = true) throws(CommandError) -> DataDirectory {
    let path = dataDir ?? DataDirectory.defaultPath(ProcessEnvironment.values(["XDG_DATA_HOME", "HOME"]))
    return try DataDirectory(path: path, device: device, making: making)
  }

  package func logger(_ label: String) throws(CommandError) -> Logger { try LogFile.logger(label, logFile, logLevel) }
}

/// The administration commands: `dcr-terminal` shows them, and passes them on to the server's program, which has them.
package enum AdministrationTopic: String {
  case clients, users, sessions, templates, devices, push

  package func command(_ subcommands: [any ParsableCommand.Type] = []) -> CommandConfiguration {
    CommandConfiguration(rawValue, subcommands: subcommands)
  }
}
