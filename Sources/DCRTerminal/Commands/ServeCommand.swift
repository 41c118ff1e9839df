import ArgumentParser

/// Runs until a signal or, for the app that started it, the end of its input. The server is a separate program, which replaces this one.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the identity server alone, until a signal stops it.")

  @OptionGroup var global: GlobalOptions
  @Option(help: "Port of the identity server; 0 takes any. (default: the issuer's, 8443)") var port: Int?
  @Option(
    help: ArgumentHelp(
      "Port of the admin page; 0 takes any. (default: adminPort of the configuration, else the port of the last start; at first 6749, or another one that is free)",
      valueName: "port"))
  var adminPort: Int?
  @OptionGroup var reach: ReachOptions
  @Option(
    help: ArgumentHelp(
      "Enroll this device: make its certificate and put it into the device's folder. May be repeated.",
      valueName: "device"))
  var enroll: [String] = []
  @Option(help: ArgumentHelp("The app's identifier in association files, for https redirects.", valueName: "id"))
  var appID: String?
  @Flag(
    help:
      "Make a new signing key first. Old ID tokens verify until they expire; a server that runs already takes the key up."
  )
  var rotateKeys = false
  @Option(
    help: ArgumentHelp(
      "Commit these faults, for any client, as long as this server runs: a preset of `dcr-terminal faults`, or a fault file.",
      valueName: "preset|file"), completion: .faultPresets)
  var faults: String?
  @Flag(help: "JSON for scripts.") var json = false
  @Flag(help: ArgumentHelp("Print one JSON object for each handled request.", visibility: .hidden)) var events = false
  @Flag(help: ArgumentHelp("Stop when standard input ends.", visibility: .hidden)) var untilStdinCloses = false

  func validate() throws { try reach.validate(port: port, adminPort: adminPort) }

  func run() async throws {
    let served = try ServedSettings(global, reach, port: port, adminPort: adminPort, appID: appID, outlives: true)
    var settings = served.settings
    settings.faults = try faults.map { text in
      let order = try ServerFaultsOption.order(text, served.configuration)
      return ServerSettings.Faults(name: order.name, file: order.file)
    }
    (settings.enroll, settings.rotatesKeys) = (enroll, rotateKeys)
    (settings.json, settings.events, settings.untilStdinCloses) = (json, events, untilStdinCloses)
    try ServerProgram.become(["serve", settings.argument])
  }
}
