import CheckRuns
import Glibc

/// A command of the tester that does what a person would do with the client under test.
///
/// A shell runs it, in a process group of its own, so that all of it can be ended. Its output never mixes with the report.
struct DriveCommand {
  let command: String
  /// The file that gets its output; `nil`: standard error does.
  let log: String?

  /// The environment of each action: what the client has to know of the server.
  static func environment(
    _ act: ClientTestMessage.Act, issuer: String, authority: String, client: String?
  ) -> [String: String] {
    var variables = [
      "DCR_ACTION": act.action.rawValue, "DCR_CHECK": act.check ?? "", "DCR_ISSUER": issuer, "DCR_CA": authority,
      "SSL_CERT_FILE": authority,
    ]
    if let client { variables["DCR_CLIENT_ID"] = client }
    return variables
  }

  /// The command begins once the guard knows it, and never if this program is killed before.
  /// - Throws: `program_not_started`.
  func start(
    _ act: ClientTestMessage.Act, _ environment: [String: String], under guardian: DriveGuard
  ) throws(CommandError) -> ChildProcess {
    note("== \(act.action.rawValue) \(act.check ?? "")\n")
    let output: ChildProcess.Stream = log.map { .file($0) } ?? .inherited
    let text = "read -r _ || exit\nexec </dev/null\n" + (log == nil ? "exec >&2\n" : "") + command
    let process = try ChildProcess(
      "/bin/sh", ["-c", text], input: .pipe, output: output, errors: output, environment: environment, isDetached: true)
    guardian.watch(process)
    process.write("begin\n")
    process.closeInput()
    return process
  }

  /// A reader of the log wants to know which output belongs to which action. Without this line the log is still useful.
  private func note(_ line: String) {
    guard let log else { return }
    let file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    Descriptor.write(line, to: file)
    close(file)
  }
}

/// Ends all of a drive command if this program is killed, which then cannot do so itself.
///
/// A shell waits at a pipe whose other end only this program has. The end of the pipe without a word is the end of this program, however that came.
struct DriveGuard: Sendable {
  /// `nil`: it could not be started. The command runs all the same.
  private let shell: ChildProcess?

  /// TERM, and KILL after five seconds, as for a command that takes too long.
  private static let script = """
    read -r group || exit
    read -r word && exit
    kill -s TERM -- "-$group"
    for second in 1 2 3 4 5; do sleep 1; kill -s 0 -- "-$group" || exit; done
    kill -s KILL -- "-$group"
    """

  init() { shell = try? ChildProcess("/bin/sh", ["-c", DriveGuard.script], input: .pipe, isDetached: true) }

  func watch(_ drive: ChildProcess) { shell?.write("\(drive.pid)\n") }

  /// The command has ended.
  func dismiss() {
    shell?.write("over\n")
    shell?.closeInput()
  }
}
