import Edge
import Glibc
import Programs

extension GlobalOptions {
  /// The configuration file that is read, if it exists, when no option names one.
  package static let defaultConfig = "config.json"

  /// The configuration; its warnings are written to standard error.
  package func configuration() throws(CommandError) -> Configuration {
    let configuration = try configurationWithWarnings()
    for warning in configuration.warnings { StandardError.warn(warning) }
    return configuration
  }

  /// The configuration, without writing its warnings. The built-in configuration replaces a missing file, unless an option names that file.
  ///
  /// - Parameters:
  ///   - ownPort: the embedded server's port for an issuer without one; `nil`: the kept port, or the first that will be tried.
  ///   - issuer: replaces the configured issuer.
  package func configurationWithWarnings(
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

  /// The configuration of a program that will start the server: chooses a port if none is kept yet, and holds it.
  /// - Parameter outlives: the server will replace this program.
  package func configurationToServe(
    _ data: DataDirectory, _ configuration: Configuration, outlives: Bool = false
  ) throws(CommandError) -> (Configuration, HeldPort?) {
    guard configuration.issuerIsOwn else { return (configuration, nil) }
    let (port, held) = try OwnIssuer.choosePort(data, outlives: outlives)
    return (port == configuration.issuer.port ? configuration : try configurationWithWarnings(ownPort: port), held)
  }

  /// Whether a file was named or exists, even if it cannot be read: reading it then reports the error.
  var hasConfigurationFile: Bool {
    var info = stat()
    return config != nil || lstat(GlobalOptions.defaultConfig, &info) == 0
  }
}
