import Programs
import ArgumentParser

/// `run`: the app on the full screen or in lines. Here are its options, which scripts and bundles of evidence contain, too.
package struct RunCommand: ParsableArguments {
  @OptionGroup package var global: GlobalOptions
  @OptionGroup package var userAgent: UserAgentOptions
  @OptionGroup package var look: LookOptions
  @OptionGroup package var unlock: KeystoreUnlock
  @OptionGroup package var faults: FaultOptions

  @Flag(help: "For an audience: secrets stay masked, a silent login waits for a key.")
  package var presenter = false

  @Flag(help: "Presenter mode that plays the main job by itself, with the demo user of the embedded server.")
  package var autoplay = false

  @Flag(help: "The help names gallery, faults, clock and checks, and their keys work in presenter mode, too.")
  package var bench = false

  @Option(help: ArgumentHelp("Who tests, for the reports of the test plan; without it C asks once.", valueName: "name"))
  package var tester: String?

  @Flag(
    help: ArgumentHelp(
      "Say between the pictures where each part of the show begins, for a recorder.", visibility: .hidden))
  package var markers = false

  @Option(
    help: ArgumentHelp(
      "Tell this FIFO what is shown, for a script that waits for it.", valueName: "fifo", visibility: .hidden))
  package var mirror: String?

  package func validate() throws {
    if autoplay, look.plain { throw ValidationError("--autoplay plays pictures: leave out --plain, or --autoplay") }
  }

  package init() {}
}
