import Programs

/// Plays scripts one after another, each on its own device, which is deleted afterwards.
@MainActor
package final class ScriptRunner {
  private let devices: ScriptDevices
  private let observer: any ScriptTerminalObserver
  private let pace: ScriptPace
  private let pictures: ScriptPictures?
  private let clock = ContinuousClock()

  /// - Parameter pictures: writes the pictures of scripts, and the last screen of a script that fails; `nil`: writes no pictures.
  package init(
    _ devices: ScriptDevices, observer: any ScriptTerminalObserver, pace: ScriptPace, pictures: ScriptPictures?
  ) {
    (self.devices, self.observer, self.pace, self.pictures) = (devices, observer, pace, pictures)
  }

  /// - Throws: when a device cannot be made or a picture cannot be written. A failed expectation is a result, not an error.
  package func play(_ script: Script) async throws(CommandError) -> ScriptResult {
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
      if let snapshot = failure?.snapshot { try pictures.write(snapshot.canvas, of: script, name: "failure") }
    }
    return ScriptResult(script: script, seconds: seconds, failure: failure)
  }
}
