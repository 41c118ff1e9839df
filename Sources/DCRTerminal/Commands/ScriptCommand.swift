import Glibc

struct ScriptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("script")

  @Argument(help: .of("script", "files"), completion: .scripts) var files: [String] = []
  @Option(help: ArgumentHelp("Write the results as JUnit XML.", valueName: "file")) var junit: String?
  @Option(help: .of("script", "pictures")) var pictures: String?
  @Flag(help: "Play on this terminal, at a speed that an eye can follow; q or ^C ends it.") var live = false
  @Option(help: .of("script", "speed")) var speed: Double?
  @Flag(help: "List names and titles, and play nothing.") var list = false
  @Flag(help: "Say what is wrong with the scripts, and play nothing.") var check = false
  @Flag(help: .of("script", "allowPrograms")) var allowPrograms = false
  @Flag(help: .of("script", "allowServers")) var allowServers = false

  func validate() throws {
    if let speed, !(0.01...1000).contains(speed) { throw ValidationError(PlayCommand.speedRule) }
    if speed != nil, !live { throw ValidationError("--speed needs --live") }
  }

  @MainActor func run() async throws {
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
    if check { return StandardOutput.line("scripts without a fault: \(scripts.count)") }
    let junit = junit.map { AbsolutePath.of($0) }
    if let junit { try SmallFile.checkPlace(of: junit, orThrow: .scriptUnwritable) }
    let view = live ? try LiveView(scripts) : nil
    ScriptCommand.settle(confinement, live: live)
    let devices = try ScriptDevices(observer: view ?? NoObserver())
    defer { devices.remove() }
    let report = try await play(scripts, devices, view)
    view?.close()
    if view != nil { StandardOutput.line(report.lines) }
    StandardOutput.line(report.report.summary)
    if let junit { try SmallFile.writeNamed(junit, by: report.report.junit, orThrow: .scriptUnwritable) }
    if Interruption.hasCome { throw Interruption.status }
    if report.report.failures > 0 { throw ExitStatus.scriptFailed }
  }

  /// - Returns: the report, and its lines, which have been written already unless the scripts were shown live.
  @MainActor private func play(
    _ scripts: [Script], _ devices: ScriptDevices, _ view: LiveView?
  ) async throws -> (report: ScriptReport, lines: String) {
    var report = ScriptReport()
    var lines: [String] = []
    let runner = ScriptRunner(
      devices, observer: view ?? NoObserver(), pace: live ? .reading(speed ?? 1) : .atOnce,
      pictures: pictures.map { AbsolutePath.of($0) })
    for script in scripts {
      let result: ScriptResult
      do { result = try await runner.play(script) } catch {
        view?.close()
        if Interruption.hasCome { throw Interruption.status }
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

  /// What scripts may reach: never more than this program itself may.
  private var confinement: Confinement {
    let own = Confinement.ofThisProgram
    return Confinement(
      allowsPrograms: allowPrograms && own.allowsPrograms, allowsServers: allowServers && own.allowsServers)
  }

  /// Gives every app the same environment, so that a script looks the same everywhere and reaches nothing else; notes interruptions from now on.
  static func settle(_ confinement: Confinement, live: Bool) {
    Interruption.listen()
    if let denied = confinement.environmentValue { setenv(Confinement.variable, denied, 1) }
    for name in ["NO_COLOR", "TMUX", "COLORFGBG", "LC_CTYPE", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "BROWSER"] {
      unsetenv(name)
    }
    setenv("LC_ALL", "C.UTF-8", 1)
    setenv("TZ", "UTC", 1)
    guard !live else { return }
    unsetenv("COLORTERM")
    setenv("TERM", "xterm-256color", 1)
  }
}
