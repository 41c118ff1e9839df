import ArgumentParser
import FoundationEssentials
import Logging

/// The options that every command has.
struct GlobalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Configuration file. (default: ./config.json)", valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "Where everything is kept. (default: $XDG_DATA_HOME/dcr-terminal, else ~/.local/share/dcr-terminal)",
      valueName: "dir"))
  var dataDir: String?

  @Option(help: ArgumentHelp("The device to be; each has its own keystore and browser.", valueName: "name"))
  var device = "phone"

  @Option(help: ArgumentHelp("Write a log to this file. It never holds a secret.", valueName: "file"))
  var logFile: String?

  @Option(help: ArgumentHelp("How much the log says.", valueName: "error|warning|info|debug|trace"))
  var logLevel: LogLevel = .info

  enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case error, warning, info, debug, trace

    var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
  }
}

extension GlobalOptions {
  /// The configuration file that is read when no option names one, if it is there.
  static let defaultConfig = "config.json"

  /// The configuration; its warnings go to standard error.
  func configuration() throws(CommandError) -> Configuration {
    let configuration = try configurationWithWarnings()
    for warning in configuration.warnings { StandardError.warn(warning) }
    return configuration
  }

  /// The configuration; its warnings are the caller's to give.
  func configurationWithWarnings() throws(CommandError) -> Configuration {
    try ConfigurationFile.read(config ?? GlobalOptions.defaultConfig, isNamed: config != nil)
  }

  /// The configuration if there is one; a file that was named has to be there.
  func configurationIfPresent() throws(CommandError) -> Configuration? {
    if config == nil, !FileManager.default.fileExists(atPath: GlobalOptions.defaultConfig) { return nil }
    return try configuration()
  }

  /// The data directory, made (0700) where it does not exist yet, unless the command only reads.
  func dataDirectory(making: Bool = true) throws(CommandError) -> DataDirectory {
    let path = dataDir ?? DataDirectory.defaultPath(ProcessInfo.processInfo.environment)
    return try DataDirectory(path: path, device: device, making: making)
  }

  /// The logger of this run: into the file that was named, otherwise nowhere.
  func logger(_ label: String) throws(CommandError) -> Logger {
    guard let logFile else { return Logger(label: label) { _ in SwiftLogNoOpLogHandler() } }
    let file = try LogFile(path: logFile)
    return Logger(label: label) { FileLogHandler(label: $0, file: file, logLevel: logLevel.level) }
  }
}
