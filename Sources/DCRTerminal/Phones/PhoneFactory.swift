import Catalogue
import Screens

/// The parts of a phone before it is switched on.
struct PhoneParts {
  var setup: AppSetup
  var userAgent: UserAgentSetup
  /// Held as long as this program is the phone.
  var lock: DeviceLock
}

/// Makes every phone of a run from the same command line and configuration; they differ by the device's name alone.
struct PhoneFactory {
  var global: GlobalOptions
  var userAgent: UserAgentOptions
  var look: LookOptions
  var unlock: KeystoreUnlock
  var faults: FaultOptions
  var presenter: Bool
  /// The workbench can be opened in presenter mode, too.
  var bench = false
  /// Presenter mode that goes on by itself from the start.
  var autoplay = false
  /// The path of the mirror from which a script reads what app and browsers show.
  var mirror: String?
  /// Who tests by hand.
  var tester: String?
  /// The settings of the browsers of all phones.
  let browserSettings = BrowserSettings()

  /// The facts about the run for bundles of evidence, such as the options with which a replay starts.
  func evidence(_ setup: AppSetup, _ look: Look) -> EvidenceContext {
    let flags = [
      (look.glyphs == .ascii, "--ascii"), (self.look.noColor, "--no-color"), (presenter || autoplay, "--presenter"),
      (bench, "--bench"),
    ]
    let words = ["--lang", setup.language().rawValue, "--theme", setup.preferences.current.shownTheme]
    return EvidenceContext(
      options: words + flags.filter(\.0).map(\.1), configuration: setup.configuration.document, faults: setup.faults,
      isAutoplay: autoplay, isInLines: self.look.plain, look: look,
      folders: EvidenceContext.folders(data: setup.data.path, config: setup.configuration.folder))
  }

  /// - Parameter first: the phone that the run began with, for the others: they share its configuration and its server.
  /// - Throws: what a start of the program with `--device` of that name would: `device_in_use`, a wrong configuration, …
  func make(_ device: String, after first: AppSetup? = nil) throws(CommandError) -> PhoneParts {
    var global = global
    global.device = device
    var setup = try AppSetup(
      global, known: first?.configuration, userAgent: userAgent, presenter: presenter || autoplay,
      faults: faults)
    let lock = try DeviceLock(setup.data)
    do throws(CommandError) {
      setup.settings.showsBench = bench
      browserSettings.values.isPresenter = presenter || autoplay
      if first == nil { look.override(setup.preferences) }
      if let tester { setup.preferences.override { $0.tester = tester } }
      if let first { (setup.server, setup.preferences, setup.clocks) = (first.server, first.preferences, first.clocks) }
      if !look.plain, unlock.isLeftToTheScreen {
        setup.settings.unlocksOnScreen = true
      } else {
        setup.passphrase = try unlock.passphrase(of: setup.data.devicePath, Catalogue(setup.language()))
      }
      var browser = setup.browserOptions(userAgent)
      browser.settings = browserSettings
      browser.look = { [look, mirror, preferences = setup.preferences] in
        look.forBrowser(preferences.current) + (mirror.map { ["--mirror", $0] } ?? [])
      }
      var userAgent = try userAgent.setup(setup.configuration, browser)
      userAgent.language = setup.language
      return PhoneParts(setup: setup, userAgent: userAgent, lock: lock)
    } catch {
      lock.release()
      throw error
    }
  }
}
