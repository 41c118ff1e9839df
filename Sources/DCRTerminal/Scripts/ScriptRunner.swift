/// Plays scripts one after another: each on a device of its own, which is deleted afterwards.
@MainActor
final class ScriptRunner {
  private let devices: ScriptDevices
  private let observer: any ScriptTerminalObserver
  private let pace: ScriptPace
  private let pictures: ScriptPictures?
  private let clock = ContinuousClock()

  /// - Parameter pictures: where the pictures of scripts are written, and the last screen of a script that fails; `nil`: none are.
  init(_ devices: ScriptDevices, observer: any ScriptTerminalObserver, pace: ScriptPace, pictures: ScriptPictures?) {
    (self.devices, self.observer, self.pace, self.pictures) = (devices, observer, pace, pictures)
  }

  /// - Throws: when no device can be made, or no picture written. A script whose expectation is not met is a result, not an error.
  func play(_ script: Script) async throws(CommandError) -> ScriptResult {
    let start = clock.now
    let device = try await devices.device(script.setup)
    defer { device.remove() }
    let words =
      ["--lang", script.setup.language.rawValue, "--no-motion"] + script.setup.options.map(device.withFolder)
    let terminal = try ScriptTerminal(device, script.setup, words: words, observer: observer)
    let player = ScriptPlayer(script, device, terminal, pace: pace)
    var failure: ScriptFailure?
    do throws(ScriptFailure) { try await player.prepare() } catch { failure = error }
    if failure == nil {
      do throws(CommandError) { try terminal.start() } catch {
        await terminal.end()
        throw error
      }
      do throws(ScriptFailure) { try await player.play() } catch { failure = error }
    }
    await terminal.end()
    let seconds = (clock.now - start) / .seconds(1)
    if let pictures {
      for picture in player.pictures { try pictures.write(picture.canvas, of: script, name: picture.name) }
      if let sight = failure?.sight { try pictures.write(sight.canvas, of: script, name: "failure") }
    }
    return ScriptResult(script: script, seconds: seconds, failure: failure)
  }
}
