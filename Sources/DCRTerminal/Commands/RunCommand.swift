import ArgumentParser
import CProcess
import FoundationEssentials
import ScreenMirror

/// `run`: the app on the full screen or in lines.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Show the app, full screen (the default).")

  @OptionGroup var global: GlobalOptions
  @OptionGroup var userAgent: UserAgentOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var unlock: KeystoreUnlock
  @OptionGroup var faults: FaultOptions

  @Flag(help: "For an audience: secrets stay masked, a silent login waits for a key.")
  var presenter = false

  @Flag(help: "Presenter mode that plays the main job by itself, with the demo user of the embedded server.")
  var autoplay = false

  @Flag(help: "The help names gallery, faults, clock and checks, and their keys work in presenter mode, too.")
  var bench = false

  @Option(help: ArgumentHelp("Who tests, for the reports of the test plan; without it C asks once.", valueName: "name"))
  var tester: String?

  @Flag(
    help: ArgumentHelp(
      "Say between the pictures where each part of the show begins, for a recorder.", visibility: .hidden))
  var markers = false

  @Option(
    help: ArgumentHelp(
      "Tell this FIFO what is shown, for a script that waits for it.", valueName: "fifo", visibility: .hidden))
  var mirror: String?

  func validate() throws {
    if autoplay, look.plain { throw ValidationError("--autoplay plays pictures: leave out --plain, or --autoplay") }
  }

  @MainActor
  func run() async throws {
    process_share_heap()
    var terminal = try look.terminalOptions()
    // The terminal of a script shows and types only what the script says.
    if mirror != nil { terminal.isBasic = true }
    let factory = PhoneFactory(run: self)
    let phone = try factory.make(global.device)
    let status: ExitStatus
    if look.plain {
      status = await PlainApp(phone, factory: factory, ascii: look.ascii).run()
    } else {
      let app = try ScreenApp(phone, factory: factory, terminal: terminal)
      app.marksParts = markers
      if let mirror = mirror.flatMap({ ScreenMirror($0, program: .app) }) { app.connect(mirror) }
      status = await app.run()
    }
    if status != .done { throw status }
  }
}
