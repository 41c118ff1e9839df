import ArgumentParser
import Catalogue
import Faults
import Foundation

/// `replay BUNDLE`: a tester's way through the app once more, against the embedded server.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: Phrase.replayAbstract.english, discussion: Phrase.replayDiscussion.english)

  @Argument(help: ArgumentHelp(Phrase.argumentBundle.english))
  var bundle: String

  @MainActor
  func run() async throws {
    let catalogue = Catalogue()
    let recorded = try BundleReader.read(bundle)
    StandardOutput.line(
      catalogue(
        .replayBegins,
        [
          "path": CommandError.line(bundle), "keys": "\(recorded.presses.count)",
          "changes": "\(recorded.changes.count)", "device": recorded.device.rawValue,
        ]))
    ScriptCommand.settle(false)
    Interruption.listen()
    let shelf = try DeviceShelf()
    defer { shelf.remove() }
    var setup = ScriptSetup()
    (setup.device, setup.size) = (recorded.device, recorded.size)
    let device = try await shelf.device(setup)
    var words = ["--no-motion"] + recorded.options
    if let faults = recorded.faults {
      let file = device.folder + "/faults.json"
      try ScriptPictures.save(faults.json.pretty + "\n", to: file)
      words += ["--faults", file]
    }
    let stage = try ScriptStage(device, setup, words: words, watcher: NobodyWatches())
    try stage.start()
    let player = ReplayPlayer(recorded, stage)
    let report = ReplayReport(recorded.changes, player.play())
    let (sight, exit) = (stage.sight, stage.exit)
    await stage.end()
    if Interruption.hasCome { throw Interruption.status }
    for line in report.lines(catalogue) { StandardOutput.line(line) }
    guard report.difference != nil else { return StandardOutput.line(catalogue(.replayEndsSame)) }
    StandardOutput.line(catalogue(.replayEndsDifferent))
    if let sight { StandardOutput.line(ScriptFailure.framed(sight.canvas).joined(separator: "\n")) }
    if let exit { StandardOutput.line(catalogue(.scriptAppEnded, ["code": "\(exit.status)"])) }
    throw ExitStatus.scriptFailed
  }
}
