import Glibc
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

  /// The configuration; its warnings are the caller's to give. Where there is no file, the one that comes with the product counts; a
  /// file that was named has to be there.
  ///
  /// - Parameter ownPort: the port of the embedded server where the issuer names none; `nil`: the one that is known before it is chosen.
  func configurationWithWarnings(ownPort: Int? = nil) throws(CommandError) -> Configuration {
    let port = { () throws(CommandError) -> Int in
      if let ownPort { return ownPort }
      return try OwnIssuer.knownPort(dataDirectory(making: false))
    }
    guard hasConfigurationFile else { return try ConfigurationFile.withoutFile(ownPort: port) }
    return try ConfigurationFile.read(config ?? GlobalOptions.defaultConfig, isNamed: config != nil, ownPort: port)
  }

  /// The configuration of a program that will serve, or let serve: a port that is still to be chosen is chosen and held.
  /// - Parameter outlives: the server will take the place of this program.
  func configurationToServe(
    _ data: DataDirectory, _ configuration: Configuration, outlives: Bool = false
  ) throws(CommandError) -> (Configuration, HeldPort?) {
    guard configuration.issuerIsOwn else { return (configuration, nil) }
    let (port, held) = try OwnIssuer.choosePort(data, outlives: outlives)
    return (port == configuration.issuer.port ? configuration : try configurationWithWarnings(ownPort: port), held)
  }

  /// Also one that cannot be read: then an error says so.
  var hasConfigurationFile: Bool {
    var info = stat()
    return config != nil || lstat(GlobalOptions.defaultConfig, &info) == 0
  }
}
