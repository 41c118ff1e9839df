struct PhoneParts {
  var setup: AppSetup
  var userAgent: UserAgentSetup
  var lock: DeviceLock
}

/// Makes every phone of a run from the same command line and configuration; they only differ in the device's name.
struct PhoneFactory {
  let run: RunCommand
  let browserSettings = BrowserSettings()

  /// Presenter mode may advance by itself.
  private var presents: Bool { run.presenter || run.autoplay }

  func evidence(_ setup: AppSetup, _ look: Look) -> EvidenceContext {
    let flags = [
      (look.glyphs == .ascii, "--ascii"), (run.look.noColor, "--no-color"), (presents, "--presenter"),
      (run.bench, "--bench"),
    ]
    let words = ["--lang", setup.language().rawValue, "--theme", setup.preferences.current.shownTheme]
    var context = EvidenceContext(
      options: words + flags.filter(\.0).map(\.1), configuration: setup.configuration.document, look: look)
    (context.faults, context.isAutoplay, context.isInLines) = (setup.faults, run.autoplay, run.look.plain)
    context.folders = EvidenceContext.folders(data: setup.data.path, config: setup.configuration.folder)
    return context
  }

  /// - Parameter first: the first phone's setup, whose configuration and server the other phones share.
  /// - Throws: the errors of a start with this `--device`: `device_in_use`, a wrong configuration, …
  func make(_ device: String, after first: AppSetup? = nil) throws(CommandError) -> PhoneParts {
    var global = run.global
    global.device = device
    var setup = try AppSetup(
      global, known: first?.configuration, userAgent: run.userAgent, presenter: presents, faults: run.faults)
    let lock = try DeviceLock(setup.data)
    if first == nil { setup.warnOfInterruptedRegistration() }
    do throws(CommandError) {
      setup.settings.showsBench = run.bench
      browserSettings.values.isPresenter = presents
      if first == nil { run.look.override(setup.preferences) }
      if let tester = run.tester { setup.preferences.override { $0.tester = tester } }
      if let first { (setup.server, setup.preferences, setup.clocks) = (first.server, first.preferences, first.clocks) }
      if !run.look.plain, run.unlock.isLeftToTheScreen {
        setup.settings.unlocksOnScreen = true
      } else {
        setup.passphrase = try run.unlock.passphrase(of: setup.data.devicePath, Catalogue(setup.language()))
      }
      var browser = setup.browserOptions(run.userAgent)
      browser.settings = browserSettings
      browser.look = { [look = run.look, mirror = run.mirror, preferences = setup.preferences] in
        look.forBrowser(preferences.current) + (mirror.map { ["--mirror", $0] } ?? [])
      }
      var userAgent = try run.userAgent.setup(setup.configuration, browser)
      userAgent.language = setup.language
      return PhoneParts(setup: setup, userAgent: userAgent, lock: lock)
    } catch {
      lock.release()
      throw error
    }
  }
}
