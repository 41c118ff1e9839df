struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("replay")

  @Argument(help: .of("replay", "bundles"), completion: .file(extensions: ["zip"])) var bundles: [String]
  @Flag(help: "JSON for scripts.") var json = false
  @Flag(help: .of("replay", "asScript")) var asScript = false
  @Option(name: .shortAndLong, help: .of("replay", "output")) var output: String?

  func validate() throws {
    if asScript, json || bundles.count != 1 { throw ValidationError("--as-script takes one bundle, and no --json") }
    if output != nil, !asScript { throw ValidationError("--output needs --as-script") }
  }

  @MainActor func run() async throws {
    // Nothing is played until all bundles have been read.
    var runs: [RecordedRun] = []
    for bundle in bundles { runs.append(try BundleReader.read(bundle)) }
    if asScript, runs[0].presses.isEmpty {
      throw CommandError(.bundleNotReplayable, path: runs[0].path, "it has no keys")
    }
    if let output, output != "-" {
      try SmallFile.keep(bundles, from: output)
      try SmallFile.checkPlace(of: AbsolutePath.of(output), orThrow: .scriptUnwritable)
    }
    ScriptCommand.settle(.whole, live: false)
    let devices = try ScriptDevices()
    defer { devices.remove() }
    var allAreSame = true
    for run in runs {
      if !json, !isOutputOfScript { StandardOutput.line(begin(run)) }
      let report = try await play(run, devices)
      if Interruption.hasCome { throw Interruption.status }
      if asScript { try write(report) }
      let lines = json ? report.json.line : report.lines().joined(separator: "\n")
      if !isOutputOfScript { StandardOutput.line(lines) } else if !report.isSame { StandardError.write(lines + "\n") }
      allAreSame = allAreSame && report.isSame
    }
    if !allAreSame { throw ExitStatus.scriptFailed }
  }

  private var isOutputOfScript: Bool { asScript && output ?? "-" == "-" }

  private func write(_ report: ReplayReport) throws(CommandError) {
    let text = report.script.text
    do throws(ScriptFaults) { _ = try ScriptReader.read(Array(text.utf8), path: "bundle.script") } catch {
      let detail = "no script can be made of it: \(error.all[0].reason)"
      throw CommandError(.bundleNotReplayable, path: report.run.path, detail)
    }
    if let output, output != "-" {
      return try SmallFile.writeNamed(AbsolutePath.of(output), by: text, orThrow: .scriptUnwritable)
    }
    StandardOutput.write(text)
  }

  private func begin(_ run: RecordedRun) -> String {
    let (keys, changes) = (run.presses.count, run.changes.count)
    return "\(CommandError.line(run.path)): \(keys) \(keys == 1 ? "key" : "keys"), "
      + "\(changes) \(changes == 1 ? "change" : "changes") of state; "
      + "the device is \(run.device.rawValue), the terminal \(run.size.width)x\(run.size.height)"
  }

  @MainActor
  private func play(_ run: RecordedRun, _ devices: ScriptDevices) async throws(CommandError) -> ReplayReport {
    var setup = ScriptSetup()
    (setup.device, setup.size, setup.configuration) = (run.device, run.size, run.configuration)
    let device = try await devices.device(setup)
    defer { device.remove() }
    var words = ["--no-motion"] + run.options
    if let faults = run.faults {
      let file = device.folder + "/faults.json"
      try SmallFile.replace(file, by: faults.json.pretty + "\n", orThrow: .scriptUnwritable)
      words += ["--faults", file]
    }
    let terminal = try ScriptTerminal(device, setup, words: words, observer: NoObserver())
    try terminal.start()
    let report = ReplayPlayer(run, terminal).play()
    await terminal.end()
    return report
  }
}
