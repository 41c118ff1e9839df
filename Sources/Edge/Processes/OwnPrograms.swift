import Programs
import ForeignText
import AppState
import Catalogue
import FoundationEssentials
import Glibc
import SharedValues

/// The paths of this product's programs.
package enum OwnPrograms {
  /// This program's path, even if it was found through PATH or has been renamed since.
  package static var app: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }

  /// - Throws: `browser_missing`.
  package static func browser(
    beside program: String = app, path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
  ) throws(CommandError) -> String {
    try OwnPrograms.path(of: "dcr-browser", beside: program, path: path) { detail in
      CommandError(UserAgentFailure.Code.browserMissing, ["detail": detail])
    }
  }

  /// The path of a program of this product: beside this one, else in `../libexec/dcr-terminal`, else the first in PATH.
  package static func path(
    of name: String, beside program: String = app,
    path: String = ProcessInfo.processInfo.environment["PATH"] ?? "",
    orThrow failure: (_ detail: String) -> CommandError
  ) throws(CommandError) -> String {
    let own = AbsolutePath.folder(of: program)
    let folders =
      [own, AbsolutePath.of(own + "/../libexec/dcr-terminal")]
      + path.split(scalar: ":").map(String.init).filter { $0.hasPrefix(bytes: "/") }
    guard let found = folders.map({ $0 + "/" + name }).first(where: isProgram) else {
      throw failure(Catalogue()(.reasonProgramMissing, ["program": name]))
    }
    return found
  }

  private static func isProgram(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}

extension Confinement {
  /// The confinement set by the program that started this one.
  package static let ofThisProgram = Confinement(environment: ProcessInfo.processInfo.environment)

  /// The environment that passes the confinement on to a child program.
  package var environment: [String: String] { environmentValue.map { [Confinement.variable: $0] } ?? [:] }
}
