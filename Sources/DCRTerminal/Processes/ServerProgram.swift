import FoundationEssentials
import Glibc
import Programs

/// The identity server's program, `dcr-identity-server`.
enum ServerProgram {
  /// - Throws: `server_program_missing`.
  static func path() throws(CommandError) -> String {
    try OwnPrograms.path(of: "dcr-identity-server") { CommandError(.serverProgramMissing, ["detail": $0]) }
  }

  /// Lets the server take the place of this program, with these settings.
  /// - Throws: `server_program_missing`.
  static func become(serving settings: ServerSettings) throws(CommandError) -> Never {
    try become(["serve", settings.argument])
  }

  /// Lets the server's program take the place of this one, with these words of a command line.
  /// - Throws: `server_program_missing`.
  static func become(_ words: [String]) throws(CommandError) -> Never {
    let path = try path()
    let arguments = ([path] + words).map { strdup($0) }
    execv(path, arguments + [nil])
    throw CommandError(.serverProgramMissing, ["detail": "\(path): \(String(cString: strerror(errno)))"])
  }
}
