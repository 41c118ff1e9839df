import Foundation
import TestSupport

@testable import DCRTerminal
@testable import Edge
@testable import Evidence

/// A folder with the programs of this build in which the browser pauses before and after each visit until the test has looked.
/// So the app is known to run at those moments, however busy the machine is.
final class BrowserGates: Sendable {
  enum Gate: Hashable, Sendable {
    case before(Int)
    case after(Int)

    fileprivate var name: String {
      switch self {
      case .before(let visit): "before-\(visit)"
      case .after(let visit): "after-\(visit)"
      }
    }
  }

  /// `dcr-terminal`, beside a `dcr-browser` that pauses at gates.
  let program: String
  private let folder: TemporaryFolder
  /// Named pipes. The test keeps both ends open, so that neither side blocks when it opens one.
  private let doors: [Gate: Int32]
  private let signs: Int32
  /// The names of the gates that were reached.
  private let reached: AsyncStream<String>
  private let end: AsyncStream<String>.Continuation
  private let reader: ChildProcess

  /// - Parameter visits: how many visits the browser makes.
  init(visits: Int) throws {
    folder = TemporaryFolder()
    program = folder("dcr-terminal")
    // A program finds its companions beside its own file, so a symbolic link would not do.
    if link(ProgramWorld.program, program) != 0 {
      try FileManager.default.copyItem(atPath: ProgramWorld.program, toPath: program)
    }
    let built = (ProgramWorld.program as NSString).deletingLastPathComponent
    try FileManager.default.createSymbolicLink(
      atPath: folder("dcr-identity-server"), withDestinationPath: built + "/dcr-identity-server")
    let script = """
      #!/bin/sh
      wait_at() {
        echo "$1" >"\(folder("signs"))"
        read -r _ <"\(folder.path)/door-$1"
      }
      visit=1
      while [ -e "\(folder.path)/visit-$visit" ]; do visit=$((visit + 1)); done
      : >"\(folder.path)/visit-$visit"
      wait_at "before-$visit"
      "\(built)/dcr-browser" "$@"
      status=$?
      wait_at "after-$visit"
      exit $status
      """
    folder.write("dcr-browser", script)
    chmod(folder("dcr-browser"), 0o700)
    signs = BrowserGates.pipe(folder("signs"))
    let gates = (1...visits).flatMap { [Gate.before($0), .after($0)] }
    doors = Dictionary(
      uniqueKeysWithValues: gates.map { [folder] in ($0, BrowserGates.pipe(folder("door-" + $0.name))) })
    (reached, end) = AsyncStream.makeStream(of: String.self)
    reader = try ChildProcess("/bin/cat", [folder("signs")], output: .pipe)
    reader.readLines { [end] line in if let line { end.yield(line) } }
  }

  deinit {
    reader.send(SIGKILL)
    for pipe in [signs] + doors.values { close(pipe) }
  }

  private static func pipe(_ path: String) -> Int32 {
    mkfifo(path, 0o600)
    return Foundation.open(path, O_RDWR | O_CLOEXEC)
  }

  /// Waits until the browser stands at the gate; `false` if the app ends first. Gates are reached in order.
  func reached(_ gate: Gate, by app: ChildProcess) async -> Bool {
    Task { [end] in
      _ = await app.exit()
      end.finish()
    }
    return await reached.first { _ in true } == gate.name
  }

  func open(_ gate: Gate) { _ = write(doors[gate] ?? -1, "\n", 1) }
}
