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
    try userAgent.judge()
    let terminal = try look.terminalOptions()
    var setup = try AppSetup(global, presenter: presenter)
    setup.passphrase = try unlock.passphrase(of: setup.data.devicePath)
    var browser = try setup.browserOptions()
    browser.isEphemeral = userAgent.ephemeral
    browser.isPresenter = presenter
    browser.look = look.forBrowser
    let catalogue = Catalogue(look.lang)
    let status =
      look.plain
      ? await PlainApp(setup, browser: browser, catalogue: catalogue, ascii: look.ascii).run()
      : try await ScreenApp(setup, browser: browser, catalogue: catalogue, terminal: terminal).run()
    if status != .done { throw status }
  }
}
