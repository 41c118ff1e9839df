import FoundationEssentials
import Programs

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
}
