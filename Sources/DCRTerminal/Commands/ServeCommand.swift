/// Runs until a signal or, for the app that started it, the end of its input. The server is a separate program, which replaces this one.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("serve")

  @OptionGroup var global: GlobalOptions
  @Option(help: "Port of the identity server; 0 takes any. (default: the issuer's, 8443)") var port: Int?
  @Option(help: .of("serve", "adminPort")) var adminPort: Int?
  @OptionGroup var reach: ReachOptions
  @Option(help: .of("serve", "enroll")) var enroll: [String] = []
  @Option(help: .of("serve", "appID")) var appID: String?
  @Flag(help: .of("serve", "rotateKeys")) var rotateKeys = false
  @Option(help: .of("serve", "faults"), completion: .faultPresets) var faults: String?
  @Flag(help: "JSON for scripts.") var json = false
  @Flag(help: ArgumentHelp("Print one JSON object for each handled request.", visibility: .hidden)) var events = false
  @Flag(help: ArgumentHelp("Stop when standard input ends.", visibility: .hidden)) var untilStdinCloses = false

  func validate() throws { try reach.validate(port: port, adminPort: adminPort) }

  func run() async throws {
    let served = try ServedSettings(global, reach, port: port, adminPort: adminPort, appID: appID, outlives: true)
    var settings = served.settings
    settings.faults = try faults.map { try ServerFaultsOption.order($0, served.configuration) }
    (settings.enroll, settings.rotatesKeys) = (enroll, rotateKeys)
    (settings.json, settings.events, settings.untilStdinCloses) = (json, events, untilStdinCloses)
    try ServerProgram.become(["serve", settings.argument])
  }
}
