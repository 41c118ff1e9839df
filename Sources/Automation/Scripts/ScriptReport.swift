import FoundationEssentials
import Programs
import SharedValues
import SmallFiles
import TerminalUI
import Workshop

/// The result of one script.
package struct ScriptResult {
  package var script: Script
  package var seconds: Double
  package var failure: ScriptFailure?
}

/// The results as lines of text and as JUnit XML.
package struct ScriptReport {
  package private(set) var results: [ScriptResult] = []

  package init() {}

  package var failures: Int { results.filter { $0.failure != nil }.count }

  /// Adds a result and returns its lines.
  package mutating func add(_ result: ScriptResult) -> String {
    results.append(result)
    let (script, seconds) = (result.script, FixedPoint.text(result.seconds, digits: 1))
    let line = "\(CommandError.line(script.id)): \(CommandError.line(script.title)) (\(seconds) s)"
    return result.failure.map { "FAIL  \(line)\n\($0.text)" } ?? "ok    \(line)"
  }

  package var summary: String {
    let seconds = results.reduce(0) { $0 + $1.seconds }
    return "\(results.count - failures) passed, \(failures) failed, in \(FixedPoint.text(seconds, digits: 1)) s"
  }

  /// Each script is one test case; a failure contains the screen.
  package var junit: String {
    let name = "dcr-terminal script"
    return JUnitDocument(name: name, suites: [.init(name: name, cases: results.map(ScriptReport.testCase))]).xml
  }

  private static func testCase(_ result: ScriptResult) -> JUnitDocument.Case {
    let outcome =
      result.failure.map { failure in
        JUnitDocument.Outcome.failed(
          kind: "expectation", message: "\(failure.place): \(failure.expected)", text: failure.text)
      } ?? .passed
    return JUnitDocument.Case(
      classname: result.script.id, name: result.script.title, outcome: outcome, file: result.script.path,
      seconds: result.seconds)
  }
}

/// Writes the pictures of scripts: a folder for each script, each picture as text and as SVG.
package struct ScriptPictures {
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// - Throws: `script_unwritable`.
  package func write(_ canvas: Canvas, of script: Script, name: String) throws(CommandError) {
    let own = "\(folder)/\(script.id)"
    try AbsolutePath.makeFolder(own, orThrow: .scriptUnwritable)
    try SmallFile.replace("\(own)/\(name).txt", by: canvas.text + "\n", orThrow: .scriptUnwritable)
    let svg = CanvasPicture(canvas).svg(PictureStyle.all[0], title: "\(script.title): \(name)")
    try SmallFile.replace("\(own)/\(name).svg", by: svg, orThrow: .scriptUnwritable)
  }
}

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
