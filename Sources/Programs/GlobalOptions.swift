import ArgumentParser
import Logging

package struct GlobalOptions: ParsableArguments {
  @Option(help: .of("GlobalOptions", "config"), completion: .file()) package var config: String?
  @Option(help: .of("GlobalOptions", "dataDir"), completion: .directory) package var dataDir: String?
  @Option(help: .of("GlobalOptions", "device"), completion: .devices) package var device = "phone"
  @Option(help: .of("GlobalOptions", "logFile"), completion: .file()) package var logFile: String?
  @Option(help: .of("GlobalOptions", "logLevel")) package var logLevel: LogLevel = .info
  package init() {}

  package func validate() throws {
    // What an unset variable leaves of a path (`--data-dir "$DATA"`) would stand for the working directory.
    for (name, path) in [("--config", config), ("--data-dir", dataDir), ("--log-file", logFile)] where path == "" {
      throw ValidationError("\(name) is empty")
    }
  }

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
