import ArgumentParser
import Asciicast
import Catalogue
import Foundation
import SmallFiles
import TerminalUI

/// `play FILE`: shows a recording again.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play a recording (asciicast v2) on this terminal.",
    discussion: """
      Keys: Space pauses and goes on, . or → shows the next picture, + and - change the speed, ] and [ go to the next and the \
      previous marker, g goes back to the start, q quits. \
      At the end the last picture stays. Colours, cursor and erasing reach the terminal; titles, clipboard, questions to the terminal and the like do \
      not. Where standard output is no terminal, everything is written to it at once, as asciinema cat does.
      """)

  @Argument(help: "The recording to play.")
  var file: String

  @Option(help: ArgumentHelp("How many times as fast, from 0.01 to 1000.", valueName: "number"))
  var speed = 1.0

  @Option(help: ArgumentHelp("The longest pause. (default: the recording's own, if it has one)", valueName: "seconds"))
  var idleLimit: Double?

  /// Seconds of a pause.
  static let limits = 0.001...86400.0

  func validate() throws {
    guard Playback.speeds.contains(speed) else { throw ValidationError(Phrase.wrongSpeed.english) }
    if let idleLimit, !PlayCommand.limits.contains(idleLimit) { throw ValidationError(Phrase.wrongIdleLimit.english) }
  }

  @MainActor
  func run() async throws {
    let cast = try CastSource.read(file)
    let timeline = Timeline(cast, idleLimit: idleLimit)
    guard isatty(STDOUT_FILENO) == 1 else { return StandardOutput.writeSequences(timeline.text) }
    let size = Size(cast.size.width, cast.size.height)
    let status = try CastPlayer(timeline, needs: size, speed: speed, catalogue: Catalogue()).run()
    if status != .done { throw status }
  }
}

/// A recording in a file.
enum CastSource {
  /// - Throws: `recording_unreadable`, `recording_version`, `recording_unusable`.
  static func read(_ path: String) throws(CommandError) -> Cast {
    let bytes = try bytes(path)
    do { return try CastReader.read(bytes) } catch {
      guard error.reason != .version else {
        throw CommandError(.recordingVersion, ["path": path, "received": error.received])
      }
      let reason = Catalogue()(phrase(error.reason), ["received": error.received])
      throw CommandError(.recordingUnusable, ["path": path, "field": "\(error.line)", "detail": reason])
    }
  }

  private static func bytes(_ path: String) throws(CommandError) -> [UInt8] {
    // One byte more tells the reader that the recording is too large.
    do { return try SmallFile.readNamed(path, upTo: CastReader.largest + 1) } catch {
      throw CommandError(.recordingUnreadable, ["path": path, "detail": String(cString: strerror(error.number))])
    }
  }

  static func phrase(_ reason: CastError.Reason) -> Phrase {
    switch reason {
    case .empty: .castEmpty
    case .noHeader, .version: .castNoHeader
    case .size: .castSize
    case .member: .castMember
    case .event: .castEvent
    case .time: .castTime
    case .backwards: .castBackwards
    case .resize: .castResize
    case .longLine: .castLongLine
    case .longFile: .castLongFile
    case .manyEvents: .castManyEvents
    }
  }
}
