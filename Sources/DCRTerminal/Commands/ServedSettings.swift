/// What a command that serves takes from its command line: `serve` and `client-test`.
struct ServedSettings {
  var settings: ServerSettings
  let configuration: Configuration
  let data: DataDirectory
  /// Keeps the port for the server until that listens.
  let held: HeldPort?

  /// - Parameter outlives: whether the server's program replaces this one.
  init(
    _ global: GlobalOptions, _ reach: ReachOptions, port: Int?, adminPort: Int?, appID: String? = nil, outlives: Bool
  ) throws {
    // A wrong option or configuration ends the command before anything is made.
    let judged = try reach.judged()
    if let port { _ = try ReachOptions.port(port, "--port") }
    if let adminPort { _ = try ReachOptions.port(adminPort, "--admin-port") }
    let known = try global.configuration()
    data = try global.dataDirectory()
    (configuration, held) =
      port == nil ? try global.configurationToServe(data, known, outlives: outlives) : (known, nil)
    if port == nil {
      // Otherwise the server would meet itself there, and the error would blame another program.
      let own = AbsoluteURL(configuration.issuer.text)?.port
      try reach.validate(port: own, of: "the issuer", adminPort: adminPort)
    }
    held?.letServerIn()
    settings = ServerSettings(configuration, global, data, appID: appID)
    if let port { settings.port = port }
    if let adminPort { settings.adminPort = adminPort }
    settings.reach = judged
  }
}
