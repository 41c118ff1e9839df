import ArgumentParser
import Catalogue
import Foundation
import ScreenMirror

/// `run`: the app on the screen, or in lines.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "run", abstract: Phrase.runAbstract.english)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var userAgent: UserAgentOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var unlock: KeystoreUnlock
  @OptionGroup var faults: FaultOptions

  @Flag(help: ArgumentHelp(Phrase.optionPresenter.english))
  var presenter = false

  @Flag(help: ArgumentHelp(Phrase.optionAutoplay.english))
  var autoplay = false

  @Flag(help: ArgumentHelp(Phrase.optionMarkers.english, visibility: .hidden))
  var markers = false

  @Option(help: ArgumentHelp(Phrase.optionMirror.english, valueName: "fifo", visibility: .hidden))
  var mirror: String?

  @MainActor
  func run() async throws {
    let terminal = try look.terminalOptions()
    let factory = PhoneFactory(
      global: global, userAgent: userAgent, look: look, unlock: unlock, faults: faults, presenter: presenter,
      autoplay: autoplay, mirror: mirror)
    let phone = try factory.make(global.device)
    let status: ExitStatus
    if look.plain {
      defer { phone.lock.release() }
      status = await PlainApp(phone.setup, userAgent: phone.userAgent, ascii: look.ascii).run()
    } else {
      let app = try ScreenApp(phone, factory: factory, terminal: terminal)
      app.marksParts = markers
      if let mirror = mirror.flatMap({ ScreenMirror($0, program: .app) }) { app.tell(mirror) }
      status = await app.run()
    }
    if status != .done { throw status }
  }
}
