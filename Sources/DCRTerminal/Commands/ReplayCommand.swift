import ArgumentParser
import FoundationEssentials
import SharedValues

/// `replay BUNDLE…`: a tester's way through the app once more, against the embedded server.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Bring the app through the steps of a bundle of evidence, and say where it goes another way.",
    discussion: """
      The app is started on a new device with an identity server of its own, and gets the keys of the bundle, each when it has come to \
      where it was pressed. In the browser the demo user logs in, or cancels where that was done. The exit code is 0 when the app went the same \
      way, 1 when it did not, and 65 when a bundle cannot be used: then none is played.
      """)

  @Argument(help: "The bundles: evidence-….zip, as E writes them in the app.", completion: .file(extensions: ["zip"]))
  var bundles: [String]

  @Flag(help: "JSON for scripts.")
  var json = false

  @MainActor
  func run() async throws {
    // Nothing is played before all of them can be.
    var runs: [RecordedRun] = []
    for bundle in bundles { runs.append(try BundleReader.read(bundle)) }
    ScriptCommand.settle(.whole, live: false)
    Interruption.listen()
    let devices = try ScriptDevices()
    defer { devices.remove() }
    var allAreSame = true
    for run in runs {
      if !json { StandardOutput.line(begin(run)) }
      let report = try await play(run, devices)
      if Interruption.hasCome { throw Interruption.status }
      StandardOutput.line(json ? report.json.line : report.lines().joined(separator: "\n"))
      allAreSame = allAreSame && report.isSame
    }
    if !allAreSame { throw ExitStatus.scriptFailed }
  }

  private func begin(_ run: RecordedRun) -> String {
    "\(CommandError.line(run.path)): \(run.presses.count) keys, \(run.changes.count) changes of state; "
      + "the device is \(run.device.rawValue), the terminal \(run.size.width)x\(run.size.height)"
  }

  /// Replays the run on a device of its own, which is deleted afterwards.
  @MainActor
  private func play(_ run: RecordedRun, _ devices: ScriptDevices) async throws(CommandError) -> ReplayReport {
    var setup = ScriptSetup()
    (setup.device, setup.size, setup.configuration) = (run.device, run.size, run.configuration)
    let device = try await devices.device(setup)
    defer { device.remove() }
    var words = ["--no-motion"] + run.options
    if let faults = run.faults {
      let file = device.folder + "/faults.json"
      try ScriptPictures.save(faults.json.pretty + "\n", to: file)
      words += ["--faults", file]
    }
    let terminal = try ScriptTerminal(device, setup, words: words, observer: NoObserver())
    do throws(CommandError) { try terminal.start() } catch {
      await terminal.end()
      throw error
    }
    let report = ReplayPlayer(run, terminal).play()
    await terminal.end()
    return report
  }
}
