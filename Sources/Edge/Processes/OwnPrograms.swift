import AppState
import Catalogue
import FoundationEssentials
import Glibc

package enum OwnPrograms {
  /// This program's path, even if it was found through PATH or has been renamed since.
  package static var app: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }

  /// - Throws: `browser_missing`.
  package static func browser() throws(CommandError) -> String {
    try path(of: "dcr-browser") { CommandError(UserAgentFailure.Code.browserMissing, ["detail": $0]) }
  }

  /// The path of a program of this product: beside this one, else in `../libexec/dcr-terminal`, else the first in PATH.
  package static func path(
    of name: String, orThrow failure: (_ detail: String) -> CommandError
  ) throws(CommandError) -> String {
    let own = AbsolutePath.folder(of: app)
    let all = [own, AbsolutePath.of(own + "/../libexec/dcr-terminal")] + folders(ProcessEnvironment["PATH"] ?? "")
    guard let found = all.map({ $0 + "/" + name }).first(where: isProgram) else {
      throw failure(Catalogue()(.reasonProgramMissing, ["program": name]))
    }
    return found
  }

  package static func folders(_ list: String) -> [String] {
    list.split(scalar: ":").map(String.init).filter { $0.hasPrefix(bytes: "/") }
  }

  package static func isProgram(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}

extension Confinement {
  package static let ofThisProgram = Confinement(environment: ProcessEnvironment.values([Confinement.variable]))

  package var environment: [String: String] { environmentValue.map { [Confinement.variable: $0] } ?? [:] }
}
