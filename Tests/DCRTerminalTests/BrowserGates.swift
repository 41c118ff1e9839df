import Foundation
import TestSupport

@testable import DCRTerminal

/// The programs of this build in a folder of their own, where the browser stands still before and after each visit until
/// the test has looked. So there are moments at which the app is known to run, however busy the machine is.
struct BrowserGates {
  enum Gate: Hashable {
    case before(Int)
    case after(Int)

    fileprivate var name: String {
      switch self {
      case .before(let visit): "before-\(visit)"
      case .after(let visit): "after-\(visit)"
      }
    }
  }

  /// `dcr-terminal`, beside a `dcr-browser` with gates.
  let program: String
  private let folder: TemporaryFolder

  init() throws {
    folder = TemporaryFolder()
    program = folder("dcr-terminal")
    // A program knows itself by where its file is, so a symbolic link would not do.
    if link(ProgramWorld.program, program) != 0 {
      try FileManager.default.copyItem(atPath: ProgramWorld.program, toPath: program)
    }
    let built = (ProgramWorld.program as NSString).deletingLastPathComponent
    try FileManager.default.createSymbolicLink(
      atPath: folder("dcr-identity-server"), withDestinationPath: built + "/dcr-identity-server")
    let browser = built + "/dcr-browser"
    let script = """
      #!/bin/sh
      wait_at() {
        : > "\(folder.path)/at-$1"
        while [ ! -e "\(folder.path)/open-$1" ]; do sleep 0.02; done
      }
      visit=1
      while [ -e "\(folder.path)/at-before-$visit" ]; do visit=$((visit + 1)); done
      wait_at "before-$visit"
      "\(browser)" "$@"
      status=$?
      wait_at "after-$visit"
      exit $status
      """
    folder.write("dcr-browser", script)
    chmod(folder("dcr-browser"), 0o700)
  }

  /// Waits until the browser stands at the gate; `false` when the app has ended before.
  func reached(_ gate: Gate, by app: ChildProcess) async -> Bool {
    let sign = folder("at-" + gate.name)
    while access(sign, F_OK) != 0 {
      guard app.isRunning else { return false }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return true
  }

  func open(_ gate: Gate) { folder.write("open-" + gate.name, "") }
}
