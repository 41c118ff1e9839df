import ArgumentParser
import Catalogue
import Foundation

/// `run`: the app on the screen, or in lines.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "run", abstract: Phrase.runAbstract.english)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var userAgent: UserAgentOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var unlock: KeystoreUnlock

  @Flag(help: ArgumentHelp(Phrase.optionPresenter.english))
  var presenter = false

  @MainActor
  func run() async throws {
    let terminal = try look.terminalOptions()
    var setup = try AppSetup(global, appID: userAgent.appID, presenter: presenter)
    let lock = try DeviceLock(setup.data)
    defer { lock.release() }
    if !look.plain, unlock.isLeftToTheScreen {
      setup.settings.unlocksOnScreen = true
    } else {
      setup.passphrase = try unlock.passphrase(of: setup.data.devicePath)
    }
    var browser = setup.browserOptions(userAgent)
    browser.isPresenter = presenter
    browser.look = look.forBrowser
    var userAgent = try userAgent.setup(setup.configuration, browser)
    let catalogue = Catalogue(look.lang)
    userAgent.catalogue = catalogue
    let status =
      look.plain
      ? await PlainApp(setup, userAgent: userAgent, catalogue: catalogue, ascii: look.ascii).run()
      : try await ScreenApp(setup, userAgent: userAgent, catalogue: catalogue, terminal: terminal).run()
    if status != .done { throw status }
  }
}
