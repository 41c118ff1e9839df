import Asciicast
import Glibc

struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("record")

  @Argument(help: "The recording to write, e.g. demo.cast.") var file: String
  @Flag(help: "Write over a file that is there.") var force = false
  @Option(help: .of("record", "idleLimit")) var idleLimit: Double?

  /// The options of `run`, read by the same parser, so that both commands accept the same.
  @OptionGroup(title: "Options of run", visibility: .hidden) var app: RunCommand

  func validate() throws {
    if let idleLimit, !PlayCommand.limits.contains(idleLimit) { throw ValidationError(PlayCommand.idleLimitRule) }
  }

  @MainActor mutating func run() async throws {
    let words = RecordCommand.wordsOfRun(Array(CommandLine.arguments.dropFirst(2)), file: file)
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw CommandError(.recordNeedsTerminal) }
    // Errors that would keep the app from starting are found here, before the file is made.
    if !app.look.plain {
      _ = try app.look.terminalOptions()
      do { try RawTerminal.checkKind() } catch { throw CommandError(error) }
    }
    let catalogue = Catalogue(app.look.language)
    let cast = try CastFile(file, force: force)
    let terminal: RawTerminal
    do {
      terminal = try RawTerminal(undo: LiveView.undo, crashNote: LookOptions.crashNote)
    } catch { throw CommandError(error) }
    defer { terminal.close() }
    let size = terminal.size
    let pseudo = try PseudoTerminal(size, modes: terminal.found)
    cast.append(
      CastHeader(
        width: size.width, height: size.height, timestamp: Int(Date().timeIntervalSince1970), title: "DCR Terminal",
        term: ProcessInfo.processInfo.environment["TERM"], idleLimit: idleLimit
      ).line + "\n")
    // The app's messages go where this program's would go: if standard error is a file, they go there, too.
    let errors: ChildProcess.Stream = isatty(STDERR_FILENO) == 1 ? .terminal(pseudo.path) : .inherited
    let child = try ChildProcess(
      OwnPrograms.app, ["run", "--presenter", "--markers", "--basic-terminal"] + words, input: .terminal(pseudo.path),
      output: .terminal(pseudo.path), errors: errors, isDetached: true)
    pseudo.isTaken()
    let recorder = SessionRecorder(terminal, size, pseudo, child, cast)
    let exit = await recorder.run()
    terminal.close()
    try report(exit, cast, recorder.seconds, catalogue)
  }

  /// The app's exit code, unless the app succeeded and the recording is incomplete.
  private func report(_ exit: ChildProcess.Exit, _ cast: CastFile, _ seconds: Double, _ catalogue: Catalogue) throws {
    if case .signal(let number) = exit { StandardError.warn("the app was ended by signal \(number)") }
    if let failure = cast.failure {
      let error = CommandError(.recordingIncomplete, ["path": cast.path, "detail": failure])
      if exit == .code(0) { throw error }
      StandardError.write(error.report(catalogue))
    } else {
      let path = CommandError.line(cast.path)
      StandardOutput.line("Recorded \(Int(seconds.rounded())) s to \(path)\nPlay it with: dcr-terminal play \(path)")
    }
    if exit != .code(0) { throw AppExit(status: exit.status) }
  }

  /// The words without the recorder's own. If the file's name occurs twice, the parser of `run` decides which one is the file.
  static func wordsOfRun(_ words: [String], file: String) -> [String] {
    var own = words.filter { $0 != "--force" && !$0.hasPrefix(bytes: "--idle-limit=") }
    if let place = own.firstIndex(of: "--idle-limit"), place + 1 < own.count { own.removeSubrange(place...place + 1) }
    for place in own.indices where own[place] == file {
      var rest = own
      rest.remove(at: place)
      if (try? RunCommand.parse(rest)) != nil { return rest }
    }
    return own
  }
}

struct AppExit: Error { var status: Int32 }
