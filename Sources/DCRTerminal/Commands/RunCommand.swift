import CProcess
import ScreenMirror

extension RunCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Show the app, full screen (the default).")

  @MainActor package func run() async throws {
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
      let mirror = mirror.flatMap { ScreenMirror($0, program: .app) }
      status = try await ScreenApp(
        phone, factory: factory, terminal: terminal, marksParts: markers, mirror: mirror
      ).run()
    }
    if status != .done { throw status }
  }
}
