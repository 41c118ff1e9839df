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
  /// - Parameters:
  ///   - ownPort: the port of the embedded server where the issuer names none; `nil`: the one that is known before it is chosen.
  ///   - issuer: counts in the place of the configured one.
  func configurationWithWarnings(
    ownPort: Int? = nil, issuer: String? = nil
  ) throws(CommandError) -> Configuration {
    let port = { () throws(CommandError) -> Int in
      if let ownPort { return ownPort }
      return try OwnIssuer.knownPort(dataDirectory(making: false))
    }
    let ofAPI = { (api: IssuerOfAPI) throws(CommandError) in try api.known(in: try dataDirectory(making: false)) }
    let issuers = IssuerSources(ownPort: port, instead: issuer, ofAPI: ofAPI)
    guard hasConfigurationFile else { return try ConfigurationFile.withoutFile(issuers) }
    return try ConfigurationFile.read(config ?? GlobalOptions.defaultConfig, isNamed: config != nil, issuers)
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
