import AppState
import ArgumentParser
import Catalogue
import Foundation
import SharedValues
import TerminalUI

/// `script FILE…`: plays the app by keys and expectations, without a person and without a terminal, or before one's eyes.
struct ScriptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script", abstract: Phrase.scriptAbstract.english, discussion: Phrase.scriptDiscussion.english)

  @Argument(help: ArgumentHelp(Phrase.argumentScripts.english))
  var files: [String] = []

  @Option(help: ArgumentHelp(Phrase.optionJUnit.english, valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp(Phrase.optionPictures.english, valueName: "folder"))
  var pictures: String?

  @Flag(help: ArgumentHelp(Phrase.optionLive.english))
  var live = false

  @Option(help: ArgumentHelp(Phrase.optionScriptSpeed.english))
  var speed: Double?

  @Flag(help: ArgumentHelp(Phrase.optionListScripts.english))
  var list = false

  @Flag(help: ArgumentHelp(Phrase.optionCheckScripts.english))
  var check = false

  @Flag(help: ArgumentHelp(Phrase.optionAllowPrograms.english))
  var allowPrograms = false

  @Flag(help: ArgumentHelp(Phrase.optionAllowServers.english))
  var allowServers = false

  func validate() throws {
    if let speed, !(0.01...1000).contains(speed) { throw ValidationError(Phrase.wrongSpeed.english) }
    if speed != nil, !live { throw ValidationError(Phrase.scriptSpeedNeedsLive.english) }
  }

  @MainActor
  func run() async throws {
    var faults: [ScriptFaults] = []
    let scripts = try ScriptLibrary.read(files, confinement: confinement, faults: &faults)
    guard faults.isEmpty else {
      for error in faults.flatMap(\.errors) { StandardError.write(error.report()) }
      throw ExitStatus.data
    }
    if list {
      for script in scripts {
        StandardOutput.line([script.id, script.title].map(CommandError.line).joined(separator: "\t"))
      }
      return
    }
    if check {
      return StandardOutput.line(Catalogue()(.scriptsChecked, ["count": "\(scripts.count)"]))
    }
    let view = live ? try LiveView(scripts, Catalogue()) : nil
    ScriptCommand.settle(confinement, live: live)
    Interruption.listen()
    let shelf = try DeviceShelf()
    defer { shelf.remove() }
    let report = try await play(scripts, shelf, view)
    view?.close()
    if view != nil { StandardOutput.line(report.lines) }
    StandardOutput.line(report.report.summary)
    if let junit { try ScriptPictures.save(report.report.junit, to: AbsolutePath.of(junit)) }
    if Interruption.hasCome { throw Interruption.status }
    if report.report.failures > 0 { throw ExitStatus.scriptFailed }
  }

  /// - Returns: the report; its lines as well, which have been written where nobody looks on.
  @MainActor
  private func play(
    _ scripts: [Script], _ shelf: DeviceShelf, _ view: LiveView?
  ) async throws -> (report: ScriptReport, lines: String) {
    var report = ScriptReport()
    var lines: [String] = []
    let theatre = ScriptTheatre(
      shelf, watcher: view ?? NobodyWatches(), pace: live ? .reading(speed ?? 1) : .atOnce,
      pictures: pictures.map { ScriptPictures(folder: AbsolutePath.of($0)) })
    for script in scripts {
      let result: ScriptResult
      do {
        result = try await theatre.play(script)
      } catch {
        view?.close()
        throw error
      }
      view?.rest()
      if result.failure?.isInterruption == true || Interruption.hasCome { break }
      let line = report.add(result)
      lines.append(line)
      if view == nil { StandardOutput.line(line) }
    }
    return (report, lines.joined(separator: "\n"))
  }

  /// Programs that this command starts are confined as this one was, too.
  private var confinement: Confinement {
    let own = Confinement.ofThisProgram
    return Confinement(
      allowsPrograms: allowPrograms && own.allowsPrograms, allowsServers: allowServers && own.allowsServers)
  }

  /// The same surroundings for every app that is started, so that a script shows the same everywhere and reaches nothing else.
  static func settle(_ confinement: Confinement, live: Bool) {
    if let denied = confinement.environmentValue { setenv(Confinement.variable, denied, 1) }
    for name in ["NO_COLOR", "TMUX", "LC_CTYPE", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "BROWSER"] { unsetenv(name) }
    setenv("LC_ALL", "C.UTF-8", 1)
    setenv("TZ", "UTC", 1)
    guard !live else { return }
    unsetenv("COLORTERM")
    setenv("TERM", "xterm-256color", 1)
  }
}
