import Evidence
import UserAgents
import AppConfiguration
import Catalogue
import Screens

/// The parts of a phone before it is started.
struct PhoneParts {
  var setup: AppSetup
  var userAgent: UserAgentSetup
  /// Locks the device while this program uses it.
  var lock: DeviceLock
}

/// Makes every phone of a run from the same command line and configuration; they only differ in the device's name.
struct PhoneFactory {
  var global: GlobalOptions
  var userAgent: UserAgentOptions
  var look: LookOptions
  var unlock: KeystoreUnlock
  var faults: FaultOptions
  var presenter: Bool
  /// Allows the workbench in presenter mode, too.
  var bench = false
  /// Presenter mode that advances by itself from the start.
  var autoplay = false
  /// The path of the mirror, in which a script reads the screens of app and browsers.
  var mirror: String?
  /// The name of the person who tests by hand.
  var tester: String?
  /// The settings of the browsers of all phones.
  let browserSettings = BrowserSettings()

  /// The facts about the run for bundles of evidence, such as the options for a replay.
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

  /// - Parameter first: the first phone's setup, whose configuration and server the other phones share.
  /// - Throws: the errors of a start with this `--device`: `device_in_use`, a wrong configuration, …
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
