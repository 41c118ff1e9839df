import Asciicast
import Glibc

struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("play", adding: PlayerKey.help)

  @Argument(help: "The recording to play.", completion: .file(extensions: ["cast"])) var file: String
  @Option(help: ArgumentHelp("How many times as fast, from 0.01 to 1000.", valueName: "number")) var speed = 1.0
  @Option(help: .of("play", "idleLimit")) var idleLimit: Double?

  /// The range of `--idle-limit`, in seconds.
  static let limits = 0.001...86400.0

  static let speedRule = "--speed is a number from 0.01 to 1000, such as 2 or 0.5"
  static let idleLimitRule = "--idle-limit is a number of seconds from 0.001 to 86400, such as 2 or 0.5"

  func validate() throws {
    guard Playback.speeds.contains(speed) else { throw ValidationError(PlayCommand.speedRule) }
    if let idleLimit, !PlayCommand.limits.contains(idleLimit) { throw ValidationError(PlayCommand.idleLimitRule) }
  }

  @MainActor func run() async throws {
    let cast = try CastSource.read(file)
    let timeline = Timeline(cast, idleLimit: idleLimit)
    guard isatty(STDOUT_FILENO) == 1 else { return StandardOutput.writeSequences(timeline.text) }
    let size = Size(cast.size.width, cast.size.height)
    let status = try CastPlayer(timeline, needs: size, speed: speed, Catalogue(Language.ofEnvironment)).run()
    if status != .done { throw status }
  }
}

enum CastSource {
  /// - Throws: `recording_unreadable`, `recording_version`, `recording_unusable`.
  static func read(_ path: String) throws(CommandError) -> Cast {
    let bytes: [UInt8]
    // One byte more tells the reader that the recording is too large.
    do { bytes = try SmallFile.readNamed(path, upTo: CastReader.largest + 1) } catch {
      throw CommandError(.recordingUnreadable, ["path": path, "detail": error])
    }
    do { return try CastReader.read(bytes) } catch {
      guard error.reason != .version else {
        throw CommandError(.recordingVersion, ["path": path, "received": error.received])
      }
      throw CommandError(
        .recordingUnusable, ["path": path, "field": "\(error.line)", "detail": words(error.reason, error.received)])
    }
  }

  static func words(_ reason: CastError.Reason, _ received: String) -> String {
    switch reason {
    case .empty: "the file is empty"
    case .noHeader, .version: "the first line is no header: a JSON object with version, width and height"
    case .size: "width and height must be whole numbers from 1 to 2000"
    case .member: "“\(received)” in the header is not what the format says"
    case .event: "an event is a JSON array of a time, a kind and a text, such as [1.5,\"o\",\"hello\"]"
    case .time: "a time is a number of seconds from 0 to 8640000"
    case .backwards: "the time is before the one of the event above"
    case .resize: "a size is columns x rows, such as 80x24, each from 1 to 2000"
    case .longLine: "the line is longer than 1 MiB"
    case .longFile: "the file is larger than 64 MiB"
    case .manyEvents: "there are more than 1000000 events"
    }
  }
}
