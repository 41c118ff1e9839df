/// Plays scripts one after another: each on a device of its own, which is gone afterwards.
@MainActor
final class ScriptTheatre {
  private let shelf: DeviceShelf
  private let watcher: any StageWatcher
  private let pace: ScriptPace
  private let pictures: ScriptPictures?
  private let clock = ContinuousClock()

  /// - Parameter pictures: where those that scripts take go, and the last screen of one that fails; `nil`: nowhere.
  init(_ shelf: DeviceShelf, watcher: any StageWatcher, pace: ScriptPace, pictures: ScriptPictures?) {
    (self.shelf, self.watcher, self.pace, self.pictures) = (shelf, watcher, pace, pictures)
  }

  /// - Throws: what is no fault of the script's: no device can be made, no picture can be written.
  func play(_ script: Script) async throws(CommandError) -> ScriptResult {
    let start = clock.now
    let device = try await shelf.device(script.setup)
    defer { device.remove() }
    let words =
      ["--lang", script.setup.language.rawValue, "--no-motion"] + script.setup.options.map(device.withFolder)
    let stage = try ScriptStage(device, script.setup, words: words, watcher: watcher)
    let player = ScriptPlayer(script, device, stage, pace: pace)
    var failure: ScriptFailure?
    do throws(ScriptFailure) { try await player.prepare() } catch { failure = error }
    if failure == nil {
      do throws(CommandError) { try stage.start() } catch {
        await stage.end()
        throw error
      }
      do throws(ScriptFailure) { try await player.play() } catch { failure = error }
    }
    await stage.end()
    let seconds = (clock.now - start) / .seconds(1)
    if let pictures {
      for picture in player.pictures { try pictures.write(picture.canvas, of: script, name: picture.name) }
      if let sight = failure?.sight { try pictures.write(sight.canvas, of: script, name: "failure") }
    }
    return ScriptResult(script: script, seconds: seconds, failure: failure)
  }
}
